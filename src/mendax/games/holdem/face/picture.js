/** The picture of Hold'em in the lobby: two cards and chips. */
import { CardArt } from "/page/parts/card.js";
import { ChipArt } from "/page/parts/chips.js";
import { html } from "/page/ui.js";

/** The style sheet that cards and chips need. */
export const style = "/page/parts/cards.css";

/** @returns {Child} */
export default () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
  <${CardArt} card=${51} x=${6} y=${6} size=${36} turn=${-8} />
  <${CardArt} card=${46} x=${32} y=${6} size=${36} turn=${8} />
  <${ChipArt} amount=${8} x=${46} y=${59} />
</svg>`;
