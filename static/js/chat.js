// The chat page: one socket, what is sent through it, and what comes back.
import { announce, text, toast } from "./notices.js";
import { Socket } from "./chat/socket.js";
import { Outbox } from "./chat/outbox.js";
import { Stream, firstSentence } from "./chat/stream.js";
import { Follower } from "./chat/follow.js";
import { Composer } from "./chat/composer.js";
import { setUpPopovers } from "./chat/popovers.js";
import { place } from "./chat/place.js";
import { setUpTasks } from "./chat/tasks.js";
import { setUpForgetting } from "./forgetting.js";
import { isComposing } from "./keys.js";

const chat = document.getElementById("chat");
const state = {
  conversation: Number(chat.dataset.conversation) || null,
  running: null, // the turn that is being answered in this conversation
  isReady: false, // the server has said where this conversation stands
};

const follower = new Follower(document.getElementById("scroll"), document.getElementById("new-text"));
const stream = new Stream({ follower, onGap: reloadTurn });
const composer = new Composer({ state, onSend: send, onStop: stop });
const outbox = new Outbox({ state, follower, onEdit: (words) => composer.take(words) });
const socket = new Socket({ url: chat.dataset.socket, onOpen: hello, onFrame: receive, onHtml: placeHtml });

function hello() {
  state.isReady = false;
  socket.send({ type: "open", conversation: state.conversation });
}
function sendWaiting() {
  if (state.running || !state.isReady) return;
  const entry = outbox.next();
  if (entry && socket.send({ type: "message", ...entry.frame })) outbox.mark(entry.client_id, "sending");
}
function send(words, isTemporary) {
  document.getElementById("welcome")?.remove();
  outbox.add({ conversation: state.conversation, text: words, temporary: isTemporary });
  follower.start();
  sendWaiting();
}
function stop() {
  if (state.running) socket.send({ type: "stop", turn: state.running });
}
function retry(turn) {
  if (state.running) return;
  if (!socket.send({ type: "retry", turn })) toast(text("offline"), { level: "error" });
}

// --- Frames -------------------------------------------------------------------------------------
const handlers = {
  ready(frame) {
    state.isReady = true;
    const shown = [...document.querySelectorAll("#turns > .turn")].at(-1);
    const isSame =
      !state.conversation ||
      (String(frame.last_message ?? "") === (shown?.dataset.lastMessage ?? "") &&
        (frame.running ? shown?.dataset.state === "running" : shown?.dataset.state !== "running"));
    // What streamed while the socket was away was lost for this tab: take the turn as saved.
    if (!isSame || (frame.running && stream.isOpen(frame.running))) reloadTurns();
    setRunning(frame.running);
    outbox.forgetSending();
    sendWaiting();
  },
  ack(frame) {
    outbox.settle(frame.client_id);
    if (!state.conversation) enter(frame.conversation);
    else if (frame.repeat && !document.getElementById(`turn-${frame.turn}`)) reloadTurns();
    composer.clearDraft();
    if (frame.new_conversation) refreshList();
  },
  "turn.started"(frame) {
    if (frame.conversation !== state.conversation) return;
    setRunning(frame.turn);
    stream.begin(frame.turn);
    announce(text("replyStarted"));
  },
  delta: (frame) => stream.delta(frame),
  block: (frame) => stream.block(frame),
  tool: (frame) => stream.tool(frame),
  "turn.finished"(frame) {
    refreshList();
    if (frame.conversation !== state.conversation) return;
    const isWhole = stream.finish(frame.turn);
    const turn = document.getElementById(`turn-${frame.turn}`);
    if (turn) turn.dataset.state = frame.state;
    // Frames were lost on the way (or came before the page knew the turn): take it as saved.
    if (!isWhole || (frame.state === "done" && !turn?.querySelector(".blocks")?.childElementCount)) reloadTurn(frame.turn);
    settleRetries(frame.turn);
    if (state.running === frame.turn) setRunning(null);
    if (frame.state === "done") announce(`${text("replyFinished")}. ${firstSentence(frame.turn)}`);
    else announce(frame.state === "cancelled" ? text("replyStopped") : `${text("replyFailed")}. ${frame.line}`);
    refreshTasks();
    rememberLast(frame.turn);
    sendWaiting();
  },
  "memory.changed"() {
    for (const notes of [...document.querySelectorAll("#turns [data-notes]")].slice(-2))
      if (!notes.contains(document.activeElement))
        htmx.ajax("GET", `/t/${notes.id.split("-")[1]}/notes/`, { target: `#${notes.id}`, swap: "outerHTML" });
    refreshTasks();
  },
  error(frame) {
    if (frame.client_id && frame.code !== "turn_running") outbox.fail(frame.client_id, frame.line);
    else if (frame.client_id) outbox.mark(frame.client_id, "waiting");
    else toast(frame.line, { level: "error" });
    if (frame.code === "not_found" && !frame.client_id && state.conversation) location.assign("/");
  },
};
function receive(frame) {
  handlers[frame.type]?.(frame);
}
function placeHtml(html) {
  place(html);
  outbox.draw();
  follower.follow();
}

// --- State --------------------------------------------------------------------------------------
function setRunning(turn) {
  state.running = turn || null;
  composer.setRunning(Boolean(turn));
}
function enter(conversation) {
  state.conversation = conversation;
  chat.dataset.conversation = conversation;
  history.replaceState(null, "", `/c/${conversation}/`);
  composer.enter(conversation);
  document.getElementById("tasks").dataset.url = `/c/${conversation}/tasks/`;
}
// Only the last turn can be tried again: take the buttons from the others.
function settleRetries(turn) {
  for (const button of document.querySelectorAll("#turns [data-retry]"))
    if (Number(button.dataset.retry) < turn) button.remove();
}
async function asked(url) {
  // The server may go away before the answer or in the middle of it: nothing then; `ready` asks anew.
  try {
    const response = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
    return response.ok ? { html: await response.text(), headers: response.headers } : null;
  } catch {
    return null;
  }
}
async function rememberLast(turn) {
  // The foot came without the id of the saved reply: ask for it, so that `ready` can compare.
  const element = document.getElementById(`turn-${turn}`);
  const answer = await asked(`/t/${turn}/`);
  if (!answer || !element) return;
  const copy = new DOMParser().parseFromString(answer.html, "text/html").querySelector(".turn");
  if (copy) element.dataset.lastMessage = copy.dataset.lastMessage;
}
async function reloadTurn(turn) {
  const answer = await asked(`/t/${turn}/`);
  if (answer) placeHtml(answer.html.replace("<li ", '<li hx-swap-oob="true" '));
}
async function reloadTurns() {
  if (!state.conversation) return;
  const answer = await asked(`/c/${state.conversation}/turns/`);
  if (!answer) return;
  const turns = document.getElementById("turns");
  const isFollowing = follower.isFollowing;
  turns.innerHTML = answer.html;
  htmx.process(turns);
  stream.reset();
  document.getElementById("welcome")?.remove();
  if (isFollowing) follower.toEnd();
}
const isInUse = (list) =>
  list.contains(document.activeElement) || list.querySelector(".is-renaming, .show, .htmx-request") || document.querySelector(".side-search input")?.value;
async function refreshList() {
  const list = document.getElementById("conversation-list");
  if (!list || isInUse(list)) return;
  const answer = await asked(`${list.dataset.url}?current=${state.conversation ?? ""}`);
  // A menu that was opened meanwhile stays under the hand that opened it, a row that was asked for comes.
  if (answer && list.isConnected && !isInUse(list)) htmx.swap(list, answer.html, { swapStyle: "outerHTML" });
}
const refreshTasks = setUpTasks(state);

// --- The page -----------------------------------------------------------------------------------
document.addEventListener("click", async (event) => {
  const hit = (selector) => event.target.closest?.(selector);
  let found;
  if ((found = hit("[data-retry]"))) {
    retry(Number(found.dataset.retry));
  } else if ((found = hit("[data-starter]"))) {
    composer.take(found.textContent.trim());
  } else if ((found = hit("[data-show-chips]"))) {
    const chips = found.closest(".chips");
    for (const chip of chips.querySelectorAll("[hidden]")) chip.hidden = false;
    chips.querySelector(".is-more")?.focus();
    found.remove();
  } else if ((found = hit("[data-older]"))) {
    const answer = await asked(`/c/${state.conversation}/turns/?before=${found.dataset.older}`);
    if (!answer) return;
    const turns = document.getElementById("turns");
    follower.keepPlace(() => turns.insertAdjacentHTML("afterbegin", answer.html));
    htmx.process(turns);
    if (answer.headers.get("X-Has-Older") === "1") found.dataset.older = turns.querySelector(".turn").dataset.turn;
    else found.closest(".older").remove();
  }
});
// The page goes with its conversation: events that still come ask for nothing of it.
document.addEventListener("conversation-left", () => {
  state.conversation = null;
  location.assign("/");
});
// Notes that have just come: what is in hand may have changed with them.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.matches?.("[data-notes]:not([hx-get])")) refreshTasks();
  if (event.target.id === "conversation-list") showTitle();
});
function showTitle() {
  const row = document.querySelector(`#conversation-${state.conversation} .side-title`);
  if (!row || !state.conversation) return;
  const title = row.firstChild.textContent.trim();
  const head = document.getElementById("conversation-title");
  head.classList.remove("visually-hidden");
  head.textContent = title;
  head.lang = row.lang;
  document.title = `${title} · Palimpsest`;
}
document.addEventListener("answer-again", (event) => retry(event.detail.turn));
document.addEventListener("turn-deleted", (event) => {
  document.querySelector("#dialog-slot dialog[open]")?.close();
  document.getElementById(`turn-${event.detail.turn}`)?.remove();
  document.getElementById("message").focus();
});
document.addEventListener("conversation-renamed", (event) => {
  if (event.detail.id !== state.conversation) return;
  document.getElementById("conversation-title").textContent = event.detail.title;
  document.title = `${event.detail.title} · Palimpsest`;
});
document.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.shiftKey && event.key.toLowerCase() === "o") {
    event.preventDefault();
    location.assign("/");
  } else if (event.key === "Escape" && !event.defaultPrevented && state.running && !event.target.closest?.("dialog[open], .sidebar, .is-editing")) {
    stop();
  } else if (event.key === "Escape" && event.target.matches?.("[data-rename]")) {
    refreshListNow();
  } else if (event.key === "Escape") {
    event.target.closest?.(".is-editing")?.querySelector("[data-cancel-edit]")?.click();
  }
});
function refreshListNow() {
  document.activeElement?.blur();
  refreshList();
}

setUpPopovers();
setUpForgetting();
setRunning(Number(document.querySelector("#turns > .turn[data-state='running']")?.dataset.turn) || null);
outbox.draw();
if (!location.hash) follower.toEnd();
else document.querySelector(location.hash)?.classList.add("is-sought");
socket.open();
