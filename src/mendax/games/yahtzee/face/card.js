/** The score card of all players; the open boxes of who is to play show in pale what the dice would pay. */
import { Shape } from "/page/parts/shape.js";
import { cls, html } from "/page/ui.js";
import { capital } from "/page/wording.js";
import { bestAction, costs, points as shown } from "./advice.js";
import {
  BONUS, BONUS_AT, BOXES, DICE, LOWER, OPEN, PAYS, TITLES, UPPER, YAHTZEE, bonus, boxPoints, enter, isJoker, legalBoxes, total, upperSum,
} from "./scoring.js";

/**
 * Why a box cannot be filled with these dice; "" if it can.
 * @param {import("./scoring.js").ScoreCard} card @param {number[]} dice @param {number} box @param {string} rules
 */
export function whyNot(card, dice, box, rules) {
  const legal = legalBoxes(card, dice, rules);
  if (card.points[box] !== OPEN || legal.includes(box)) return "";
  return `A further Yahtzee must go into ${legal.length === 1 ? TITLES[legal[0] ?? 0] : "a lower box"}`;
}

/**
 * One open box of mine, to be pressed.
 * @param {{ box: number, pays: number, picked: boolean, why: string, cost: number | undefined, best: boolean, pick: () => void }} props
 */
function OpenBox({ box, pays, picked, why, cost, best, pick }) {
  const note = why ? "" : best ? "best" : cost === undefined ? "" : `−${shown(cost)}`;
  const words = [`${TITLES[box]}: ${why ? "–" : pays}${note && ` ${note}`}`, picked && "filled, not written yet", why];
  return html`<button
    type="button" class=${cls("box-button", picked && "picked", best && "best", !pays && "zero")} aria-pressed=${String(picked)}
    aria-disabled=${why ? "true" : undefined} aria-label=${words.filter(Boolean).join(", ")}
    title=${why || (picked ? "Tap again to take it back" : undefined)} onClick=${() => !why && pick()}
  ><span>${why ? "–" : pays}</span>${note ? html` <small>${note}</small>` : null}</button>`;
}

/**
 * @param {{ cards: import("./scoring.js").ScoreCard[], names: Names, turn: Seat | null, you: Seat | null, dice: number[], rules: string,
 *   picked: number | null, pick: ((box: number) => void) | null, hint: HintFrame | null, last: { seat: Seat, box: number } | null }} props
 *   `turn` is null when the match is over; `picked` is the box that I have filled but not sent
 */
export function ScoreTable({ cards, names, turn, you, dice, rules, picked, pick, hint, last }) {
  const ready = dice.length === DICE && dice.every(Boolean);
  const found = costs(hint);
  const best = bestAction(found);
  const after = cards.map((card, seat) => (picked !== null && seat === you && ready ? enter(card, dice, picked, rules) : card));
  const pending = (/** @type {number} */ seat) => seat === you && picked !== null;

  /** @param {number} box @param {number} seat */
  const cell = (box, seat) => {
    const card = cards[seat];
    if (!card) return null;
    const points = card.points[box] ?? OPEN;
    if (points !== OPEN) {
      const extra = box === YAHTZEE && card.extras ? html`<small>+${100 * card.extras}</small>` : null;
      return html`<span class=${cls("filled", last?.seat === seat && last.box === box && "fresh")}>${points}${extra}</span>`;
    }
    if (seat !== turn || !ready) return html`<span class="hidden">open</span>`;
    const why = whyNot(card, dice, box, rules);
    const pays = boxPoints(card, dice, box, rules);
    if (seat !== you || !pick) return html`<span class="would">${why ? "–" : pays}<span class="hidden"> possible</span></span>`;
    const action = `score ${BOXES[box]}`;
    return html`<${OpenBox} ...${{ box, pays, why }} picked=${picked === box} cost=${found.get(action)} best=${best === action} pick=${() => pick(box)} />`;
  };
  /** @param {string} part @param {number[]} boxes @param {Child} sums */
  const half = (part, boxes, sums) => html`<div class="score-half" style=${{ "--players": cards.length }}><table>
    <caption class="hidden">${part} boxes</caption>
    <thead><tr><th scope="col"><span class="hidden">Box</span></th>${cards.map((_, seat) => html`<th scope="col" key=${seat} class=${cls(seat === you && "mine", seat === turn && "turn")}>
      <span class="player" title=${names[seat]}><${Shape} seat=${seat} size=${12} /><span>${capital(names[seat] ?? "")}</span></span></th>`)}</tr></thead>
    <tbody>${boxes.map((box) => html`<tr key=${box}>
      <th scope="row" title=${`Pays: ${PAYS[box]}`}>${TITLES[box]}</th>
      ${cards.map((_, seat) => html`<td key=${seat} class=${cls(seat === you && "mine", seat === turn && "turn")}>${cell(box, seat)}</td>`)}
    </tr>`)}</tbody>
    <tfoot>${sums}</tfoot>
  </table></div>`;
  /** @param {string} title @param {string} about @param {(card: import("./scoring.js").ScoreCard) => Child} value */
  const sumRow = (title, about, value) => html`<tr><th scope="row" title=${about}>${title}</th>
    ${after.map((card, seat) => html`<td key=${seat} class=${cls(seat === you && "mine", pending(seat) && "pending")}>${value(card)}</td>`)}</tr>`;
  const joker = turn !== null && ready && cards[turn] && isJoker(cards[turn], dice);
  return html`<div class="score-card">
    <div class="score-halves">
      ${half("Upper", UPPER, html`
        ${sumRow("Upper sum", `${BONUS_AT} bring the bonus`, (card) => html`${upperSum(card)}<small>/${BONUS_AT}</small>`)}
        ${sumRow("Bonus", `${BONUS} points for ${BONUS_AT} in the upper boxes`, (card) => bonus(card) || html`<span class="would">–</span>`)}`)}
      ${half("Lower", LOWER, sumRow("Total", "All boxes and bonuses", (card) => html`<strong>${total(card)}</strong>`))}
    </div>
    ${joker ? html`<p class="joker">${jokerWords(/** @type {any} */ (cards[turn ?? 0]), dice, rules)}</p>` : null}
  </div>`;
}

/** What a further Yahtzee brings. @param {import("./scoring.js").ScoreCard} card @param {number[]} dice @param {string} rules */
export function jokerWords(card, dice, rules) {
  const legal = legalBoxes(card, dice, rules);
  const paid = enter(card, dice, legal[0] ?? 0, rules).extras > card.extras ? " It brings 100 points more." : "";
  const all = card.points.filter((points) => points === OPEN).length;
  const where = legal.length === 1 && all > 1 ? ` It must go into ${TITLES[legal[0] ?? 0]}.` : "";
  return `A further Yahtzee!${paid}${where}`;
}
