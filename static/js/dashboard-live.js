// Live updates: memory.changed frames refresh what shows the changed items, cell by cell. What is being
// edited is never replaced: it is marked, and says that it changed elsewhere. Filters, order, page and
// selection stay as they are, because the page's own address is what is fetched again.
import { nameOf } from "./dashboard-place.js";
import { text } from "./notices.js";
import { Socket } from "./chat/socket.js";

const page = document.querySelector("[data-dashboard]");
const SIGNED_OUT = 4401;
const WAIT = 600; // a bulk change announces many items: one refresh for all of them
const WAIT_FOR_NEW = 5000;

class LiveSocket extends Socket {
  closed(code) {
    if (code === SIGNED_OUT) this.show("signedOut");
    else super.closed(code);
  }

  show(state) {
    const sign = document.querySelector("[data-live-state]");
    if (!sign) return;
    sign.dataset.state = state;
    let words = sign.querySelector("[data-live-words]");
    if (!words) {
      words = document.createElement("span");
      words.dataset.liveWords = "";
      sign.append(" · ", words);
    }
    words.textContent = state === "live" ? page.dataset.live : state === "reconnecting" ? text("reconnecting") : page.dataset.stopped;
  }
}

const isEdited = (element) => {
  const active = document.activeElement;
  return element.contains(active) && active.matches("input:not([type=checkbox]), textarea, select");
};
const waiting = new Map(); // "item:12" → who changed it
let timer = null;
let lastRead = 0;

function changed(ids, by) {
  document.body.dispatchEvent(new CustomEvent("memory-changed", { bubbles: true }));
  for (const id of ids) waiting.set(`item:${id}`, by);
  wait();
}
function wait() {
  clearTimeout(timer);
  // What is not shown only adds to a list: that may wait longer than what stands there.
  const pause = shownOf(waiting).length ? WAIT : Math.max(WAIT, lastRead + WAIT_FOR_NEW - Date.now());
  if (!document.hidden) timer = setTimeout(refresh, pause);
}
document.addEventListener("visibilitychange", () => !document.hidden && waiting.size && wait());

const objectsOf = (element) => (element.dataset.about ?? element.dataset.peek ?? element.dataset.object ?? "").split(" ");
const shownOf = (objects) => [...document.querySelectorAll("[data-about], [data-peek], [data-object]")].filter((element) => objectsOf(element).some((name) => objects.has(name)));
function twinOf(element, fresh) {
  if (element.id) return fresh.getElementById(element.id);
  const name = element.dataset.peek ? "peek" : "object";
  return fresh.querySelector(`[data-${name}="${CSS.escape(element.dataset[name])}"]`);
}

async function refresh() {
  const shown = shownOf(waiting);
  if (!shown.length && !document.querySelector("#results")) return waiting.clear();
  const dialog = document.querySelector("dialog[open]");
  if (dialog) {
    // Nothing changes behind a dialog; the dialog itself is told of what it is about.
    for (const element of shown) if (dialog.contains(element)) mark(element, by(element, waiting));
    return dialog.addEventListener("close", wait, { once: true });
  }
  const changes = new Map(waiting);
  waiting.clear();
  lastRead = Date.now();
  const html = await fetch(location.href, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (html === null) return;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const element of shown) if (element.isConnected) update(element, fresh, by(element, changes));
  announceNew(fresh);
}
const by = (element, changes) => objectsOf(element).map((name) => changes.get(name)).find(Boolean);

function update(element, fresh, author) {
  const twin = twinOf(element, fresh);
  if (isEdited(element)) return mark(element, author);
  if (!twin) {
    element.classList.add("is-gone");
    return;
  }
  const cells = element.matches("tr") ? [...element.children] : [element];
  const twins = element.matches("tr") ? [...twin.children] : [twin];
  cells.forEach((cell, index) => {
    const other = twins[index];
    if (!other || cell.querySelector("[data-select]") || cell.innerHTML === other.innerHTML) return;
    cell.replaceChildren(...other.childNodes);
    cell.classList.add("is-fresh");
    cell.addEventListener("animationend", () => cell.classList.remove("is-fresh"), { once: true });
    htmx.process(cell);
  });
  document.dispatchEvent(new CustomEvent("dashboard-refreshed"));
}

// "Changed by Ana just now · show", beside what is being typed; the words, the focus and the caret stay.
function mark(element, author) {
  element.classList.add("is-stale");
  element.querySelector(":scope > .stale-note")?.remove();
  const note = document.createElement("p");
  note.className = "stale-note small";
  note.setAttribute("role", "status");
  const time = document.createElement("time");
  time.dataset.relative = "";
  time.dateTime = new Date().toISOString();
  time.append(document.createElement("span"));
  time.firstChild.textContent = text("justNow");
  const words = author ? text("changedBy").replace("{name}", author) : text("changedElsewhere");
  const show = document.createElement("a");
  const [kind, id] = objectsOf(element)[0].split(":");
  show.href = `/dashboard/${kind}s/${id}/`;
  show.target = "_blank"; // the page with what is being typed stays
  show.textContent = text("showChange");
  note.append(words, " · ", time, " · ", show);
  element.append(note);
}

// Rows that came meanwhile are announced, never mixed in; the total is that of now.
function announceNew(fresh) {
  const status = document.querySelector("#results .list-status");
  const total = fresh.querySelector("#results .list-total");
  if (!status || !total) return;
  status.querySelector(".list-total")?.replaceChildren(...total.childNodes);
  const known = new Set([...document.querySelectorAll("#results [data-row]")].map(nameOf));
  const came = [...fresh.querySelectorAll("#results [data-row]")].map(nameOf).filter((key) => key && !known.has(key));
  const pill = fresh.querySelector("#results .pill-new") ?? (came.length ? document.createElement("a") : null);
  status.querySelector(".pill-new")?.remove();
  if (!pill) return;
  if (!pill.href) {
    pill.className = "pill pill-new";
    pill.href = location.href;
    pill.textContent = page.dataset.newRows.replace("{n}", came.length);
  }
  status.querySelector(".spacer").before(pill);
}

if (page) {
  const socket = new LiveSocket({
    url: page.dataset.socketUrl,
    onOpen: () => {},
    onFrame: (frame) => frame.type === "memory.changed" && changed(frame.items ?? [], frame.by),
    onHtml: () => {},
  });
  socket.open();
}
