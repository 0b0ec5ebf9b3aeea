/** How a round ended: the cup is lifted, or the open rolls did or did not reach the poker. */
import { Cup } from "/page/parts/cup.js";
import { Dice } from "/page/parts/die.js";
import { html, useEffect, useState } from "/page/ui.js";
import { capital, say, sentence } from "/page/wording.js";
import { high, text } from "./rolls.js";

/** Milliseconds before the cup is lifted. */
const PAUSE = 250;

/** The verdict in words with `seat N` in them. @param {any} end */
export function verdict(end) {
  const [bid, dice] = [text(end.bid), text(end.dice)];
  if (end.called) {
    return end.loser === end.bidder ? `the cup holds ${dice}, less than ${bid}: it was a bluff` : `the cup holds ${dice}: the bid of ${bid} was true`;
  }
  if (end.loser === null) return `${dice} equals the bid: nobody gets a point`;
  return end.loser === end.bidder ? `${dice} is higher than ${bid}` : `${dice} does not reach ${bid}`;
}

/** @param {RoundEndProps} props */
export function Showdown({ round, names, motion, view }) {
  const end = round.events.filter((event) => event.data.kind === "Ended").at(-1)?.data.end;
  const punished = round.events.filter((event) => event.data.kind === "Punished").at(-1)?.data;
  const [lifted, setLifted] = useState(!motion);
  useEffect(() => {
    const later = setTimeout(() => setLifted(true), PAUSE);
    return () => clearTimeout(later);
  }, []);
  if (!end) return null;
  const dice = high(end.dice);
  const good = end.loser !== end.bidder;
  return html`<div class="showdown">
    <p>${sentence(capital(say(end.called ? `seat ${end.bidder} bid ${text(end.bid)}; seat ${end.answerer} calls the bluff` : `seat ${end.answerer} believed ${text(end.bid)} and rolled for it`, names)))}</p>
    ${end.called
      ? html`<${Cup} size=${72} state=${lifted ? "lifted" : "down"} motion=${motion} label="The cup is lifted">
          <${Dice} dice=${dice} size=${52} glow=${good} pale=${!good} label=${`The cup held ${text(end.dice)}`} /><//>`
      : html`<${Dice} dice=${dice} size=${52} glow=${end.loser !== end.answerer} label=${`The last roll was ${text(end.dice)}`} />`}
    <p class="verdict">${lifted ? sentence(capital(say(verdict(end), names))) : "\u00a0"}</p>
    <p>${!lifted ? "\u00a0" : punished ? sentence(capital(say(`seat ${punished.seat} gets a point: ${punished.points} of ${view.limit}`, names))) : ""}</p>
  </div>`;
}

/** The last showdown of a match: frames after the end have no round of their own to show. @param {{ end: any, names: Names }} props */
export function LastCup({ end, names }) {
  if (!end) return null;
  return html`<div class="showdown">
    <${Dice} dice=${high(end.dice)} size=${44} label=${`The dice: ${text(end.dice)}`} />
    <p>${sentence(capital(say(verdict(end), names)))}</p>
  </div>`;
}
