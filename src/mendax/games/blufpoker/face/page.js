/** Blufpoker on the page: the cup goes round, dice are rolled one at a time, bids rise. */
import { Cup } from "/page/parts/cup.js";
import { Dice } from "/page/parts/die.js";
import { Shape } from "/page/parts/shape.js";
import { html } from "/page/ui.js";
import { capital, say, some } from "/page/wording.js";
import { BidPicker } from "./grid.js";
import { AgentWorlds, Worlds, optionsOf } from "./knowledge.js";
import { Bar, Hand, keys, whyNoBid } from "./moves.js";
import Card from "./picture.js";
import { high, isPoker, text } from "./rolls.js";
import { LastCup, Showdown, verdict } from "./showdown.js";
import { OPEN_ROLLS, bidOf, cupOf, legalBids, mine, pickedBid, waitWords } from "./turn.js";

/** Penalty points as marks and words. @param {{ points: number, limit: number }} props */
function Points({ points, limit }) {
  return html`<span class="penalty" role="img" aria-label=${`${points} of ${limit} penalty points`} title=${`${points} of ${limit} penalty points: who has ${limit} has lost`}>
    ${limit <= 8
      ? Array.from({ length: limit }, (_, at) => html`<span key=${at} class=${at < points ? "mark full" : "mark"} aria-hidden="true">${at < points ? "✕" : ""}</span>`)
      : html`${points} of ${limit} points`}
  </span>`;
}

/** What lies before a player: points, and the cup if it is there. @param {SeatProps} props */
function Seat({ view, seat, you, over, motion, events }) {
  const here = !over && view.turn === seat && view.phase !== "poker";
  const hidden = 3 - view.open.length;
  return html`<div class="blufpoker-seat">
    <${Points} points=${view.points[seat]} limit=${view.limit} />
    ${here && seat !== you
      ? html`<span class="cup-here"><${Cup} size=${34} motion=${motion} shaken=${view.phase === "roll" ? events.length : undefined} label="The cup is here" />
          ${view.phase !== "roll" && view.open.length ? html`<${Dice} dice=${view.open} size="small" label=${`Open: ${view.open.join(" ")}`} />` : null}
          ${view.phase !== "roll" && hidden < 3 ? html`<span class="hidden">and ${hidden} hidden</span>` : null}</span>` : null}
  </div>`;
}

/** The bids of the round, the last one large. @param {FaceProps} props */
function Bids({ view, names }) {
  const last = view.turns.at(-1);
  const earlier = view.turns.slice(0, -1);
  if (!last) return html`<p class="pale">${view.turn === null ? "" : `${say(`seat ${view.turn}`, names) === "you" ? "You open" : `${capital(names[view.turn] ?? "")} opens`} the round.`}</p>`;
  return html`<div class="standing-bid">
    ${earlier.length ? html`<ol class="trail" aria-label="Earlier bids">${earlier.map((/** @type {any} */ turn, /** @type {number} */ at) => html`<li key=${at}><${Shape} seat=${turn.seat} size=${12} /> ${text(turn.bid)}${turn.open.length ? html`<small> ${turn.open.join("")} open</small>` : null}</li>`)}</ol>` : null}
    <p><${Shape} seat=${last.seat} size=${14} /> ${capital(say(`seat ${last.seat} bids`, names))}</p>
    <p class="bid-text">${text(last.bid)}${isPoker(text(last.bid)) ? html` <small>poker</small>` : null}</p>
  </div>`;
}

/** The dice as everybody sees them. @param {FaceProps} props */
function PublicDice({ view, motion }) {
  const hidden = 3 - view.open.length;
  return html`<div class="public-dice">
    <${Cup} size=${64} motion=${motion} count=${hidden} label=${`${some(hidden, "die", "dice")} under the cup`} />
    ${view.open.length ? html`<${Dice} dice=${view.open} size=${44} label=${`Open: ${view.open.join(" ")}`} /><span class="pale">open</span>` : null}
  </div>`;
}

/** The open rolls of the poker phase. @param {FaceProps} props */
function OpenRolls({ view, motion }) {
  const last = view.poker.at(-1);
  const dice = last ? [...last.kept, ...last.fallen] : [];
  return html`<div class="open-rolls">
    <p>Roll ${Math.max(1, view.poker.length)} of ${OPEN_ROLLS}, to reach ${bidOf(view)}</p>
    <${Dice} dice=${dice.length === 3 ? high(dice) : dice} size=${44} motion=${motion} rolled=${`${view.rounds}.${view.poker.length}`} label=${`The open roll: ${dice.join(" ")}`} />
  </div>`;
}

/** @param {FaceProps} props */
function Middle(props) {
  const { view, turn } = props;
  if (mine(props, "bid") && turn && legalBids(props).size > 1) {
    const { order } = optionsOf(props.game);
    const bid = bidOf(view);
    const lower = order.rolls.length - legalBids(props).size;
    return html`<div class="blufpoker picking">
      <p>${bid ? html`To beat: <strong>${bid}</strong>` : "Open the round"}</p>
      <${BidPicker}
        order=${order} legal=${legalBids(props)} picked=${pickedBid(props)} cup=${cupOf(view)} bid=${bid}
        pick=${(/** @type {string} */ roll) => props.setDraft({ bid: roll })} why=${(/** @type {string} */ roll) => whyNoBid(props, roll)} />
      ${lower ? html`<p class="pale lower-note">${some(lower, "roll")} up to ${bid || cupOf(view)} cannot be bid.</p>` : null}
    </div>`;
  }
  return html`<div class="blufpoker">
    <${Bids} ...${props} />
    ${view.phase === "poker" ? (mine(props, "poker") ? html`<p>Reach ${bidOf(view)} in ${OPEN_ROLLS} open rolls</p>` : html`<${OpenRolls} ...${props} />`) : null}
    ${view.phase === "bid" && view.turn !== props.you && !view.turns.length ? html`<p class="pale">All three dice are under the cup.</p>` : null}
    ${view.phase === "answer" && !mine(props, "answer") ? html`<${PublicDice} ...${props} />` : null}
  </div>`;
}

/** @param {FaceProps} props */
function headline(props) {
  const { view, names, turn } = props;
  if (view.phase === "start") return "";
  const last = view.turns.at(-1);
  const said = last ? say(`seat ${last.seat} bids ${text(last.bid)}`, names) : "";
  if (!turn) return said && view.phase === "answer" ? said : waitWords(props);
  switch (view.phase) {
    case "answer":
      return `${said}: do you believe it?`;
    case "roll":
      return view.rolling.picked.length ? `You hold ${cupOf(view)}: roll another, or stop` : `You find ${cupOf(view)}: roll a die`;
    case "bid":
      return last ? `You hold ${cupOf(view)}: bid above ${bidOf(view)}` : `You rolled ${cupOf(view)}: open the round`;
    default:
      return `Reach ${bidOf(view)}: roll ${view.poker.length + 1} of ${OPEN_ROLLS}`;
  }
}

/** @param {EventFrame} event */
function tell({ data, text: told }) {
  if (data.kind === "Ended") return verdict(data.end);
  if (data.kind === "Spoke" && data.certain) return `seat ${data.seat} opens with ${text(data.action.roll)}, which must be true`;
  return told;
}

/** @param {FaceProps} props */
function result({ end, names, view }) {
  if (!end) return "";
  const loser = end.payoffs.findIndex((payoff) => payoff < 0);
  if (loser < 0) return "Nobody has lost: the pokers are equal";
  return say(`seat ${loser} has lost${view.limit > 1 ? `, with ${some(view.points[loser], "point")}` : ""}`, names);
}

/** What the coach says of my decisions, where the server gives it. @param {{ review: any }} props */
function Review({ review }) {
  const found = review?.decisions ? review : review?.review;
  if (!found?.decisions?.length) return null;
  const exact = found.kind === "exact";
  const bad = found.decisions.filter((/** @type {any} */ one) => (exact ? one.judged && one.lost >= 0.005 : one.mistake))
    .sort((/** @type {any} */ one, /** @type {any} */ other) => (other.lost ?? 0) - (one.lost ?? 0));
  return html`<section class="review" aria-label="Looking back">
    <p>${some(found.decisions.length, "decision")} looked at; ${bad.length ? `${bad.length} could have been better` : "none could have been better"}.</p>
    <ul>${bad.slice(0, 3).map((/** @type {any} */ one, /** @type {number} */ at) => html`<li key=${at}>Round ${one.round}, ${one.position}: you chose ${one.action}; ${one.best} was better.</li>`)}</ul>
  </section>`;
}

/** @type {Face} */
export default {
  name: "blufpoker",
  style: "page.css",
  Card,
  turnOf: (view) => (view.phase === "over" || view.phase === "start" ? null : view.turn),
  Seat,
  Middle,
  Hand,
  Bar,
  keys,
  headline,
  tell,
  result,
  RoundEnd: Showdown,
  Inside: AgentWorlds,
  Side: Worlds,
  sideName: "Worlds",
  End: (props) => html`<${LastCup} end=${props.view.end} names=${props.names} /><${Review} review=${props.review} />`,
};
