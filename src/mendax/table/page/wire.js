/** The WebSocket to a table: joins or watches, comes back after a break with `since`, and loses no action. */

const WAITS = [250, 500, 1000, 2000, 4000];
/** After so many milliseconds without a frame the server is asked whether it is there; after the second it is not. */
const QUIET = 15_000;
const SILENT = 10_000;
/** How often that is looked at. */
const LOOK = 2_000;
/** Closing codes after which there is no use in coming back. */
const FINAL = new Set([1000, 4409]);

export class Wire {
  /**
   * @param {string} code
   * @param {string | null} token null watches
   * @param {(frame: ServerFrame) => void} onFrame
   * @param {(link: Link, code: number) => void} onLink
   */
  constructor(code, token, onFrame, onLink) {
    this.code = code;
    this.token = token;
    this.onFrame = onFrame;
    this.onLink = onLink;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.match = "";
    this.since = 0;
    this.tries = 0;
    this.joined = false;
    this.ended = false;
    this.timer = 0;
    /** An action that was sent or waits for the connection: `{turn, action}` @type {{turn: string, action: string} | null} */
    this.pending = null;
    /** When the last frame came, and when one was asked for that has not come. */
    this.heard = this.asked = 0;
    this.soon = () => this.retry(0);
    this.doubt = () => this.ask();
    this.looking = setInterval(() => this.look(), LOOK);
    addEventListener("online", this.soon);
    addEventListener("offline", this.doubt);
    this.connect();
  }

  /** Ask for a frame, so that a connection that has gone silent is noticed. */
  ask() {
    this.asked ||= performance.now();
    this.send({ type: "ping", id: 0 });
  }

  /** Give a silent connection up. */
  look() {
    const now = performance.now();
    const { socket } = this;
    if (!socket) return;
    if (!this.asked) {
      if (now - this.heard > QUIET) this.ask();
    } else if (now - this.asked > SILENT) {
      socket.close();
      this.gone(socket, 0);
    }
  }

  /** @param {WebSocket} socket @param {number} code */
  gone(socket, code) {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.ended) return;
    if (FINAL.has(code)) {
      this.ended = true;
      this.onLink("closed", code);
      return;
    }
    this.joined = false;
    this.onLink("lost", code);
    this.retry(WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 4000);
  }

  connect() {
    this.joined = false;
    this.asked = performance.now(); // a connection that does not come about is given up too
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/ws`));
    socket.onopen = () => {
      const since = this.match ? { match: this.match, since: this.since } : {};
      const who = this.token ? { type: "join", token: this.token, mix: true } : { type: "watch" };
      this.send({ ...who, table: this.code, views: true, ...since });
    };
    socket.onmessage = (message) => this.socket === socket && this.take(JSON.parse(message.data));
    socket.onclose = (event) => this.gone(socket, event.code);
  }

  /** @param {number} wait */
  retry(wait) {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.socket && !this.ended && this.connect(), wait);
  }

  /** @param {ServerFrame} frame */
  take(frame) {
    this.heard = performance.now();
    this.asked = 0;
    if ("seq" in frame) {
      this.match = frame.match;
      this.since = frame.seq;
    }
    if (frame.type === "welcome") {
      this.tries = 0;
      this.joined = true;
      if (this.pending) this.send({ type: "act", ...this.pending });
    } else if (frame.type === "commit" && this.token) {
      this.send({ type: "mix", match: frame.match, round: frame.round, text: randomText() });
    } else if ((frame.type === "ack" || frame.type === "refused") && this.pending?.turn === frame.turn) {
      this.pending = null;
    } else if (frame.type === "error" && !this.joined) {
      this.ended = true;
      this.socket?.close();
    }
    this.onFrame(frame);
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** @param {string} turn @param {string} action */
  act(turn, action) {
    this.pending = { turn, action };
    if (this.joined) this.send({ type: "act", turn, action });
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.looking);
    removeEventListener("online", this.soon);
    removeEventListener("offline", this.doubt);
    this.socket?.close();
  }
}

/** What the player adds to the chance of a round. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
