// "Saving" on what was pressed until the server has answered; where it could not, that is said in the same place,
// and what was chosen or typed stays, with another try.
import { announce, text } from "./notices.js";

const AFTER = 100; // milliseconds: what is faster says nothing
const SHOWN = 3000;
const running = new WeakMap(); // request → what ends its mark

const isChange = (event) => event.detail.requestConfig.verb !== "get";
const markOf = (element) => element.querySelector?.("[data-saved]");
function pressed(event) {
  const by = event.detail.requestConfig.triggeringEvent?.submitter;
  return by ?? (event.detail.elt.matches("button") ? event.detail.elt : null);
}

function begin(event) {
  if (!isChange(event)) return;
  const [button, mark] = [pressed(event), markOf(event.detail.elt)];
  const timer = setTimeout(() => {
    button?.setAttribute("aria-busy", "true");
    if (button) button.dataset.saving = text("saving");
    if (mark) mark.textContent = text("saving");
  }, AFTER);
  running.set(event.detail.xhr, () => {
    clearTimeout(timer);
    button?.removeAttribute("aria-busy");
    if (mark?.textContent === text("saving")) mark.textContent = "";
  });
}

function failed(event) {
  const mark = isChange(event) && markOf(event.detail.elt);
  if (!mark) return;
  const again = document.createElement("button");
  again.type = "button";
  again.className = "link-button";
  again.textContent = text("tryAgain");
  again.addEventListener("click", () => {
    mark.replaceChildren();
    htmx.trigger(event.detail.elt, "change");
  });
  mark.removeAttribute("aria-hidden"); // it can be pressed
  mark.classList.add("is-bad");
  mark.replaceChildren(text("notSaved"), " ", again);
}

function saved(event) {
  announce(text("saved"));
  const mark = markOf(event.target);
  if (!mark) return;
  mark.classList.remove("is-bad");
  mark.textContent = text("saved");
  setTimeout(() => mark.textContent === text("saved") && (mark.textContent = ""), SHOWN);
}

export function setUpSaving() {
  document.addEventListener("htmx:beforeSend", begin);
  document.addEventListener("htmx:afterRequest", (event) => running.get(event.detail.xhr)?.());
  for (const name of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(name, failed);
  document.addEventListener("setting-saved", saved);
}
