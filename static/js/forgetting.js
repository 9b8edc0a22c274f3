// Forgetting: the exact words are shown with Undo for eight seconds, only then is the server asked.
// Leaving the page does not cancel it.
import { announce, text, toast } from "./notices.js";

const SECONDS = 8;

export function setUpForgetting() {
  const waiting = new Set();
  const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const ask = (url) =>
    fetch(url, { method: "POST", keepalive: true, headers: { "X-CSRFToken": token(), "HX-Request": "true" } });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-forget]");
    if (!button) return;
    const url = button.dataset.forget;
    if ([...waiting].some((entry) => entry.url === url)) return;
    const row = button.closest(".memory-row");
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const entry = { url };
    waiting.add(entry);
    row?.classList.add("is-leaving");
    if (button.dataset.forgetHide) document.querySelector(button.dataset.forgetHide)?.remove();
    entry.toast = toast(`${text("forgetting")} ${button.dataset.forgetText}`, {
      seconds: SECONDS,
      undo: () => {
        waiting.delete(entry);
        row?.classList.remove("is-leaving");
        announce(text("kept"));
        (row?.querySelector("[data-forget]") ?? document.getElementById("main")).focus();
      },
      done: async () => {
        waiting.delete(entry);
        const response = await ask(url).catch(() => null);
        if (response?.ok || response?.status === 404) {
          row?.remove();
          announce(text("forgotten"));
          document.dispatchEvent(new CustomEvent("item-forgotten"));
        } else {
          row?.classList.remove("is-leaving");
          toast(text("noServer"), { level: "error" });
        }
      },
    });
    (next?.querySelector("[data-edit]") ?? document.getElementById("main"))?.focus();
  });
  window.addEventListener("pagehide", () => {
    for (const entry of waiting) ask(entry.url);
    waiting.clear();
  });
}
