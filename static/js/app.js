// What every page needs: times, theme, side bar, toasts, dialogs, focus, keys. No page logic here.
import { announce, text, toast } from "./notices.js";
import { makeReachable, setUpHints } from "./hints.js";
import { setUpKeptForms } from "./kept.js";
import { setUpSaving } from "./saving.js";
import { isComposing, mayAct, setUpKeySwitches, setUpSearching } from "./keys.js";

const root = document.documentElement;
const isEdited = (element) =>
  element?.matches?.("input, textarea, select, [contenteditable='true']") ?? false;

// --- Times -----------------------------------------------------------------------------------
const words = new Intl.RelativeTimeFormat(root.lang, { numeric: "auto" });
const zone = document.body.dataset.zone || undefined; // the person's, which may not be the browser's
const day = new Intl.DateTimeFormat(root.lang, { dateStyle: "medium", timeZone: zone });
function relative(date) {
  const seconds = (Date.now() - date) / 1000;
  if (Math.abs(seconds) < 60) return text("justNow");
  if (seconds < 0 || seconds > 7 * 86400) return day.format(date);
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86400) return words.format(-Math.floor(seconds / 3600), "hour");
  return words.format(-Math.floor(seconds / 86400), "day");
}
function refreshTimes(scope = document) {
  for (const time of scope.querySelectorAll("time[data-relative]")) {
    const said = relative(new Date(time.dateTime));
    const words = time.firstElementChild;
    if (words.textContent !== said) words.textContent = said;
    makeReachable(time);
  }
}
setInterval(() => refreshTimes(), 30_000);

// --- Theme, side bar, copying, dialogs, toasts: one listener ------------------------------------
function showTheme() {
  for (const button of document.querySelectorAll("[data-set-theme]"))
    button.setAttribute("aria-pressed", String(button.dataset.setTheme === root.dataset.theme));
}
function setTheme(chosen) {
  window.palimpsestTheme(chosen);
  showTheme();
  if (document.body.dataset.user)
    htmx.ajax("POST", "/settings/", { values: { theme: chosen }, swap: "none", source: document.body });
}
const narrow = matchMedia("(max-width: 899px)");
function toggleSidebar() {
  const name = narrow.matches ? "is-sidebar-open" : "is-sidebar-closed";
  document.body.classList.toggle(name);
  const isOpen = narrow.matches === document.body.classList.contains(name);
  for (const button of document.querySelectorAll("button[data-toggle-sidebar]"))
    button.setAttribute("aria-expanded", String(isOpen));
  if (isOpen && narrow.matches) document.querySelector(".sidebar a, .sidebar button")?.focus();
}
export async function copy(value) {
  try {
    await navigator.clipboard.writeText(value);
    announce(text("copied"));
    return true;
  } catch {
    toast(text("notCopied"), { level: "error" });
    return false;
  }
}
document.addEventListener("click", (event) => {
  const hit = (selector) => event.target.closest?.(selector);
  let found;
  if ((found = hit("[data-set-theme]"))) setTheme(found.dataset.setTheme);
  else if (hit("[data-toggle-sidebar]")) toggleSidebar();
  else if ((found = hit("[data-close-toast]"))) found.closest("[data-toast]").remove();
  else if ((found = hit("[data-copy]"))) copy(found.dataset.copy);
  else if (hit("[data-show-keys]")) showKeys();
  else if ((found = hit("[data-open-dialog]"))) openDialog(document.getElementById(found.dataset.openDialog), found);
  else if ((found = hit("[data-close-dialog]"))) found.closest("dialog").close();
  else if (event.target.matches?.("dialog[open]")) event.target.close(); // its backdrop
});

let opener = null;
export function openDialog(dialog, from = document.activeElement) {
  opener = from === document.body && opener?.isConnected ? opener : from;
  dialog.showModal();
  dialog.querySelector(".field:has(.field-error) :is(input, textarea, select)")?.focus(); // it says what is wrong
  dialog.addEventListener("close", () => closed(dialog), { once: true });
}
// One that the server brought goes for good: what is asked for later must not open it again.
function closed(dialog) {
  if (dialog.parentElement?.id === "dialog-slot") dialog.remove();
  if (opener?.isConnected && !document.querySelector("dialog[open]")) opener.focus();
}

// --- htmx ---------------------------------------------------------------------------------------
document.addEventListener("htmx:afterSettle", (event) => {
  refreshTimes(event.target);
  const dialog = document.querySelector("#dialog-slot > dialog:not([open])");
  if (dialog) openDialog(dialog);
});
// A field that is being typed in is never replaced by something from elsewhere.
for (const name of ["htmx:oobBeforeSwap", "htmx:beforeSwap"])
  document.addEventListener(name, (event) => {
    const target = event.detail.target;
    const active = document.activeElement;
    if (!target || target === document.body || !target.contains(active) || !isEdited(active)) return;
    // What the person asked for themself (saving the form, searching) may replace it.
    const config = event.detail.requestConfig;
    if (config?.triggeringEvent && (config.elt.contains(active) || target.contains(config.elt))) return;
    event.preventDefault();
    event.detail.shouldSwap = false;
    target.classList.add("is-stale");
    target.dataset.stale = text("changedElsewhere");
  });
// htmx rejects a promise of its own, without a reason, where a request met no server.
addEventListener("unhandledrejection", (event) => {
  if (event.reason === undefined) event.preventDefault();
});
document.addEventListener("htmx:sendError", () => toast(text("noServer"), { level: "error" }));
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (status === 401) {
    const next = encodeURIComponent(location.pathname + location.search);
    toast(text("signedOut"), { level: "error", link: { words: text("signIn"), url: `/accounts/login/?next=${next}` } });
  } else if (status === 403) toast(text("notPermitted"), { level: "error" });
  else if (status === 404) toast(text("notThere"), { level: "error" });
  else toast([text("serverError"), event.detail.xhr.getResponseHeader("X-Error-Number")].filter(Boolean).join(" · "), { level: "error" });
});
// Answers of the server: HX-Trigger: {"announce": "…"} · {"toast": {"text": "…"}} · {"focus-on": "#id"}
document.addEventListener("announce", (event) => announce(event.detail.value ?? event.detail));
document.addEventListener("toast", (event) => toast(event.detail.text, event.detail));
document.addEventListener("focus-on", (event) => {
  const selector = event.detail.value ?? event.detail;
  requestAnimationFrame(() => document.querySelector(selector)?.focus());
});

// --- Keys -----------------------------------------------------------------------------------------
const showKeys = () => openDialog(document.getElementById("dash-keys") ?? document.getElementById("keys"));
function search() {
  const box = document.querySelector("[data-search]");
  if (!box) return false;
  if (narrow.matches && box.closest(".sidebar") && !document.body.classList.contains("is-sidebar-open")) toggleSidebar();
  box.focus();
  box.select();
  return true;
}
document.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  const command = event.ctrlKey || event.metaKey;
  let isTaken = true;
  if (command && event.key === "/") showKeys();
  else if (command && !event.shiftKey && event.key.toLowerCase() === "k") isTaken = search();
  else if (event.key === "/" && mayAct(event)) isTaken = search();
  else if (event.key === "?" && mayAct(event)) showKeys();
  else {
    isTaken = false;
    if (event.key === "Escape" && document.body.classList.contains("is-sidebar-open")) toggleSidebar();
  }
  if (isTaken) event.preventDefault();
});

setUpKeySwitches();
setUpSearching();
setUpKeptForms();
setUpSaving();
setUpHints();
showTheme();
refreshTimes();
