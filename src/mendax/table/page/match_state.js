/** The state of a table as one client knows it: a reducer over the server's frames. */
import { playerName } from "./wording.js";

/** @returns {TableState} */
export function emptyState() {
  return {
    link: "connecting", problem: "", table: null, place: null, next: null, events: [], rounds: [], view: null,
    viewText: "", turn: null, deadline: 0, length: 0, end: null, sent: "", refused: "", hint: null, hints: true,
    showing: null,
  };
}

/** The state after a frame. @param {TableState} state @param {ServerFrame} frame @param {number} now @returns {TableState} */
export function follow(state, frame, now = performance.now()) {
  switch (frame.type) {
    case "welcome":
      return { ...state, link: "open", problem: "", table: frame.table, place: frame.place };
    case "table":
      return { ...state, table: frame.table };
    case "next":
      return {
        ...state, next: frame, events: [], rounds: [], view: null, viewText: "", turn: null, end: null, sent: "",
        refused: "", hint: null, showing: null,
      };
    case "event":
      // Something happened, so the turn that was on is over: answered, or played by default.
      return { ...state, events: [...state.events, frame], turn: null, sent: "", hint: null };
    case "round":
      return { ...state, rounds: [...state.rounds, { frame, events: eventsSinceRound(state) }] };
    case "end":
      return { ...state, end: frame, turn: null, sent: "" };
    case "view":
      return { ...state, view: frame.data, viewText: frame.view };
    case "turn":
      return onTurn(state, frame, now);
    case "ack":
      return state.turn?.turn === frame.turn
        ? { ...state, turn: null, sent: "", refused: "", hint: null }
        : { ...state, sent: "" };
    case "refused":
      return { ...state, sent: "", refused: frame.reason, ...(frame.over ? { turn: null } : {}) };
    case "hint":
      return { ...state, hint: frame };
    default:
      return state;
  }
}

/** @param {TableState} state @param {TurnFrame} frame @param {number} now @returns {TableState} */
function onTurn(state, frame, now) {
  const same = state.turn?.turn === frame.turn;
  const [left, length] = [1000 * frame.seconds, 1000 * frame.length];
  return {
    ...state, turn: frame, view: frame.data, viewText: frame.view, deadline: now + left,
    length: Math.max(length, left), refused: same ? state.refused : "",
    sent: same ? state.sent : "", hint: same ? state.hint : null,
  };
}

/** The events since the last round ended. @param {TableState} state */
export function eventsSinceRound(state) {
  const before = state.rounds.at(-1)?.frame.seq ?? 0;
  return state.events.filter((event) => event.seq > before);
}

/** The players' names by seat; mine is "you". Equal names are numbered. @param {TableState} state @returns {Names} */
export function namesOf(state) {
  const { next } = state;
  const names = next?.players.map(playerName) ?? [];
  return names.map((name, seat) => {
    if (seat === next?.seat) return "you";
    const same = names.flatMap((other, at) => (other === name && at !== next?.seat ? [at] : []));
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}
