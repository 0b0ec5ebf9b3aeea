/** What happened, round by round. */
import { told } from "../facing.js";
import { html, useEffect, useRef } from "../ui.js";
import { capital, figure } from "../wording.js";
import { Shape } from "./shape.js";

/** Who did what an event tells of: the first seat that its text names. @param {string} text */
function seatIn(text) {
  const found = /\b[Ss]eat (\d+)/.exec(text);
  return found ? Number(found[1]) : null;
}

/** @param {{ face: WholeFace, state: TableState, props: FaceProps }} given */
export function History({ face, state, props }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [state.events.length, state.rounds.length]);
  /** @type {{ events: EventFrame[], standing: number[] | null }[]} */
  const parts = [{ events: [], standing: null }];
  const ends = [...state.rounds];
  for (const event of state.events) {
    while (ends[0] && ends[0].frame.seq < event.seq) {
      const ended = ends.shift();
      const part = parts.at(-1);
      if (part && ended) part.standing = ended.frame.standing;
      parts.push({ events: [], standing: null });
    }
    parts.at(-1)?.events.push(event);
  }
  return html`<div class="history" ref=${box} tabindex="0" role="region" aria-label="History">
    ${state.events.length ? null : html`<p class="pale">Nothing has happened yet.</p>`}
    ${parts.map(({ events, standing }, number) => html`<section key=${number}>
      ${parts.length > 1 || state.rounds.length ? html`<h3>${face.roundWord ?? "Round"} ${number + 1}</h3>` : null}
      <ol>
        ${events.map((event) => {
          const text = told(face, event, props);
          const seat = seatIn(face.tell(event, props));
          return text ? html`<li key=${event.seq} data-seq=${event.seq}>${seat === null ? null
            : html`<${Shape} seat=${seat} size=${12} />`} ${capital(text)}</li>` : null;
        })}
      </ol>
      ${standing?.some(Boolean) ? html`<p
        class="standing">${standing.map((value, seat) => html`<span key=${seat}>${capital(props.names[seat] ?? "")} ${figure(value)}</span> `)}</p>`
        : null}
    </section>`)}
  </div>`;
}
