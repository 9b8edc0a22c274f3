// Messages that the server has not acknowledged. They outlive reload, sign-in and reconnect, and
// are sent again under the same client id, so that each is taken exactly once.
import { text } from "../notices.js";

const SETTLE_WITHIN = 1000; // milliseconds
import { languageOf } from "./language.js";

export class Outbox {
  constructor({ state, follower, onEdit }) {
    Object.assign(this, { state, follower, onEdit, key: `outbox:${document.body.dataset.user}` });
    this.list = document.getElementById("outbox");
    // Another tab of this browser sent or removed something.
    window.addEventListener("storage", (event) => event.key === this.key && this.draw());
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? [];
    } catch {
      return [];
    }
  }

  write(entries) {
    localStorage.setItem(this.key, JSON.stringify(entries));
    this.draw();
  }

  add({ conversation, text: words, temporary }) {
    const entry = { client_id: crypto.randomUUID(), conversation, text: words, temporary, state: "waiting" };
    this.write([...this.read(), entry]);
    this.follower.toEnd();
  }

  // The oldest message of this page that may go out now; one at a time, so that order is kept.
  next() {
    const mine = this.read().filter((entry) => this.isMine(entry) && entry.state !== "failed");
    const entry = mine[0];
    if (!entry || entry.state === "sending") return null;
    const { client_id, text: words, temporary } = entry;
    return { client_id, frame: { client_id, conversation: entry.conversation, text: words, temporary } };
  }

  isMine(entry) {
    return entry.conversation === this.state.conversation;
  }

  mark(id, state, line = "") {
    this.write(this.read().map((entry) => (entry.client_id === id ? { ...entry, state, line } : entry)));
  }

  fail(id, line) {
    this.mark(id, "failed", line);
  }

  // After a reconnect nobody knows what arrived: everything unacknowledged goes out again.
  forgetSending() {
    const entries = this.read();
    if (entries.some((entry) => entry.state === "sending"))
      this.write(entries.map((entry) => (entry.state === "sending" ? { ...entry, state: "waiting" } : entry)));
  }

  remove(id) {
    const entries = this.read();
    const gone = entries.find((entry) => entry.client_id === id);
    this.write(entries.filter((entry) => entry.client_id !== id));
    return gone;
  }

  // Acknowledged: the row stays on the page until its turn stands there, so that nothing moves.
  settle(id) {
    const entries = this.read();
    localStorage.setItem(this.key, JSON.stringify(entries.filter((entry) => entry.client_id !== id)));
    setTimeout(() => this.draw(), SETTLE_WITHIN);
  }

  draw() {
    this.list.replaceChildren(...this.read().filter((entry) => this.isMine(entry)).map((entry) => this.row(entry)));
  }

  row(entry) {
    const row = document.createElement("li");
    row.className = "turn is-waiting";
    const bubble = document.createElement("div");
    bubble.className = "bubble";
    bubble.dir = "auto";
    bubble.lang = languageOf(entry.text);
    bubble.textContent = entry.text;
    const line = document.createElement("p");
    line.className = `pending-state${entry.state === "failed" ? " is-bad" : ""}`;
    line.textContent = entry.state === "failed" ? entry.line : text(entry.state === "sending" ? "sending" : "waitingToSend");
    const message = document.createElement("div");
    message.className = "message is-user";
    message.append(bubble, line);
    if (entry.state === "failed") {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn-sm";
      button.textContent = text("editAgain");
      button.addEventListener("click", () => {
        this.remove(entry.client_id);
        this.onEdit(entry.text);
      });
      message.append(button);
    }
    row.append(message);
    return row;
  }
}
