// Whether a key may act now. Single keys never do while something is typed or composed, with a modifier,
// in a dialog or an open menu, or once they are turned off.
const NAME = "single-keys";
const AFTER_COMPOSING = 60; // milliseconds: some input methods end composing just before their Enter

let composedAt = -AFTER_COMPOSING;
document.addEventListener("compositionend", () => (composedAt = performance.now()), true);

export const isComposing = (event) =>
  event.isComposing || event.keyCode === 229 || performance.now() - composedAt < AFTER_COMPOSING;
export const isTyping = (element) =>
  element?.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable='true']") ?? false;
export const areKeysOn = () => localStorage.getItem(NAME) !== "off";

export function mayAct(event) {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph")) return false;
  return !isTyping(event.target) && !document.querySelector("dialog[open], .dropdown-menu.show, .views-menu[open]") && areKeysOn();
}

export function setUpKeySwitches() {
  for (const box of document.querySelectorAll("[data-keys-switch]")) box.checked = areKeysOn();
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-keys-switch]")) return;
    localStorage.setItem(NAME, event.target.checked ? "on" : "off");
    for (const box of document.querySelectorAll("[data-keys-switch]")) box.checked = event.target.checked;
  });
}

// A list is searched for what was chosen, not for the letters that an input method shows on the way.
export function setUpSearching() {
  document.addEventListener("input", (event) => {
    if (event.isComposing && event.target.matches?.("input[type=search]")) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("compositionend", (event) => {
    if (event.target.matches?.("input[type=search]")) event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
