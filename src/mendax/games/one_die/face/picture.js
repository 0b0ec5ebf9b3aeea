/** The picture of One Die in the lobby. */
import { CupArt } from "/page/parts/cup.js";
import { DieArt } from "/page/parts/die.js";
import { html } from "/page/ui.js";

/** @returns {Child} */
export default () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
  <${CupArt} x=${10} y=${6} size=${48} turn=${-14} />
  <${DieArt} face=${5} x=${54} y=${30} size=${28} turn=${8} />
</svg>`;
