/** After a round: why the agent that decided last did what it did, in one sentence, and the way to the rest. */
import { html } from "../ui.js";
import { capital, say, sentence } from "../wording.js";
import { Shape } from "./shape.js";

/**
 * The last explained decision of a round; null at closed tables and where no agent decided.
 * @param {Round | null | undefined} round @returns {Decision | null}
 */
export const lastDecision = (round) =>
  round?.frame.explanations?.filter((one) => one.reason || one.explanation.sentence).at(-1) ?? null;

/** @param {{ face: WholeFace, round: Round | null | undefined, names: Names, open: (() => void) | null }} props */
export function Reason({ face, round, names, open }) {
  const found = lastDecision(round);
  if (!found) return null;
  const text = found.reason || found.explanation.sentence;
  const did = face.words(say(found.say || "", names));
  return html`<div class="reason-line">
    <p><${Shape} seat=${found.seat} size=${14} /> <strong>${capital(names[found.seat] ?? "")}</strong>${did ? `, ${did}` : ""}: ${sentence(face.words(say(text, names)))}</p>
    ${open ? html`<button type="button" class="link-button" onClick=${open}>Inside the agents<kbd aria-hidden="true">i</kbd></button>` : null}
  </div>`;
}
