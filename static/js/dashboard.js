// The operator pages: keys, peek panel, go-to, selection, charts, live updates. State is in the address.
import { announce, text, toast } from "./notices.js";
import { openDialog } from "./app.js";
import { isComposing, isTyping, mayAct } from "./keys.js";
import "./dashboard-charts.js";
import "./dashboard-live.js";
import { setUpPlace } from "./dashboard-place.js";

const page = document.querySelector("[data-dashboard]");
const peek = document.getElementById("peek");

// --- Rows: j, k, Enter, p, x ----------------------------------------------------------------------
const rows = () => [...document.querySelectorAll("[data-rows] [data-row]")].filter((row) => row.offsetParent);
const currentRow = () => rows().find((row) => row.classList.contains("is-current"));
function choose(row) {
  if (!row) return;
  for (const other of document.querySelectorAll("[data-row].is-current")) other.classList.remove("is-current");
  row.classList.add("is-current");
  row.scrollIntoView({ block: "nearest" });
  if (row.dataset.presence) fetch(`${row.dataset.presence}?deciding=1`, { credentials: "same-origin" }).catch(() => {});
  const target = row.matches("[tabindex]") ? row : row.querySelector("a, button");
  target?.focus({ preventScroll: true });
}
function step(by) {
  const all = rows();
  if (!all.length) return;
  const here = all.indexOf(currentRow());
  choose(all[here < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(here + by, 0), all.length - 1)]);
  if (peek && !peek.hidden) showPeek(currentRow()?.dataset.peek);
}
document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.("[data-row]");
  if (!row || row.classList.contains("is-current")) return;
  for (const other of document.querySelectorAll("[data-row].is-current")) other.classList.remove("is-current");
  row.classList.add("is-current");
});

// --- Peek: a docked panel that is in the address ----------------------------------------------------
function address(changes) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url;
}
function showPeek(object) {
  if (!object || !peek) return;
  peek.hidden = false;
  htmx.ajax("GET", `${page.dataset.peekUrl}?object=${encodeURIComponent(object)}`, { target: peek, swap: "innerHTML" });
  history.replaceState(history.state, "", address({ peek: object }));
}
function closePeek() {
  if (!peek || peek.hidden) return false;
  peek.hidden = true;
  peek.replaceChildren();
  history.replaceState(history.state, "", address({ peek: "" }));
  choose(currentRow());
  return true;
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target === peek) peek.hidden = false;
});

// The menu of saved views closes by Esc and by a click beside it, like every menu.
function closeViews() {
  const menu = document.querySelector(".views-menu[open]");
  if (!menu) return false;
  menu.open = false;
  menu.querySelector("summary").focus();
  return true;
}
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".views-menu[open]");
  if (menu && !menu.contains(event.target) && event.target.isConnected) menu.open = false;
});

// --- Go to anything -----------------------------------------------------------------------------------
const gotoDialog = document.getElementById("goto");
function openGoto() {
  const field = gotoDialog.querySelector("[data-goto-field]");
  openDialog(gotoDialog);
  field.select();
  htmx.trigger(field, "goto-open");
}
gotoDialog?.addEventListener("keydown", (event) => {
  const hits = [...gotoDialog.querySelectorAll(".goto-hits a")];
  const here = hits.indexOf(document.activeElement);
  if (event.key === "ArrowDown") hits[Math.min(here + 1, hits.length - 1)]?.focus();
  else if (event.key === "ArrowUp" && here >= 0) (hits[here - 1] ?? gotoDialog.querySelector("[data-goto-field]")).focus();
  else if (event.key === "Enter" && here < 0 && !isComposing(event)) {
    event.preventDefault();
    hits[0]?.click();
    return;
  } else return;
  event.preventDefault();
});

// --- Clicks, forms ------------------------------------------------------------------------------------
document.addEventListener("click", (event) => {
  const hit = (selector) => event.target.closest?.(selector);
  let found;
  if (hit("[data-goto]")) openGoto();
  else if ((found = hit("[data-filters]"))) openFilters(found);
  else if (event.target.matches?.("td.tick")) event.target.querySelector("input")?.click();
  else if (hit("[data-close-peek]")) closePeek();
  else if ((found = hit("[data-skip]"))) {
    const card = found.closest("[data-row]");
    const next = rows()[rows().indexOf(card) + 1];
    if (next) choose(next);
  } else if ((found = hit("[data-fill-reason]"))) {
    const field = found.closest("form").querySelector("[name=reason]");
    field.value = found.textContent.trim();
    field.focus();
  } else if ((found = hit("tr[data-row][data-peek]")) && !hit("a, button, input, label, summary, select, details, time")) {
    choose(found);
    showPeek(found.dataset.peek);
  }
});
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("[data-auto-submit]");
  if (form) form.requestSubmit();
  if (event.target.matches?.("[data-select-all]"))
    for (const box of document.querySelectorAll("[data-select]")) box.checked = event.target.checked;
  if (event.target.matches?.("[data-select], [data-select-all]")) showSelection();
});
document.addEventListener("input", (event) => {
  const slider = event.target.dataset?.slider;
  if (!slider) return;
  const number = event.target.form.elements[slider];
  number.value = event.target.value;
});
// On a phone the filters are behind a button, which says how many are set.
function openFilters(button) {
  const isOpen = document.getElementById("list-filters").classList.toggle("is-open");
  button.setAttribute("aria-expanded", String(isOpen));
}
function countFilters() {
  const mark = document.querySelector("[data-filters-set]");
  if (!mark) return;
  const fields = [...document.querySelectorAll("#list-filters select:not([name=sort])")];
  const set = fields.filter((field) => field.value !== field.options[0].value).length;
  mark.textContent = set;
  mark.hidden = set === 0;
}
document.addEventListener("change", countFilters);
countFilters();
function showSelection() {
  const bar = document.querySelector("[data-bulk-bar]");
  if (!bar) return;
  const count = document.querySelectorAll("[data-select]:checked").length;
  bar.hidden = count === 0;
  bar.querySelector("[data-bulk-count]").textContent = `${count} ✓`;
}
document.addEventListener("htmx:afterSettle", showSelection);

// A decided card gives the focus to the next one, and its first line is announced.
document.addEventListener("decided", (event) => {
  announce(event.detail.text ?? "");
  const next = rows().find((row) => row.querySelector("form.decide"));
  if (next) choose(next);
});

// A list that was searched or filtered says how much it found, once.
document.addEventListener("htmx:afterSettle", (event) => {
  const said = event.target.id === "results" ? event.target.querySelectorAll("[data-announce]") : [];
  if (said.length) announce([...said].map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(". "));
});
// Alarms are read again and again: only one that was not there before is said.
const alarms = () => [...document.querySelectorAll("[data-alarm]")];
let known = new Set(alarms().map((alarm) => alarm.dataset.alarm));
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "alarms") return;
  const raised = alarms().filter((alarm) => !known.has(alarm.dataset.alarm));
  known = new Set(alarms().map((alarm) => alarm.dataset.alarm));
  if (raised.length) announce(raised.map((alarm) => alarm.querySelector("span").textContent.trim()).join(". "));
});
// What is asked for again and says the same stays as it is: putting it in anew would announce it anew.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (target?.matches?.("[data-poll][aria-live]") && target.innerHTML.trim() === xhr.responseText.trim()) event.detail.shouldSwap = false;
});

// A run is asked for while it lives, but not behind a hidden tab; its end is announced.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.matches("[data-poll]")) event.preventDefault();
});
document.addEventListener("run-finished", (event) => announce(event.detail.text ?? ""));

// --- Time that runs down: one timer for the page --------------------------------------------------------
const clocks = [...document.querySelectorAll("[data-countdown]")].map((element) => ({ element, end: Date.now() + 1000 * Number(element.dataset.countdown) }));
if (clocks.length)
  setInterval(() => {
    for (const { element, end } of clocks) {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      const words = element.querySelector("[data-countdown-text]");
      words.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : element.dataset.over;
      element.querySelector("[data-countdown-bar]")?.setAttribute("width", `${Math.min((100 * left) / Number(element.dataset.of), 100)}%`);
    }
  }, 1000);

// --- Keys (docs/adr/0005-key-map.md) ---------------------------------------------------------------------
const PAGES = { o: "", t: "turns/", u: "users/", i: "items/", r: "review/", c: "conflicts/", f: "forgetting/", l: "lab/", j: "jobs/", a: "audit/" };
const NEEDS_TARGET = new Set(["a", "r", "s", "e", "f", "t", "o", "b", "d", "J", "K", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
let isGoing = false;

function press(key) {
  const scope = currentRow() ?? rows().find((row) => row.querySelector("form.decide"));
  const button = scope?.querySelector(`[data-key="${key}"]`) ?? document.querySelector(`.dash-head [data-key="${key}"], .segmented [data-key="${key}"], .lab-summary [data-key="${key}"], .panel-card [data-key="${key}"]`);
  if (!button || button.disabled) return false;
  button.classList.add("is-flashing");
  button.addEventListener("animationend", () => button.classList.remove("is-flashing"), { once: true });
  if (document.activeElement === document.body) button.focus(); // where a dialog gives it back to
  button.click();
  return true;
}
function changeTab(by) {
  const tabs = [...document.querySelectorAll("[data-tabs] a")];
  const here = tabs.findIndex((tab) => tab.getAttribute("aria-current") === "page");
  const next = tabs[here + by];
  next?.click();
  return Boolean(next);
}
const SINGLE = {
  j: () => step(1),
  k: () => step(-1),
  p: () => showPeek(currentRow()?.dataset.peek),
  x: () => currentRow()?.querySelector("[data-select]")?.click(),
  "[": () => changeTab(-1),
  "]": () => changeTab(1),
  "/": () => document.querySelector("[data-search-field]")?.focus(),
  w: () => document.querySelector("[data-why-not-field]")?.focus(),
  u: () => document.querySelector("button[data-undo]")?.click(),
  Enter: () => currentRow()?.querySelector(".row-link")?.click(),
};
document.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openGoto();
    return;
  }
  if (command && event.key === "Enter") {
    document.querySelector("[data-lab]")?.requestSubmit();
    return;
  }
  if (event.key === "Escape" && !document.querySelector("dialog[open]") && !isTyping(event.target)) {
    if (closeViews() || closePeek()) event.preventDefault();
    return;
  }
  if (!mayAct(event)) return;
  if (event.key === "Enter" && event.target.closest?.("a, button, summary")) return;
  if (isGoing) {
    isGoing = false;
    if (event.key in PAGES) {
      event.preventDefault();
      location.href = "/dashboard/" + PAGES[event.key];
    }
    return;
  }
  if (event.key === "g") {
    isGoing = true;
    setTimeout(() => (isGoing = false), 1500);
    return;
  }
  const act = SINGLE[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (NEEDS_TARGET.has(event.key) && press(event.key)) event.preventDefault();
});

setUpPlace();
