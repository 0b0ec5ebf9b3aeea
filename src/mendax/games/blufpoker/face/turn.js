/** What a view says of my turn: the bid to beat, what I hold, what is legal. Nothing here draws. */
import { capital } from "/page/wording.js";
import { text } from "./rolls.js";

export const OPEN_ROLLS = 3;

/** Whether it is my turn to do this. @param {FaceProps} props @param {string} phase */
export const mine = ({ view, you, end }, phase) => !end && you !== null && view.turn === you && view.phase === phase;

/** The bid that stands, as text. @param {any} view */
export const bidOf = (view) => (view.turns.length ? text(view.turns.at(-1).bid) : "");

/** What I hold, as text. @param {any} view */
export const cupOf = (view) => text([...view.rolling.kept, ...view.rolling.fallen]);

/** The texts that the turn allows. @param {FaceProps} props @returns {Set<string>} */
export const legalOf = ({ forms }) => new Set(forms.flatMap((form) => form.slots.action ?? [form.text]));

/** The rolls that may be bid. @param {FaceProps} props */
export const legalBids = (props) => new Set([...legalOf(props)].filter((action) => action.startsWith("bid ")).map((action) => action.slice(4)));

/** The roll that I am about to bid: what I picked, else the truth, else the lowest. @param {FaceProps} props */
export function pickedBid(props) {
  const legal = legalBids(props);
  const { draft, view } = props;
  if (legal.has(draft.bid)) return draft.bid;
  return legal.has(cupOf(view)) ? cupOf(view) : ([...legal][0] ?? "");
}

/** @param {FaceProps} props */
export function waitWords({ view, names, you, end }) {
  if (end) return "The game is over";
  if (view.turn === null || view.turn === you) return "One moment";
  const doing = { roll: "rolls", bid: "has to bid", answer: "has to answer", poker: "rolls openly" }[/** @type {string} */ (view.phase)];
  return `${capital(names[view.turn] ?? "")} ${doing ?? "is next"}`;
}
