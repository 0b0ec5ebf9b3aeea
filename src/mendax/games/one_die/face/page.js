/** One-die Liar's Dice on the page. */
import { Button } from "/page/parts/button.js";
import { Cup } from "/page/parts/cup.js";
import { Dice, Die } from "/page/parts/die.js";
import { cls, html } from "/page/ui.js";
import { capital, gameOptions, percent, say } from "/page/wording.js";
import { callsIn, diceOf, tableRules, turnOf, values, whyNot } from "./calls.js";
import { End } from "./ending.js";
import Card from "./picture.js";

/** So many calls get a button and a key each; of more one is chosen by steps or from a list. */
const MOST_BUTTONS = 9;
/** @param {import("./calls.js").TableRules} rules */
const hasButtons = (rules) => rules.dice === 1 && rules.faces <= MOST_BUTTONS;
const HIDDEN = -1;

/** @param {SeatProps} props */
function Seat({ view, seat, you, game, motion }) {
  if (seat === you) return null;
  const rules = tableRules(gameOptions(game));
  const roll = view.dice[seat];
  const calls = view.caller === seat && view.call;
  const lifted = view.challenged && view.caller === seat;
  const none = `no ${rules.dice > 1 ? "dice" : "die"} rolled`;
  return html`<div class="od-seat">
    <${Cup} size=${52} state=${lifted ? "lifted" : "down"} motion=${motion} shaken=${roll === HIDDEN ? view.accepted : undefined}
      label=${lifted ? "The cup is lifted" : roll ? "A roll under the cup" : none} count=${roll === HIDDEN ? "?" : undefined}>
      ${lifted ? html`<${Dice} dice=${diceOf(roll, rules)} size=${40} glow=${roll === view.call} />` : null}
    <//>
    <p class=${cls("od-word", !calls && "none")}>${calls ? `calls ${view.call}` : ""}</p>
  </div>`;
}

/** Dice with a word over them. @param {{ word: string, dice: number[], size: import("/page/parts/die.js").DieSize, glow?: boolean }} props */
function Shown({ word, dice, size, glow = false }) {
  return html`<div class="od-shown"><span class="od-tag" aria-hidden="true">${word}</span><${Dice} dice=${dice} size=${size} glow=${glow} label=${`${word}: ${dice.join(", ")}`} motion=${false} /></div>`;
}

/** @param {FaceProps} props */
function Middle({ view, you, names, game }) {
  const rules = tableRules(gameOptions(game));
  const caller = say(`seat ${view.caller}`, names);
  /** @type {Child} */
  let text = "";
  if (view.winner === null && view.call) text = html`<strong>${capital(say(`seat ${view.caller} calls`, names))} ${view.call}.</strong> ${view.caller === you ? `Will ${names[1 - view.caller]} believe it?` : "True or a lie?"}`;
  else if (view.winner === null && view.caller === you && view.dice[view.caller] && !view.accepted) text = html`<strong>You have rolled.</strong> Call what you have, or lie and call more.`;
  else if (view.winner === null) text = view.dice[view.caller] ? html`<strong>${capital(say(`seat ${view.caller} has`, names))} rolled</strong> and must call${view.accepted ? ` higher than ${view.accepted}` : " a number"}.` : `${capital(say(`seat ${view.caller} shakes`, names))} the cup.`;
  else if (view.challenged) text = `${capital(caller)} called ${view.call} and had ${view.dice[view.caller]}: ${view.dice[view.caller] === view.call ? "the truth" : "a lie"}.`;
  else text = `Nothing beats ${view.call}, so accepting it loses.`;
  const over = view.winner !== null && view.challenged;
  const had = view.dice[view.caller];
  return html`<div class="od-middle">
    ${view.accepted || view.call ? html`<div class="od-row">
      ${view.accepted && !over ? html`<${Shown} word=${view.call ? "accepted before" : "to beat"} dice=${diceOf(view.accepted, rules)} size=${view.call ? "middle" : "large"} />` : null}
      ${view.call ? html`<${Shown} word="called" dice=${diceOf(view.call, rules)} size="large" />` : null}
      ${over ? html`<${Shown} word="under the cup" dice=${diceOf(had, rules)} size="large" glow=${had === view.call} />` : null}
    </div>` : null}
    <p>${text}</p>
    ${view.earlier?.length ? html`<p class="pale">Accepted before: ${view.earlier.join(", ")}.</p>` : null}
  </div>`;
}

/** @param {FaceProps} props */
function Hand({ view, you, game, motion }) {
  if (you === null) return null;
  const rules = tableRules(gameOptions(game));
  const own = view.dice[you];
  if (own <= 0) return html`<p class="od-note">${turnOf(view) === you ? "Your cup is empty until you accept: then you roll." : "Your cup is empty."}</p>`;
  return html`<div class="od-hand">
    <${Cup} size=${56} state="tilted" motion=${motion} />
    <${Dice} dice=${diceOf(own, rules)} size="large" rolled=${`${view.accepted}.${view.caller}`} motion=${motion} label=${`Under your cup: ${own}`} />
    <p class="od-note">${view.winner === null ? "Only you see this." : ""}</p>
  </div>`;
}

/** Why nothing can be said now. @param {FaceProps} props */
function waits({ view, you, names, turn }) {
  if (turn) return "";
  const next = turnOf(view);
  if (next === null) return view.winner === null ? "The dice are being rolled." : "The game is over.";
  return next === you ? "Your move is on its way." : `It is ${names[next]}'s turn.`;
}

/** How often the adviser does a thing, and how often one wins after it. @param {FaceProps} props @param {string} action */
function oddsOf({ hint }, action) {
  const option = hint?.explanation?.options.find((one) => one.action === action);
  if (!option) return null;
  const wins = option.value === null ? null : hint?.explanation?.scale === "payoff" ? (1 + option.value) / 2 : option.value;
  return { often: option.probability, wins };
}

/** @param {{ odds: ReturnType<typeof oddsOf> }} props */
function Odds({ odds }) {
  if (!odds) return null;
  return html`<span class="od-odds">
    ${odds.wins === null ? null : html`<span class="od-line" aria-hidden="true"><span style=${{ width: `${100 * odds.wins}%` }}></span></span><span>win ${percent(odds.wins)}</span>`}
    ${odds.often === null ? null : html`<span>mix ${percent(odds.often)}</span>`}
  </span>`;
}

/** What a call would be. @param {number} value @param {number} own */
const truth = (value, own) => (own <= 0 ? "" : value === own ? "truth" : "lie");

/** A button for every call. @param {FaceProps & { wait: string, rules: import("./calls.js").TableRules }} props */
function Calls(props) {
  const { view, you, act, wait, rules } = props;
  const own = you === null ? 0 : view.dice[you];
  return html`<div class="od-calls" role="group" aria-label="Call">
    ${values(rules).map((value) => {
      const answer = turnOf(view) === you && view.call ? "First answer the call: accept it, or say liar." : "";
      const why = wait || answer || whyNot(value, view, own);
      return html`<span class="od-call" key=${value}>
        <${Button} run=${() => act(`call ${value}`)} why=${why} hot=${String(value)} label=${`Call ${value}${why || own <= 0 ? "" : `, ${value === own ? "the truth" : "a lie"}`}`}>
          <${Die} face=${value} size=${34} silent pale=${Boolean(why)} motion=${false} /><//>
        <span class="od-tag">${why ? (wait || answer ? "" : value <= view.accepted ? "too low" : "below your roll") : truth(value, own)}</span>
        <${Odds} odds=${oddsOf(props, `call ${value}`)} />
      </span>`;
    })}
  </div>`;
}

/** The call that is chosen of many: the draft's, else the truth, else the lowest. @param {FaceProps} props */
function chosen({ view, you, forms, draft }) {
  const calls = callsIn(forms);
  const own = you === null ? 0 : view.dice[you];
  const value = calls.includes(draft.value) ? draft.value : calls.includes(own) ? own : (calls[0] ?? 0);
  return { calls, value, at: calls.indexOf(value), own };
}

/** One of many calls, by steps or from a list. @param {FaceProps & { wait: string, rules: import("./calls.js").TableRules }} props */
function Picker(props) {
  const { setDraft, act, wait, view, rules } = props;
  const { calls, value, at, own } = chosen(props);
  const why = wait || (calls.length ? "" : "First answer the call: accept it, or say liar.");
  /** @param {number | undefined} next */
  const pick = (next) => next && setDraft((old) => ({ ...old, value: next }));
  const low = own > view.accepted ? `A call may not be lower than your roll, ${own}.` : `A call must beat ${view.accepted}.`;
  return html`<div class="od-picker">
    <${Button} run=${() => pick(calls[at - 1])} label="Next lower call" why=${why || (at > 0 ? "" : low)}>−<//>
    <${Dice} dice=${diceOf(value, rules)} size=${38} motion=${false} />
    <select aria-label="Call" disabled=${Boolean(why)} value=${String(value)} onChange=${(/** @type {any} */ event) => pick(Number(event.target.value))}>
      ${calls.map((one) => html`<option key=${one} value=${String(one)}>${one}${truth(one, own) ? ` (${truth(one, own)})` : ""}</option>`)}
    </select>
    <${Button} run=${() => pick(calls[at + 1])} label="Next higher call" why=${why || (at + 1 < calls.length ? "" : "Nothing is higher.")}>+<//>
    <${Button} primary run=${() => act(`call ${value}`)} why=${why} hot="Enter">${value ? `Call ${value}` : "Call"}<//>
    <${Odds} odds=${oddsOf(props, `call ${value}`)} />
  </div>`;
}

/** @param {FaceProps} props */
function Bar(props) {
  const { view, you, game, act } = props;
  const rules = tableRules(gameOptions(game));
  const wait = waits(props);
  const nothing = wait || (view.call && view.caller !== you ? "" : "There is no call to answer: it is you who calls.");
  const top = values(rules).at(-1);
  const claim = view.call && view.caller !== you ? view.call : "a call";
  const after = view.call === top ? `Nothing beats ${top}: accepting loses.` : `You believe ${claim}${rules.kept ? "" : ", roll"} and must call higher.`;
  const Chooser = hasButtons(rules) ? Calls : Picker;
  return html`<div class="od-bar">
    <${Chooser} ...${props} wait=${wait} rules=${rules} />
    ${props.hint ? html`<p class="od-legend" role="status">By the exact solution. win: how often you win after it against one who never errs. mix: how often it does it.</p>` : null}
    <div class="od-answers">
      <div class="od-answer"><${Button} run=${() => act("accept")} why=${nothing} hot="a">Accept<//><p>${after}</p><${Odds} odds=${oddsOf(props, "accept")} /></div>
      <div class="od-answer"><${Button} run=${() => act("challenge")} why=${nothing} hot="l">Liar!<//><p>You claim that ${claim} is a lie. The cup is lifted, and one of you wins.</p><${Odds} odds=${oddsOf(props, "challenge")} /></div>
      ${props.askHint && !props.hint ? html`<span class="od-ask"><${Button} quiet run=${props.askHint} hot="h">Odds<//></span>` : null}
    </div>
  </div>`;
}

/** @param {FaceProps} props @returns {KeyBinding[]} */
function keys(props) {
  return [...moves(props), ...(props.askHint ? [{ key: "h", label: "Show the odds", run: props.askHint }] : [])];
}

/** @param {FaceProps} props @returns {KeyBinding[]} */
function moves(props) {
  const { view, turn, game, act, setDraft } = props;
  if (!turn) return [];
  if (view.call) return [{ key: "a", label: "Accept", run: () => act("accept") }, { key: "l", label: "Liar!", run: () => act("challenge") }];
  const rules = tableRules(gameOptions(game));
  const { calls, value, at } = chosen(props);
  if (hasButtons(rules)) return calls.map((one) => ({ key: String(one), label: `Call ${one}`, run: () => act(`call ${one}`) }));
  /** @param {number} by */
  const step = (by) => () => calls[at + by] && setDraft((old) => ({ ...old, value: calls[at + by] }));
  return [
    { key: "ArrowUp", label: "Next higher call", run: step(1) }, { key: "ArrowDown", label: "Next lower call", run: step(-1) },
    { key: "Enter", label: `Call ${value}`, run: () => act(`call ${value}`) },
  ];
}

/** @param {FaceProps} props */
function headline({ view, you, names, turn }) {
  if (view.winner !== null) return "";
  if (turn && view.call) return `${names[view.caller]} calls ${view.call}: do you believe it?`;
  if (turn) return view.accepted ? `Your turn: call more than ${view.accepted}` : "Your turn: call a number, true or not";
  const next = turnOf(view);
  const called = view.call ? say(`seat ${view.caller} calls ${view.call}`, names) : "";
  return [called, next === null || next === you ? "" : `${names[next]} is to ${view.call ? "answer" : "call"}`].filter(Boolean).join(": ");
}

/** @param {EventFrame} event */
function tell(event) {
  const { seat, action, shown } = event.data ?? {};
  if (action === null) return `seat ${seat} rolls in secret`;
  if (action === "accept") return `seat ${seat} accepts`;
  if (action === "challenge") return `seat ${seat} says liar: under the cup is ${shown}`;
  if (action?.kind === "Roll") return `seat ${seat} rolls ${action.dice > 1 ? [...String(action.value)].join(" ") : action.value}`;
  if (action?.kind === "Call") return `seat ${seat} calls ${action.value}`;
  return event.text;
}

/** @param {FaceProps} props */
const result = ({ view, names, end }) => {
  const winner = view?.winner ?? end?.scores.indexOf(Math.max(...end.scores)) ?? 0;
  return say(`seat ${winner}`, names) === "you" ? "You won" : `${names[winner]} won`;
};

/** @type {Face} */
const face = {
  name: "one-die",
  style: "page.css",
  showsHint: true,
  Card,
  turnOf, Seat, Middle, Hand, Bar, keys, headline, tell, End, result,
};
export default face;
