// My memory: keys in the list, editing in place, forgetting with undo.
import { setUpForgetting } from "./forgetting.js";
import { isComposing } from "./keys.js";

setUpForgetting();

document.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  const field = event.target.closest?.("[data-item-text]");
  if (field && event.key === "Escape") {
    event.preventDefault();
    field.form.querySelector("[data-cancel]").click();
    return;
  }
  if (event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target.closest?.(".memory-row[data-item]");
  if (!row) return;
  const rows = [...document.querySelectorAll(".memory-row[data-item]")];
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move) {
    event.preventDefault();
    rows[rows.indexOf(row) + move]?.querySelector("[data-edit]")?.focus();
  } else if (event.key === "Delete") {
    row.querySelector("[data-forget]").click();
  }
});
document.addEventListener("htmx:afterSettle", (event) => {
  const history = event.target.closest?.(".memory-row")?.querySelector("[data-history]");
  if (history && event.target.classList.contains("memory-history")) history.setAttribute("aria-expanded", "true");
});
// A second press on "where it is from" closes it again.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-history][aria-expanded='true']");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.setAttribute("aria-expanded", "false");
  button.closest(".memory-row").querySelector(".memory-history").replaceChildren();
}, true);

const sought = new URLSearchParams(location.search).get("item");
const row = sought && document.getElementById(`item-${sought}`);
if (row) {
  row.classList.add("is-sought");
  row.scrollIntoView({ block: "center" });
  row.querySelector("[data-edit]")?.focus({ preventScroll: true });
}
