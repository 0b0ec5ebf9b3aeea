/** From the state of a table to what a face is given. */
import { namesOf } from "./match_state.js";
import { moves } from "./parts/motion.js";
import { gameName, say } from "./wording.js";

/**
 * @param {TableState} state
 * @param {Partial<FaceProps>} more
 * @returns {FaceProps}
 */
export function faceProps(state, more = {}) {
  const turn = state.sent ? null : state.turn;
  return {
    view: state.view, viewText: state.viewText, you: state.next?.seat ?? null, names: namesOf(state),
    game: state.next?.game ?? state.table?.game ?? "", turn, forms: turn?.forms ?? [], events: state.events,
    last: state.events.at(-1) ?? null, draft: {}, setDraft: () => {}, act: () => {}, hint: state.hint, askHint: null,
    motion: moves(), end: state.end, replay: false, ...more,
  };
}

/**
 * An event in words; empty where it is not worth telling.
 * @param {WholeFace} face @param {EventFrame} event @param {FaceProps} props
 */
export function told(face, event, props) {
  const text = say(face.tell(event, props), props.names);
  return text && event.default && isAct(face, event, props) ? `${text} (out of time)` : text;
}

/** Whether an event tells of the act itself: of those of one move that are told, the first. @param {WholeFace} face @param {EventFrame} event @param {FaceProps} props */
const isAct = (face, event, props) =>
  !props.events.some((other) => other.move === event.move && other.seq < event.seq && face.tell(other, props));

/** Whose turn it is. @param {WholeFace} face @param {TableState} state @returns {Seat | null} */
export function toAct(face, state) {
  if (state.end || !state.view) return null;
  if (state.turn && state.next) return state.next.seat;
  return face.turnOf(state.view);
}

/** The title of a game's text, as far as it is known. @param {string} game @param {GameInfo[] | null} games */
export function titleOf(game, games) {
  const name = gameName(game);
  return games?.find((one) => one.name === name)?.title ?? name;
}
