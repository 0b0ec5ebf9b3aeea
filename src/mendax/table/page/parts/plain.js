/** The face of a game that brings none: the view as text, what is legal as buttons or menus. */
import { html } from "../ui.js";
import { capital, say } from "../wording.js";
import { Button } from "./button.js";

/** Of more actions than these, menus are shown instead of buttons. */
const MOST_BUTTONS = 24;
/** A form with at most so many actions is always shown as buttons. */
const FEW = 4;
const WAIT = "It is not your turn.";

/** Every action of a form. @param {Form} form @returns {string[]} */
export function expand(form) {
  return Object.entries(form.slots).reduce(
    (texts, [slot, words]) => texts.flatMap((text) => words.map((word) => text.replace(`{${slot}}`, word))),
    [form.text],
  );
}

/** How many actions forms stand for. @param {Form[]} forms */
const size = (forms) =>
  forms.reduce((sum, form) => sum + Object.values(form.slots).reduce((product, words) => product * words.length, 1), 0);

/** One form as menus. @param {{ form: Form, at: number, draft: Draft, setDraft: FaceProps["setDraft"], act: FaceProps["act"] }} props */
function Menus({ form, at, draft, setDraft, act }) {
  const slots = Object.entries(form.slots);
  /** @param {string} slot @param {string[]} words */
  const word = (slot, words) => (words.includes(draft[`${at}.${slot}`]) ? draft[`${at}.${slot}`] : words[0]);
  const text = slots.reduce((found, [slot, words]) => found.replace(`{${slot}}`, word(slot, words)), form.text);
  return html`<div class="menus">
    ${slots.map(([slot, words]) => html`<label>${capital(slot)}
      <select value=${word(slot, words)}
        onChange=${(/** @type {any} */ event) => setDraft((old) => ({ ...old, [`${at}.${slot}`]: event.target.value }))}>
        ${words.map((one) => html`<option value=${one}>${one}</option>`)}
      </select></label>`)}
    <${Button} primary run=${() => act(text)}>${capital(text)}<//>
  </div>`;
}

/** @param {FaceProps} props */
function Bar({ turn, forms, draft, setDraft, act }) {
  if (!turn) return html`<p class="waiting">${WAIT}</p>`;
  const all = size(forms) <= MOST_BUTTONS;
  const short = forms.filter((form) => all || size([form]) <= FEW);
  return html`<div class="plain-bar"><div class="buttons">
      ${short.flatMap(expand).map((text) => html`<${Button} key=${text} run=${() => act(text)}>${capital(text)}<//>`)}
    </div>
    ${forms.map((form, at) => (short.includes(form) ? null
      : html`<${Menus} key=${form.text + at} ...${{ form, at, draft, setDraft, act }} />`))}</div>`;
}

/** The result by what the game counts. @param {FaceProps} props */
function result({ end, names, you }) {
  if (!end) return "";
  const best = Math.max(...end.scores);
  const won = names.filter((_, seat) => end.scores[seat] === best);
  if (won.length === names.length) return "Nobody won";
  if (you !== null && end.scores[you] === best) return won.length === 1 ? "You won" : `You and ${won.length - 1} more won`;
  return `${capital(won.join(" and "))} won`;
}

/** @type {WholeFace} */
export const plain = {
  name: "",
  Card: () => html`<svg viewBox="0 0 96 64" class="picture" aria-hidden="true">
    <rect x="28" y="12" width="40" height="40" rx="9" class="die" />
    ${[[38, 22], [58, 22], [48, 32], [38, 42], [58, 42]].map(([x, y]) => html`<circle cx=${x} cy=${y} r="4" class="pip" />`)}
  </svg>`,
  turnOf: (view) => (typeof view?.turn === "number" ? view.turn : null),
  Seat: () => null,
  Middle: ({ viewText }) => html`<p class="view-text">${viewText}</p>`,
  Hand: () => null,
  Bar,
  keys: () => [],
  headline: ({ events, names, turn, end }) => {
    const told = capital(say(events.filter((event) => event.text).at(-1)?.text ?? "", names));
    return end || !turn ? told : told ? `${told}. Your turn` : "Your turn";
  },
  tell: (event) => event.text,
  words: (text) => text,
  result,
};
