/** Which five cards make a hand, and what the hand is called; the rules' own ranking decides who wins. */
import { RANK_NAMES, rankOf, suitOf } from "/page/parts/card.js";

/**
 * @typedef {object} Made
 * @property {number} kind 0 high card to 8 straight flush
 * @property {number[]} ranks what decides within the kind, the most important first
 * @property {number[]} cards the cards that make it, the most important first: five of them, if there are so many
 */

const HIGH_CARD = 0, PAIR = 1, TWO_PAIR = 2, THREE = 3, STRAIGHT = 4, FLUSH = 5, FULL_HOUSE = 6, FOUR = 7, STRAIGHT_FLUSH = 8;

/** What no cards make. @type {Made} */
export const NOTHING = { kind: HIGH_CARD, ranks: [], cards: [] };

/** Groups of equal rank: more cards first, and of equally many the higher first. @param {number[]} cards @returns {number[][]} */
function groups(cards) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const card of cards) found.set(rankOf(card), [...(found.get(rankOf(card)) ?? []), card]);
  return [...found].sort(([rank, one], [other, two]) => two.length - one.length || other - rank).map(([, group]) => group);
}

/** The best straight: one card of each rank, the highest first; an ace may be low. @param {number[]} cards @returns {number[] | null} */
function straight(cards) {
  const of = Array.from({ length: 13 }, (_, rank) => cards.find((card) => rankOf(card) === rank));
  for (let top = 12; top >= 3; top--) {
    const run = Array.from({ length: 5 }, (_, step) => of[(top - step + 13) % 13]);
    if (run.every((card) => card !== undefined)) return /** @type {number[]} */ (run);
  }
  return null;
}

/** The highest cards that are not in a group. @param {number[]} cards @param {number[]} used @param {number} number */
function kickers(cards, used, number) {
  return cards.filter((card) => !used.includes(card)).sort((one, other) => rankOf(other) - rankOf(one)).slice(0, number);
}

/** The best five of up to seven cards; with fewer than five, what they are worth so far. @param {number[]} cards @returns {Made} */
export function bestFive(cards) {
  const suited = [0, 1, 2, 3].map((suit) => cards.filter((card) => suitOf(card) === suit)).find((some) => some.length >= 5);
  const straightFlush = suited && straight(suited);
  if (straightFlush) return made(STRAIGHT_FLUSH, straightFlush, 1);
  const sets = groups(cards);
  const [first = [], second = []] = sets;
  if (first.length === 4) return made(FOUR, [...first, ...kickers(cards, first, 1)]);
  if (first.length === 3 && second.length >= 2) return made(FULL_HOUSE, [...first, ...second.slice(0, 2)]);
  if (suited) return made(FLUSH, kickers(suited, [], 5));
  const run = straight(cards);
  if (run) return made(STRAIGHT, run, 1);
  if (first.length === 3) return made(THREE, [...first, ...kickers(cards, first, 2)]);
  const pairs = [...first, ...second];
  if (second.length === 2) return made(TWO_PAIR, [...pairs, ...kickers(cards, pairs, 1)]);
  if (first.length === 2) return made(PAIR, [...first, ...kickers(cards, first, 3)]);
  return made(HIGH_CARD, kickers(cards, [], 5));
}

/** @param {number} kind @param {number[]} cards @param {number} [deciding] how many ranks decide; all, if not said @returns {Made} */
function made(kind, cards, deciding = 5) {
  return { kind, cards, ranks: [...new Set(cards.map(rankOf))].slice(0, deciding) };
}

/** "sixes" @param {number | undefined} rank */
function plural(rank) {
  const name = RANK_NAMES[rank ?? 0] ?? "";
  return name === "six" ? "sixes" : `${name}s`;
}

/** The hand in words, as the rules write it. @param {Made} hand */
export function handWords({ kind, ranks }) {
  const [first, second] = ranks;
  const high = `${RANK_NAMES[first ?? 0]} high`;
  switch (kind) {
    case HIGH_CARD: return high;
    case PAIR: return `a pair of ${plural(first)}`;
    case TWO_PAIR: return `two pair, ${plural(first)} and ${plural(second)}`;
    case THREE: return `three ${plural(first)}`;
    case STRAIGHT: return `a straight, ${high}`;
    case FLUSH: return `a flush, ${high}`;
    case FULL_HOUSE: return `a full house, ${plural(first)} over ${plural(second)}`;
    case FOUR: return `four ${plural(first)}`;
    default: return `a straight flush, ${high}`;
  }
}

/** Which of two hands is better: below zero is the first. @param {Made} one @param {Made} other */
export function better(one, other) {
  const at = one.ranks.findIndex((rank, place) => rank !== other.ranks[place]);
  return other.kind - one.kind || (at < 0 ? 0 : (other.ranks[at] ?? 0) - (one.ranks[at] ?? 0));
}
