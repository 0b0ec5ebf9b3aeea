/** What I do in Blufpoker: my dice, the action bar and the keys. */
import { Button } from "/page/parts/button.js";
import { Cup } from "/page/parts/cup.js";
import { Dice, Die } from "/page/parts/die.js";
import { html } from "/page/ui.js";
import { percent, sentence, some } from "/page/wording.js";
import { optionsOf } from "./knowledge.js";
import { atLeast, chances, fitting, high, layCup, text } from "./rolls.js";
import { OPEN_ROLLS, bidOf, cupOf, legalBids, legalOf, mine, pickedBid, waitWords } from "./turn.js";

const TYPED = 3;

/** Why a roll may not be bid. @param {FaceProps} props @param {string} roll */
export function whyNoBid({ view, game }, roll) {
  const { order } = optionsOf(game);
  const bid = bidOf(view);
  if (bid && order.rolls.indexOf(roll) <= order.rolls.indexOf(bid)) return `A bid must be higher than ${bid}`;
  return `You hold ${cupOf(view)}: here a bid may not be lower`;
}

/** @param {FaceProps} props */
export function Hand(props) {
  const { view, turn, draft, motion } = props;
  if (mine(props, "answer")) {
    const hidden = 3 - view.open.length;
    return html`<div class="my-cup">
      <${Cup} size=${72} motion=${motion} count=${hidden} label=${`The cup has come to you with ${some(hidden, "hidden die", "hidden dice")}`} />
      ${view.open.length ? html`<${Dice} dice=${view.open} size=${52} label=${`Open: ${view.open.join(" ")}`} /><span class="pale">open</span>` : null}
    </div>`;
  }
  if (mine(props, "poker")) return html`<${PokerHand} ...${props} />`;
  if (!mine(props, "roll") && !mine(props, "bid")) return html`<${Known} ...${props} />`;
  const rolling = view.phase === "roll";
  return html`<div class="my-cup" role="group" aria-label="Your dice">
    <${Cup} size=${60} state="tilted" motion=${motion} label="You look under the cup" />
    ${layCup(view.rolling).map(({ face, rolled }, at) => {
      const caption = rolled ? "hidden" : rolling ? (draft.die === at ? "to roll" : "") : "open";
      return html`<${Die}
      key=${at} face=${face} at=${at} size=${52} motion=${motion} rolled=${rolled ? `${view.rounds}.${view.turns.length}.${face}.${at}` : undefined}
      held=${rolling && draft.die === at} caption=${caption || "\u00a0"} label=${`Die showing ${face || "nothing yet"}${caption && `, ${caption}`}`}
      onPress=${rolling && face ? () => props.setDraft((old) => ({ die: old.die === at ? undefined : at })) : undefined}
      why=${rolled ? "This die was rolled in this turn" : turn ? "" : "One moment"}
    />`;
    })}
  </div>`;
}

/** The open roll of mine: dice to keep. @param {FaceProps} props */
function PokerHand(props) {
  const { view, turn, motion } = props;
  const dice = openDice(view);
  const kept = keptOf(props);
  return html`<div class="my-cup" role="group" aria-label="Your open roll">
    ${dice.map((face, at) => html`<${Die}
      key=${at} face=${face} at=${at} size=${52} motion=${motion} rolled=${`${view.rounds}.${view.poker.length}`} held=${Boolean(kept[at])}
      caption=${kept[at] ? "keep" : "\u00a0"} why=${turn ? "" : "One moment"} label=${`Die showing ${face}${kept[at] ? ", keep" : ""}`}
      onPress=${() => keep(props, at)}
    />`)}
  </div>`;
}

/** The dice of the last open roll, the highest first. @param {any} view @returns {number[]} */
const openDice = (view) => high([...(view.poker.at(-1)?.kept ?? []), ...(view.poker.at(-1)?.fallen ?? [])]);

/** Which dice of my open roll I keep; none at first. @param {FaceProps} props @returns {boolean[]} */
const keptOf = ({ draft, view }) => draft.kept ?? openDice(view).map(() => false);

/** Keep a die of the open roll, or let it go again. @param {FaceProps} props @param {number} at */
const keep = (props, at) =>
  props.setDraft((old) => ({ ...old, kept: keptOf({ ...props, draft: old }).map((one, place) => (place === at ? !one : one)) }));

/** What I still know of the cup that went on. @param {FaceProps} props */
function Known({ view, you }) {
  const last = view.turns.at(-1);
  if (you === null || view.phase !== "answer" || last?.seat !== you || !view.own.length) return null;
  const { kept, fallen } = view.own.at(-1);
  return html`<p class="pale known">You hid ${text([...kept, ...fallen])}</p>`;
}

/** @param {FaceProps} props */
export function Bar(props) {
  const { view, turn } = props;
  if (mine(props, "answer") && turn) return html`<${AnswerBar} ...${props} />`;
  if (mine(props, "roll") && turn) return html`<${RollBar} ...${props} />`;
  if (mine(props, "bid") && turn) return html`<${BidBar} ...${props} />`;
  if (mine(props, "poker") && turn) return html`<${PokerBar} ...${props} />`;
  const why = waitWords(props);
  return html`<div class="buttons">
    <${Button} why=${why} run=${() => {}}>Believe<//><${Button} why=${why} run=${() => {}}>You bluff!<//>
  </div><p class="tip">${view ? sentence(why) : ""}</p>`;
}

/** @param {FaceProps} props */
function AnswerBar({ view, names, act, game }) {
  const bid = bidOf(view);
  const bidder = names[view.turns.at(-1).seat] ?? "";
  const { order } = optionsOf(game);
  const poker = order.rolls.indexOf(bid) >= order.firstPoker;
  const sure = view.turns.length === 1 && !optionsOf(game).free;
  return html`<div class="answers">
    <div><${Button} primary hot="b" run=${() => act("believe")}>Believe<//>
      <p class="tip">${poker ? `You must reach ${bid} in three open rolls.` : `You look, roll, and bid above ${bid}.`}</p></div>
    <div><${Button} hot="c" run=${() => act("call")}>You bluff!<//>
      <p class="tip">${sure ? "A first bid is always true here: the point would be yours." : `The cup is lifted. Less than ${bid}: ${bidder} gets the point, else you do.`}</p></div>
  </div>`;
}

/** @param {FaceProps} props */
const dieOf = ({ view, draft }) => layCup(view.rolling)[draft.die ?? -1] ?? null;

/** @param {FaceProps} props */
function rollDie(props) {
  const die = dieOf(props);
  if (props.turn && die && !die.rolled) props.act(`roll ${die.face}`);
}

/** @param {FaceProps} props */
function RollBar(props) {
  const { view, act } = props;
  const die = dieOf(props);
  const { kept, picked } = view.rolling;
  const stop = legalOf(props).has("stop");
  const open = !picked.length ? "the cup goes on as it is" : `${high(kept).join(" ")} ${kept.length === 1 ? "lies" : "lie"} open`;
  return html`<div class="buttons">
      <${Button} primary hot="Enter" why=${die ? "" : "Tap the die to roll"} run=${() => rollDie(props)}>${die ? `Roll the ${die.face}` : "Roll"}<//>
      <${Button} hot="s" why=${stop ? "" : "Roll at least one die first"} run=${() => act("stop")}>${stop ? `Stop: ${open}` : "Stop"}<//>
    </div>
    <p class="tip">${`You hold ${cupOf(view)}, to beat: ${bidOf(view)}. ${picked.length ? "Each die is rolled once; the others lie open when you stop." : "Tap a die to roll it. The dice you do not roll will lie open."}`}</p>`;
}

/** @param {FaceProps} props */
function BidBar(props) {
  const { view, act, draft } = props;
  const { order } = optionsOf(props.game);
  const bid = pickedBid(props);
  const cup = cupOf(view);
  const legal = [...legalBids(props)];
  const true_ = order.rolls.indexOf(bid) <= order.rolls.indexOf(cup);
  const chance = atLeast(chances(order, fitting(order, view.open), view.open), order.rolls.indexOf(bid));
  const only = legal.length === 1;
  return html`<div class="buttons">
      <${Button} primary hot="Enter" run=${() => act(`bid ${bid}`)}>${`Bid ${bid}${true_ ? ", the truth" : ", a bluff"}`.replace("the truth", bid === cup ? "the truth" : "true")}<//>
      ${only ? null : html`
        <${Button} quiet hot="t" why=${legal.includes(cup) ? "" : `${cup} is too low: you have to bluff`} run=${() => props.setDraft({ bid: cup })}>Truth ${cup}<//>
        <${Button} quiet hot="n" run=${() => props.setDraft({ bid: legal[0] })}>Lowest ${legal[0]}<//>`}
    </div>
    <p class="tip">${only ? "A first bid must be what the cup holds." : `You hold ${cup}. ${view.open.length || view.turns.length ? `By the dice that all see, ${percent(chance)} of cups hold ${bid} or more.` : ""}`}
      ${draft.typed ? html` <strong>${draft.typed}…</strong>` : null}</p>`;
}

/** @param {FaceProps} props */
function PokerBar(props) {
  const kept = openDice(props.view).filter((_, at) => keptOf(props)[at]);
  const left = OPEN_ROLLS - props.view.poker.length;
  const why = kept.length === 3 ? "Keep two at most: let one go" : "";
  return html`<div class="buttons">
      <${Button} primary hot="r" why=${why} run=${() => rollOpen(props)}>${`Roll ${kept.length === 3 ? "" : some(3 - kept.length, "die", "dice")} (${left} left)`}<//>
    </div><p class="tip">Tap the dice to keep; reach ${bidOf(props.view)}.</p>`;
}

/** @param {FaceProps} props */
function rollOpen(props) {
  const kept = openDice(props.view).filter((_, at) => keptOf(props)[at]);
  if (props.turn && kept.length < 3) props.act(`keep ${kept.length ? kept.join("") : "none"}`);
}

/** A figure while bidding: three of them pick a roll. @param {FaceProps} props @param {number} face */
function typeFace(props, face) {
  props.setDraft((old) => {
    const typed = `${old.typed ?? ""}${face}`;
    const roll = typed.length === TYPED ? text([...typed].map(Number)) : "";
    return { bid: legalBids(props).has(roll) ? roll : old.bid, typed: roll ? "" : typed };
  });
}

/** @param {FaceProps} props @param {number} way */
function stepBid(props, way) {
  const legal = [...legalBids(props)];
  props.setDraft((old) => {
    const at = legal.indexOf(pickedBid({ ...props, draft: old })) + way;
    return { bid: legal[Math.max(0, Math.min(legal.length - 1, at))] };
  });
}

/** @param {FaceProps} props @param {number} face */
function pickDie(props, face) {
  const dice = layCup(props.view.rolling);
  const at = dice.findIndex((die) => !die.rolled && die.face === face);
  if (at >= 0) props.setDraft({ die: at });
}

/** @param {FaceProps} props @returns {KeyBinding[]} */
export function keys(props) {
  const { view, turn, act, setDraft, replay } = props;
  if (!view || !turn || replay) return [];
  /** @param {string} label @param {(face: number) => void} run @param {number} most */
  const figures = (label, run, most) => Array.from({ length: most }, (_, at) => ({ key: String(at + 1), label, run: () => run(at + 1) }));
  if (mine(props, "answer")) {
    return [{ key: "b", label: "Believe", run: () => act("believe") }, { key: "c", label: "You bluff!", run: () => act("call") }];
  }
  if (mine(props, "roll")) {
    return [
      ...figures("Take the die that shows it", (face) => pickDie(props, face), 6),
      { key: "Enter", label: "Roll the die", run: () => rollDie(props) },
      { key: "s", label: "Stop rolling", run: () => legalOf(props).has("stop") && act("stop") },
    ];
  }
  if (mine(props, "bid")) {
    return [
      ...figures("Type three dice to pick a bid", (face) => typeFace(props, face), 6),
      { key: "ArrowUp", label: "Higher bid", run: () => stepBid(props, 1) },
      { key: "ArrowDown", label: "Lower bid", run: () => stepBid(props, -1) },
      { key: "t", label: "Pick the truth", run: () => setDraft({ bid: cupOf(view) }) },
      { key: "n", label: "Pick the lowest bid", run: () => setDraft({ bid: [...legalBids(props)][0] }) },
      { key: "Enter", label: "Bid", run: () => act(`bid ${pickedBid(props)}`) },
    ];
  }
  return [
    ...figures("Keep this die, or let it go", (at) => keep(props, at - 1), 3),
    { key: "r", label: "Roll the dice that you do not keep", run: () => rollOpen(props) },
  ];
}
