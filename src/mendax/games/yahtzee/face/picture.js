/** The picture of Yahtzee in the lobby. */
import { DieArt } from "/page/parts/die.js";
import { html } from "/page/ui.js";

const DICE = [[2, 3, -8], [34, 1, 5], [66, 4, -4], [17, 34, 7], [50, 33, -6]];

/** @returns {Child} */
export default () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
  ${DICE.map(([x, y, turn]) => html`<${DieArt} face=${6} x=${x} y=${y} size=${27} turn=${turn} />`)}
</svg>`;
