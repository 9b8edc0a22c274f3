// The box in which one writes: Enter sends (never while an input method composes), it grows, its
// draft is kept here and on the server, Stop takes the place of Send.
import { isComposing } from "../keys.js";

const DRAFT_PAUSE = 800;

export class Composer {
  constructor({ state, onSend, onStop }) {
    Object.assign(this, { state, onSend, onStop, isRunning: false, timer: null });
    this.form = document.getElementById("composer");
    this.box = document.getElementById("message");
    this.sendButton = document.getElementById("send");
    this.stopButton = document.getElementById("stop");
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("input", () => this.changed());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.stopButton.addEventListener("click", () => this.onStop());
    document.getElementById("temporary")?.addEventListener("change", (event) =>
      this.form.classList.toggle("is-temporary", event.target.checked));
    const local = localStorage.getItem(this.draftKey);
    if (local !== null && local !== this.box.value) this.box.value = local;
    this.show();
  }

  get draftKey() {
    return `draft:${document.body.dataset.user}:${this.state.conversation ?? "new"}`;
  }

  key(event) {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "ArrowUp" && !this.box.value && !event.shiftKey) {
      const buttons = document.querySelectorAll("#turns [data-edit-message]");
      if (!buttons.length) return;
      event.preventDefault();
      buttons[buttons.length - 1].click();
    }
  }

  send() {
    const words = this.box.value.trim();
    if (!words || this.isRunning) return;
    const isTemporary = document.getElementById("temporary")?.checked ?? false;
    this.box.value = "";
    this.onSend(words, isTemporary);
    this.changed();
    this.box.focus();
  }

  take(words) {
    this.box.value = this.box.value.trim() ? `${this.box.value.trimEnd()}\n${words}` : words;
    this.changed();
    this.box.focus();
    this.box.setSelectionRange(this.box.value.length, this.box.value.length);
  }

  changed() {
    this.show();
    localStorage.setItem(this.draftKey, this.box.value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), DRAFT_PAUSE);
  }

  keep() {
    if (!this.state.conversation) return;
    const body = new URLSearchParams({ text: this.box.value });
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    fetch(`/c/${this.state.conversation}/draft/`, {
      method: "POST", body, keepalive: true, headers: { "X-CSRFToken": token },
    }).catch(() => null); // the local copy stays
  }

  clearDraft() {
    if (!this.box.value) localStorage.removeItem(this.draftKey);
  }

  // The page has become the page of a conversation that was made with its first message.
  enter(conversation) {
    localStorage.removeItem(`draft:${document.body.dataset.user}:new`);
    document.querySelector(".temporary-toggle")?.remove();
    if (this.box.value) this.changed();
  }

  setRunning(isRunning) {
    const hadFocus = [this.sendButton, this.stopButton].includes(document.activeElement);
    this.isRunning = isRunning;
    this.show();
    if (hadFocus) this.box.focus();
  }

  show() {
    this.sendButton.hidden = this.isRunning;
    this.stopButton.hidden = !this.isRunning;
    this.sendButton.disabled = !this.box.value.trim();
    const left = this.box.maxLength - this.box.value.length;
    const line = document.getElementById("composer-line");
    line.textContent = left < 500 ? `${left}` : "";
    if (!CSS.supports("field-sizing", "content")) {
      this.box.rows = Math.min(Math.max(this.box.value.split("\n").length, 1), 12);
    }
  }
}
