/** The parameters of a game as questions, and the answers as the game's text. */
import { gameName, gameOptions } from "./wording.js";

/** @typedef {GameInfo["parameters"][number]} Parameter */
/**
 * A question: a switch, a whole number, or one of some words; the first word of `words` is what the game does by default.
 * @typedef {{ name: string, label: string, about: string, kind: "flag" | "number" | "words", start: string, words: string[] }} Question
 */

/** What is not set has this for a default. */
const UNSET = "-";

/** The words that a parameter's text names: those in backquotes. @param {string} about */
const wordsIn = (about) => [...about.matchAll(/`([a-z0-9-]+)`/g)].flatMap((found) => found[1] ?? []);

/** @param {Parameter} parameter @returns {Question} */
function question({ name, default: start, about }) {
  const words = wordsIn(about);
  const label = name.replaceAll("_", " ");
  const flag = start === "true" || start === "false";
  const number = /^\d+$/.test(start);
  const choices = start === UNSET ? [UNSET, ...(words.length ? words : ["true", "false"])] : words;
  return { name, label, about: about.replaceAll("`", ""), kind: flag ? "flag" : number ? "number" : "words", start, words: choices };
}

/** What can be asked of a game, besides its number of players, which follows from the seats. @param {GameInfo} game */
export const questions = (game) => game.parameters.filter(({ name }) => name !== "players").map(question);

/** The answers that one click would play. @param {GameInfo} game @returns {Record<string, string>} */
export function startAnswers(game) {
  const quick = gameOptions(game.quick);
  return Object.fromEntries(questions(game).map(({ name, start }) => [name, quick[name] ?? start]));
}

/** The game's text for answers; what is as by default is left out. @param {GameInfo} game @param {Record<string, string>} answers */
export function gameText(game, answers) {
  const changed = questions(game).filter(({ name, start }) => (answers[name] ?? start) !== start && answers[name] !== "");
  const parts = changed.map(({ name }) => `${name}=${answers[name]}`);
  return gameName(game.quick) + (parts.length ? `:${parts.join(",")}` : "");
}

/** A word of a question as people read it. @param {string} word */
export const wordShown = (word) => ({ [UNSET]: "as the rules say", true: "yes", false: "no" })[word] ?? word;
