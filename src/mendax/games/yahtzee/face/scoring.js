/** What dice pay in a box, as rules/scoring.py has it; a test holds the two together. Nothing here draws. */

/** @typedef {{ points: number[], extras: number }} ScoreCard points by box, -1 where a box is open */

export const BOXES = ["1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "yz", "ch"];
export const TITLES = [
  "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "3 of a kind", "4 of a kind", "Full house", "Small straight",
  "Large straight", "Yahtzee", "Chance",
];
export const PAYS = [
  "every 1", "every 2", "every 3", "every 4", "every 5", "every 6", "three equal dice: all dice", "four equal dice: all dice",
  "three and two equal dice: 25", "four in a row: 30", "five in a row: 40", "five equal dice: 50", "all dice",
];
export const UPPER = [0, 1, 2, 3, 4, 5];
export const LOWER = [6, 7, 8, 9, 10, 11, 12];
export const YAHTZEE = 11;
export const OPEN = -1;
export const BONUS_AT = 63;
export const BONUS = 35;
export const EXTRA = 100;
export const ROLLS = 3;
export const DICE = 5;
/** What a joker pays in the boxes of a fixed value. @type {Record<number, number>} */
const FIXED = { 8: 25, 9: 30, 10: 40 };

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** How often each face from 1 to 6 lies there. @param {number[]} dice */
const counts = (dice) => UPPER.map((face) => dice.filter((die) => die === face + 1).length);

/** Whether so many faces in a row are there. @param {number[]} dice @param {number} length */
function inARow(dice, length) {
  const there = counts(dice).map((count) => (count ? "x" : " ")).join("");
  return there.includes("x".repeat(length));
}

/** @param {number[]} dice */
export const isYahtzee = (dice) => dice.length === DICE && dice.every((die) => die === dice[0]);

/** The points of five dice in a box, without the joker rules. @param {number} box @param {number[]} dice */
export function plainPoints(box, dice) {
  if (box < 6) return (box + 1) * (counts(dice)[box] ?? 0);
  const most = Math.max(...counts(dice));
  switch (BOXES[box]) {
    case "3k":
      return most >= 3 ? sum(dice) : 0;
    case "4k":
      return most >= 4 ? sum(dice) : 0;
    case "fh":
      return most === 3 && counts(dice).includes(2) ? 25 : 0;
    case "ss":
      return inARow(dice, 4) ? 30 : 0;
    case "ls":
      return inARow(dice, 5) ? 40 : 0;
    case "yz":
      return most === 5 ? 50 : 0;
    default:
      return sum(dice);
  }
}

/** The boxes that are still empty. @param {ScoreCard} card */
export const openBoxes = (card) => card.points.flatMap((points, box) => (points === OPEN ? [box] : []));

/** Whether the dice are a Yahtzee after the Yahtzee box is filled. @param {ScoreCard} card @param {number[]} dice */
export const isJoker = (card, dice) => isYahtzee(dice) && card.points[YAHTZEE] !== OPEN;

/** The boxes these dice may go into. @param {ScoreCard} card @param {number[]} dice @param {string} rules */
export function legalBoxes(card, dice, rules) {
  const open = openBoxes(card);
  if (rules !== "forced" || !isJoker(card, dice)) return open;
  const matching = (dice[0] ?? 0) - 1;
  if (open.includes(matching)) return [matching];
  const lower = open.filter((box) => box >= 6);
  return lower.length ? lower : open;
}

/**
 * The points of dice in an open box, without the 100 for a further Yahtzee.
 * @param {ScoreCard} card @param {number[]} dice @param {number} box @param {string} rules
 */
export function boxPoints(card, dice, box, rules) {
  const full = (rules === "forced" || rules === "free") && card.points[(dice[0] ?? 0) - 1] !== OPEN;
  const fixed = FIXED[box];
  return isJoker(card, dice) && full && fixed !== undefined ? fixed : plainPoints(box, dice);
}

/** The card after dice were entered. @param {ScoreCard} card @param {number[]} dice @param {number} box @param {string} rules @returns {ScoreCard} */
export function enter(card, dice, box, rules) {
  const points = card.points.map((old, at) => (at === box ? boxPoints(card, dice, box, rules) : old));
  const paid = rules !== "no-bonus" && card.points[YAHTZEE] === 50 && isYahtzee(dice);
  return { points, extras: card.extras + (paid ? 1 : 0) };
}

/** The points in some boxes. @param {ScoreCard} card @param {number[]} boxes */
const filled = (card, boxes) => sum(boxes.map((box) => Math.max(0, card.points[box] ?? 0)));

/** The points in the upper boxes. @param {ScoreCard} card */
export const upperSum = (card) => filled(card, UPPER);

/** @param {ScoreCard} card */
export const bonus = (card) => (upperSum(card) >= BONUS_AT ? BONUS : 0);

/** The score so far, bonuses included. @param {ScoreCard} card */
export const total = (card) => filled(card, [...UPPER, ...LOWER]) + bonus(card) + EXTRA * card.extras;

/**
 * The dice of a turn in the places where they lie: kept dice stay where they were, the others fall into the gaps.
 * @param {{ data: any }[]} events all of the match, in which each is a roll, a keep or a score
 * @param {(rolls: number) => boolean[] | null} [tapped] which dice were tapped after so many rolls: of equal dice those stay
 * @returns {{ dice: number[], kept: boolean[], rolls: number, moved: number[] }} `dice` is 0 where one is in the air, `moved` counts
 *   how often the die of a place was rolled
 */
export function layDice(events, tapped = () => null) {
  let begin = events.length;
  while (begin > 0 && events[begin - 1]?.data.action.kind !== "Score") begin--;
  let dice = [0, 0, 0, 0, 0];
  let kept = dice.map(() => false);
  const moved = [0, 0, 0, 0, 0];
  let rolls = 0;
  for (const { data } of events.slice(begin)) {
    const left = [...data.action.dice];
    if (data.action.kind === "Roll") {
      dice = dice.map((face, at) => {
        if (face) return face;
        moved[at] = (moved[at] ?? 0) + 1;
        return left.shift() ?? 0;
      });
      rolls += 1;
    } else {
      const mine = tapped(rolls);
      kept = mine && keepText(dice, mine) === `keep ${left.join(" ") || "none"}` ? mine : used(dice, left);
      if (kept.every(Boolean)) rolls += 1;
      else dice = dice.map((face, at) => (kept[at] ? face : 0));
    }
  }
  return { dice, kept, rolls, moved };
}

/** For each die whether it is one of these faces, each used once. @param {number[]} dice @param {number[]} faces */
export function used(dice, faces) {
  const left = [...faces];
  return dice.map((die) => {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The dice that are held, as the game writes them. @param {number[]} dice @param {boolean[]} held */
export function keepText(dice, held) {
  const kept = dice.filter((_, at) => held[at]).sort((one, other) => one - other);
  return `keep ${kept.length ? kept.join(" ") : "none"}`;
}
