/** The 56 rolls of three dice and their order, as rules/rolls.py and rules/order.py have them. Nothing here draws. */

/**
 * @typedef {object} Order
 * @property {string[]} rolls such as "532", the lowest first: a roll's place is its rank
 * @property {number} firstPoker a believed bid from this rank on leads to the poker phase
 */

/** Dice, the highest first. @param {number[]} dice */
export const high = (dice) => [...dice].sort((one, other) => other - one);

/** Dice as people write them: 532. @param {number[]} dice */
export const text = (dice) => high(dice).join("");

/** @param {string} roll @returns {number[]} */
export const faces = (roll) => [...roll].map(Number);

/** @param {string} roll */
export const isPoker = (roll) => roll[0] === roll[1] && roll[1] === roll[2];

/** @param {boolean} top321 @returns {Order} */
function makeOrder(top321) {
  const rolls = [];
  for (let first = 1; first <= 6; first++) {
    for (let second = 1; second <= first; second++) for (let third = 1; third <= second; third++) rolls.push(`${first}${second}${third}`);
  }
  /** @param {string} roll */
  const height = (roll) => (top321 && roll === "321" ? 2000 : isPoker(roll) ? 1000 : 0) + Number(roll);
  rolls.sort((one, other) => height(one) - height(other));
  return { rolls, firstPoker: rolls.indexOf("111") };
}

const ORDERS = [makeOrder(false), makeOrder(true)];

/** How rolls rise; with `top321` the 321 stands above all. @param {boolean} top321 @returns {Order} */
export const orderOf = (top321) => /** @type {Order} */ (ORDERS[top321 ? 1 : 0]);

/** The dice of a roll that do not lie open; null if the open dice are not among them. @param {string} roll @param {number[]} open */
export function hiddenOf(roll, open) {
  const left = faces(roll);
  for (const face of open) {
    const at = left.indexOf(face);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** In how many ways the hidden dice fall to make a roll: of 216, 36 or 6. @param {string} roll @param {number[]} open */
export function ways(roll, open) {
  const hidden = hiddenOf(roll, open);
  if (!hidden) return 0;
  const different = new Set(hidden).size;
  if (hidden.length === 3) return [0, 1, 3, 6][different] ?? 0;
  return hidden.length === 2 ? different : 1;
}

/** The ranks of the rolls that have these open dice. @param {Order} order @param {number[]} open @returns {Set<number>} */
export const fitting = (order, open) => new Set(order.rolls.flatMap((roll, rank) => (hiddenOf(roll, open) ? [rank] : [])));

/**
 * The chance of each possible roll, if hidden dice are fair dice.
 * @param {Order} order @param {Set<number>} possible @param {number[]} open @returns {Map<number, number>}
 */
export function chances(order, possible, open) {
  const found = [...possible].map((rank) => /** @type {[number, number]} */ ([rank, ways(order.rolls[rank] ?? "", open)]));
  const all = found.reduce((total, [, count]) => total + count, 0);
  return new Map(found.map(([rank, count]) => [rank, all ? count / all : 0]));
}

/** The chance of a roll of this rank or higher. @param {Map<number, number>} found @param {number} rank */
export const atLeast = (found, rank) => [...found].reduce((total, [one, chance]) => total + (one >= rank ? chance : 0), 0);

/**
 * My dice of a turn in the places where they lie: each rolled die falls where it was taken from.
 * @param {{ kept: number[], picked: number[], fallen: number[] }} rolling @returns {{ face: number, rolled: boolean }[]} face 0 is a die in
 *   the air
 */
export function layCup({ kept, picked, fallen }) {
  if (!picked.length && !kept.length) return fallen.map((face) => ({ face, rolled: true }));
  const dice = high([...kept, ...picked]).map((face) => ({ face, rolled: false }));
  picked.forEach((face, at) => {
    const die = dice.filter((one) => one.face === face && !one.rolled).at(-1);
    if (die) Object.assign(die, { face: fallen[at] ?? 0, rolled: true });
  });
  return dice;
}
