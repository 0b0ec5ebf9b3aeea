/** Rules, agents, and where the rest is. */
import { fetchLadder, gameInfos } from "../api.js";
import { Head } from "../parts/frame.js";
import { Strength } from "../parts/strength.js";
import { html, useEffect, useState } from "../ui.js";
import { agentName, gameName, sentence } from "../wording.js";

/** The ratings of a game. @param {GameInfo} game @param {Ladder | null} ladder */
const rated = (game, ladder) => ladder?.games.find((one) => gameName(one.game) === game.name) ?? null;

export function AboutPlace() {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [ladder, setLadder] = useState(/** @type {Ladder | null} */ (null));
  useEffect(() => {
    fetchLadder().then(setLadder);
    gameInfos().then(setGames, () => setGames([]));
  }, []);
  return html`<${Head} /><main class="page narrow" tabindex="-1">
    <h1>Rules, and who plays</h1>
    <p>Mendax is a laboratory for games of chance and deception. You play against agents of four kinds: some reason with rules (Soar), some know the exact
      mathematics of the game, some keep track of what others can know, and some have learned by playing. At an open table each tells you after the round why it
      did what it did.</p>
    ${games.map((game) => html`<section class="panel" key=${game.name}>
      <h2>${game.title}</h2><p>${sentence(game.about)}</p>
      <details><summary>The rules</summary><div class="rules-text">${game.rules}</div></details>
      <details><summary>The agents</summary><dl class="agent-list">${game.agents.map((agent) => html`<div key=${agent.name}>
        <dt>${agentName(agent.name.split(":")[0] ?? "")}</dt><dd class="pale">${sentence(agent.thinks.replaceAll("`", ""))}
        ${rated(game, ladder)?.agents.some((one) => one.name === agent.name.split(":")[0])
          ? html`<${Strength} rated=${rated(game, ladder)} name=${agent.name.split(":")[0]} />` : null}</dd></div>`)}</dl></details>
    </section>`)}
    <section class="panel"><h2>Fair dice</h2>
      <p>Before a round the server fixes every die and card and shows a seal of them. Your browser adds its own chance after
      that. Afterwards the seals can be checked: take <em>Proofs of the dice</em> from a replay to the <a
        href="/verify">checker</a>, which works offline too.</p></section>
    <section class="panel"><h2>Your own program</h2>
      <p>Programs play over the same protocol as this page: JSON over a WebSocket. It is described in <code>docs/protocol.md</code> of the repository.</p></section>
  </main>`;
}
