/** The table itself: seats around an oval, what lies in the middle, and what is mine. The live table and the replay use it. */
import { toAct } from "../facing.js";
import { html } from "../ui.js";
import { capital, sentence } from "../wording.js";
import { SeatPlate } from "./seat.js";

/**
 * Where the others sit around the oval, from my left over the top to my right, in percent of the room that is
 * left beside a plate: 0 is the edge, so no plate hangs over it.
 * @param {number} others @returns {{ x: number, y: number }[]}
 */
export function around(others) {
  const spread = [0, 0, 120, 160, 190, 210][others] ?? 230;
  return Array.from({ length: others }, (_, at) => {
    const angle = (90 + spread / 2 - (others < 2 ? 0 : (at * spread) / (others - 1))) * (Math.PI / 180);
    return { x: 50 + 50 * Math.cos(angle), y: 50 - 50 * Math.sin(angle) };
  });
}

/**
 * @param {{ face: WholeFace, state: TableState, props: FaceProps, middle?: Child, children?: Child }} given
 *   `middle` stands in the place of the face's own: how a round or the match ended
 */
export function Board({ face, state, props, middle, children }) {
  const { next } = state;
  if (!next) return null;
  const active = state.showing ? null : toAct(face, state);
  const players = next.players.map((player, seat) => ({ player, seat }));
  const first = next.seat ?? 0;
  const turned = [...players.slice(first), ...players.slice(0, first)];
  const others = next.seat === null ? turned : turned.slice(1);
  const places = around(others.length);
  const over = Boolean(state.end);
  const headline = state.showing || over ? "" : face.headline(props);
  /** @param {Player} player @param {Seat} seat */
  const gone = (player, seat) => {
    if (player.kind === "agent" || seat === next.seat || !state.table) return "";
    const found = state.table.seats.find((one) => one.name === player.name);
    return !found ? "has left" : found.here ? "" : "is away";
  };
  /** @param {{ player: Player, seat: Seat }} one @param {number} [at] */
  const plate = ({ player, seat }, at) => html`<${SeatPlate}
    key=${seat} ...${{ face, props, seat, player, over }} active=${active === seat} gone=${gone(player, seat)}
    at=${at === undefined ? undefined : places[at]}
  />`;
  const mine = next.seat === null ? null : turned[0];
  return html`<div class="board">
    <div class="oval-room">
      <div class="oval" aria-hidden="true"></div>
      <div class="others">${others.map(plate)}</div>
      <div class="middle">
        ${middle ?? html`<${face.Middle} ...${props} />`}
      </div>
    </div>
    <p class=${active !== null && active === next.seat ? "headline mine" : "headline"}>${headline ? sentence(capital(headline)) : ""}</p>
    ${mine
      ? html`<div class="own">
          ${plate(mine)}
          <div class="hand"><${face.Hand} ...${props} /></div>
        </div>`
      : null}
    ${children}
  </div>`;
}
