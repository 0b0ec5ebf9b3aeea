/** Frames on their way to the screen: when a round or a match ends, what comes next waits until the player goes on. */
import { follow } from "./match_state.js";

const AT_ONCE = new Set(["welcome", "table", "ack", "refused", "error", "pong", "hint", "commit", "mixed", "draw", "proof"]);

export class Feed {
  /**
   * @param {TableState} state
   * @param {(state: TableState) => void} show
   */
  constructor(state, show) {
    this.state = state;
    this.show = show;
    /** @type {ServerFrame[]} */
    this.queue = [];
    /** Whether a round's end is shown by the game's face; else nothing waits. */
    this.shows = false;
    /** Whether the frames that come are new, and not what was missed. */
    this.live = false;
    this.held = false;
    this.missed = "";
  }

  /** @param {Partial<TableState>} change */
  set(change) {
    this.state = { ...this.state, ...change };
    this.show(this.state);
  }

  /** @param {ServerFrame} frame */
  take(frame) {
    if (frame.type === "welcome") {
      const { status, match } = frame.table;
      this.live = match === null;
      this.missed = status === "waiting" ? (match ?? "") : "";
    } else if (frame.type === "view" || frame.type === "turn" || (frame.type === "next" && this.missed && frame.match !== this.missed)) {
      this.live = true;
    }
    if (this.held && !AT_ONCE.has(frame.type) && !this.belongs(frame)) this.queue.push(frame);
    else this.apply(frame);
    this.show(this.state);
  }

  /** Whether a frame is part of the end that is being looked at. @param {ServerFrame} frame */
  belongs(frame) {
    return frame.type === "view" && this.queue.every((one) => one.type === "end");
  }

  /** @param {ServerFrame} frame */
  apply(frame) {
    this.state = follow(this.state, frame);
    if (!this.live) return;
    if (frame.type === "round" && this.shows) {
      this.held = true;
      this.state = { ...this.state, showing: this.state.rounds.at(-1) ?? null };
    } else if (frame.type === "end") {
      this.held = true;
    }
  }

  /** Whether more than this end waits to be seen: nobody need press a button for each of many rounds. */
  get behind() {
    return this.queue.some((frame) => frame.type === "round");
  }

  /** Show what has waited, up to the next end. */
  goOn() {
    this.held = false;
    this.state = { ...this.state, showing: null };
    while (this.queue.length && !this.held) {
      const frame = this.queue.shift();
      if (frame) this.apply(frame);
    }
    while (this.held && this.queue[0]?.type === "view") {
      const frame = this.queue.shift();
      if (frame) this.apply(frame);
    }
    this.show(this.state);
  }
}
