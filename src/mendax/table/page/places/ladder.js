/** How strong the agents are, and who wins on this server. */
import { call, fetchLadder, gameInfos } from "../api.js";
import { titleOf } from "../facing.js";
import { Head } from "../parts/frame.js";
import { html, useEffect, useState } from "../ui.js";
import { agentName, capital, day, figure, gameOptions, interval, percent, playerName, rating, some } from "../wording.js";

export function LadderPlace() {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [ladder, setLadder] = useState(/** @type {Ladder | null} */ (null));
  const [results, setResults] = useState(/** @type {any} */ (null));
  useEffect(() => {
    gameInfos().then(setGames, () => setGames([]));
    fetchLadder().then(setLadder);
    call("/api/results").then(setResults, () => setResults({ games: [] }));
  }, []);
  return html`<${Head} /><main class="page narrow" tabindex="-1">
    <h1>The ladder</h1>
    ${ladder?.games.map((game) => html`<${Rated} key=${game.game} game=${game} title=${titleOf(game.game, games)} />`)}
    <h2>On this server</h2>
    ${results && !results.games.length ? html`<p class="pale">No game has been finished here yet. <a href="/">Play the first</a></p>`
      : null}
    ${results?.games.map((/** @type {any} */ game) => html`<${Played} key=${game.game} game=${game} title=${titleOf(game.game, games)} />`)}
  </main>`;
}

/** @param {{ game: RatedGame, title: string }} props */
function Rated({ game, title }) {
  const points = game.unit === "points";
  const what = points ? "Rating" : `${capital(game.unit)} a hand`;
  /** @param {number} value */
  const shown = (value) => rating(value, game.unit);
  const players = gameOptions(game.game).players;
  return html`<section class="panel"><h2>${title}</h2>
    <p class="pale">Played by the agents among themselves${players ? `, ${players} at a table` : ""}: ${some(game.games, "game")}, ${day(game.date)}.
      ${points ? " Who has 100 points more wins 64 of 100 games." : ""}</p>
    <div class="scroll"><table><thead><tr><th scope="col">Agent</th><th scope="col">${what}</th><th scope="col">95 % interval</th>
      <th scope="col">Games</th></tr></thead>
    <tbody>${game.agents.map((agent) => html`<tr key=${agent.name}><th scope="row">${agentName(agent.name)}</th>
      <td>${shown(agent.rating)}</td>
      <td>${agent.ci95 ? `${shown(agent.ci95[0])} to ${shown(agent.ci95[1])}` : ""}</td>
        <td>${agent.games.toLocaleString("en")}</td></tr>`)}</tbody></table></div></section>`;
}

/** @param {{ game: any, title: string }} props */
function Played({ game, title }) {
  const money = game.counted === "money";
  const won = game.counted === "wins" ? ["win_rate", "Won"] : ["not_lost_rate", "Not lost"];
  const [rate = "", what = ""] = money ? ["mean_money", `${capital(game.unit)} a hand`] : won;
  const parameters = game.game.split(":")[1];
  /** @param {number} value */
  const shown = (value) => (money ? figure(value) : percent(value));
  return html`<section class="panel"><h2>${title}${parameters ? html` <small>${parameters.replaceAll(",", ", ")}</small>` : null}</h2>
    <div class="scroll"><table><thead><tr><th scope="col">Player</th>
      <th scope="col">${game.players[0]?.hands === undefined ? "Games" : "Hands"}</th><th scope="col">${what}</th>
      <th scope="col">95 % interval</th></tr></thead>
    <tbody>${game.players.map((/** @type {any} */ player) => html`<tr key=${player.kind + player.name}>
      <th scope="row">${playerName(player)}${player.name.includes("(") ? null : html` <small>${player.kind}</small>`}</th>
      <td>${(player.games ?? player.hands).toLocaleString("en")}</td><td>${shown(player[rate])}</td>
        <td>${player.ci95 ? interval(player.ci95[0], player.ci95[1], !money) : "too few games"}</td></tr>`)}</tbody></table></div></section>`;
}
