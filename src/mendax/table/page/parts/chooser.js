/** A table made by hand: who sits at it, by which rules, and who may see what. */
import { ladderOf } from "../api.js";
import { gameText, questions, startAnswers, wordShown } from "../options.js";
import { PACE, quickSeats } from "../quick.js";
import { session } from "../session.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../ui.js";
import { agentName, capital, sentence } from "../wording.js";
import { Strength } from "./strength.js";

/** Stands for a place that a friend takes. */
const FRIEND = "";

/** The agents that anybody may seat: those that need no argument. @param {GameInfo} game */
const playable = (game) => game.agents.filter((agent) => !/:[^[]/.test(agent.name)).map((agent) => ({ ...agent, name: agent.name.split(":")[0] ?? "" }));

/** One parameter. @param {{ asked: import("../options.js").Question, value: string, set: (value: string) => void }} props */
function Answer({ asked, value, set }) {
  const { kind, label, about, words, name } = asked;
  const id = `option-${name}`;
  const change = (/** @type {any} */ event) => set(kind === "flag" ? String(event.target.checked) : event.target.value);
  const field = kind === "flag" ? html`<input id=${id} type="checkbox" checked=${value === "true"} onChange=${change} />`
    : kind === "number" ? html`<input id=${id} type="number" inputmode="numeric" min="0" max="100" value=${value} onInput=${change} />`
    : html`<select id=${id} value=${value} onChange=${change}>${words.map((word) => html`<option value=${word}>${wordShown(word)}</option>`)}</select>`;
  return html`<div class=${`answer ${kind}`}><label for=${id}>${capital(label)}</label>${field}<small>${sentence(about)}</small></div>`;
}

/**
 * @param {{ game: GameInfo, busy: boolean, friends: boolean, close: () => void, start: (options: object) => void }} props
 *   `friends`: begin with a place for a friend
 */
export function Chooser({ game, busy, friends, close, start }) {
  const agents = playable(game);
  const [seats, setSeats] = useState(() => {
    const quick = quickSeats(game).slice(1).map(String);
    return friends ? [FRIEND, ...quick.slice(1)] : quick;
  });
  const [name, setName] = useState(session.name);
  /** @param {string} chosen */
  const call = (chosen) => {
    setName(chosen);
    session.name = chosen.trim();
  };
  const [answers, setAnswers] = useState(startAnswers(game));
  const [open, setOpen] = useState(/** @type {boolean | null} */ (null));
  const [rated, setRated] = useState(/** @type {RatedGame | null} */ (null));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => head.current?.focus(), []); // at once: later it would take the focus from where Tab has led
  useEffect(() => {
    ladderOf(game.name).then(setRated, () => setRated(null));
  }, [game.name]);
  const more = game.parameters.some((parameter) => parameter.name === "players");
  const withFriends = seats.includes(FRIEND);
  const shown = open ?? !withFriends;
  /** @param {number} at @param {string} name */
  const pick = (at, name) => setSeats(seats.map((one, other) => (other === at ? name : one)));
  const table = {
    game: gameText(game, answers), seats: [null, ...seats.map((name) => name || null)], pace: PACE, open: shown,
    ...(withFriends ? { goes_on: true, least: seats.length + 1 } : {}),
  };
  const asked = questions(game);
  return html`<section class="chooser panel" aria-label=${`A table of ${game.title}`}>
    <h2 tabindex="-1" ref=${head}>${game.title}: who plays?</h2>
    <ol class="choices">
      <li class="choice"><input aria-label="Your name" placeholder="You" value=${name} maxlength="24" autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => call(event.target.value)} />
        <span class="pale">You. Without an account: a name is enough, or none.</span></li>
      ${seats.map((name, at) => html`<li class="choice" key=${at}>
        <select aria-label=${`Opponent ${at + 1}`} value=${name} onChange=${(/** @type {any} */ event) => pick(at, event.target.value)}>
          <option value=${FRIEND}>A friend</option>
          <optgroup label="Agents">${agents.map((agent) => html`<option value=${agent.name}>${agentName(agent.name)}</option>`)}</optgroup>
        </select>
        <span class="pale">${name === FRIEND ? "You get a link to send. The game begins when the place is taken."
          : html`${sentence(agents.find((agent) => agent.name === name)?.thinks.replaceAll("`", "") ?? "")} <${Strength} rated=${rated} name=${name} />`}</span>
      </li>`)}
    </ol>
    ${more ? html`<p class="buttons">
      <button type="button" class="button" onClick=${() => setSeats([...seats, seats.at(-1) ?? "random"])}>One more player</button>
      ${seats.length ? html`<button type="button" class="button" onClick=${() => setSeats(seats.slice(0, -1))}>One less</button>` : null}
    </p>` : null}
    ${asked.length ? html`<details><summary>Change the rules</summary><div class="answers">
      ${asked.map((one) => html`<${Answer} key=${one.name} asked=${one} value=${answers[one.name] ?? one.start}
        set=${(/** @type {string} */ value) => setAnswers({ ...answers, [one.name]: value })} />`)}</div></details>` : null}
    <label class="check"><input type="checkbox" checked=${shown} onChange=${(/** @type {any} */ event) => setOpen(event.target.checked)} />
      Open table: after each round everything is shown, and the agents say why</label>
    <p class="buttons">
      <button type="button" class="button primary" disabled=${busy} onClick=${() => start(table)}>${withFriends ? "Make the table" : "Play"}</button>
      <button type="button" class="button quiet" onClick=${close}>Close</button>
    </p>
    <details><summary>Rules of ${game.title}</summary><div class="rules-text">${game.rules}</div></details>
  </section>`;
}
