/** The first page: one button plays. */
import { call, gameInfos, makeTable, sitDown } from "../api.js";
import { loadPicture } from "../faces.js";
import { titleOf } from "../facing.js";
import { Head, Strip } from "../parts/frame.js";
import { plain } from "../parts/plain.js";
import { PACE, quickSeats } from "../quick.js";
import { session } from "../session.js";
import { html, useEffect, useState } from "../ui.js";
import { agentName, capital, gameName, listed, playerName, sentence, some } from "../wording.js";

/** A game's picture; the plain one until it has come. @param {{ game: GameInfo }} props */
function Picture({ game }) {
  const [picture, setPicture] = useState({ Draw: plain.Card });
  useEffect(() => {
    loadPicture(game).then((Draw) => setPicture({ Draw }), () => setPicture({ Draw: plain.Card }));
  }, [game.name]);
  return html`<${picture.Draw} />`;
}

/** @param {{ go: (path: string) => void }} props */
export function LobbyPlace({ go }) {
  const [games, setGames] = useState(/** @type {GameInfo[] | null} */ (null));
  const [tables, setTables] = useState(/** @type {TableInfo[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState("");
  const [chosen, setChosen] = useState(/** @type {GameInfo | null} */ (null));
  const [part, setPart] = useState(/** @type {typeof import("../parts/chooser.js") | null} */ (null));
  const [friends, setFriends] = useState(false);
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
  /** @param {GameInfo} game @param {boolean} [withFriends] */
  const choose = (game, withFriends = false) => {
    setChosen(chosen === game && friends === withFriends ? null : game);
    setFriends(withFriends);
    import("../parts/chooser.js").then(setPart, (error) => setProblem(error.message)); // few need it, so it comes when asked for
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
          <button type="button" class="link-button" aria-expanded=${String(chosen === first)} onClick=${() => choose(first)}>Choose the
            opponents</button></p>
      </div>
      <${Picture} game=${first} />
    </section>` : html`<section class="hero" aria-busy="true"></section>`}
    ${chosen && part ? html`<${part.Chooser} key=${chosen.name + friends} game=${chosen} friends=${friends} busy=${Boolean(busy)} close=${closeChosen} start=${startChosen} />`
      : null}
    <section class="cards" aria-label="Other games">
      ${others.map((game) => html`<article class="card" key=${game.name}>
        <${Picture} game=${game} />
        <h2>${game.title}</h2><p>${sentence(game.about)}</p>
        <p class="buttons">
          <button type="button" class="button primary" aria-label=${`Play ${game.title}`}
            onClick=${() => play(game)}>${busy === game.name ? "Setting …" : "Play"}</button>
        <button type="button" class="button quiet" aria-expanded=${String(chosen === game)} aria-label=${`Options of ${game.title}`}
          onClick=${() => choose(game)}>Options</button></p>
      </article>`)}
    </section>
    ${games ? html`<${Doors} ...${{ games, tables, start, first, choose }} />` : null}
  </main>`;
}

/**
 * The other ways in: watch, a friend, results, ladder, and tables where one still sits.
 * @param {{ games: GameInfo[], tables: TableInfo[], start: (what: string, make: () => Promise<string>) => void,
 *   choose: (game: GameInfo, withFriends: boolean) => void, first: GameInfo | undefined }} props
 */
function Doors({ games, tables, start, choose, first }) {
  const [game, setGame] = useState(first?.name ?? games[0]?.name ?? "");
  const found = games.find((one) => one.name === game);
  const watch = () => start("watch", async () => {
    const agents = found?.opponents.length ? found.opponents : ["random"];
    const seats = agents.length < Math.min(2, found?.seats ?? 2) ? [...agents, ...agents] : agents;
    return (await makeTable({ game: found?.quick ?? game, seats, public: true, goes_on: true, pace: 1.5 })).code;
  });
  const friend = () => found && choose(found, true);
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
