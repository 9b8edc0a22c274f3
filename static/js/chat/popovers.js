// The card of a memory chip: opens beside the chip, a sheet on phones; Esc gives focus back.
let opener = null;

export function setUpPopovers() {
  const slot = document.getElementById("popover-slot");
  const close = (shouldFocus = true) => {
    if (!slot.firstElementChild) return false;
    slot.replaceChildren();
    opener?.setAttribute("aria-expanded", "false");
    if (shouldFocus && opener?.isConnected) opener.focus();
    opener = null;
    return true;
  };
  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.(".chip[hx-get]");
    if (chip) {
      if (opener) opener.setAttribute("aria-expanded", "false");
      opener = chip;
      chip.setAttribute("aria-expanded", "true");
    } else if (event.target.closest?.("[data-close-popover]")) close();
    else if (slot.firstElementChild && !slot.contains(event.target) && event.target.isConnected) close(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && close()) event.preventDefault();
    const chip = event.target.closest?.(".chip");
    if (chip && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      const chips = [...chip.parentElement.querySelectorAll(".chip:not([hidden])")];
      const next = chips[chips.indexOf(chip) + (event.key === "ArrowRight" ? 1 : -1)];
      next?.focus();
      event.preventDefault();
    }
  }, true);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== slot || !opener) return;
    beside(slot, opener);
    slot.querySelector("button")?.focus();
    if (slot.querySelector("[role='status']")) opener.classList.add("is-settled");
  });
}

// Styles set by script are not style attributes of the page: the policy allows them.
function beside(slot, chip) {
  const at = chip.getBoundingClientRect();
  const size = slot.firstElementChild.getBoundingClientRect();
  const left = Math.max(12, Math.min(at.left, innerWidth - size.width - 12));
  const fitsBelow = at.bottom + size.height + 20 < innerHeight;
  const top = fitsBelow ? at.bottom + 6 : Math.max(12, at.top - size.height - 6);
  slot.style.left = `${left}px`;
  slot.style.top = `${top}px`;
}
