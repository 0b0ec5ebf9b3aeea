/** Yahtzee on the page: dice to hold, a card to fill. */
import { Button } from "/page/parts/button.js";
import { Die } from "/page/parts/die.js";
import { cls, html, useEffect } from "/page/ui.js";
import { capital, gameOptions, say, some } from "/page/wording.js";
import { bestAction, coach, costs, keptFaces, pointsWords } from "./advice.js";
import { ScoreTable, whyNot } from "./card.js";
import Card from "./picture.js";
import { Review } from "./review.js";
import { BOXES, DICE, OPEN, ROLLS, TITLES, enter, keepText, layDice, legalBoxes, openBoxes, total, used } from "./scoring.js";

/** A box that is being entered before the third roll: all dice are kept until then. @type {{ match: string, filled: number, box: number } | null} */
let plan = null;

/** Which dice I tapped in this turn, by the rolls made then. @type {{ filled: number, held: Record<number, boolean[]> }} */
let tapped = { filled: -1, held: {} };

/** @param {FaceProps} props */
const rulesOf = ({ game }) => gameOptions(game).rules ?? "forced";

/** @param {FaceProps} props */
const turnsOf = ({ game }) => (["true", "True", "1"].includes(gameOptions(game).single_turn ?? "") ? 1 : BOXES.length);

/** How many boxes of a card are filled. @param {any} card */
const filledBoxes = (card) => BOXES.length - openBoxes(card).length;

/** The dice where they lie; the view's own order where the events do not tell. @param {FaceProps} props */
function table({ view, events, you }) {
  const own = view.turn === you && tapped.filled === filledBoxes(view.cards[view.turn]);
  const laid = layDice(events, (rolls) => (own ? (tapped.held[rolls] ?? null) : null));
  const agree = [...laid.dice].sort().join("") === [...view.dice].sort().join("");
  if (agree || !view.dice.length) return laid;
  return { dice: /** @type {number[]} */ (view.dice), kept: [false, false, false, false, false], rolls: view.rolls, moved: [0, 0, 0, 0, 0] };
}

/** Which dice I hold: what I tapped, else what I held before this roll. @param {FaceProps} props @returns {boolean[]} */
const heldOf = (props) => props.draft.held ?? table(props).kept;

/** The box that I have filled and not sent. @param {FaceProps} props @returns {number | null} */
function pickedOf({ draft, view, you }) {
  if (you === null || view.turn !== you) return null;
  if (typeof draft.box === "number") return draft.box;
  return plan && plan.filled === filledBoxes(view.cards[you]) ? plan.box : null;
}

/** @param {FaceProps} props @param {number} box */
function pick(props, box) {
  if (!props.turn || whyNot(props.view.cards[props.view.turn], props.view.dice, box, rulesOf(props))) return;
  const again = pickedOf(props) === box;
  plan = null;
  props.setDraft((old) => ({ ...old, box: again ? undefined : box }));
}

/** Empty the box that is not sent yet. @param {FaceProps} props */
function takeBack({ setDraft }) {
  plan = null;
  setDraft((old) => ({ ...old, box: undefined }));
}

/** @param {FaceProps} props @param {number} at */
function toggle(props, at) {
  if (!props.turn || props.view.rolls >= ROLLS) return;
  plan = null;
  // From the draft as it is, not as it was drawn: two taps may come between two drawings.
  props.setDraft((old) => ({ ...old, held: heldOf({ ...props, draft: old }).map((one, place) => (place === at ? !one : one)), box: undefined }));
}

/** Why the dice cannot be rolled; "" if they can. @param {FaceProps} props */
function whyNoRoll(props) {
  const { turn, view } = props;
  if (!turn) return waitWords(props);
  if (view.rolls >= ROLLS) return "No roll is left: tap a box on the card";
  return heldOf(props).every(Boolean) ? "You hold all five: let one go, or tap a box on the card" : "";
}

/** @param {FaceProps} props */
function waitWords({ view, names, you, end }) {
  if (end) return "The game is over";
  return view.turn === you ? "One moment" : `It is ${names[view.turn]}'s turn`;
}

/** @param {FaceProps} props */
function roll(props) {
  if (whyNoRoll(props)) return;
  const filled = filledBoxes(props.view.cards[props.view.turn]);
  const held = heldOf(props);
  tapped = { filled, held: { ...(tapped.filled === filled ? tapped.held : {}), [props.view.rolls]: held } };
  props.act(keepText(table(props).dice, held));
}

/** Enter the dice into a box; before the third roll all dice are kept first. @param {FaceProps} props @param {number} box */
function write(props, box) {
  const { turn, view, act } = props;
  if (!turn || whyNot(view.cards[view.turn], view.dice, box, rulesOf(props))) return;
  if (view.rolls >= ROLLS) {
    plan = null;
    act(`score ${BOXES[box]}`);
  } else {
    plan = { match: turn.match, filled: filledBoxes(view.cards[view.turn]), box };
    act(keepText(view.dice, view.dice.map(() => true)));
  }
}

/** Switch the coach on or off. @param {FaceProps} props */
function switchCoach(props) {
  coach.on = !coach.on;
  if (coach.on && !props.hint) props.askHint?.();
  props.setDraft((old) => ({ ...old, hushed: !coach.on }));
}

/** The hint, unless the coach was sent away. @param {FaceProps} props */
const hintOf = ({ hint, draft }) => (draft.hushed ? null : hint);

/** What the coach says about the dice that are held. @param {FaceProps} props */
function coachWords(props) {
  const found = costs(hintOf(props));
  const best = bestAction(found);
  if (!best) return "";
  const faces = keptFaces(best);
  const box = pickedOf(props);
  if (!faces) {
    const good = TITLES[BOXES.indexOf(best.replace("score ", ""))] ?? "";
    const cost = box === null ? 0 : (found.get(`score ${BOXES[box]}`) ?? 0);
    return cost >= 0.05 ? `${TITLES[box ?? 0]} costs ${pointsWords(cost)}. The best box is ${good}.` : `The best box is ${good}.`;
  }
  const advice = faces.length === DICE ? "Stop here and fill a box." : faces.length ? `Hold ${faces.join(" ")} and roll.` : "Roll all five.";
  const mine = box === null ? keepText(table(props).dice, heldOf(props)) : keepText(props.view.dice, props.view.dice.map(() => true));
  const cost = found.get(mine);
  if (cost === undefined || cost < 0.05) return mine === best ? `${advice} That is what you do.` : advice;
  return `${advice} ${box === null ? "What you hold now" : "Stopping now"} costs ${pointsWords(cost)}.`;
}

/** The dice of whoever is to play. @param {FaceProps} props */
function Tray(props) {
  const { view, you, turn, motion, names, end } = props;
  if (end) return null;
  const { dice, moved } = table(props);
  const mine = view.turn === you;
  const held = mine ? heldOf(props) : table(props).kept;
  const done = view.rolls >= ROLLS;
  const best = mine && !done ? keptFaces(bestAction(costs(hintOf(props)))) : null;
  const advised = best && best.length < DICE ? used(dice, best) : null;
  return html`<div class="tray" role="group" aria-label=${mine ? "Your dice" : `${names[view.turn]}'s dice`}>
    ${dice.map((face, at) => {
      const caption = advised?.[at] ? "coach: hold" : held[at] && !done ? "held" : "";
      return html`<${Die}
      key=${at} face=${face} at=${at} size=${52} motion=${motion} rolled=${`${filledBoxes(view.cards[view.turn])}.${view.turn}.${moved[at]}`}
      held=${Boolean(held[at]) && !done} caption=${caption || "\u00a0"} label=${`Die ${at + 1}: ${face || "rolling"}${caption && `, ${caption}`}`}
      onPress=${mine && face ? () => toggle(props, at) : undefined}
      why=${turn ? (done ? "No roll is left" : "") : waitWords(props)}
    />`;
    })}
  </div>`;
}

/** @param {FaceProps} props */
function Middle(props) {
  const { view, names, you, turn, end, events, replay } = props;
  const { dice } = table(props);
  const lastScore = events.filter((event) => event.data.action.kind === "Score").at(-1)?.data;
  return html`<div class="yahtzee">
    ${you === null ? html`<${Tray} ...${props} />` : null}
    <${ScoreTable}
      cards=${view.cards} names=${names} turn=${end ? null : view.turn} you=${you} dice=${view.dice.length ? view.dice : dice} rules=${rulesOf(props)}
      picked=${end ? null : pickedOf(props)} pick=${turn && !replay ? (/** @type {number} */ box) => pick(props, box) : null} hint=${hintOf(props)}
      last=${lastScore ? { seat: lastScore.seat, box: lastScore.action.box } : null}
    />
  </div>`;
}

/** What the button that sends a box says. @param {FaceProps} props @param {number} box */
function writeWords(props, box) {
  const { view, you } = props;
  const card = view.cards[you ?? 0];
  const gain = total(enter(card, view.dice, box, rulesOf(props))) - total(card);
  return `Write ${gain} into ${TITLES[box]}`;
}

/** @param {FaceProps} props */
function Bar(props) {
  const { view, turn, hint, askHint, you } = props;
  useEffect(() => {
    if (plan && turn) {
      if (turn.match === plan.match && filledBoxes(view.cards[view.turn]) === plan.filled) write(props, plan.box);
      else plan = null;
    } else if (coach.on && askHint && !hint) askHint();
  }, [turn?.turn]);
  const box = pickedOf(props);
  const why = whyNoRoll(props);
  const held = heldOf(props).filter(Boolean).length;
  const left = view.turn === you ? ROLLS - view.rolls : 0;
  const words = coachWords(props);
  const noCoach = askHint || hint ? "" : turn ? "There is no coach at this table" : waitWords(props);
  return html`<div class="yahtzee-bar">
    <p class="coach-words" role="status">${words ? html`<strong>Coach:</strong> ${words}` : ""}</p>
    <div class="buttons">
      ${box !== null
        ? html`<${Button} primary hot="Enter" why=${turn ? "" : "It is on its way"} run=${() => write(props, box)}>${writeWords(props, box)}<//>
            <${Button} why=${turn ? "" : "It is on its way"} run=${() => takeBack(props)}>Take it back<//>`
        : html`<${Button} primary hot="r" why=${why} run=${() => roll(props)}>${
            turn && left ? `Roll ${held === DICE ? "" : some(DICE - held, "die", "dice")} (${left} left)` : "Roll"}<//>`}
      ${box !== null ? null : html`<${Button} hot="h" pressed=${coach.on} why=${noCoach} run=${() => switchCoach(props)}>Coach<//>`}
    </div>
    <p class=${cls("tip", words && "less")}>${turn ? tip(props, box) : capital(waitWords(props))}</p>
  </div>`;
}

/** What to do next, in a line. @param {FaceProps} props @param {number | null} box */
function tip({ view }, box) {
  if (box !== null) return "Not written yet: tap the box again to take it back.";
  return view.rolls >= ROLLS ? "Tap a box on the card." : "Tap the dice to hold, or a box to stop here.";
}

/** The next open box that may be filled, in the order of the card. @param {FaceProps} props @param {number} way */
function step(props, way) {
  const { turn, view, setDraft } = props;
  if (!turn) return;
  const legal = legalBoxes(view.cards[view.turn], view.dice, rulesOf(props));
  const at = legal.indexOf(pickedOf(props) ?? -1);
  const next = at < 0 ? (way > 0 ? 0 : legal.length - 1) : (at + way + legal.length) % legal.length;
  setDraft((old) => ({ ...old, box: legal[next] }));
}

/** @param {FaceProps} props @returns {KeyBinding[]} */
function keys(props) {
  if (!props.view || props.replay) return [];
  const box = pickedOf(props);
  return [
    ...Array.from({ length: DICE }, (_, at) => ({ key: String(at + 1), label: `Hold die ${at + 1}, or let it go`, run: () => toggle(props, at) })),
    { key: "r", label: "Roll the dice that you do not hold", run: () => roll(props) },
    { key: "ArrowDown", label: "Next box", run: () => step(props, 1) },
    { key: "ArrowUp", label: "Box before", run: () => step(props, -1) },
    ...(box !== null && props.turn ? [{ key: "Enter", label: "Write into the box", run: () => write(props, box) }] : []),
    { key: "Backspace", label: "Take the box back", run: () => takeBack(props) },
    { key: "h", label: "Coach on or off", run: () => switchCoach(props) },
  ];
}

/** @param {FaceProps} props */
function headline(props) {
  const { view, you, names, end } = props;
  if (end) return "";
  const number = Math.min(filledBoxes(view.cards[view.turn]) + 1, turnsOf(props));
  const where = turnsOf(props) === 1 ? "" : `Turn ${number} of ${turnsOf(props)}: `;
  if (view.turn !== you) return `${where}${names[view.turn]} plays`;
  return `${where}${view.rolls >= ROLLS ? "fill a box" : `your ${["first", "second", "third"][Math.max(0, view.rolls - 1)]} roll`}`;
}

/** @param {EventFrame} event */
function tell({ data }) {
  const { seat, action, points } = data;
  if (action.kind === "Roll") return `seat ${seat} rolls ${action.dice.join(" ")}`;
  if (action.kind === "Score") return `seat ${seat} writes ${points} into ${TITLES[action.box]}`;
  if (action.dice.length === DICE) return "";
  return action.dice.length ? `seat ${seat} holds ${action.dice.join(" ")}` : `seat ${seat} rolls all again`;
}

/** @param {FaceProps} props */
function result({ end, names, you }) {
  if (!end) return "";
  const scores = end.payoffs;
  if (scores.length === 1) return you === null ? `${names[0]} has ${scores[0]} points` : `${scores[0]} points`;
  const order = scores.map((_, seat) => seat).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const [first = 0, second = 0] = order;
  const [best = 0, next = 0] = [scores[first], scores[second]];
  if (best === next) return `A tie at ${best} points`;
  return say(`seat ${first} wins by ${some(best - next, "point")}, ${best} to ${next}`, names);
}

/** @type {Face} */
export default {
  name: "yahtzee",
  style: "page.css",
  showsHint: true,
  roundWord: "Turn",
  Card,
  turnOf: (view) => (view.cards[view.turn]?.points.includes(OPEN) ? view.turn : null),
  Seat: ({ view, seat }) => html`<span class="seat-total"><strong>${total(view.cards[seat])}</strong> <span class="unit">points</span></span>`,
  Middle,
  Hand: Tray,
  Bar,
  keys,
  headline,
  tell,
  result,
  End: (props) => html`<${Middle} ...${props} /><${Review} review=${props.review} />`,
};
