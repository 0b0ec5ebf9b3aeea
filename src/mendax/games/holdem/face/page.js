/** Hold'em in the browser: cards, chips, the board and the pot, three buttons and the odds. */
import { Cards, cardNames } from "/page/parts/card.js";
import { Chips } from "/page/parts/chips.js";
import { cls, html } from "/page/ui.js";
import { capital, some } from "/page/wording.js";
import { Bar, choices } from "./actions.js";
import { STAGES, betSize, blindSeats, hasFolded, justEnded, sum } from "./betting.js";
import { End, RoundEnd, result, signed } from "./ending.js";
import { bestFive, handWords } from "./hands.js";
import Card from "./picture.js";
import { ThisHand } from "./streets.js";

/** @typedef {import("./betting.js").View} View */

const PAST = { fold: "folded", check: "checked", call: "called", bet: "bet", raise: "raised" };

/** What a player did last in this stage, or where it sits. @param {View} view @param {Seat} seat */
function doing(view, seat) {
  const { stage, said, folded } = view.betting;
  if (folded[seat]) return "folded";
  const act = said[stage]?.filter((one) => one.seat === seat).at(-1)?.act;
  if (act) return PAST[act];
  const [small, big] = blindSeats(view.money.length, view.button);
  return stage === 0 && seat === small ? "small blind" : stage === 0 && seat === big ? "big blind" : "";
}

/** The dealer's button. */
const Dealer = () => html`<span class="dealer" role="img" aria-label="dealer button" title="Dealer button: acts last after the flop">D</span>`;

/** @param {SeatProps} props */
function Seat(props) {
  const { seat, you, motion } = props;
  const view = /** @type {View} */ (props.view);
  const { betting, money } = view;
  const end = justEnded(view);
  const shown = end?.shown[seat] ?? [];
  const folded = end ? hasFolded(end.said, seat) : Boolean(betting.folded[seat]);
  const bet = end ? 0 : (betting.bets[seat] ?? 0);
  const gain = end?.gains[seat] ?? 0;
  const words = end ? (folded ? "folded" : shown.length ? "shows" : gain > 0 ? "wins" : "") : doing(view, seat);
  const cards = seat === you ? null : shown.length
    ? html`<${Cards} cards=${shown} size="small" tight motion=${false} />`
    : html`<${Cards} cards=${[-1, -1]} size="small" tight back folded=${folded} motion=${false} label=${folded ? "Cards folded" : "Two hidden cards"} />`;
  return html`<div class=${cls("holdem-seat", folded && "out")}>
    <div class="holdem-row">
      ${cards}
      <div class="holdem-stakes">
        <span class="holdem-bet">
          ${seat === (end ?? view).button ? html`<${Dealer} />` : null}
          ${bet ? html`<${Chips} amount=${bet} name="in this round:" words=${String(bet)} motion=${motion} from="down" />` : null}
          ${gain ? html`<strong class=${gain > 0 ? "gain" : "loss"}>${signed(gain)}</strong>` : null}
        </span>
        ${money.some(Boolean) ? html`<span class="holdem-money" title="Chips won or lost so far">total ${signed(money[seat] ?? 0)}</span>` : null}
      </div>
    </div>
    <p class="holdem-did">${words}</p>
  </div>`;
}

/** What a bet costs in this stage. @param {number} stage */
const unit = (stage) => `bets of ${some(betSize(stage), "chip")}`;

/** @param {FaceProps} props */
function Middle({ view, motion, game, end }) {
  const { betting, board, hands } = /** @type {View} */ (view);
  const last = justEnded(view);
  const cards = last && !board.length ? last.board : board;
  const of = /hands=(\d+)/.exec(game)?.[1];
  const number = end || betting.stage === 4 ? hands : hands + 1;
  return html`<div class="holdem-middle">
    <p class="holdem-stage">${of && Number(of) > 1 ? html`<span>Hand ${number.toLocaleString("en")} of ${Number(of).toLocaleString("en")}</span> ` : null}
      ${betting.stage < 4 && !last ? html`<strong>${STAGES[betting.stage]}</strong> <span class="pale">${unit(betting.stage)}</span>` : null}</p>
    <${Cards} cards=${cards} places=${5} name="Board" dealt motion=${motion} />
    ${last ? null : html`<${Chips} amount=${sum(betting.paid)} words=${`Pot: ${some(sum(betting.paid), "chip")}`} motion=${motion} from="down" class="pot" />`}
  </div>`;
}

/** The cards that I was dealt last, as long as the view does not have them any more. @param {FaceProps} props */
function dealtLast({ events, you }) {
  return events.filter(({ data }) => data?.kind === "DealtCards" && data.seat === you).at(-1)?.data.cards ?? [];
}

/** @param {FaceProps} props */
function Hand(props) {
  const { you, motion } = props;
  const view = /** @type {View} */ (props.view);
  if (you === null) return null;
  const end = justEnded(view);
  const cards = /** @type {number[]} */ (end ? dealtLast(props) : view.cards);
  const folded = end ? hasFolded(end.said, you) : Boolean(view.betting.folded[you]);
  const board = end ? end.board : view.board;
  const now = cards.length === 2 ? bestFive([...cards, ...board]) : null;
  const words = !now ? "" : folded ? "You have folded." : board.length || now.kind ? `You have ${handWords(now)}.` : "";
  return html`<div class="holdem-hand">
    <${Cards} cards=${cards} places=${2} size="large" name="Your cards" folded=${folded} dealt motion=${motion} />
    <p class="holdem-have">${words}</p>
  </div>`;
}

/** An event in words. @param {EventFrame} event @returns {string} */
function tell({ data, text }) {
  switch (data?.kind) {
    case "HandBegan":
      return `hand ${data.number}: seat ${data.small} posts 1, seat ${data.big} posts 2`;
    case "DealtCards":
      return `seat ${data.seat} gets ${cardNames(data.cards)}`;
    case "BoardDealt":
      return `${STAGES[data.stage] ?? "board"}: ${cardNames(data.cards)}`;
    case "Acted":
      return acted(data);
    case "Shown":
      return `seat ${data.seat} shows ${cardNames(data.cards)}: ${handWords(bestFive([...data.cards, ...data.board]))}`;
    case "Won":
      return `seat ${data.seat} wins ${some(data.chips, "chip")}`;
    default:
      return text;
  }
}

/** @param {{ seat: Seat, act: string, chips: number, level: number }} data */
function acted({ seat, act, chips, level }) {
  if (act === "raise") return `seat ${seat} raises to ${level}`;
  return `seat ${seat} ${act}s${chips ? ` ${chips}` : ""}`;
}

/** @param {FaceProps} props */
function headline({ view, you, names, turn, events, end, replay }) {
  const { betting } = /** @type {View} */ (view);
  if (end) return "";
  const at = betting.turn;
  const last = events.filter(({ data }) => ["Acted", "BoardDealt", "HandBegan"].includes(data?.kind)).at(-1)?.data;
  const other = last?.kind === "Acted" && last.seat !== you ? capital(acted(last).replace(/^seat \d+/, names[last.seat] ?? "")) : "";
  if (turn && you !== null) {
    const { toCall } = choices(view, you);
    const price = toCall ? `${toCall} to call` : "you may check";
    return other ? `${other}: your turn, ${price}` : `Your turn, ${price}`;
  }
  if (at === null) return justEnded(view) ? "The next hand is dealt" : "Cards are dealt";
  if (at === you) return replay ? "It is your turn" : "Your move is on its way";
  return other ? `${other}, ${names[at]} is next` : `${capital(names[at] ?? "")} is next`;
}

/** @param {FaceProps} props @returns {KeyBinding[]} */
function keys({ turn, forms, view, you, act, askHint }) {
  if (you === null || !view) return [];
  const { fold, stay, more } = choices(view, you, turn, forms);
  /** @param {import("./actions.js").Choice} choice */
  const run = (choice) => () => void (choice.why || act(choice.text));
  return [
    { key: "f", label: "Fold", run: run(fold) },
    { key: "c", label: "Check or call", run: run(stay) },
    { key: "r", label: "Bet or raise", run: run(more) },
    { key: "o", label: "Show the odds", run: () => askHint?.() },
  ];
}

/** @type {Face} */
export default {
  name: "holdem",
  style: "page.css",
  Card,
  turnOf: (view) => view?.betting?.turn ?? null,
  Seat,
  Middle,
  Hand,
  Bar,
  keys,
  headline,
  tell,
  RoundEnd,
  look: ({ events }) => (events.some(({ data }) => data?.kind === "Shown") ? 8000 : 3500),
  roundWord: "Hand",
  showsHint: true,
  Side: ThisHand,
  sideName: "This hand",
  End,
  result,
};
