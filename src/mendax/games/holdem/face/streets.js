/** The hand street by street: cards, what each player did, and the pot; and the hand before it. */
import { Cards } from "/page/parts/card.js";
import { Shape } from "/page/parts/shape.js";
import { html } from "/page/ui.js";
import { capital, say, some } from "/page/wording.js";
import { STAGES, blindSeats, justEnded, streets } from "./betting.js";

/** Where a stage's cards begin and end on the board. */
const BOARD = [[0, 0], [0, 3], [3, 4], [4, 5]];

/** @param {{ seat: Seat, act: string, chips: number, level: number }} one */
const words = ({ seat, act, chips, level }) => `seat ${seat} ${act}s${act === "raise" ? ` to ${level}` : chips ? ` ${chips}` : ""}`;

/** @param {{ button: Seat, said: import("./betting.js").Said[][], board: number[], names: Names }} props */
function Streets({ button, said, board, names }) {
  const [small, big] = blindSeats(names.length, button);
  return html`<div class="streets">
    ${streets(names.length, button, said).map(({ stage, acts, pot }) => {
      const [from, to] = BOARD[stage] ?? [0, 0];
      const cards = board.slice(from, to);
      const lines = [
        ...(stage ? [] : [{ seat: small, text: `seat ${small} posts 1` }, { seat: big, text: `seat ${big} posts 2` }]),
        ...acts.map((one) => ({ seat: one.seat, text: words(one) })),
      ];
      return html`<section key=${stage}>
        <h4>${STAGES[stage]} ${cards.length ? html`<${Cards} cards=${cards} size="small" tight name=${STAGES[stage]} motion=${false} />` : null}</h4>
        <ol>${lines.map(({ seat, text }, at) => html`<li key=${at}><${Shape} seat=${seat} size=${12} /> ${capital(say(text, names))}</li>`)}</ol>
        <p class="pale">Pot ${some(pot, "chip")}</p>
      </section>`;
    })}
  </div>`;
}

/** @param {FaceProps} props */
export function ThisHand({ view, names }) {
  const { betting, board, button, last, hands } = /** @type {import("./betting.js").View} */ (view);
  const ended = justEnded(view);
  const before = last && html`<${Streets} ...${last} names=${names} />`;
  if (ended) return html`<div class="hand-history"><h3>Hand ${hands}</h3>${before}</div>`;
  return html`<div class="hand-history">
    <h3>Hand ${hands + 1}</h3>
    <${Streets} ...${{ button, board, names }} said=${betting.said} />
    ${last ? html`<details><summary>The hand before</summary>${before}</details>` : null}
  </div>`;
}
