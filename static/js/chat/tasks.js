// The panel of what is in hand: opens by itself when there is something, unless it was closed.
export function setUpTasks(state) {
  const panel = document.getElementById("tasks-panel");
  const button = document.querySelector(".topbar [data-toggle-tasks]");
  const wide = matchMedia("(min-width: 1100px)");
  const show = (isOpen) => {
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-toggle-tasks]")) return;
    show(panel.hidden);
    sessionStorage.setItem("tasks-closed", panel.hidden ? "1" : "");
    if (!panel.hidden) panel.querySelector("button, input, a")?.focus();
    else button.focus();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const isFull = document.getElementById("tasks")?.dataset.open === "true";
    button.classList.toggle("has-news", isFull);
    if (isFull && wide.matches && panel.hidden && !sessionStorage.getItem("tasks-closed")) show(true);
  });
  return () => {
    const tasks = document.getElementById("tasks");
    if (!state.conversation || !tasks || tasks.contains(document.activeElement)) return;
    htmx.ajax("GET", `/c/${state.conversation}/tasks/`, { target: "#tasks", swap: "outerHTML" });
  };
}
