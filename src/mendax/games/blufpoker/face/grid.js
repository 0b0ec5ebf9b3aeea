/** The 56 rolls as a grid, the highest first and the pokers on top: to pick a bid from, and to show possible worlds. */
import { cls, html } from "/page/ui.js";
import { percent } from "/page/wording.js";

/**
 * @param {{ order: import("./rolls.js").Order, cell: (rank: number, roll: string) => Child, kind: string, label: string }} props
 */
export function RollGrid({ order, cell, kind, label }) {
  const ranks = order.rolls.map((_, rank) => rank).reverse();
  const top = ranks.filter((rank) => rank >= order.firstPoker);
  const rest = ranks.filter((rank) => rank < order.firstPoker);
  return html`<div class=${cls("roll-grid", kind)} role="group" aria-label=${label}>
    <div class="roll-row pokers">${top.map((rank) => cell(rank, order.rolls[rank] ?? ""))}</div>
    <div class="roll-row">${rest.map((rank) => cell(rank, order.rolls[rank] ?? ""))}</div>
  </div>`;
}

/**
 * The picker of a bid: all rolls are there, those that may not be bid say why.
 * @param {{ order: import("./rolls.js").Order, legal: Set<string>, picked: string, cup: string, bid: string, pick: (roll: string) => void,
 *   why: (roll: string) => string }} props `cup` is what I hold, `bid` what is to be beaten
 */
export function BidPicker({ order, legal, picked, cup, bid, pick, why }) {
  const held = order.rolls.indexOf(cup);
  return html`<${RollGrid} order=${order} kind="picker" label="What you bid" cell=${(/** @type {number} */ rank, /** @type {string} */ roll) => {
    const reason = legal.has(roll) ? "" : why(roll);
    const note = roll === cup ? "yours" : roll === bid ? "to beat" : "";
    const truth = rank <= held ? "true" : "a bluff";
    return html`<button
      type="button" key=${roll} class=${cls("roll", reason && "too-low", roll === picked && "picked", roll === cup && "cup-roll", rank <= held && "true-roll")}
      aria-pressed=${String(roll === picked)} aria-disabled=${reason ? "true" : undefined} title=${reason || `${roll}: ${truth}`}
      aria-label=${`${roll}${note && ` ${note}`}, ${reason || truth}`} onClick=${() => !reason && pick(roll)}
    ><span>${roll}</span>${note ? html` <small>${note}</small>` : null}</button>`;
  }} />`;
}

/**
 * The grid of worlds: those that are struck out turn grey.
 * @param {{ order: import("./rolls.js").Order, worlds: Map<number, number>, bid: number, actual: number, label: string }} props
 *   `worlds` are the possible ranks with their chances; `actual` is the roll that it is, where that may be said, else -1
 */
export function WorldGrid({ order, worlds, bid, actual, label }) {
  const most = Math.max(...worlds.values());
  return html`<${RollGrid} order=${order} kind="worlds" label=${label} cell=${(/** @type {number} */ rank, /** @type {string} */ roll) => {
    const chance = worlds.get(rank);
    const words = [roll, chance === undefined ? "not possible" : percent(chance), rank === bid && "the bid", rank === actual && "the cup"];
    return html`<span
      key=${roll} role="img" class=${cls("roll world", chance === undefined ? "struck" : "possible", bid >= 0 && rank >= bid && "reaches", rank === bid && "bid-roll", rank === actual && "cup-roll")}
      style=${{ "--weight": chance === undefined ? 0 : chance / most }} title=${words.filter(Boolean).join(", ")} aria-label=${words.filter(Boolean).join(", ")}
      aria-hidden=${chance === undefined ? "true" : undefined}
    ><span>${roll}</span>${chance === undefined ? null : html`<small>${worlds.size === 1 ? "sure" : percent(chance)}</small>`}</span>`;
  }} />`;
}
