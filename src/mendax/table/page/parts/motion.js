/** Motion: short, off under reduced motion, never in the way. */

const query = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export const moves = () => !query.matches;

/** The longest that anything moves, in milliseconds. */
export const LONGEST = 600;

/**
 * Move an element, if things may move.
 * @param {Element | null} element @param {Keyframe[]} frames @param {number} ms @param {number} [delay]
 * @returns {Animation | null}
 */
export function move(element, frames, ms, delay = 0) {
  if (!element || !moves()) return null;
  const duration = Math.min(ms, LONGEST);
  return element.animate(frames, { duration, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
}
