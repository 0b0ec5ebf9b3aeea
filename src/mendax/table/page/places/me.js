/** My name, my results, and my data. */
import { Failure, call, gameInfos } from "../api.js";
import { titleOf } from "../facing.js";
import { Head } from "../parts/frame.js";
import { byOpponent } from "../results.js";
import { session } from "../session.js";
import { html, useEffect, useState } from "../ui.js";
import { capital, figure, gameName, interval, percent, playerName, sentence, some } from "../wording.js";

export function MePlace() {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [data, setData] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    gameInfos().then(setGames, (error) => setProblem(error.message));
    if (!session.token) return;
    call("/api/me", { mine: true }).then(setData, (error) => {
      if (error instanceof Failure && error.status === 401) session.forget();
      else setProblem(error.message);
    });
  }, []);
  /** @type {PlayedMatch[]} */
  const matches = data?.matches ?? [];
  const played = games
    .map((game) => ({ game, own: matches.filter((match) => gameName(match.game) === game.name && match.payoffs) }))
    .filter(({ own }) => own.length);
  return html`<${Head} /><main class="page narrow" tabindex="-1">
    <h1>Your results</h1>
    <p class="refused" role="alert">${problem ? sentence(capital(problem)) : ""}</p>
    <${Name} />
    ${played.length ? null : html`<p>${data || !session.token ? "You have not finished a game yet." : "Looking …"} <a
      href="/">Play one</a></p>`}
    ${played.map(({ game, own }) => html`<${GameResults} key=${game.name} game=${game} matches=${own} />`)}
    ${matches.length ? html`<section class="panel"><h2>Your games</h2>
      <ul class="tables">${[...matches].reverse().slice(0, 20).map((match) => html`<li key=${match.match}>
      ${match.ended ? html`<a href=${`/r/${match.match}`}>${titleOf(match.game, games)}</a>` : html`<a
        href=${`/t/${match.table}`}>${titleOf(match.game, games)}</a>`}
      <span class="pale"> ${match.players.filter((_, seat) => seat !== match.seats[0]).map(playerName).join(", ")}${match.ended ? `, ${day(match.ended)}` : ", still on"}</span></li>`)}</ul></section>`
        : null}
    ${data ? html`<${Data} data=${data} />` : null}
  </main>`;
}

/** @param {number} seconds */
const day = (seconds) => new Date(1000 * seconds).toLocaleDateString(undefined, { day: "numeric", month: "short" });

function Name() {
  const [name, setName] = useState(session.name);
  const [saved, setSaved] = useState("");
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    session.name = name.trim();
    setSaved("Saved. Your next table shows it.");
  };
  return html`<form class="panel door" onSubmit=${save}>
    <label for="my-name">Your name at the table</label>
    <p class="buttons">
      <input id="my-name" value=${name} maxlength="24" placeholder="Guest" autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => { setName(event.target.value); setSaved(""); }} />
    <button class="button" type="submit">Save</button></p><p class="pale" role="status">${saved}</p>
  </form>`;
}

/** @param {{ game: GameInfo, matches: PlayedMatch[] }} props */
function GameResults({ game, matches }) {
  const money = game.counted === "money";
  const lines = byOpponent(matches, game.counted);
  const what = money ? `${capital(game.unit)} a game` : game.counted === "wins" ? "Won" : "Not lost";
  return html`<section class="panel"><h2>${game.title}</h2>
    <div class="scroll"><table><thead><tr><th scope="col">Against</th><th scope="col">Games</th><th scope="col">${what}</th>
      <th scope="col">95 % interval</th></tr></thead>
    <tbody>${lines.map((line) => html`<tr key=${line.opponent}><th scope="row">${line.opponent}</th><td>${line.games}</td>
      <td>${money ? figure(line.rate) : percent(line.rate)}</td>
      <td>${interval(line.low, line.high, !money)}</td></tr>`)}</tbody></table></div>
  </section>`;
}

/** @param {{ data: any }} props */
function Data({ data }) {
  const [sure, setSure] = useState(false);
  const [done, setDone] = useState("");
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
    link.download = "mendax-games.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const remove = async () => {
    if (!sure) {
      setSure(true);
      return;
    }
    try {
      const found = await call("/api/me", { method: "DELETE", mine: true });
      session.forget();
      setDone(`Done: ${some(found.deleted_matches, "game")} deleted. From ${some(found.renamed_matches, "game")} that others played too your name is gone.`);
    } catch (error) {
      setDone(sentence(capital(/** @type {Error} */ (error).message)));
    }
  };
  return html`<section class="panel door"><h2>Your data</h2>
    <p>The server keeps your name and your moves. You may take them along, or delete them.</p>
    <p class="buttons"><button type="button" class="button" onClick=${save}>Save my games as a file</button>
    <button type="button" class="button" onClick=${remove}
      onBlur=${() => setSure(false)}>${sure ? "Delete for good?" : "Delete my games and name"}</button></p>
    <p role="status">${done}</p>
  </section>`;
}
