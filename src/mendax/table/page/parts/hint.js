/** What the adviser says about my turn. */
import { html } from "../ui.js";
import { capital, say, sentence } from "../wording.js";

const ROWS = 5;

/** @param {{ frame: HintFrame, names: Names }} props */
export function Hint({ frame, names }) {
  const { columns, rows, sentence: text, beliefs } = frame.hint;
  return html`<section class="hint" aria-label="Hint" role="status">
    ${text ? html`<p>${sentence(say(text, names))}</p>` : null}
    <table><thead><tr>${columns.map((column) => html`<th scope="col">${capital(column)}</th>`)}</tr></thead>
      <tbody>${rows.slice(0, ROWS).map((row) => html`<tr>${row.map((cell) => html`<td>${say(cell, names)}</td>`)}</tr>`)}</tbody></table>
    ${beliefs.length ? html`<p class="pale">${beliefs.map((one) => say(one, names)).join("; ")}</p>` : null}
  </section>`;
}
