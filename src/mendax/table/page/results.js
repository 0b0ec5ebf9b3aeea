/** Results of one player against each opponent, counted from its matches. */
import { playerName } from "./wording.js";

/** @typedef {{ opponent: string, games: number, total: number, rate: number, low: number, high: number }} Line */

/** Wilson's 95 % interval of a share. @param {number} hits @param {number} games @returns {[number, number]} */
export function wilson(hits, games) {
  const z = 1.959964, share = hits / games, square = (z * z) / games;
  const middle = (share + square / 2) / (1 + square);
  const spread = (z * Math.sqrt((share * (1 - share) + square / 4) / games)) / (1 + square);
  return [Math.max(0, middle - spread), Math.min(1, middle + spread)];
}

/** What a seat is credited with. @param {number[]} payoffs @param {Seat} seat @param {GameInfo["counted"]} counted */
export function credit(payoffs, seat, counted) {
  const own = payoffs[seat] ?? 0;
  if (counted === "money") return own;
  const mark = counted === "wins" ? Math.max(...payoffs) : Math.min(...payoffs);
  const same = payoffs.filter((paid) => paid === mark).length;
  if (counted === "wins") return own === mark ? 1 / same : 0;
  return own === mark && same < payoffs.length ? 0 : 1;
}

/**
 * Results of a game by opponent, the most played first.
 * @param {PlayedMatch[]} matches @param {GameInfo["counted"]} counted @returns {Line[]}
 */
export function byOpponent(matches, counted) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const match of matches) {
    const seat = match.seats[0];
    if (!match.payoffs || seat === undefined) continue;
    const names = new Set(match.players.flatMap((player, at) => (at === seat ? [] : [playerName(player)])));
    for (const name of names) found.set(name, [...(found.get(name) ?? []), credit(match.payoffs, seat, counted)]);
  }
  return [...found].map(([opponent, scores]) => line(opponent, scores, counted)).sort((one, other) => other.games - one.games);
}

/** @param {string} opponent @param {number[]} scores @param {GameInfo["counted"]} counted @returns {Line} */
function line(opponent, scores, counted) {
  const games = scores.length, total = scores.reduce((sum, one) => sum + one, 0), rate = total / games;
  if (counted !== "money") {
    const [low, high] = wilson(total, games);
    return { opponent, games, total, rate, low, high };
  }
  const variance = scores.reduce((sum, one) => sum + (one - rate) ** 2, 0) / Math.max(1, games - 1);
  const spread = games > 1 ? 1.96 * Math.sqrt(variance / games) : Infinity;
  return { opponent, games, total, rate, low: rate - spread, high: rate + spread };
}
