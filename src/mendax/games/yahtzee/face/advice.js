/** What the coach's hint says of single dice and boxes, and what a review adds up to. Nothing here draws. */

/** Whether the coach is asked at every turn: once switched on, it stays. */
export const coach = { on: false };

/**
 * What each action costs against the best one, in points.
 * @param {HintFrame | null} hint @returns {Map<string, number>}
 */
export function costs(hint) {
  const options = (hint?.explanation?.options ?? []).flatMap((option) => (option.value === null ? [] : [[option.action, option.value]]));
  const best = Math.max(...options.map(([, value]) => Number(value)));
  return new Map(options.map(([action, value]) => [String(action), best - Number(value)]));
}

/** The best action of a hint; "" where there is none. @param {Map<string, number>} found */
export const bestAction = (found) => [...found].find(([, cost]) => cost < 1e-9)?.[0] ?? "";

/** Points with a sensible number of digits. @param {number} value */
export const points = (value) => (Math.abs(value) < 0.05 ? "0" : Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0));

/** A number of points in words. @param {number} value */
export const pointsWords = (value) => (value < 0.05 ? "less than 0.1 points" : `${points(value)} ${points(value) === "1.0" ? "point" : "points"}`);

/** The faces that a keep keeps; null for other actions. @param {string} action @returns {number[] | null} */
export function keptFaces(action) {
  const [word, ...rest] = action.split(" ");
  if (word !== "keep") return null;
  return rest[0] === "none" ? [] : rest.map(Number);
}

/**
 * @typedef {{ turn: number, luck: number, lost: number }} Running what luck gave and decisions lost up to the end of a turn
 * @typedef {{ turn: number, roll: number, dice: string, action: string, best: string, lost: number }} Mistake
 */

/**
 * The two lines of a review: luck and loss, added up turn by turn.
 * @param {any} review the coach's, as data @returns {Running[]}
 */
export function runningSums(review) {
  const turns = Math.max(0, ...review.rolls.map((/** @type {any} */ rolled) => rolled.turn));
  let [luck, lost] = [0, 0];
  return Array.from({ length: turns }, (_, at) => {
    for (const rolled of review.rolls) if (rolled.turn === at + 1) luck += rolled.luck;
    for (const decided of review.decisions) if (decided.turn === at + 1) lost += decided.lost;
    return { turn: at + 1, luck, lost };
  });
}

/** The costliest decisions. @param {any} review @param {number} most @returns {Mistake[]} */
export const mistakes = (review, most) =>
  review.decisions.filter((/** @type {any} */ one) => one.lost >= 0.05)
    .sort((/** @type {any} */ one, /** @type {any} */ other) => other.lost - one.lost).slice(0, most);
