/** The action bar: fold, check or call, bet or raise, each with its price; and the odds as one bar. */
import { Cards } from "/page/parts/card.js";
import { Button } from "/page/parts/button.js";
import { expand } from "/page/parts/plain.js";
import { cls, html } from "/page/ui.js";
import { percent, some } from "/page/wording.js";
import { justEnded, prices } from "./betting.js";
import { readOdds } from "./odds.js";

/** @typedef {import("./betting.js").View} View */
/** @typedef {{ text: string, label: string, note: string, why: string }} Choice what is sent, the button's two lines, and why it is not allowed */

/** The three choices of a seat. @param {View} view @param {Seat} you @param {TurnFrame | null} [turn] @param {Form[]} [forms] */
export function choices(view, you, turn = null, forms = []) {
  const { toCall, toRaise, level, opened } = prices(view, you);
  const legal = forms.flatMap(expand);
  const [stay, more] = [toCall ? "call" : "check", opened ? "raise" : "bet"];
  const wait = turn ? "" : waiting(view, you);
  /** @param {string} text @param {string} label @param {string} note @param {string} not @param {string} why @returns {Choice} */
  const choice = (text, label, note, not, why) => {
    const may = wait ? "" : legal.includes(text) ? note : not;
    return { text, label, note: may, why: wait || (legal.includes(text) ? "" : why) };
  };
  return {
    toCall,
    fold: choice("fold", "Fold", "give up the hand", "no need to", "Nobody has bet: a check is free."),
    stay: choice(stay, toCall ? `Call ${toCall}` : "Check", toCall ? "stay in" : "free", "not now", "This is not possible now."),
    more: choice(more, opened ? `Raise to ${level}` : `Bet ${toRaise}`, opened ? `pay ${toRaise}` : "first bet", "no raise left", "All raises of this round are made."),
  };
}

/** Why I must wait. @param {View} view @param {Seat} you */
function waiting(view, you) {
  if (justEnded(view)) return "The hand is over.";
  if (view.betting.folded[you]) return "You have folded: wait for the next hand.";
  return view.betting.turn === null ? "Cards are dealt first." : "It is not your turn.";
}

/** @param {FaceProps} props */
export function Bar(props) {
  const { view, you, turn, forms, act, hint, askHint } = props;
  if (you === null) return null;
  const { fold, stay, more } = choices(view, you, turn, forms);
  /** @param {Choice} choice @param {string} hot */
  const button = (choice, hot) => html`<${Button}
    key=${hot} run=${() => act(choice.text)} why=${choice.why} hot=${hot} primary=${hot === "c"} class="holdem-act"
  ><span>${turn ? choice.label : choice.text === "fold" ? "Fold" : hot === "c" ? "Check or call" : "Bet or raise"}<small>${choice.note ? html`<span class="hidden">, </span>` : null}${choice.note}</small></span><//>`;
  const why = askHint ? "" : turn ? "Odds are given at open tables only." : waiting(view, you);
  return html`<div class=${cls("holdem-bar", justEnded(view) && "holdem-pause")}>
    ${turn && hint ? html`<${OddsBar} frame=${hint} view=${view} />` : null}
    <div class="holdem-acts" role="group" aria-label="What you do">
      ${button(fold, "f")}${button(stay, "c")}${button(more, "r")}
      <${Button} run=${() => askHint?.()} why=${why} hot="o" class="holdem-act" quiet pressed=${Boolean(turn && hint)}>
        <span>Odds <small>${turn && !why ? "what you win" : ""}</small></span><//>
    </div>
  </div>`;
}

/** Equity, price and outs as one bar. @param {{ frame: HintFrame, view: View }} props */
export function OddsBar({ frame, view }) {
  const odds = readOdds(frame, view);
  if (!odds || view.seat === null) return html`<p class="holdem-odds">${frame.hint.sentence}</p>`;
  const { pot, toCall } = prices(view, view.seat);
  const { equity, mark, free, opponents, outs, next, best } = odds;
  const against = opponents === 1 ? "an unknown hand" : `${opponents} unknown hands`;
  const price = free ? "A check is free" : `You pay ${toCall} for a pot of ${pot}: a call ${equity >= mark ? "pays" : "does not pay"}`;
  return html`<section class="holdem-odds" role="status" aria-label="Odds">
    <p>${price}. ${best ? html`By the odds: <strong>${best}</strong>.` : null} <small>Against ${against}, if all stay.</small></p>
    <div class="odds-bar" aria-hidden="true" style=${{ "--equity": equity, "--mark": mark, "--next": next ?? 0 }}>
      <span class="odds-fill"></span><span class="odds-next"></span><span class="odds-mark"></span>
    </div>
    <ul class="odds-legend">
      <li class="fill">you win <strong>${percent(equity)}</strong> of the pot</li>
      <li class="mark">${free ? "a fair share is" : "a call must win"} <strong>${percent(mark)}</strong></li>
      ${next === null ? null : html`<li class="next">${outs.length
        ? html`an out comes next: <strong>${percent(next)}</strong> <${Cards} cards=${outs} size=${24} tight name=${some(outs.length, "out")} motion=${false} />`
        : "no outs: no single card changes much"}</li>`}
    </ul>
  </section>`;
}
