// A websocket that comes back: after any end but 4401 it connects again, with a random, growing
// pause; at once when the network returns or the tab is looked at again.
import { text } from "../notices.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const PING_EVERY = 25_000;
const PONG_WITHIN = 10_000;
const SIGNED_OUT = 4401;

export class Socket {
  constructor({ url, onOpen, onFrame, onHtml }) {
    const address = new URL(url, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("language", document.documentElement.lang.toLowerCase());
    Object.assign(this, { address, onOpen, onFrame, onHtml, attempts: 0, socket: null, timer: null });
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.ping(), PING_EVERY);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.attempts = 0;
      this.show("live");
      this.onOpen();
    });
    socket.addEventListener("message", (event) => this.take(event.data));
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event.code));
  }

  take(data) {
    clearTimeout(this.pongTimer);
    if (data.startsWith("<")) this.onHtml(data);
    else this.onFrame(JSON.parse(data));
  }

  closed(code) {
    clearTimeout(this.pongTimer);
    if (code === SIGNED_OUT) {
      document.getElementById("sign-in-bar").hidden = false;
      this.show("signedOut");
      return;
    }
    this.attempts += 1;
    const longest = Math.min(FIRST_PAUSE * 2 ** (this.attempts - 1), LONGEST_PAUSE);
    this.timer = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
    if (this.attempts > 1) this.show(navigator.onLine ? "reconnecting" : "offline");
  }

  hurry() {
    if (!this.isOpen && this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  }

  ping() {
    if (!this.send({ type: "ping" })) return;
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => {
      const dead = this.socket;
      this.socket = null; // a dead line may take minutes to close: do not wait for it
      dead.close();
      this.closed(1006);
    }, PONG_WITHIN);
  }

  // Returns whether the frame was handed over; whether it arrived, only an `ack` tells.
  send(frame) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  show(state) {
    const sign = document.getElementById("connection");
    sign.dataset.state = state;
    sign.hidden = state === "live" || state === "signedOut";
    sign.querySelector("span").textContent = sign.hidden ? "" : text(state);
    document.body.dataset.connection = state;
  }
}
