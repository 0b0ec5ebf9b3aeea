/**
 * A die as SVG: pips up to nine, figures above. Faces that use it begin their style sheet with
 * `@import "/page/parts/dice.css";`.
 */
import { cls, html, useLayoutEffect, useRef } from "../ui.js";
import { move } from "./motion.js";

/** Milliseconds that a roll takes, and by how much each die of a row begins later. */
const ROLL = 400;
const LATER = 35;

const SIZES = { small: 26, middle: 44, large: 56 };

/** @typedef {number | keyof typeof SIZES} DieSize in pixels, or small (26), middle (44), large (56) */

/** Where pips can lie: three rows of three, numbered from 0. */
const SPOTS = [
  [13, 13], [24, 13], [35, 13],
  [13, 24], [24, 24], [35, 24],
  [13, 35], [24, 35], [35, 35],
];
/** The spots of each face, from 1. */
const PIPS = [
  [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8], [0, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8],
];
const STAR = "0,-7 1.9,-2.4 6.7,-2.2 2.9,0.9 4.1,5.7 0,3 -4.1,5.7 -2.9,0.9 -6.7,-2.2 -1.9,-2.4";

/** What lies on a die's face. @param {number} face @param {boolean} wild */
function marks(face, wild) {
  const spots = PIPS[face - 1];
  if (!spots) return html`<text class="die-figure" x="24" y="32" text-anchor="middle" fill="var(--pip)">${face}</text>`;
  const small = spots.length > 6;
  return spots.map((spot) => {
    const [x, y] = SPOTS[spot] ?? [24, 24];
    return wild
      ? html`<polygon class="die-pip" fill="var(--pip)" points=${STAR} transform=${`translate(${x} ${y}) scale(${face === 1 ? 1.5 : 0.9})`} />`
      : html`<circle class="die-pip" fill="var(--pip)" cx=${x} cy=${y} r=${small ? 3.6 : face === 1 ? 5.2 : 4.3} />`;
  });
}

/**
 * The drawing alone, for pictures made of several dice: lies at `x`, `y` of an SVG around it. It needs no style sheet.
 * @param {{ face: number, x?: number, y?: number, size?: number, turn?: number, wild?: boolean, hidden?: boolean }} props
 *   `turn` in degrees
 */
export function DieArt({ face, x = 0, y = 0, size = 48, turn = 0, wild = false, hidden = false }) {
  return html`<g transform=${`translate(${x} ${y}) scale(${size / 48}) rotate(${turn} 24 24)`} class=${cls("die-art", hidden && "hidden-die")}>
    <rect class="die-body" fill="var(--die)" stroke="var(--die-line)" stroke-width="2" x="2" y="2" width="44" height="44" rx="10" />
    ${hidden ? html`<text class="die-figure" x="24" y="33" text-anchor="middle">?</text>` : marks(face, wild)}
  </g>`;
}

/**
 * @typedef {object} DieProps
 * @property {number} [face] what it shows; 0, or none, is a die that is not known
 * @property {DieSize} [size] the width; 44 if not given. A die that can be pressed has a target of at least 44
 * @property {boolean} [hidden] drawn with a question mark, whatever `face` is
 * @property {boolean} [held] lies higher, with a bar under it: held, pushed or picked
 * @property {boolean} [glow] counts: a ring and light around it
 * @property {boolean} [pale] does not count
 * @property {boolean} [wild] its pips are stars
 * @property {number | string} [badge] a figure at the corner, such as its place in a count
 * @property {string} [caption] a word under the die, such as "held"
 * @property {string | number} [rolled] the die rolls when this changes, and when it first appears; without it never
 * @property {number} [at] its place in a row: later dice begin to roll a little later
 * @property {boolean} [motion] false: nothing moves
 * @property {string} [label] what screen readers say; by default the face and the state
 * @property {() => void} [onPress] makes it a button; `held` is whether it is pressed
 * @property {string} [why] why it cannot be pressed now; it stays reachable and says so
 * @property {boolean} [silent] part of a row that has a label of its own
 */

/** What a die is called. @param {DieProps} props */
export function dieWords({ face = 0, hidden = false, held = false, glow = false, caption = "" }) {
  const name = hidden || !face ? "hidden die" : `die showing ${face}`;
  return [name, caption || (held && "held"), glow && "counts"].filter(Boolean).join(", ");
}

/** @param {DieProps} props */
export function Die(props) {
  const { face = 0, size = 44, held = false, glow = false, pale = false, wild = false, badge, caption, rolled, at = 0, motion = true } = props;
  const { onPress, why = "", silent = false } = props;
  const hidden = props.hidden || !face;
  const width = typeof size === "number" ? size : SIZES[size];
  const body = useRef(/** @type {SVGElement | null} */ (null));
  useLayoutEffect(() => {
    if (rolled === undefined || !motion) return;
    const turned = at % 2 ? 200 : -230;
    move(body.current, [
      { transform: `translateY(-${width * 0.5}px) rotate(${turned}deg) scale(.7)`, opacity: 0.4 },
      { transform: `translateY(${width * 0.08}px) rotate(${turned * -0.06}deg) scale(1.04)`, opacity: 1, offset: 0.7 },
      { transform: "none" },
    ], ROLL, Math.min(at, 5) * LATER);
  }, [rolled]);
  const label = props.label ?? dieWords(props);
  const kind = cls("die", hidden && "hidden-die", held && "held", glow && "glow", pale && "pale-die");
  const drawn = html`<svg
    ref=${body} class="die-svg" viewBox="0 0 48 48" width=${width} height=${width} aria-hidden=${onPress || silent ? "true" : undefined}
    role=${onPress || silent ? undefined : "img"} aria-label=${onPress || silent ? undefined : label}
  ><${DieArt} face=${face} wild=${wild} hidden=${hidden} /></svg>`;
  const rest = html`${badge === undefined ? null : html`<span class="die-badge" aria-hidden="true">${badge}</span>`}
    ${caption ? html`<span class="die-caption" aria-hidden="true">${caption}</span>` : null}`;
  if (!onPress) return html`<span class=${kind}>${drawn}${rest}</span>`;
  return html`<button
    type="button" class=${cls(kind, "die-button")} aria-pressed=${String(held)} aria-disabled=${why ? "true" : undefined}
    aria-label=${why ? `${label}. ${why}` : label} title=${why || undefined} onClick=${() => !why && onPress()}
  >${drawn}${rest}</button>`;
}

/**
 * A row of dice that nobody presses, read out as one.
 * @param {Omit<DieProps, "face" | "at"> & { dice: number[], marked?: (face: number, at: number) => Partial<DieProps> }} props
 *   `marked` gives single dice a state
 */
export function Dice({ dice, marked, label, ...rest }) {
  const words = dice.map((face) => (face ? String(face) : "hidden")).join(", ");
  return html`<span class="dice" role="img" aria-label=${label ?? `Dice: ${words || "none"}`}>
    ${dice.map((face, at) => html`<${Die} key=${at} ...${rest} ...${marked?.(face, at) ?? {}} face=${face} at=${at} silent />`)}
  </span>`;
}
