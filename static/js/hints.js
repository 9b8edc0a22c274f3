// What a pointer finds by hovering, the keyboard finds by focus and a finger by a tap: the whole moment of
// a relative time, and the titles of controls. One bubble for the page; Esc closes it.
const PAUSE = 350; // stepping through rows shows none on the way
const GAP = 6;

const bubble = document.createElement("div");
bubble.id = "hint";
bubble.className = "hint";
bubble.hidden = true;
bubble.setAttribute("aria-hidden", "true"); // the same words are in what is pointed at
let shownFor = null;
let timer = null;

const wholeOf = (time) => time.querySelector(".visually-hidden")?.textContent.trim() ?? "";

// Returns what to say of an element, and beside what.
function hintOf(element, how) {
  const time = element.closest?.("time[data-relative]") ?? (how === "focus" && element.matches?.("a, button, summary") ? element.querySelector("time[data-relative]") : null);
  if (time) return { at: time, words: wholeOf(time) };
  if (how === "focus" && element.matches?.(".row-link")) return ofRow(element.closest("[data-row]"));
  const titled = element.closest?.("[title]");
  if (!titled || how === "hover") return null; // the browser shows a title itself
  const isControl = titled.matches("a, button, input, select, textarea");
  return how === "tap" && isControl ? null : { at: titled, words: titled.title };
}
function ofRow(row) {
  const times = [...(row?.querySelectorAll("time[data-relative]") ?? [])];
  if (!times.length) return null;
  const words = times.map((time) => [time.closest("[data-label]")?.dataset.label, wholeOf(time)].filter(Boolean).join(": "));
  return { at: times[0], words: words.join("\n") };
}

function show(hint) {
  if (!hint?.words || !hint.at.isConnected) return;
  const home = hint.at.closest("dialog[open]") ?? document.body; // above a dialog only from within it
  home.append(bubble);
  bubble.textContent = hint.words;
  bubble.hidden = false;
  shownFor = hint.at;
  const at = hint.at.getBoundingClientRect();
  const size = bubble.getBoundingClientRect();
  const below = at.bottom + GAP + size.height < innerHeight;
  bubble.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
  bubble.style.top = `${below ? at.bottom + GAP : Math.max(8, at.top - GAP - size.height)}px`;
}
function hide() {
  clearTimeout(timer);
  bubble.hidden = true;
  shownFor = null;
}
function soon(hint) {
  hide();
  if (hint) timer = setTimeout(() => show(hint), PAUSE);
}

export function setUpHints() {
  document.addEventListener("mouseover", (event) => {
    if (event.target === bubble || shownFor?.contains(event.target)) return;
    const hint = hintOf(event.target, "hover");
    if (hint || (shownFor && !shownFor.matches(":focus, :has(:focus)"))) soon(hint);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(":focus-visible")) soon(hintOf(event.target, "focus"));
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("a, button, label, summary, input")) return;
    const hint = hintOf(event.target, "tap");
    hide();
    show(hint);
  });
  document.addEventListener("scroll", () => bubble.hidden || hide(), { capture: true, passive: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
}

// A time that stands by itself can be reached by the keyboard; in a row, the row shows those it has.
export function makeReachable(time) {
  if (!time.hasAttribute("tabindex") && !time.closest("a, button, summary, label, [data-row]:has(.row-link), [role=option]")) time.tabIndex = 0;
}
