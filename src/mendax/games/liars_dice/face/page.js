/** Liar's Dice on the page. */
import { Cup } from "/page/parts/cup.js";
import { Dice, Die } from "/page/parts/die.js";
import { Shape } from "/page/parts/shape.js";
import { html } from "/page/ui.js";
import { capital, gameOptions, percent, say, sentence } from "/page/wording.js";
import { Bar, Hand, keys } from "./bar.js";
import { bidWords, counts, endOf, faceWords, numberWord, standingBid, tableRules } from "./bids.js";
import Card from "./picture.js";
import { RoundEnd, verdict } from "./showdown.js";

/** Of what was said in a round, so much is shown. */
const TRAIL = 8;

/** What a seat said last in this round, or with what it ended it. @param {any} view @param {Seat} seat @param {ReturnType<typeof endOf>} end */
function lastWord(view, seat, end) {
  if (end?.seat === seat) return end.answer === "exact" ? "Exact" : "Liar!";
  const said = view.said.filter((/** @type {any} */ one) => one.seat === seat).at(-1);
  if (!said) return "";
  return said.action === "pass" ? "Pass" : `${said.action.count} × ${said.action.face}`;
}

/** `5 dice`. @param {number} number @param {string} [where] */
const diceWords = (number, where = "left") => `${number} ${number === 1 ? "die" : "dice"} ${where}`;

/** @param {SeatProps} props */
function Seat({ view, seat, you, game, events, motion, over }) {
  if (seat === you) return null;
  const end = endOf(view, events, tableRules(gameOptions(game)).wild);
  const lifted = end?.dice[seat] ?? [];
  if (!view.dice[seat] && !lifted.length) return html`<p class="ld-out">out</p>`;
  const open = end ? [] : (view.shown[seat] ?? []);
  const word = lastWord(view, seat, end);
  const left = end?.left[seat] ?? 0;
  /** @param {number} face */
  const marked = (face) => {
    const glow = Boolean(end?.face) && counts(face, end?.face ?? 0, end?.wild ?? 0);
    return { wild: face === (end?.wild ?? view.wild), glow, pale: Boolean(end?.face) && !glow };
  };
  return html`<div class="ld-seat">
    <div class="ld-things">
      <${Cup} size=${40} state=${end ? "lifted" : "down"} motion=${motion} count=${view.hidden[seat] || ""}
        label=${end ? undefined : diceWords(view.hidden[seat], "under the cup")}>
        ${lifted.length ? html`<${Dice} dice=${lifted} size=${22} marked=${marked} />` : null}
      <//>
      ${open.length ? html`<${Dice} dice=${open} size=${22} marked=${marked} label=${`Shown: ${open.join(", ")}`} />` : null}
    </div>
    <p class="ld-foot">${word ? html`<span class="ld-word">${word}</span>` : null}${end ? html`<span>${left ? diceWords(left) : "out"}</span>` : view.exacts[seat] && !over ? html`<span title="May still say exact">exact left</span>` : null}</p>
  </div>`;
}

/** @param {FaceProps} props */
function Middle({ view, you, names, end }) {
  const standing = standingBid(view);
  const total = view.dice.reduce((/** @type {number} */ sum, /** @type {number} */ number) => sum + number, 0);
  const wild = view.wild ? html`<span class="ld-wild"><${Die} face=${view.wild} size=${20} wild silent /> ${view.wild}s are wild</span>` : "no face is wild";
  if (end) return html`<p class="pale">${numberWord(view.rounds)} ${view.rounds === 1 ? "round" : "rounds"} played</p>`;
  return html`<div class="ld-middle">
    <p class="ld-round">${view.special ? "Special round" : `Round ${view.rounds + (view.showdown ? 0 : 1)}`} · ${total} dice · ${wild}</p>
    ${standing ? html`<p class="ld-bid-stands"><span class="ld-big">${standing.bid.count}</span><span aria-hidden="true">×</span><${Die} face=${standing.bid.face} size=${56} wild=${standing.bid.face === view.wild} label=${`${standing.bid.face}s`} /></p>
      <p class="ld-meaning"><span class="ld-long"><strong>${capital(say(`seat ${standing.seat} bids`, names))} ${bidWords(standing.bid)}</strong>: at least ${numberWord(standing.bid.count)} of all ${total} dice ${standing.bid.count === 1 ? "shows" : "show"} ${faceWords(standing.bid.face, view.wild)}.</span>${you === null ? "" : html` You see ${seen(view, standing.bid.face)}.`}</p>
      ${view.special ? html`<p class="pale">Only a player with one die may change the face.</p>` : null}
      <ol class="ld-trail" aria-label="Said in this round">${view.said.slice(-TRAIL).map((/** @type {any} */ one, /** @type {number} */ at) => html`<li key=${at}><${Shape} seat=${one.seat} size=${11} /><span class="hidden">${names[one.seat]} </span> ${one.action === "pass" ? "pass" : `${one.action.count}×${one.action.face}${one.action.push.length ? ` +${one.action.push.join("")}` : ""}`}</li>`)}</ol>`
      : html`<p class="ld-meaning">${view.opener === null ? "The cups are shaken." : html`<strong>${capital(say(`seat ${view.opener} opens`, names))} the round.</strong> ${you === view.opener ? "Any bid will do: how many dice of one face lie under all cups together?" : ""}`}</p>`}
  </div>`;
}

/** How many dice that count a seat sees, in words. @param {any} view @param {number} face */
function seen(view, face) {
  const all = [...view.cup, ...view.shown.flat()];
  const number = all.filter((die) => counts(die, face, view.wild)).length;
  return number ? numberWord(number) : "none";
}

/** @param {FaceProps} props */
function headline({ view, you, names, turn }) {
  const standing = standingBid(view);
  const passed = view.said.at(-1)?.action === "pass" ? view.said.at(-1).seat : null;
  const what = standing ? say(passed === null ? `seat ${standing.seat} bids ${bidWords(standing.bid)}` : `seat ${passed} passes on ${bidWords(standing.bid)}`, names) : "";
  if (turn) return what ? `${what}: your turn` : "You open the round: your turn";
  if (view.turn === null) return what;
  const next = view.turn === you ? "" : `${names[view.turn]} is to speak`;
  return [what, next].filter(Boolean).join(": ");
}

/** @param {EventFrame} event */
function tell(event) {
  const { data } = event;
  switch (data?.kind) {
    case "Opened":
      return `seat ${data.seat} opens ${data.special ? "a special round: no face is wild" : "the round"}`;
    case "Rolled":
      return `seat ${data.seat} rolls ${data.dice.join(" ")}`;
    case "Spoke": {
      const { action, seat } = data;
      if (action === "pass") return `seat ${seat} passes`;
      if (action === "exact") return `seat ${seat} says exact`;
      if (typeof action === "string") return `seat ${seat} says liar to the ${action.replace("challenge ", "")}`;
      return `seat ${seat} bids ${bidWords(action)}${action.push.length ? ` and shows ${action.push.join(" ")}` : ""}`;
    }
    case "Lifted":
      return `seat ${data.seat} had ${data.dice.join(" ")}`;
    case "Ruled":
      return verdict({ end: data.showdown, bid: data.bid, changed: [] }).text;
    case "Changed":
      if (!data.left) return `seat ${data.seat} is out`;
      return `seat ${data.seat} ${data.change < 0 ? "loses a die" : "wins a die back"}: ${data.left} left`;
    default:
      return event.text;
  }
}

/** How I played, by the odds. @param {EndProps} props */
function End({ review, names }) {
  if (review?.kind !== "odds") return null;
  /** @type {any[]} */
  const decisions = review.decisions;
  const bids = decisions.filter((one) => /^\d/.test(one.action));
  const sound = bids.filter((one) => one.chance >= 0.5).length;
  const risky = decisions
    .filter((one) => one.chance < 0.5 && one.safest_chance - one.chance > 0.005)
    .sort((one, other) => other.safest_chance - other.chance - (one.safest_chance - one.chance)).slice(0, 3);
  return html`<div class="ld-review">
    <p>By the odds ${sound} of your ${bids.length} bids were likelier true than not. You lost ${numberWord(review.dice_lost)} ${review.dice_lost === 1 ? "die" : "dice"}${review.dice_won ? ` and won ${numberWord(review.dice_won)} back` : ""}.</p>
    ${risky.length ? html`<h3>Your boldest moves</h3><ul>${risky.map((one, at) => html`<li key=${at}>Round ${one.round}, ${one.situation}: <strong>${one.action}</strong>, ${percent(one.chance)}${one.right === null ? "" : one.right ? ", right" : ", wrong"}. Safer: ${say(one.safest, names)}, ${percent(one.safest_chance)}.</li>`)}</ul>` : null}
  </div>`;
}

/** @param {FaceProps} props */
function result({ view, names, end, you }) {
  const left = view?.dice.flatMap((/** @type {number} */ number, /** @type {Seat} */ seat) => (number ? [seat] : [])) ?? [];
  if (left.length === 1) return left[0] === you ? "You won: nobody else has dice" : say(`seat ${left[0]} won: the last one with dice`, names);
  const best = Math.max(...(end?.scores ?? [0]));
  const won = names.filter((_, seat) => end?.scores[seat] === best);
  const lost = names.filter((_, seat) => end?.scores[seat] !== best);
  return won.length <= lost.length ? sentence(`${capital(won.join(" and "))} won the round`) : sentence(`${capital(lost.join(" and "))} lost the round`);
}

/** @type {Face} */
const face = {
  name: "liars-dice",
  style: "page.css",
  showsHint: true,
  Card,
  words: (text) => text.replace(/\b(\d+)x(\d+)\b/g, "$1 × $2"),
  isOut: ({ view, you }) => you !== null && !view.dice[you],
  Seat, Middle, Hand, Bar, keys, headline, tell, RoundEnd, End, result,
};
export default face;
