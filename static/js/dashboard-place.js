// Back leads to the same row, place and selection, and so does an act that shows its list again: where its row
// has left, to the next one. Typing replaces the address, choosing adds to the history.
const KEY = "dashboard-places";
const MOST = 20; // addresses whose place is kept, in this tab

const address = () => {
  const url = new URL(location.href);
  url.searchParams.delete("peek");
  return url.pathname + url.search;
};
export const nameOf = (row) => row.dataset.peek ?? row.dataset.object ?? (row.id || row.querySelector(".row-link")?.getAttribute("href"));
const read = () => new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

function keep() {
  const row = document.querySelector("[data-row].is-current");
  const index = [...document.querySelectorAll("[data-row]")].indexOf(row);
  const selected = [...document.querySelectorAll("[data-select]:checked")].map((box) => box.value);
  const places = read();
  places.delete(address());
  places.set(address(), { row: row ? nameOf(row) : null, index, selected, top: scrollY });
  sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-MOST)));
}

function giveBack() {
  const place = read().get(address());
  if (!place) return;
  for (const box of document.querySelectorAll("[data-select]"))
    if (place.selected.includes(box.value) && !box.checked) {
      box.checked = true;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
  const rows = [...document.querySelectorAll("[data-row]")];
  const row = place.row && (rows.find((found) => nameOf(found) === place.row) ?? rows[Math.min(place.index, rows.length - 1)]);
  if (row) {
    const target = row.matches("[tabindex]") ? row : (row.querySelector(".row-link") ?? row.querySelector("a, button"));
    target?.focus({ preventScroll: true }); // which makes it the current one
  }
  scrollTo(0, place.top);
}

export function setUpPlace() {
  addEventListener("pagehide", keep);
  document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
    const { history, requestConfig } = event.detail;
    if (requestConfig.triggeringEvent?.type === "input") history.type = "replace";
    else if (history.type === "push") keep();
  });
  const way = performance.getEntriesByType("navigation")[0]?.type;
  if (way === "back_forward" || way === "reload" || document.referrer === location.href) giveBack();
}
