/** The adviser's odds as numbers: what the hand wins, what a call must win, and which cards help. */
import { parseCard } from "/page/parts/card.js";
import { prices } from "./betting.js";

/**
 * @typedef {object} Odds
 * @property {number} equity the part of the pot that the hand wins on average, if all stay
 * @property {number} mark what it is measured by: what a call must win, or the fair share where a check is free
 * @property {boolean} free whether a check is free
 * @property {number} opponents
 * @property {number[]} outs
 * @property {number | null} next the chance that the next card is one of them; null where no card is to come or none is known
 * @property {string} best the option that is worth most
 */

/** What the adviser said; null if it said no odds. @param {HintFrame} frame @param {import("./betting.js").View} view @returns {Odds | null} */
export function readOdds(frame, view) {
  const text = frame.hint.sentence || frame.explanation?.sentence || "";
  const share = /wins ([\d.]+) % of the pot/.exec(text);
  if (!share || view.seat === null) return null;
  const { pot, toCall } = prices(view, view.seat);
  const opponents = view.betting.folded.filter((out) => !out).length - 1;
  const outs = (/Outs, \d+: ([^.]*)\./.exec(text)?.[1] ?? "").split(" ").map(parseCard).filter((card) => card >= 0);
  const toCome = view.board.length >= 3 && view.board.length < 5;
  return {
    equity: Number(share[1]) / 100,
    mark: toCall ? toCall / (pot + toCall) : 1 / (opponents + 1),
    free: toCall === 0,
    opponents,
    outs,
    next: toCome ? outs.length / (52 - view.cards.length - view.board.length) : null,
    best: chosen(frame),
  };
}

/** The option that the adviser would play; else the one that is worth most. @param {HintFrame} frame */
function chosen({ hint, explanation }) {
  const options = explanation?.options ?? [];
  return options.find((option) => option.probability === 1)?.action ?? hint.rows[0]?.[0] ?? "";
}
