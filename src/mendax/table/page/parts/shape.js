/** A hue and a shape a seat, so that colour never stands alone. */
import { html } from "../ui.js";

const POINTS = [
  "", // a circle
  "12,2 23,21 1,21",
  "3,3 21,3 21,21 3,21",
  "12,1 23,12 12,23 1,12",
  "12,1 15,9 23,9 17,14 19,23 12,18 5,23 7,14 1,9 9,9",
  "7,2 17,2 23,12 17,22 7,22 1,12",
  "1,3 23,3 12,22",
  "8,1 16,1 16,8 23,8 23,16 16,16 16,23 8,23 8,16 1,16 1,8 8,8",
  "12,1 23,9 19,22 5,22 1,9",
  "4,4 22,4 20,20 2,20",
];

/** @param {{ seat: number, size?: number }} props */
export function Shape({ seat, size = 16 }) {
  const points = POINTS[seat % POINTS.length];
  return html`<svg class=${`shape seat-${seat % POINTS.length}`} viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    ${points ? html`<polygon points=${points} />` : html`<circle cx="12" cy="12" r="10.5" />`}
  </svg>`;
}
