/** Sentences with names in them: who is `seat 1`, and `you bid` instead of `you bids`; as mendax.table.wording does it. */

/** A text with names instead of seats. @param {string} text @param {Names} names */
export function say(text, names) {
  const named = text.replace(/\b([Ss])eat (\d+)('s)?(?!\w)/g, (all, letter, number, owns) => {
    const name = names[Number(number)];
    if (name === undefined) return all;
    if (name !== "you") return name + (owns ?? "");
    const shown = owns ? "your" : "you";
    return letter === "S" ? capital(shown) : shown;
  });
  return secondPerson(named).replace(/(\d) %/g, "$1\u00a0%");
}

/** A sentence whose subject is you. */
const OF_YOU = /(?:^|[.;:,] |and )[Yy]ou\b(?:(?!, and )[^.;:])*/g;
/** More verbs of that sentence: nouns end as verbs do, so these are listed, as in mendax.table.wording. */
const NEXT_VERB = /((?: and|,| then| but) (?:show|roll|keep|open|lose|win|bid|call|check|fold|raise|bet|believe|lift|take|say|accept|challenge|score|hold|leave|get|pay|hand|hide|stop|look|reach|pass|push))(?:(?<=ss|sh|ch)es|(?<!ss|sh|ch)s)\b/g;

/** @param {string} text */
function secondPerson(text) {
  return text
    .replace(/\b([Yy]ou) has\b/g, "$1 have")
    .replace(/\b([Yy]ou) is\b/g, "$1 are")
    .replace(/\b([Yy]ou) was\b/g, "$1 were")
    .replace(/\b([Yy]ou) (\w+?)(?:(?<=ss|sh|ch|.x)es|(?<=[a-z]o)es|(?<!s)s)\b(?!')/g, "$1 $2")
    .replace(OF_YOU, (clause) => clause.replace(NEXT_VERB, "$1"));
}

/** A text that begins with a capital letter. @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A text as a sentence: capital and full stop. @param {string} text */
export const sentence = (text) => (text ? capital(text) + (/[.!?]["”]?$/.test(text) ? "" : ".") : "");

/** An agent's name as people write it: short ones are abbreviations. @param {string} name */
export const agentName = (name) => (name.length <= 3 ? name.toUpperCase() : capital(name));

/** A player's name as people write it. @param {{ kind: string, name: string }} player */
export const playerName = ({ kind, name }) => (kind === "agent" ? agentName(name) : name);

/** Names in a sentence. @param {string[]} names */
export const listed = (names) => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** A number of things. @param {number} number @param {string} one @param {string} [many] */
export const some = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** A share as percent without false precision. @param {number | null | undefined} share */
export function percent(share) {
  if (share === null || share === undefined) return "";
  const value = 100 * share;
  return `${value > 0 && value < 1 ? "<1" : value < 100 && value > 99 ? ">99" : Math.round(value)}\u00a0%`;
}

/** A value in few digits. @param {number | null | undefined} value */
export function figure(value) {
  if (value === null || value === undefined) return "";
  const size = Math.abs(value);
  return value.toLocaleString("en", { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
}

/** A whole number. @param {number} value */
export const whole = (value) => (Math.round(value) || 0).toLocaleString("en");

/** A rating: points are whole, money has two decimals. @param {number} value @param {string} unit @param {boolean} [long] with the unit, and a plus */
export function rating(value, unit, long = false) {
  const points = unit === "points";
  const shown = points ? whole(value) : value.toFixed(2).replace(/^-(0\.00)$/, "$1");
  return long ? `${value > 0 ? "+" : ""}${shown} ${points ? "points" : `${unit} a hand`}` : shown;
}

/** A date as people write it: 16 November 2026. @param {string} date as 2026-11-16 */
export const day = (date) => new Date(`${date}T12:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A 95 % interval, of shares or of values. @param {number} low @param {number} high @param {boolean} shares */
export function interval(low, high, shares) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return "too few games";
  return shares ? `${Math.round(100 * low)} to ${Math.round(100 * high)}\u00a0%` : `${figure(low)} to ${figure(high)}`;
}

/** The name of a game without parameters. @param {string} game */
export const gameName = (game) => game.split(":")[0] ?? game;

/** The parameters of a game's text: `{ players: "4", dice: "5" }`. @param {string} game @returns {Record<string, string>} */
export function gameOptions(game) {
  const found = game.split(":").slice(1).join(":");
  return Object.fromEntries(found.split(",").filter(Boolean).map((part) => part.split("=")));
}
