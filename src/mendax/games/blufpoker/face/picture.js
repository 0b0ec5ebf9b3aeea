/** The picture of Blufpoker in the lobby. */
import { CupArt } from "/page/parts/cup.js";
import { DieArt } from "/page/parts/die.js";
import { html } from "/page/ui.js";

/** @returns {Child} */
export default () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
  <${CupArt} x=${8} y=${4} size=${50} turn=${-14} />
  <${DieArt} face=${6} x=${44} y=${36} size=${25} turn=${-6} />
  <${DieArt} face=${6} x=${70} y=${33} size=${25} turn=${9} />
</svg>`;
