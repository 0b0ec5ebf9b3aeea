/** Before a game: sit down or watch, and wait for others. */
import { html, useState } from "../ui.js";
import { session } from "../session.js";
import { capital, playerName, sentence } from "../wording.js";

/** Who sits where. @param {{ table: TableInfo }} props */
function Seats({ table }) {
  return html`<ul class="seat-list">${table.seats.map((seat) => html`<li key=${seat.place}>
    <strong>${seat.kind ? playerName(seat) : "Free"}</strong> <span class="pale">${seat.kind === "agent" ? "agent" : seat.kind
      ? (seat.here ? "is here" : "is on the way") : ""}</span>
  </li>`)}</ul>`;
}

/** @param {{ table: TableInfo, title: string, sit: (name: string) => Promise<void>, watch: () => void }} props */
export function Door({ table, title, sit, watch }) {
  const [name, setName] = useState(session.name);
  const [problem, setProblem] = useState("");
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    sit(name.trim()).catch((error) => setProblem(error.message));
  };
  return html`<main class="page door" tabindex="-1">
    <h1>Sit down for ${title}</h1>
    <${Seats} table=${table} />
    <form onSubmit=${submit}>
      <label for="name">Your name</label>
      <input id="name" value=${name} maxlength="24" autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      <p class="buttons"><button class="button primary" type="submit">Sit down</button>
      <button class="button" type="button" onClick=${watch}>Watch</button></p>
      <p class="refused" role="alert">${problem ? sentence(capital(problem)) : ""}</p>
    </form>
    <p class="pale">${table.open
      ? "Open table: when a round ends, everything is shown."
      : "Closed table: nothing is shown that the rules do not show."}</p>
  </main>`;
}

/** @param {{ table: TableInfo, title: string }} props */
export function Waiting({ table, title }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/t/${table.code}`;
  const copy = () => navigator.clipboard?.writeText(link).then(() => setCopied(true), () => setCopied(false));
  const free = table.seats.some((seat) => !seat.kind);
  if (table.status === "ended") {
    return html`<div class="page"><h2>This table has ended</h2>
      <p>${table.match ? html`<a class="button" href=${`/r/${table.match}`}>Replay its last game</a>` : null}
      <a class="button primary" href="/">Play another</a></p></div>`;
  }
  return html`<div class="page waiting-room">
    <h2>${free ? `Waiting for a friend: ${title}` : "The game begins"}</h2>
    ${free ? html`<p>Send this link to whoever plays with you. The game begins when they sit down.</p>
      <p class="link">
        <input readonly aria-label="Link to this table" value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button type="button" class="button primary" onClick=${copy}>${copied ? "Copied" : "Copy the link"}</button></p>` : null}
    <${Seats} table=${table} />
  </div>`;
}
