/**
 * A playing card as SVG: rank, the suit as symbol and letter, a colour a suit; and cards in words.
 * A card is a number: four times its rank (0 to 12 for two to ace) plus its suit (0 to 3 for clubs to spades). Faces that
 * use it begin their style sheet with `@import "/page/parts/cards.css";`.
 */
import { cls, html, useLayoutEffect, useRef } from "../ui.js";
import { move } from "./motion.js";

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const RANK_NAMES = [
  "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
];
export const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];

/** @param {number} card */
export const rankOf = (card) => card >> 2;
/** @param {number} card */
export const suitOf = (card) => card & 3;

/** The card of a notation, such as `Ad`; -1 if it is none. @param {string} text */
export function parseCard(text) {
  const [rank, suit] = [RANKS.indexOf(text[0] ?? "?"), SUITS.indexOf(text[1] ?? "?")];
  return text.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : -1;
}

/** "ace of diamonds" @param {number} card */
export const cardName = (card) => `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;

/** Things as a list in words: "a, b and c". @param {string[]} things */
export function listed(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

/** Cards in words. @param {number[]} cards */
export const cardNames = (cards) => listed(cards.map(cardName));

/** Milliseconds that a card needs to its place, and by how much each card of a row comes later. */
const DEAL = 250;
const LATER = 60;

/** Widths in pixels; the height is 1.4 times as much. */
const SIZES = { small: 30, middle: 50, large: 68 };

/** The suits' symbols, each in a square of 24. */
const SYMBOLS = [
  "M12 1.6a4.9 4.9 0 0 1 4.3 7.3 4.9 4.9 0 1 1-3 8.6q.3 3 2.6 4.9H8.1q2.3-1.9 2.6-4.9a4.9 4.9 0 1 1-3-8.6A4.9 4.9 0 0 1 12 1.6z",
  "M12 1 20.4 12 12 23 3.6 12z",
  "M12 22.4C5.4 16.6 1.6 12.8 1.6 8.2a5.3 5.3 0 0 1 10.4-1.7A5.3 5.3 0 0 1 22.4 8.2c0 4.6-3.8 8.4-10.4 14.2z",
  "M12 1.4c5.6 5 9.8 8.3 9.8 12.4a4.8 4.8 0 0 1-8.5 3q.4 3.3 2.7 5.6H8q2.3-2.3 2.7-5.6a4.8 4.8 0 0 1-8.5-3C2.2 9.7 6.4 6.4 12 1.4z",
];

/**
 * The drawing alone, 60 by 84, for pictures made of several cards: lies at `x`, `y` of an SVG around it.
 * @param {{ card?: number, back?: boolean, x?: number, y?: number, size?: number, turn?: number, plain?: boolean }} props
 *   `size` is the width, `turn` in degrees; `plain` has fewer and larger marks, for small cards
 */
export function CardArt({ card = -1, back = false, x = 0, y = 0, size = 60, turn = 0, plain = false }) {
  const place = `translate(${x} ${y}) scale(${size / 60}) rotate(${turn} 30 42)`;
  if (back || card < 0) {
    return html`<g transform=${place} class="card-art card-back">
      <rect class="card-paper" x="1.5" y="1.5" width="57" height="81" rx="7" />
      <rect class="card-weave" x="7" y="7" width="46" height="70" rx="4" />
      <path class="card-lines" d="M7 24 24 7M7 41 41 7M7 58 53 12M7 75 53 29M22 77 53 46M39 77 53 63M36 7 53 24M19 7 53 41M7 12 53 58M7 29 53 75M7 46 38 77M7 63 21 77" />
    </g>`;
  }
  const suit = suitOf(card);
  const rank = (RANKS[rankOf(card)] ?? "").replace("T", "10");
  const symbol = SYMBOLS[suit];
  return html`<g transform=${place} class=${cls("card-art", `suit-${SUITS[suit]}`)}>
    <rect class="card-paper" x="1.5" y="1.5" width="57" height="81" rx="7" />
    ${plain
      ? html`<text class="card-rank" x="30" y="41" font-size="42" text-anchor="middle">${rank}</text>
          <path class="card-suit" d=${symbol} transform="translate(7 50) scale(1.1)" />
          <text class="card-letter" x="44" y="71" font-size="26" text-anchor="middle">${SUITS[suit]}</text>`
      : html`<text class="card-rank" x="7" y="31" font-size="31">${rank}</text>
          <text class="card-letter" x="8" y="76" font-size="17">${SUITS[suit]}</text>
          <path class="card-suit" d=${symbol} transform="translate(23 44) scale(1.35)" />`}
  </g>`;
}

/**
 * @typedef {object} CardProps
 * @property {number} [card] four times the rank plus the suit; none is a card that is not known: its back
 * @property {number | keyof typeof SIZES} [size] the width in pixels, or small (30), middle (50), large (68)
 * @property {boolean} [back] its back is drawn, whatever `card` is
 * @property {boolean} [folded] thrown away: pale and struck through
 * @property {boolean} [glow] counts: a ring, and it lies higher
 * @property {boolean} [pale] does not count
 * @property {boolean} [empty] a place where a card will lie
 * @property {boolean} [dealt] it comes to its place when it first appears
 * @property {number} [at] its place in a row: later cards come a little later
 * @property {boolean} [motion] false: nothing moves
 * @property {string} [label] what screen readers say; by default the card and its state
 * @property {boolean} [silent] part of a row that has a label of its own
 */

/** What a card is called. @param {CardProps} props */
export function cardWords({ card = -1, back = false, folded = false, glow = false, empty = false }) {
  const name = empty ? "no card yet" : back || card < 0 ? "hidden card" : cardName(card);
  return [name, folded && "folded", glow && "counts"].filter(Boolean).join(", ");
}

/** @param {CardProps} props */
export function PlayingCard(props) {
  const { card = -1, size = "middle", back = false, folded = false, glow = false, pale = false, empty = false } = props;
  const { dealt = false, at = 0, motion = true, silent = false } = props;
  const width = typeof size === "number" ? size : SIZES[size];
  const body = useRef(/** @type {SVGElement | null} */ (null));
  useLayoutEffect(() => {
    if (!dealt || !motion || empty) return;
    move(body.current, [
      { transform: `translateY(-${width * 0.4}px) rotate(${at % 2 ? 6 : -6}deg)`, opacity: 0 }, { transform: "none", opacity: 1 },
    ], DEAL, Math.min(at, 4) * LATER);
  }, [card, back, empty]);
  const label = props.label ?? cardWords(props);
  return html`<svg
    ref=${body} viewBox="0 0 60 84" width=${width} height=${1.4 * width}
    class=${cls("playing-card", folded && "folded", glow && "glow", pale && "pale-card", empty && "no-card")}
    role=${silent ? undefined : "img"} aria-hidden=${silent ? "true" : undefined} aria-label=${silent ? undefined : label}
  >${silent ? null : html`<title>${label}</title>`}
    ${empty ? html`<rect class="card-place" x="1.5" y="1.5" width="57" height="81" rx="7" />`
      : html`<${CardArt} card=${card} back=${back} plain=${width < 40} />`}
    ${folded ? html`<path class="card-strike" d="M6 78 54 6" />` : null}
    ${glow ? html`<rect class="card-ring" x="2.5" y="2.5" width="55" height="79" rx="6" />` : null}
  </svg>`;
}

/**
 * A row of cards, read out as one.
 * @param {Omit<CardProps, "card" | "at"> & { cards: number[], places?: number, name?: string, tight?: boolean,
 *   marked?: (card: number) => Partial<CardProps> }} props
 *   `places` are drawn at least, empty where there is no card; `marked` gives single cards a state; `tight` cards overlap
 */
export function Cards({ cards, places = 0, name = "Cards", tight = false, marked, label, ...rest }) {
  const all = [...cards, ...Array(Math.max(0, places - cards.length)).fill(-1)];
  const words = listed(cards.map((card) => cardWords({ ...rest, ...marked?.(card), card })));
  return html`<span class=${cls("card-row", tight && "tight")} role="img" aria-label=${label ?? `${name}: ${words || "none yet"}`}>
    ${all.map((card, at) => html`<${PlayingCard} key=${at} ...${rest} ...${marked?.(card) ?? {}} card=${card} at=${at} empty=${at >= cards.length} silent />`)}
  </span>`;
}
