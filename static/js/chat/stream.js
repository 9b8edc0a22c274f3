// Writes a reply as it comes. Finished blocks are put in once and never touched again; only the
// open tail changes, as one text node, at most once per animation frame.
import { text } from "../notices.js";
import { languageOf } from "./language.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CALM_PAUSE = 250;

export class Stream {
  constructor({ follower, onGap }) {
    Object.assign(this, { follower, onGap, turns: new Map(), isScheduled: false });
  }

  isOpen(turn) {
    return this.turns.has(turn);
  }

  reset() {
    this.turns.clear();
  }

  begin(turn) {
    this.turns.set(turn, { last: 0, waiting: [], tail: "", isLost: false });
  }

  // Returns the record of a turn if this frame is the next one; a gap asks for the saved turn.
  expected(frame) {
    const record = this.turns.get(frame.turn);
    if (!record || record.isLost) return null;
    if (frame.n !== record.last + 1) {
      record.isLost = true;
      this.onGap(frame.turn);
      return null;
    }
    record.last = frame.n;
    return record;
  }

  delta(frame) {
    const record = this.expected(frame);
    if (!record) return;
    record.waiting.push(frame);
    this.schedule();
  }

  block(frame) {
    this.delta(frame);
  }

  tool(frame) {
    const steps = document.getElementById(`turn-${frame.turn}-steps`);
    if (!steps) return;
    let step = [...steps.children].find((element) => element.dataset.call === frame.call);
    if (!step) {
      step = document.createElement("div");
      step.className = "tool-step";
      step.dataset.call = frame.call;
      steps.append(step);
    }
    step.dataset.state = frame.state;
    step.textContent = [frame.name, frame.summary].filter(Boolean).join(" · ");
    this.follower.follow();
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const write = () => {
      this.isScheduled = false;
      for (const turn of this.turns.keys()) this.flush(turn);
    };
    if (CALM.matches) setTimeout(write, CALM_PAUSE);
    else if (document.hidden) setTimeout(write, 50); // no animation frames in a hidden tab
    else requestAnimationFrame(write);
  }

  flush(turn) {
    const record = this.turns.get(turn);
    const reply = document.getElementById(`turn-${turn}-reply`);
    if (!record?.waiting.length || !reply) return;
    const blocks = reply.querySelector(".blocks");
    const tail = reply.querySelector(".tail");
    for (const frame of record.waiting) {
      if (frame.type === "delta") {
        record.tail += frame.text;
        continue;
      }
      if (frame.html) blocks.insertAdjacentHTML("beforeend", frame.html);
      record.tail = frame.tail;
      record.kind = frame.tail_kind;
      tail.className = `tail prose is-${frame.tail_kind}`;
    }
    record.waiting = [];
    if (!tail.firstChild) tail.append("");
    const shown = record.kind === "table" && record.tail ? text("table") : record.tail;
    if (tail.firstChild.data !== shown) tail.firstChild.data = shown;
    blocks.lang = tail.lang = languageOf(blocks.textContent + record.tail);
    this.follower.follow();
  }

  // Returns whether nothing of the turn was lost.
  finish(turn) {
    this.flush(turn);
    const record = this.turns.get(turn);
    this.turns.delete(turn);
    return !record?.isLost;
  }
}

export function firstSentence(turn) {
  const said = document.querySelector(`#turn-${turn}-reply .blocks`)?.textContent.trim() ?? "";
  return said.match(/^.*?[.!?。！？](?=\s|$|[^\d])/s)?.[0].slice(0, 200) ?? said.slice(0, 200);
}
