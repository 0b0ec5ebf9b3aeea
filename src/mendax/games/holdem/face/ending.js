/** How a hand and a match ended: who wins the pot, with which five cards, and what everybody has won. */
import { Cards, cardNames } from "/page/parts/card.js";
import { Shape } from "/page/parts/shape.js";
import { cls, html } from "/page/ui.js";
import { capital, say, sentence, some } from "/page/wording.js";
import { handOf, holeCards } from "./betting.js";
import { NOTHING, bestFive, better, handWords } from "./hands.js";

/** Of more hands at a showdown than these, the others are folded away. */
const MOST_ROWS = 4;

/** A number of chips with its sign. @param {number} chips */
export const signed = (chips) => (chips > 0 ? `+${chips.toLocaleString("en")}` : chips < 0 ? `−${(-chips).toLocaleString("en")}` : "±0");

/** Who won what, in a sentence with `seat N`. @param {import("./betting.js").Told} hand */
export function wonWords({ won, shown, board }) {
  const [first] = won;
  if (!first) return "";
  const cards = shown[first.seat] ?? [];
  if (won.length > 1) {
    return `${won.map(({ seat }) => `seat ${seat}`).join(" and ")} share the pot: ${handWords(bestFive([...cards, ...board]))}`;
  }
  const how = cards.length ? `with ${handWords(bestFive([...cards, ...board]))}` : ": all others folded";
  return `seat ${first.seat} wins ${some(first.chips, "chip")} ${how}`.replace(" :", ":");
}

/** The hands that are shown in full: the winners, mine, and the best of the others. @param {Seat[]} order @param {Seat[]} winners @param {Seat | null} you */
function foremost(order, winners, you) {
  const must = order.filter((seat) => seat === you || winners.includes(seat));
  const more = order.filter((seat) => !must.includes(seat)).slice(0, Math.max(0, MOST_ROWS - must.length));
  return order.filter((seat) => must.includes(seat) || more.includes(seat));
}

/** @param {RoundEndProps} props */
export function RoundEnd({ round, names, you, hidden, motion }) {
  const hand = handOf(round.events, names.length);
  const { shown, board, won, gains, folded } = hand;
  const winner = won[0]?.seat ?? -1;
  const made = shown.map((cards) => bestFive([...cards, ...board]));
  const best = shown[winner]?.length ? made[winner] : null;
  const order = shown.flatMap((cards, seat) => (cards.length ? [seat] : [])).sort((one, other) => better(made[one] ?? NOTHING, made[other] ?? NOTHING));
  const first = foremost(order, won.map(({ seat }) => seat), you);
  const known = hidden ? holeCards(hidden, names.length, hand.button) : shown;
  const rest = known.flatMap((cards, seat) => (cards.length && seat !== you && !first.includes(seat) ? [{ seat, cards }] : []));
  return html`<div class="holdem-end">
    <h2>${sentence(capital(say(wonWords(hand), names)))}</h2>
    ${board.length ? html`<${Cards} cards=${board} places=${5} name="Board" size=${46} motion=${motion}
      marked=${(/** @type {number} */ card) => (best ? { glow: best.cards.includes(card), pale: !best.cards.includes(card) } : {})} />` : null}
    ${first.length ? html`<ul class="showdown">
      ${first.map((seat) => html`<${ShownHand} key=${seat} ...${{ seat, names }} best=${made[seat]} gain=${gains[seat]} won=${won.some((one) => one.seat === seat)} />`)}
    </ul>` : null}
    ${rest.length ? html`<details><summary>What the others had</summary>
      <ul class="had">${rest.map(({ seat, cards }) => html`<li key=${seat}>
        <${Cards} cards=${cards} size="small" tight motion=${false} />
        <span><span class="who"><${Shape} seat=${seat} size=${12} /> ${capital(names[seat] ?? "")}</span>
          <small>${folded[seat] ? "folded" : shown[seat]?.length ? handWords(made[seat] ?? NOTHING) : "not called"}</small></span></li>`)}</ul></details>` : null}
  </div>`;
}

/** A hand of the showdown: what it makes, and with which five cards. @param {{ seat: Seat, best: import("./hands.js").Made, names: Names, gain: number, won: boolean }} props */
function ShownHand({ seat, best, names, gain, won }) {
  return html`<li class=${cls(won && "won")}>
    <span class="who"><${Shape} seat=${seat} size=${12} /> <span class="name">${capital(names[seat] ?? "")}</span>${won ? html` <em>wins</em>` : null}</span>
    <span class="made">${capital(handWords(best))}</span>
    <${Cards} cards=${best.cards} size=${26} tight motion=${false} label=${`Its five cards: ${cardNames(best.cards)}`} />
    <strong class=${gain < 0 ? "loss" : "gain"}>${signed(gain)}</strong>
  </li>`;
}

/** The result of a match: money, in chips. @param {FaceProps} props */
export function result({ view, you, names }) {
  const { money, hands } = /** @type {import("./betting.js").View} */ (view);
  const session = hands === 1 ? "in one hand" : `in ${hands.toLocaleString("en")} hands`;
  if (you === null) {
    const most = Math.max(...money);
    const best = names.filter((_, seat) => money[seat] === most);
    return `${capital(best.join(" and "))} won most: ${some(most, "chip")} ${session}`;
  }
  const mine = money[you] ?? 0;
  if (!mine) return `You came out even ${session}`;
  return `You ${mine > 0 ? "won" : "lost"} ${some(Math.abs(mine), "chip")} ${session}`;
}

/** @param {EndProps} props */
export function End({ view, names }) {
  const { money } = /** @type {import("./betting.js").View} */ (view);
  const order = names.map((_, seat) => seat).sort((one, other) => (money[other] ?? 0) - (money[one] ?? 0));
  const most = Math.max(1, ...money.map(Math.abs));
  return html`<div class="holdem-result">
    <table><thead><tr><th scope="col">Player</th><th scope="col">Chips</th><th scope="col">Small bets</th></tr></thead>
      <tbody>${order.map((seat) => html`<tr key=${seat}>
        <th scope="row"><${Shape} seat=${seat} size=${12} /> ${capital(names[seat] ?? "")}
          <span class=${cls("money-bar", (money[seat] ?? 0) < 0 && "minus")} style=${{ "--share": Math.abs(money[seat] ?? 0) / most }} aria-hidden="true"></span></th>
        <td>${signed(money[seat] ?? 0)}</td><td>${signed((money[seat] ?? 0) / 2)}</td></tr>`)}</tbody></table>
  </div>`;
}
