/** The picture of Liar's Dice in the lobby. */
import { CupArt } from "/page/parts/cup.js";
import { DieArt } from "/page/parts/die.js";
import { html } from "/page/ui.js";

/** @returns {Child} */
export default () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
  <${CupArt} x=${4} y=${6} size=${50} turn=${-8} />
  <${DieArt} face=${4} x=${46} y=${34} size=${24} turn=${-8} />
  <${DieArt} face=${4} x=${70} y=${36} size=${22} turn=${10} />
  <${DieArt} face=${1} wild x=${60} y=${12} size=${21} turn=${6} />
</svg>`;
