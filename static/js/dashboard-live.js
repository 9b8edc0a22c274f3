// Live updates: memory.changed frames refresh what shows the changed items, cell by cell. What is being
// edited is never replaced: it is marked, and says that it changed elsewhere. Filters, order, page and
// selection stay as they are, because the page's own address is what is fetched again.
import { text } from "./notices.js";
import { Socket } from "./chat/socket.js";

const page = document.querySelector("[data-dashboard]");
const SIGNED_OUT = 4401;
const WAIT = 600; // a bulk change announces many items: one refresh for all of them

class LiveSocket extends Socket {
  closed(code) {
    if (code === SIGNED_OUT) this.show("signedOut");
    else super.closed(code);
  }

  show(state) {
    const sign = document.querySelector("[data-live-state]");
    if (!sign) return;
    sign.dataset.state = state;
    let words = sign.querySelector("[data-live-words]");
    if (!words) {
      words = document.createElement("span");
      words.dataset.liveWords = "";
      sign.append(" · ", words);
    }
    words.textContent = state === "live" ? page.dataset.live : state === "reconnecting" ? text("reconnecting") : page.dataset.stopped;
  }
}

const isEdited = (element) => {
  const active = document.activeElement;
  return element.contains(active) && active.matches("input, textarea, select");
};
const objectsOf = (ids) => new Set(ids.map((id) => `item:${id}`));
const waiting = new Set();
let timer = null;

function changed(ids) {
  document.body.dispatchEvent(new CustomEvent("memory-changed", { bubbles: true }));
  for (const id of ids) waiting.add(id);
  clearTimeout(timer);
  timer = setTimeout(refresh, WAIT);
}

async function refresh() {
  const objects = objectsOf([...waiting]);
  waiting.clear();
  const shown = [...document.querySelectorAll("[data-peek], [data-object]")].filter((element) => objects.has(element.dataset.peek ?? element.dataset.object));
  if (!shown.length) return;
  const html = await fetch(location.href, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (html === null) return;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const element of shown) update(element, fresh);
}

function update(element, fresh) {
  const name = element.dataset.peek ? "peek" : "object";
  const twin = fresh.querySelector(`[data-${name}="${CSS.escape(element.dataset[name])}"]`);
  if (isEdited(element) || document.querySelector("dialog[open]")) {
    element.classList.add("is-stale");
    element.dataset.stale = text("changedElsewhere");
    return;
  }
  if (!twin) {
    element.classList.add("is-gone");
    return;
  }
  const cells = element.matches("tr") ? [...element.children] : [element];
  const twins = element.matches("tr") ? [...twin.children] : [twin];
  cells.forEach((cell, index) => {
    const other = twins[index];
    if (!other || cell.querySelector("input[type=checkbox]") || cell.innerHTML === other.innerHTML) return;
    cell.replaceChildren(...other.childNodes);
    cell.classList.add("is-fresh");
    cell.addEventListener("animationend", () => cell.classList.remove("is-fresh"), { once: true });
    htmx.process(cell);
  });
  document.dispatchEvent(new CustomEvent("dashboard-refreshed"));
}

if (page) {
  const socket = new LiveSocket({
    url: page.dataset.socketUrl,
    onOpen: () => {},
    onFrame: (frame) => frame.type === "memory.changed" && changed(frame.items ?? []),
    onHtml: () => {},
  });
  socket.open();
}
