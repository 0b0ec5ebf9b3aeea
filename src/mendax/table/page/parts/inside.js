/** Inside the agents: what led to a decision, one agent and one decision at a time; open tables, after the round. */
import { gameInfo } from "../api.js";
import { cls, html, useEffect, useState } from "../ui.js";
import { figure, gameName, percent, say, sentence } from "../wording.js";
import { Shape } from "./shape.js";

/** Of an explanation's options so many are shown before the rest is asked for. */
const FEW = 6;
/** A share of a mix below this is left out of its bar. */
const LEAST = 0.005;

/** The options, the most likely or the best first. @param {Explanation} found */
function ranked(found) {
  const valued = found.options.every((option) => option.value !== null);
  return [...found.options].sort((one, other) =>
    valued ? (other.value ?? 0) - (one.value ?? 0) || (other.probability ?? 0) - (one.probability ?? 0)
      : (other.probability ?? 0) - (one.probability ?? 0));
}

/** Bars of all options, the chosen one marked. @param {{ face: WholeFace, found: Explanation, chosen: string, names: Names }} props */
function Options({ face, found, chosen, names }) {
  const [all, setAll] = useState(false);
  const options = ranked(found);
  const runner = options.find((option) => option.action !== chosen);
  const values = options.flatMap((option) => (option.value === null ? [] : [option.value]));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const shown = all ? options : options.filter((option, at) => at < FEW || option.action === chosen);
  /** @param {ExplainedOption} option */
  const share = (option) =>
    option.value !== null && high > low ? (option.value - low) / (high - low) : (option.probability ?? 0);
  const valued = values.length > 0;
  const chance = options.some((option) => option.probability !== null);
  return html`${valued ? html`<p class="pale">Value: ${found.scale}.</p>` : null}
    <table class="options">
      <thead><tr>
        <th scope="col">Option</th>${valued ? html`<th scope="col">Value</th>` : null}${chance ? html`<th scope="col">How often</th>`
          : null}</tr></thead>
      <tbody>${shown.map((option) => html`<tr key=${option.action}
        class=${cls(option.action === chosen && "chosen", option === runner && "runner")}>
        <th scope="row">
          <span class="option-bar" style=${{ "--share": share(option) }} aria-hidden="true"></span>
          ${face.words(say(option.action, names))}${option.action === chosen ? html` <em>played</em>` : option === runner ? html` <em>next</em>` : null}
          ${option.note ? html` <small>${option.note}</small>` : null}
        </th>
        ${valued ? html`<td>${figure(option.value)}</td>` : null}${chance ? html`<td>${percent(option.probability)}</td>` : null}
      </tr>`)}</tbody>
    </table>
    ${!all && options.length > shown.length
      ? html`<button type="button" class="button quiet" onClick=${() => setAll(true)}>All ${options.length} options</button>` : null}
    ${found.left_out ? html`<p class="pale">${found.left_out} more were considered and weigh less.</p>` : null}`;
}

/** The mix that a decision was drawn from, as one bar; none where there was no choice. @param {{ face: WholeFace, found: Explanation, chosen: string, names: Names }} props */
function Mix({ face, found, chosen, names }) {
  const drawn = found.options.filter((option) => (option.probability ?? 0) >= LEAST).sort((one, other) => (other.probability ?? 0) - (one.probability ?? 0));
  if (drawn.length < 2) return null;
  return html`<details><summary>The mix that it drew from (${drawn.length})</summary>
    <p class="pale">It does not do the same each time: chance picks by these shares, so that nobody can read it.</p>
    <div class="mix" role="img" aria-label=${drawn.map((option) => `${face.words(say(option.action, names))} ${percent(option.probability)}`).join(", ")}>
      ${drawn.map((option) => html`<span key=${option.action} class=${cls(option.action === chosen && "chosen")} style=${{ flexGrow: option.probability }}
        title=${`${face.words(say(option.action, names))}, ${percent(option.probability)}`}>${(option.probability ?? 0) > 0.12 ? face.words(say(option.action, names)) : ""}</span>`)}
    </div></details>`;
}

/** What it believed, as bars. @param {{ face: WholeFace, found: Explanation, names: Names }} props */
function Beliefs({ face, found, names }) {
  if (!found.beliefs.length) return null;
  return html`<h3>What it believed</h3>
    <ul class="beliefs">${found.beliefs.map((belief) => html`<li key=${belief.about}>
      <span class="option-bar" style=${{ "--share": belief.probability ?? 0 }} aria-hidden="true"></span>
      <span>${face.words(say(belief.about, names))}</span><span class="number">${percent(belief.probability)}</span>
    </li>`)}</ul>`;
}

/** @param {{ face: WholeFace, state: TableState, props: FaceProps }} given */
export function Inside({ face, state, props }) {
  const [agent, setAgent] = useState(/** @type {Seat | null} */ (null));
  const [back, setBack] = useState(0);
  const [agents, setAgents] = useState(/** @type {AgentInfo[]} */ ([]));
  useEffect(() => {
    gameInfo(gameName(props.game)).then((game) => setAgents(game?.agents ?? []), () => setAgents([]));
  }, [props.game]);
  const found = state.rounds.flatMap((round) => (round.frame.explanations ?? []).map((decision) => ({ round, decision })));
  const seats = (state.next?.players ?? []).flatMap((player, seat) => (player.kind === "agent" ? [seat] : []));
  if (!state.next?.open) {
    return html`<p class="pale">This table is closed. What was hidden stays hidden, and the agents keep their reasons.</p>`;
  }
  if (!seats.length) return html`<p class="pale">No agent plays at this table.</p>`;
  if (!found.length) return html`<p class="pale">When a round ends, the agents tell here why they did what they did.</p>`;
  const explained = seats.filter((seat) => found.some(({ decision }) => decision.seat === seat));
  const seat = agent !== null && explained.includes(agent) ? agent : (found.at(-1)?.decision.seat ?? 0);
  const own = found.filter(({ decision }) => decision.seat === seat);
  const at = Math.max(0, own.length - 1 - back);
  const shown = own[at];
  /** @param {Seat} other */
  const pick = (other) => {
    setAgent(other);
    setBack(0);
  };
  if (!shown) return null;
  const { decision, round } = shown;
  const chosen = round.frame.hidden?.moves.find((move) => move.move === decision.move)?.action ?? "";
  const text = decision.reason || decision.explanation.sentence;
  const name = props.names[seat] ?? "";
  const plainName = state.next.players[seat]?.name.split(":")[0];
  const about = agents.find((one) => one.name.split(":")[0] === plainName)?.thinks ?? "";
  return html`<div class="inside">
    <div class="agents" role="group" aria-label="Agent">
      ${explained.map((one) => html`<button type="button" key=${one} class="chip" aria-pressed=${String(one === seat)}
        onClick=${() => pick(one)}>
        <${Shape} seat=${one} size=${12} /> ${props.names[one]}</button>`)}
    </div>
    ${about ? html`<p class="pale">${sentence(about.replaceAll("`", ""))}</p>` : null}
    <div class="steps">
      <button type="button" class="button quiet" aria-label="Earlier decision" aria-disabled=${at === 0 ? "true" : undefined}
        onClick=${() => at > 0 && setBack(back + 1)}>‹</button>
      <span aria-live="polite">${face.roundWord ?? "Round"} ${round.frame.round}, decision ${at + 1} of ${own.length}</span>
      <button type="button" class="button quiet" aria-label="Later decision" aria-disabled=${back === 0 ? "true" : undefined}
        onClick=${() => back > 0 && setBack(back - 1)}>›</button>
    </div>
    <p class="did"><strong>${name}</strong>: ${face.words(say(decision.say || chosen, props.names))}</p>
    ${text ? html`<p class="reason">${sentence(face.words(say(text, props.names)))}</p>` : null}
    <${Options} key=${`${round.frame.round}.${decision.move}`} face=${face} found=${decision.explanation} chosen=${chosen} names=${props.names} />
    ${face.Inside ? html`<${face.Inside} ...${props} decision=${decision} chosen=${chosen} round=${round} />` : null}
    <${Beliefs} face=${face} found=${decision.explanation} names=${props.names} />
    <${Mix} face=${face} found=${decision.explanation} chosen=${chosen} names=${props.names} />
    ${decision.explanation.rules.length
      ? html`<details><summary>The rules that fired (${decision.explanation.rules.length})</summary>
          <ol class="rules">${decision.explanation.rules.map((rule, number) => html`<li key=${number}>${rule}</li>`)}</ol></details>`
            : null}
  </div>`;
}
