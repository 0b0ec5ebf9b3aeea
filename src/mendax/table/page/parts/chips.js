/** Chips as stacks with the amount in words. Their style is in cards.css. */
import { cls, html, useLayoutEffect, useRef } from "../ui.js";
import { some } from "../wording.js";
import { move } from "./motion.js";

/** Milliseconds that chips need to their place. */
const SLIDE = 250;

/** What chips are worth, and of each at most so many lie on a stack. */
const VALUES = [100, 25, 5, 1];
const HIGHEST = 8;
/** Width of a chip, its thickness, and the width of a stack with the gap after it. */
const [WIDE, THICK, STEP] = [22, 5, 26];

/** The chips that make an amount, the largest first. @param {number} amount @returns {{ value: number, count: number }[]} */
export function chipsOf(amount) {
  let left = Math.max(0, Math.floor(amount));
  return VALUES.flatMap((value) => {
    const count = Math.floor(left / value);
    left -= count * value;
    return count ? [{ value, count }] : [];
  });
}

/**
 * The drawing alone: stacks whose feet stand at `x`, `y` of an SVG around it.
 * @param {{ amount: number, x?: number, y?: number }} props
 */
export function ChipArt({ amount, x = 0, y = 0 }) {
  return html`<g transform=${`translate(${x} ${y})`} class="chip-art">
    ${chipsOf(amount).map(({ value, count }, stack) => Array.from({ length: Math.min(count, HIGHEST) }, (_, at) => html`<g
      class=${`chip-${value}`} transform=${`translate(${stack * STEP} ${-(at + 1) * THICK})`}
    ><path class="chip-side" d=${`M.5 0v${THICK}q${WIDE / 2 - 0.5} 4.5 ${WIDE - 1} 0V0z`} />
      <ellipse class="chip-top" cx=${WIDE / 2} cy="0" rx=${WIDE / 2 - 0.5} ry="3.5" />
      <path class="chip-mark" d="M4 3.5v4M11 4.5v4M18 3.5v4" /></g>`))}
  </g>`;
}

/**
 * @param {{ amount: number, name?: string, words?: string, motion?: boolean, from?: "up" | "down", scale?: number, class?: string }} props
 *   `words` stand instead of the amount with its unit, `name` before it for screen readers; `from` is where new chips come from
 */
export function Chips({ amount, name = "", words, motion = true, from = "up", scale = 1, class: more }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(amount);
  useLayoutEffect(() => {
    const grown = amount > before.current;
    before.current = amount;
    if (!grown || !motion) return;
    move(box.current?.querySelector("svg") ?? null, [
      { transform: `translateY(${from === "up" ? -14 : 14}px)`, opacity: 0.3 }, { transform: "none", opacity: 1 },
    ], SLIDE);
  }, [amount]);
  const stacks = chipsOf(amount);
  const tall = 8 + THICK * Math.max(1, ...stacks.map(({ count }) => Math.min(count, HIGHEST)));
  const wide = Math.max(1, stacks.length) * STEP - (STEP - WIDE);
  return html`<span class=${cls("chips", more)} ref=${box}>
    ${amount > 0 ? html`<svg viewBox=${`0 0 ${wide} ${tall}`} width=${scale * wide} height=${scale * tall} aria-hidden="true"><${ChipArt} amount=${amount} y=${tall - 3.5} /></svg>` : null}
    <span class="chips-words">${name ? html`<span class="hidden">${name} </span>` : null}${words ?? some(amount, "chip")}</span>
  </span>`;
}
