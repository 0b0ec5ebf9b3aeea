/** A player at the table: name, shape, whose turn it is, and what lies before them. */
import { cls, html } from "../ui.js";
import { capital } from "../wording.js";
import { Shape } from "./shape.js";

/**
 * @param {{ face: WholeFace, props: FaceProps, seat: Seat, player: Player, active: boolean, gone: string, over: boolean,
 *   at?: { x: number, y: number } }} given
 */
export function SeatPlate({ face, props, seat, player, active, gone, over, at }) {
  const mine = seat === props.you;
  const name = mine ? "You" : (props.names[seat] ?? "");
  const turn = mine ? "Your turn" : player.kind === "agent" ? "is thinking" : "to play";
  const state = over ? "" : gone || (active ? turn : "");
  return html`<section
    class=${cls("seat", `seat-${seat % 10}`, active && "active", mine && "mine", gone && "away")}
    style=${at ? { "--x": `${at.x}%`, "--y": `${at.y}%` } : undefined}
    aria-label=${capital(`${name}${state ? `, ${state}` : ""}`)}
  >
    <h2 class="seat-name">
      <${Shape} seat=${seat} /><span class="name">${name}</span>
    </h2>
    <p class="seat-state">${active ? html`<span class="caret" aria-hidden="true">▶</span>` : null}${state}</p>
    <div class="seat-things"><${face.Seat} ...${props} seat=${seat} over=${over} /></div>
  </section>`;
}
