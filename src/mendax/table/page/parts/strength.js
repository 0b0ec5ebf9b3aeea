/** How strong an agent is among those that were rated, as a bar and in words. */
import { html } from "../ui.js";
import { day, rating } from "../wording.js";

const ENDINGS = ["th", "st", "nd", "rd"];

/** `3rd`. @param {number} number */
const ordinal = (number) => `${number}${(Math.floor(number / 10) % 10 !== 1 && ENDINGS[number % 10]) || "th"}`;

/** @param {{ rated: RatedGame | null, name: string }} props */
export function Strength({ rated, name }) {
  const agents = [...(rated?.agents ?? [])].sort((one, other) => other.rating - one.rating);
  const at = agents.findIndex((agent) => agent.name === name);
  const found = agents[at];
  if (!rated || !found) return rated ? html`<small class="strength">Not rated.</small>` : null;
  const [high, low] = [agents[0]?.rating ?? 0, agents.at(-1)?.rating ?? 0];
  const share = high > low ? (found.rating - low) / (high - low) : 1;
  return html`<small class="strength">
    <span class="strength-line" aria-hidden="true"><span style=${{ width: `${Math.round(100 * Math.max(0.03, share))}%` }}></span></span>
    <span>${ordinal(at + 1)} of ${agents.length}: ${rating(found.rating, rated.unit, true)}, rated ${day(rated.date)}</span>
  </small>`;
}
