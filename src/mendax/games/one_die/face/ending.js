/** How a match of One Die ended: the cup is lifted, what was called beside what was rolled, and how I played. */
import { Cup } from "/page/parts/cup.js";
import { Dice } from "/page/parts/die.js";
import { html, useEffect, useState } from "/page/ui.js";
import { capital, gameOptions, say, sentence, some } from "/page/wording.js";
import { diceOf, tableRules } from "./calls.js";

/** The cup stands this long before it is lifted, in milliseconds. */
const DOWN = 250;

/** The cup of the caller, lifted a moment after it is shown. @param {FaceProps} props */
function Lifted({ view, game, motion }) {
  const [up, setUp] = useState(!motion);
  useEffect(() => {
    const later = setTimeout(() => setUp(true), motion ? DOWN : 0);
    return () => clearTimeout(later);
  }, []);
  const rules = tableRules(gameOptions(game));
  const [had, called] = [view.dice[view.caller], view.call];
  const words = `Called ${called}, under the cup ${had}`;
  return html`<div class="od-row" role="group" aria-label=${words}>
    <div class="od-shown"><span class="od-tag" aria-hidden="true">called</span><${Dice} dice=${diceOf(called, rules)} size="large" motion=${false} /></div>
    <div class="od-shown"><span class="od-tag" aria-hidden="true">under the cup</span>
      <${Cup} size=${64} state=${up ? "lifted" : "down"} motion=${motion}>
        ${up ? html`<${Dice} dice=${diceOf(had, rules)} size="large" glow=${had === called} motion=${false} />` : null}
      <//></div>
  </div>`;
}

/** How I played, by the exact solution. @param {{ review: any }} props */
function Review({ review }) {
  if (!review?.decisions) return null;
  /** @type {any[]} */
  const costly = review.decisions.filter((/** @type {any} */ one) => one.lost >= 0.5).sort((/** @type {any} */ one, /** @type {any} */ other) => other.lost - one.lost);
  const all = some(review.decisions.length, "decision");
  if (!costly.length) return html`<p class="od-review">By the exact solution you made no mistake in ${all}.</p>`;
  const worst = costly[0];
  const what = `${capital(worst.situation)} you chose ${worst.action}; ${worst.best} wins ${Math.round(worst.lost)} games in a hundred more`;
  return html`<p class="od-review">By the exact solution ${costly.length} of your ${all} could have been better. ${sentence(what)}</p>`;
}

/** @param {EndProps} props */
export function End(props) {
  const { view, names, review } = props;
  const had = view.dice[view.caller];
  const caller = say(`seat ${view.caller}`, names);
  const text = view.challenged ? `${capital(caller)} called ${view.call} and had ${had}: ${had === view.call ? "the truth" : "a lie"}.`
    : `Nothing beats ${view.call}, so accepting it loses.`;
  return html`<div class="od-middle">
    ${view.challenged ? html`<${Lifted} ...${props} />` : null}
    <p>${text}</p>
    ${view.earlier?.length ? html`<p class="pale">Accepted before: ${view.earlier.join(", ")}.</p>` : null}
    <${Review} review=${review} />
  </div>`;
}
