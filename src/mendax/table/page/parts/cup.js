/** A dice cup as SVG: it stands over dice, is tilted for its owner, or is lifted for all. Its style is in dice.css. */
import { cls, html, useLayoutEffect, useRef } from "../ui.js";
import { move } from "./motion.js";

/** Milliseconds that lifting and shaking take. */
const LIFT = 300;
const SHAKE = 400;

/**
 * The drawing alone, 60 by 56, for pictures: lies at `x`, `y` of an SVG around it. It needs no style sheet.
 * @param {{ x?: number, y?: number, size?: number, turn?: number }} props `size` is the width
 */
export function CupArt({ x = 0, y = 0, size = 60, turn = 0 }) {
  return html`<g transform=${`translate(${x} ${y}) scale(${size / 60}) rotate(${turn} 30 28)`} class="cup-art">
    <path fill="var(--cup)" d="M14 4h32l9 44q1 5-4 5H9q-5 0-4-5z" />
    <path opacity=".18" d="M38 4h8l9 44q1 5-4 5h-9q4-1 3-5z" />
    <path fill="none" stroke="color-mix(in srgb, var(--cup) 75%, white)" stroke-width="2" d="M11.5 16h37M6.6 40h46.8" />
    <ellipse fill="color-mix(in srgb, var(--cup) 80%, white)" cx="30" cy="4.5" rx="16" ry="3.5" />
  </g>`;
}

/**
 * @typedef {object} CupProps
 * @property {number} [size] the width in pixels; 60 if not given
 * @property {"down" | "tilted" | "lifted"} [state] over the dice, tilted so that its owner looks, or lifted for all
 * @property {string | number} [shaken] the cup shakes when this changes; without it never
 * @property {boolean} [motion] false: nothing moves
 * @property {number | string} [count] a figure on the cup: how many dice lie under it
 * @property {string} [label] what screen readers say
 * @property {Child} [children] what lies under it: seen when it is tilted or lifted
 */

/** @param {CupProps} props */
export function Cup({ size = 60, state = "down", shaken, motion = true, count, label, children }) {
  const cup = useRef(/** @type {SVGElement | null} */ (null));
  const before = useRef(state);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = state;
    if (!motion || was === state) return;
    const down = { transform: "none", opacity: 1 };
    if (state === "lifted") move(cup.current, [down, {}], LIFT);
    else if (was === "lifted") move(cup.current, [{ transform: `translateY(-${size * 0.7}px)`, opacity: 0.4 }, {}], LIFT);
  }, [state]);
  useLayoutEffect(() => {
    if (shaken === undefined || !motion) return;
    const turns = [0, -14, 12, -9, 6, 0];
    move(cup.current, turns.map((turn) => ({ transform: `rotate(${turn}deg) translateY(${turn ? -4 : 0}px)` })), SHAKE);
  }, [shaken]);
  return html`<span class=${cls("cup", `cup-${state}`)} role="group" aria-label=${label}>
    <svg ref=${cup} class="cup-svg" viewBox="0 0 60 56" width=${size} height=${(size * 56) / 60} aria-hidden="true">
      <${CupArt} />
      ${count === undefined ? null : html`<text class="cup-count" x="30" y="35" text-anchor="middle">${count}</text>`}
    </svg>
    <span class="cup-under">${children}</span>
  </span>`;
}
