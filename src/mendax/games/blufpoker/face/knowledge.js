/** The worlds tab: which rolls the cup may hold for me, and for another player as far as I can tell. */
import { Shape } from "/page/parts/shape.js";
import { html, useState } from "/page/ui.js";
import { capital, gameOptions, percent, say, sentence, some } from "/page/wording.js";
import { WorldGrid } from "./grid.js";
import { atLeast, chances, high, orderOf, text } from "./rolls.js";
import { considered, cupBefore, roundEvents, stepsOf } from "./worlds.js";

/** @param {string | undefined} value */
const isTrue = (value) => ["true", "1", "yes"].includes((value ?? "").toLowerCase());

/** The options of a table. @param {string} game */
export function optionsOf(game) {
  const found = gameOptions(game);
  return {
    order: orderOf(isTrue(found.top321)), underbids: found.underbids === undefined || isTrue(found.underbids), free: found.opening === "free",
    passOn: isTrue(found.pass_on), single: isTrue(found.single_round),
  };
}

/** What an event did to the worlds. @param {import("./worlds.js").Step} step @param {Seat | null} you */
function effect(step, you) {
  const mine = step.event.data.seat === you;
  switch (step.why) {
    case "hidden":
      if (mine) return "Only you know what lies under the cup.";
      return step.open.length ? `Rolls without ${step.open.join(" and ")} are struck out.` : "Every roll is possible.";
    case "first":
      return "All other rolls are struck out.";
    case "below":
      return "A bid below the cup is not allowed here: higher rolls are struck out.";
    case "bid":
      return "A bid strikes out nothing: it may be a bluff.";
    case "look":
      return mine ? "You have looked: only the cup itself is left." : "Only the believer has looked.";
    case "poker":
      return "Nobody looks into the cup of a believed poker.";
    default:
      return "Everybody sees the dice: one roll is left.";
  }
}

/** Who thinks what, in a sentence. @param {{ who: Seat | null, you: Seat | null, names: Names, number: number, knows: boolean }} given */
function opinion({ who, you, names, number, knows }) {
  const name = who === null ? "" : (names[who] ?? "");
  const rolls = some(number, "roll");
  if (who === null) return number === 1 ? "Everybody knows the cup" : `Who has not looked considers ${rolls} possible`;
  if (who === you) return number === 1 ? "You know the cup" : `You consider ${rolls} possible`;
  if (knows) return `${name} knows the cup. You know that, but not which of these ${rolls} it is`;
  return number === 1 ? `${name} knows the cup, as you do` : `${name} considers ${rolls} possible, as far as you know`;
}

/** One step: a grid and what it says. @param {{ step: import("./worlds.js").Step, who: Seat | null, you: Seat | null, names: Names, order: import("./rolls.js").Order, suppose: boolean }} props */
function Grid({ step, who, you, names, order, suppose }) {
  const { worlds, knows } = considered(step, who, you);
  const kept = suppose && step.bid >= 0 ? new Set([...worlds].filter((rank) => rank >= step.bid)) : worlds;
  const found = chances(order, kept, step.open);
  const bid = order.rolls[step.bid];
  const words = opinion({ who, you, names, number: kept.size, knows });
  const chance = atLeast(found, step.bid);
  return html`
    <p class="opinion" aria-live="polite">${suppose && step.bid >= 0 ? "If the bid is true: " : ""}${sentence(words)}</p>
    <${WorldGrid} order=${order} worlds=${found} bid=${step.bid} actual=${step.cup} label=${words} />
    <p class="pale legend">${[step.bid >= 0 && "▼ the bid", step.bid >= 0 && "framed: reaches the bid", step.cup >= 0 && "double frame: the cup"].filter(Boolean).join(" · ")}</p>
    ${kept.size ? null : html`<p>No roll is left: the bid cannot be true.</p>`}
    ${step.bid >= 0 && !suppose && kept.size
      ? html`<p>At least ${bid}: <strong>${percent(chance)}</strong>${kept.size > 1 && chance > 0 && chance < 1 ? html` <span class="pale">hidden dice counted as fair dice</span>` : null}</p>` : null}`;
}

/** @param {FaceProps} props */
export function Worlds(props) {
  const { events, you, names, game, view } = props;
  const [picked, setWho] = useState(/** @type {Seat | null} */ (null));
  const who = picked ?? you;
  const [back, setBack] = useState(/** @type {{ at: number, of: number } | null} */ (null));
  const [suppose, setSuppose] = useState(false);
  if (!view) return null;
  const { order, underbids } = optionsOf(game);
  const steps = stepsOf(roundEvents(events), you, names.length, order, underbids);
  // A step that is looked at stays until something new happens.
  const at = back && back.of === steps.length ? back.at : steps.length - 1;
  const step = now(steps[at], at === steps.length - 1, props);
  const about = html`<p class="pale">The 56 rolls that the cup may hold. Grey ones are struck out by what was seen and said; the darker a roll, the likelier.</p>`;
  if (!step) return html`<div class="knowledge">${about}<p>When the first dice are covered, the rolls that are possible show here.</p></div>`;
  const seats = names.map((_, seat) => seat);
  return html`<div class="knowledge">
    ${about}
    <div class="agents" role="group" aria-label="Whose view">
      ${you === null ? html`<button type="button" class="chip" aria-pressed=${String(who === null)} onClick=${() => setWho(null)}>Everybody</button>` : null}
      ${seats.map((seat) => html`<button type="button" key=${seat} class="chip" aria-pressed=${String(who === seat)} onClick=${() => setWho(seat)}>
        <${Shape} seat=${seat} size=${12} /> ${capital(names[seat] ?? "")}</button>`)}
    </div>
    <div class="steps">
      <button type="button" class="button quiet" aria-label="Earlier event" aria-disabled=${at <= 0 ? "true" : undefined} onClick=${() => at > 0 && setBack({ at: at - 1, of: steps.length })}>‹</button>
      <span>Event ${at + 1} of ${steps.length}</span>
      <button type="button" class="button quiet" aria-label="Later event" aria-disabled=${at >= steps.length - 1 ? "true" : undefined} onClick=${() => at < steps.length - 1 && setBack({ at: at + 1, of: steps.length })}>›</button>
    </div>
    <p class="did">${sentence(capital(say(step.event.text, names)))} <span class="pale">${effect(step, you)}</span></p>
    <${Grid} ...${{ step, who, you, names, order, suppose }} />
    <label class="check"><input type="checkbox" checked=${suppose} onChange=${(/** @type {any} */ event) => setSuppose(event.target.checked)} /> Suppose that the bid is true</label>
  </div>`;
}

/** The last step while I roll: my dice are no longer those that I found. @param {import("./worlds.js").Step | undefined} step @param {boolean} last @param {FaceProps} props */
function now(step, last, { view, game }) {
  const { kept, picked, fallen } = view.rolling;
  if (!step || !last || view.phase !== "roll" || step.why !== "look" || !picked.length || picked.length > fallen.length) return step;
  return { ...step, cup: optionsOf(game).order.rolls.indexOf(text([...kept, ...fallen])) };
}

/** The grid as an agent had it before a decision; open tables tell what it held. @param {InsideProps} props */
export function AgentWorlds({ decision, round, names, game }) {
  const { order, underbids } = optionsOf(game);
  const told = round.events.filter((event) => event.move < decision.move);
  const step = stepsOf(told, null, names.length, order, underbids).at(-1);
  if (!step || step.why === "poker" || step.why === "open") return null; // nothing is hidden in the poker phase
  const { seat } = decision;
  const held = high(cupBefore(round.frame.hidden?.moves ?? [], decision.move, order));
  const knows = step.seen.has(seat) && held.length === 3;
  const cup = order.rolls.indexOf(text(held));
  const worlds = chances(order, knows ? new Set([cup]) : step.possible, step.open);
  const words = knows ? `${names[seat]} knew the cup: ${text(held)}` : `${names[seat]} considered ${some(worlds.size, "roll")} possible`;
  return html`<h3>${capital(words)}</h3>
    <${WorldGrid} order=${order} worlds=${worlds} bid=${step.bid} actual=${cup} label=${words} />`;
}
