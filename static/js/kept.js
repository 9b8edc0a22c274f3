// What is typed into a form outlives a reload, a closed dialog and an expired sign-in, in this tab, until the
// form is sent or given up. Forms ask for it by `data-keep`; a field that confirms by typing is never filled.
import { text } from "./notices.js";

const address = (form) => form.getAttribute("hx-post") ?? form.action;
const key = (form) => `kept:${document.body.dataset.user}:${address(form)}`;
const fields = (form) => [...form.querySelectorAll("textarea, input:not([type]), input[type=text]")].filter((field) => field.name && field.name !== "confirmation");

function keep(form) {
  const changed = fields(form).filter((field) => field.value !== field.defaultValue);
  const rows = changed.map(({ name, value, defaultValue }) => [name, { value, over: defaultValue }]);
  if (rows.length) sessionStorage.setItem(key(form), JSON.stringify(Object.fromEntries(rows)));
  else sessionStorage.removeItem(key(form));
}
function giveBack(form) {
  if (form.dataset.keep) return; // once
  form.dataset.keep = "on";
  const kept = JSON.parse(sessionStorage.getItem(key(form)) ?? "null");
  if (!kept) return;
  // What changed meanwhile is not written over: the field then shows what stands now.
  const found = fields(form).filter((field) => kept[field.name]?.over === field.defaultValue && field.value === field.defaultValue);
  for (const field of found) {
    field.value = kept[field.name].value;
    const hint = document.createElement("p");
    hint.className = "form-hint";
    hint.textContent = text("keptWords");
    field.after(hint);
  }
}
const forms = (scope) => [...(scope.matches?.("[data-keep]") ? [scope] : []), ...scope.querySelectorAll("[data-keep]")];

export function setUpKeptForms() {
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.hasAttribute("data-keep")) keep(form);
  });
  document.addEventListener("click", (event) => {
    const form = event.target.closest?.("[data-close-dialog], [data-cancel], [data-cancel-edit]")?.closest("[data-keep]");
    if (form) sessionStorage.removeItem(key(form));
  }, true);
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.target.matches?.("[data-keep]") && event.detail.xhr.status < 400) sessionStorage.removeItem(key(event.target));
  });
  document.addEventListener("htmx:afterSettle", (event) => forms(event.target).forEach(giveBack));
  forms(document).forEach(giveBack);
}
