/** The WebSocket to a table: joins or watches, comes back after a break with `since`, and loses no action. */

const WAITS = [250, 500, 1000, 2000, 4000];
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
    this.soon = () => this.retry(0);
    addEventListener("online", this.soon);
    this.connect();
  }

  connect() {
    this.joined = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/ws`));
    socket.onopen = () => {
      const since = this.match ? { match: this.match, since: this.since } : {};
      const who = this.token ? { type: "join", token: this.token, mix: true } : { type: "watch" };
      this.send({ ...who, table: this.code, views: true, ...since });
    };
    socket.onmessage = (message) => this.take(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.ended) return;
      if (FINAL.has(event.code)) {
        this.ended = true;
        this.onLink("closed", event.code);
        return;
      }
      this.onLink("lost", event.code);
      this.retry(WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 4000);
    };
  }

  /** @param {number} wait */
  retry(wait) {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.socket && !this.ended && this.connect(), wait);
  }

  /** @param {ServerFrame} frame */
  take(frame) {
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
    removeEventListener("online", this.soon);
    this.socket?.close();
  }
}

/** What the player adds to the chance of a round. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
