// Forgetting and deleting: what goes is named with Undo for eight seconds, only then is the server asked.
// Leaving the page does not cancel it.
import { announce, text, toast } from "./notices.js";

const SECONDS = 8;
const waiting = new Set();

function ask({ url, body }) {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  return fetch(url, { method: "POST", body, keepalive: true, headers: { "X-CSRFToken": token, "HX-Request": "true" } });
}
// Gives out the events that an answer names (HX-Trigger); returns whether it tells of an error.
function giveOut(response) {
  const events = JSON.parse(response.headers.get("HX-Trigger") ?? "{}");
  for (const [name, detail] of Object.entries(events)) document.dispatchEvent(new CustomEvent(name, { detail }));
  return events.toast?.level === "error";
}

// Asks `url` once the time to undo is over. `goes` is dimmed until then; `gone` is called when the server has
// done it, `kept` when it was taken back.
function later({ url, body, said, goes, gone, kept }) {
  if ([...waiting].some((entry) => entry.url === url)) return false;
  const entry = { url, body };
  waiting.add(entry);
  const dim = (isLeaving) => goes.forEach((element) => element.classList.toggle("is-leaving", isLeaving));
  dim(true);
  toast(said, {
    seconds: SECONDS,
    undo: () => {
      waiting.delete(entry);
      dim(false);
      announce(text("kept"));
      kept();
    },
    done: async () => {
      waiting.delete(entry);
      const response = await ask(entry).catch(() => null);
      const isDone = (response?.ok && !giveOut(response)) || response?.status === 404;
      if (isDone) return gone();
      dim(false);
      goes.forEach((element) => (element.inert = false));
      if (!response?.ok) toast(text("noServer"), { level: "error" });
    },
  });
  return true;
}

function forget(button) {
  const row = button.closest(".memory-row");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const isNew = later({
    url: button.dataset.forget,
    said: `${text("forgetting")} ${button.dataset.forgetText}`,
    goes: row ? [row] : [],
    gone: () => {
      row?.remove();
      announce(text("forgotten"));
      document.dispatchEvent(new CustomEvent("item-forgotten"));
    },
    kept: () => (row?.querySelector("[data-forget]") ?? document.getElementById("main")).focus(),
  });
  if (!isNew) return;
  if (button.dataset.forgetHide) document.querySelector(button.dataset.forgetHide)?.remove();
  (next?.querySelector("[data-edit]") ?? document.getElementById("main"))?.focus();
}

// A form that confirms: what it names goes from the page, and for good when the time is over.
function remove(form) {
  const named = () => [...document.querySelectorAll(form.dataset.goes)];
  const goes = named();
  const next = goes[0]?.matches(".conversation-row") && (goes[0].nextElementSibling ?? goes[0].previousElementSibling);
  const inert = (isInert) => goes.forEach((element) => (element.inert = isInert));
  form.closest("dialog").close();
  inert(true);
  setTimeout(() => (next ? next.querySelector("a") : document.getElementById("message"))?.focus()); // once it is closed
  later({
    url: form.action,
    body: new URLSearchParams(new FormData(form)),
    said: form.dataset.later,
    goes,
    gone: () => named().forEach((element) => element.id !== "chat" && element.remove()),
    kept: () => {
      inert(false);
      goes[0]?.querySelector("a, button")?.focus();
    },
  });
}

export function setUpForgetting() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-forget]");
    if (button) forget(button);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-later]")) return;
    event.preventDefault();
    remove(event.target);
  });
  window.addEventListener("pagehide", () => {
    for (const entry of waiting) ask(entry);
    waiting.clear();
  });
}
