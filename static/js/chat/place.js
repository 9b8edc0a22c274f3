// Puts an HTML frame of the server into the page: each top-level element replaces the one with its
// id (hx-swap-oob="true") or is added to a list ("beforeend:#turns"). A turn that is already there
// is replaced, so that a repeated frame shows nothing twice.
export function place(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  for (const element of [...box.content.children]) {
    const how = element.getAttribute("hx-swap-oob") ?? "true";
    if (how.startsWith("beforeend:")) {
      const list = document.querySelector(how.slice("beforeend:".length));
      for (const child of [...element.children]) put(child, list);
    } else if (how === "delete") {
      document.getElementById(element.id)?.remove();
    } else {
      put(element, null);
    }
  }
}

function put(element, list) {
  element.removeAttribute("hx-swap-oob");
  const standing = element.id && document.getElementById(element.id);
  if (standing) {
    if (isEdited(standing)) return;
    standing.replaceWith(element);
  } else if (list) {
    list.append(element);
  } else {
    return; // for a page that shows something else
  }
  htmx.process(element);
}

// What somebody is typing in is never replaced.
function isEdited(element) {
  const active = document.activeElement;
  return element.contains(active) && active.matches("input, textarea, select");
}
