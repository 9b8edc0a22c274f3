// Words for scripts (from #texts), the polite live region, and toasts.
const words = document.getElementById("texts")?.dataset ?? {};
export const text = (name) => words[name] ?? name;

export function announce(message) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

// Shows a toast for `seconds`; time stands still while it is pointed at or has focus.
// `undo`, if given, is called by the button; `done` is called when the time is over.
export function toast(message, { level = "info", seconds = 8, undo = null, done = null, link = null } = {}) {
  const note = document.createElement("div");
  note.className = "toast-note";
  note.dataset.toast = "";
  note.dataset.level = level;
  if (level === "error") note.setAttribute("role", "alert");
  const said = document.createElement("span");
  said.textContent = message;
  note.append(said);
  const finish = (callback) => {
    clearInterval(timer);
    note.remove();
    callback?.();
  };
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-sm";
    button.textContent = text("undo");
    button.addEventListener("click", () => finish(undo));
    note.append(button);
  }
  if (link) {
    const way = document.createElement("a");
    way.className = "btn btn-sm";
    way.href = link.url;
    way.textContent = link.words;
    note.append(way);
  }
  // Under an open dialog nothing can be read or pressed: then it stands in the dialog.
  (document.querySelector("dialog[open]") ?? document.getElementById("toasts")).append(note);
  if (level !== "error") announce(message);
  let left = seconds;
  const timer = setInterval(() => {
    if (note.matches(":hover, :focus-within")) return;
    left -= 0.5;
    if (!note.isConnected || left <= 0) finish(done);
  }, 500);
  return { close: () => finish(null), finish: () => finish(done) };
}

for (const note of document.querySelectorAll("#toasts [data-toast]:not([data-level='error'])"))
  setTimeout(() => note.remove(), 8000);
