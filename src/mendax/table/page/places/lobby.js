/** The first page: one button plays. */
import { call, gameInfos, ladderOf, makeTable, sitDown } from "../api.js";
import { loadPicture } from "../faces.js";
import { titleOf } from "../facing.js";
import { Head, Strip } from "../parts/frame.js";
import { plain } from "../parts/plain.js";
import { session } from "../session.js";
import { html, useEffect, useRef, useState } from "../ui.js";
import { agentName, capital, figure, gameName, listed, playerName, sentence, some } from "../wording.js";

/** Seconds between moves of agents, so that one can follow. */
const PACE = 0.9;

/** A game's picture; the plain one until it has come. @param {{ game: GameInfo }} props */
function Picture({ game }) {
  const [picture, setPicture] = useState({ Draw: plain.Card });
  useEffect(() => {
    loadPicture(game).then((Draw) => setPicture({ Draw }), () => setPicture({ Draw: plain.Card }));
  }, [game.name]);
  return html`<${picture.Draw} />`;
}

/** Against whom one plays without choosing. @param {GameInfo} game @returns {(string | null)[]} */
const quickSeats = (game) => [null, ...(game.opponents.length ? game.opponents : Array(Math.max(1, game.seats - 1)).fill("random"))];

/** @param {{ go: (path: string) => void }} props */
export function LobbyPlace({ go }) {
  const [games, setGames] = useState(/** @type {GameInfo[] | null} */ (null));
  const [tables, setTables] = useState(/** @type {TableInfo[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState("");
  const [chosen, setChosen] = useState(/** @type {GameInfo | null} */ (null));
  useEffect(() => {
    gameInfos().then(setGames, (error) => setProblem(error.message));
    call("/api/tables").then((found) => setTables(found.tables), () => setTables([]));
  }, []);
  /** @param {string} what @param {() => Promise<string>} make */
  const start = async (what, make) => {
    if (busy) return;
    setBusy(what);
    try {
      go(`/t/${await make()}`);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      setBusy("");
    }
  };
  /** @param {object} options */
  const sitAt = async (options) => {
    const table = await makeTable(options);
    await sitDown(table.code);
    return table.code;
  };
  /** @param {GameInfo} game */
  const play = (game) => start(game.name, () => sitAt({ game: game.quick, seats: quickSeats(game), pace: PACE }));
  const closeChosen = () => {
    /** @type {HTMLElement | null} */ (document.querySelector('.lobby [aria-expanded="true"]'))?.focus();
    setChosen(null);
  };
  /** @param {object} options */
  const startChosen = (options) => start(chosen?.name ?? "", () => sitAt(options));
  const first = games?.find((game) => game.first) ?? games?.[0];
  const others = games?.filter((game) => game !== first) ?? [];
  return html`<${Head} /><${Strip} text=${problem ? sentence(capital(problem)) : ""} bad=${true} />
  <main class="page lobby" tabindex="-1">
    ${first ? html`<section class="hero">
      <div class="hero-words">
        <h1>Dice, cards and lies</h1>
        <p>Play against agents that tell you afterwards why they did it.</p>
        <button type="button" class="button primary huge"
          onClick=${() => play(first)}>${busy === first.name ? "Setting the table …" : `Play ${first.title} now`}</button>
        <p class="pale">Against ${some(first.opponents.length, "agent")}: ${listed(first.opponents.map(agentName))}. No account needed.
          <button type="button" class="link-button" aria-expanded=${String(chosen === first)} onClick=${() => setChosen(chosen === first
            ? null : first)}>Choose the opponents</button></p>
      </div>
      <${Picture} game=${first} />
    </section>` : html`<section class="hero" aria-busy="true"></section>`}
    ${chosen ? html`<${Chooser} key=${chosen.name} game=${chosen} busy=${Boolean(busy)} close=${closeChosen} start=${startChosen} />`
      : null}
    <section class="cards" aria-label="Other games">
      ${others.map((game) => html`<article class="card" key=${game.name}>
        <${Picture} game=${game} />
        <h2>${game.title}</h2><p>${sentence(game.about)}</p>
        <p class="buttons">
          <button type="button" class="button primary" aria-label=${`Play ${game.title}`}
            onClick=${() => play(game)}>${busy === game.name ? "Setting …" : "Play"}</button>
        <button type="button" class="button quiet" aria-expanded=${String(chosen === game)} aria-label=${`Options of ${game.title}`}
          onClick=${() => setChosen(chosen === game ? null : game)}>Options</button></p>
      </article>`)}
    </section>
    ${games ? html`<${Doors} ...${{ games, tables, start, sitAt, first }} />` : null}
  </main>`;
}

/**
 * Opponents and seats of a game, chosen by hand.
 * @param {{ game: GameInfo, busy: boolean, close: () => void, start: (options: object) => void }} props
 */
function Chooser({ game, busy, close, start }) {
  const playable = game.agents.filter((agent) => !/:[^[]/.test(agent.name));
  const [seats, setSeats] = useState(quickSeats(game).slice(1).map(String));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => head.current?.focus(), []);
  const [rated, setRated] = useState(/** @type {RatedGame | null} */ (null));
  useEffect(() => {
    ladderOf(game.name).then(setRated, () => setRated(null));
  }, [game.name]);
  const more = game.parameters.some((parameter) => parameter.name === "players");
  /** @param {string} name */
  const strength = (name) => {
    const found = rated?.agents.find((agent) => agent.name === name);
    if (!rated || !found) return "";
    const sign = found.rating > 0 ? "+" : "";
    const unit = rated.unit === "points" ? "points" : `${rated.unit} a hand`;
    return ` Strength ${sign}${figure(rated.unit === "points" ? Math.round(found.rating) : found.rating)} ${unit}, ${rated.date}.`;
  };
  /** @param {number} at @param {string} name */
  const pick = (at, name) => setSeats(seats.map((one, other) => (other === at ? name : one)));
  const about = (/** @type {string} */ name) => playable.find((agent) => agent.name.split(":")[0] === name)?.about ?? "";
  return html`<section class="chooser panel" aria-label=${`Options of ${game.title}`}>
    <h2 tabindex="-1" ref=${head}>${game.title}: your opponents</h2>
    ${seats.map((name, at) => html`<div class="choice" key=${at}>
      <label>Opponent ${seats.length > 1 ? at + 1 : ""}
        <select value=${name} onChange=${(/** @type {any} */ event) => pick(at, event.target.value)}>
          ${playable.map((agent) => html`<option value=${agent.name.split(":")[0]}>${agentName(agent.name.split(":")[0] ?? "")}</option>`)}
        </select></label>
      <span class="pale">${sentence(about(name).replaceAll("`", ""))}${strength(name)}</span>
    </div>`)}
    <p class="buttons">
      <button type="button" class="button primary" disabled=${busy}
        onClick=${() => start({ game: game.quick, seats: [null, ...seats], pace: PACE })}>Play</button>
      ${more ? html`<button type="button" class="button" onClick=${() => setSeats([...seats, seats.at(-1) ?? "random"])}>One more</button>` : null}
      ${seats.length > 1 ? html`<button type="button" class="button" onClick=${() => setSeats(seats.slice(0, -1))}>One less</button>`
        : null}
      <button type="button" class="button quiet" onClick=${close}>Close</button>
    </p>
    <details><summary>Rules of ${game.title}</summary><div class="rules-text">${game.rules}</div></details>
  </section>`;
}

/**
 * The other ways in: watch, a friend, results, ladder, and tables where one still sits.
 * @param {{ games: GameInfo[], tables: TableInfo[], start: (what: string, make: () => Promise<string>) => void,
 *   sitAt: (options: object) => Promise<string>, first: GameInfo | undefined }} props
 */
function Doors({ games, tables, start, sitAt, first }) {
  const [game, setGame] = useState(first?.name ?? games[0]?.name ?? "");
  const found = games.find((one) => one.name === game);
  const watch = () => start("watch", async () => {
    const agents = found?.opponents.length ? found.opponents : ["random"];
    const seats = agents.length < Math.min(2, found?.seats ?? 2) ? [...agents, ...agents] : agents;
    return (await makeTable({ game: found?.quick ?? game, seats, public: true, pace: 1.5 })).code;
  });
  const friend = () => start("friend", () => sitAt({ game: found?.quick ?? game, seats: [null, null], goes_on: true, open: false, pace: PACE }));
  const mine = session.tables().slice(0, 3);
  return html`<section class="doors">
    <article class="panel">
      <h2>Another way to play</h2>
      <label>Game <select value=${game} onChange=${(/** @type {any} */ event) => setGame(event.target.value)}>
        ${games.map((one) => html`<option value=${one.name}>${one.title}</option>`)}</select></label>
      <p class="buttons"><button type="button" class="button" onClick=${friend}>Sit down with a friend</button>
      <button type="button" class="button" onClick=${watch}>Watch the machines</button></p>
    </article>
    <article class="panel">
      <h2>Tables to watch</h2>
      ${tables.length ? html`<ul class="tables">${tables.slice(0, 6).map((table) => html`<li key=${table.code}>
        <a href=${`/t/${table.code}`}>${titleOf(table.game, games)}</a> <span
          class="pale">${table.seats.map((seat) => seat.kind ? playerName(seat) : "free").join(", ")}</span></li>`)}</ul>`
        : html`<p class="pale">None at the moment. <em>Watch the machines</em> makes one.</p>`}
    </article>
    <article class="panel">
      <h2>You</h2>
      ${mine.length ? html`<p class="pale">Where you sat last:</p><ul class="tables">${mine.map(([code, text]) => html`<li key=${code}>
        <a href=${`/t/${code}`}>${titleOf(gameName(text), games)}</a></li>`)}</ul>` : null}
      <p class="buttons"><a class="button" href="/me">Your results</a> <a class="button" href="/ladder">The ladder</a></p>
    </article>
  </section>`;
}
