/** What the betting of a hand comes to: prices, streets, and how a hand ended; all from what the seat was told. */
import { parseCard } from "/page/parts/card.js";

/** @typedef {"fold" | "check" | "call" | "bet" | "raise"} Act */
/** @typedef {{ seat: Seat, act: Act }} Said */
/**
 * @typedef {{ stage: number, turn: Seat | null, bets: number[], paid: number[], folded: boolean[], raises: number,
 *   waiting: number, said: Said[][] }} Betting
 */
/** @typedef {{ button: Seat, board: number[], said: Said[][], shown: number[][], gains: number[] }} HandEnd */
/**
 * @typedef {{ seat: Seat | null, hands: number, button: Seat, betting: Betting, cards: number[], board: number[],
 *   money: number[], last: HandEnd | null }} View
 */

export const STAGES = ["Before the flop", "Flop", "Turn", "River", "Over"];
const OVER = 4;
const SMALL_BLIND = 1;
const BIG_BLIND = 2;

/** What a bet or a raise adds in a stage, in chips. @param {number} stage */
export const betSize = (stage) => (stage < 2 ? 2 : 4);

/** Who posts the small and the big blind. @param {number} players @param {Seat} button @returns {[Seat, Seat]} */
export function blindSeats(players, button) {
  const small = players === 2 ? button : (button + 1) % players;
  return [small, (small + 1) % players];
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** What a seat must pay to stay in, and what a bet or raise costs it. @param {View} view @param {Seat} seat */
export function prices(view, seat) {
  const { bets, paid, stage, raises } = view.betting;
  const level = Math.max(...bets);
  const toCall = level - (bets[seat] ?? 0);
  return { pot: sum(paid), toCall, level: level + betSize(stage), toRaise: toCall + betSize(stage), raises, opened: stage === 0 || raises > 0 };
}

/** How the hand before ended, while nothing of the next is dealt; null in the middle of a hand. @param {View} view @returns {HandEnd | null} */
export function justEnded(view) {
  const { stage, turn, said } = view.betting;
  const between = stage === OVER || (stage === 0 && turn === null && !said[0]?.length && !view.cards.length);
  return between ? view.last : null;
}

/** Whether a seat folded in what was said. @param {Said[][]} said @param {Seat} seat */
export const hasFolded = (said, seat) => said.some((stage) => stage.some((one) => one.seat === seat && one.act === "fold"));

/**
 * @typedef {object} Street
 * @property {number} stage
 * @property {{ seat: Seat, act: Act, chips: number, level: number }[]} acts with what each put in, and what all must have put in after it
 * @property {number} pot chips in the pot when the street was over
 */

/** What was said, with the chips of each act. @param {number} players @param {Seat} button @param {Said[][]} said @returns {Street[]} */
export function streets(players, button, said) {
  let pot = SMALL_BLIND + BIG_BLIND;
  return said.map((acts, stage) => {
    const bets = /** @type {number[]} */ (Array(players).fill(0));
    if (stage === 0) {
      const [small, big] = blindSeats(players, button);
      bets[small] = SMALL_BLIND;
      bets[big] = BIG_BLIND;
    }
    const counted = acts.map(({ seat, act }) => {
      const level = Math.max(...bets) + (act === "bet" || act === "raise" ? betSize(stage) : 0);
      const chips = act === "fold" || act === "check" ? 0 : level - (bets[seat] ?? 0);
      bets[seat] = (bets[seat] ?? 0) + chips;
      pot += chips;
      return { seat, act, chips, level };
    });
    return { stage, acts: counted, pot };
  });
}

/**
 * @typedef {object} Told how a hand went, by its events
 * @property {number} number from 1
 * @property {Seat} button
 * @property {number[]} board
 * @property {boolean[]} folded
 * @property {number[][]} shown by seat: its cards, if it showed them
 * @property {number[]} gains
 * @property {{ seat: Seat, chips: number }[]} won
 */

/** How a hand went. @param {EventFrame[]} events @param {number} players @returns {Told} */
export function handOf(events, players) {
  const paid = /** @type {number[]} */ (Array(players).fill(0));
  /** @type {Told} */
  const told = {
    number: 0, button: 0, board: [], folded: Array(players).fill(false), shown: Array(players).fill([]), gains: [], won: [],
  };
  for (const { data } of events) {
    if (data.kind === "HandBegan") {
      Object.assign(told, { number: data.number, button: data.button });
      paid[data.small] = SMALL_BLIND;
      paid[data.big] = BIG_BLIND;
    } else if (data.kind === "BoardDealt") told.board.push(...data.cards);
    else if (data.kind === "Acted") {
      paid[data.seat] = (paid[data.seat] ?? 0) + data.chips;
      if (data.act === "fold") told.folded[data.seat] = true;
    } else if (data.kind === "Shown") told.shown[data.seat] = data.cards;
    else if (data.kind === "Won") told.won.push({ seat: data.seat, chips: data.chips });
  }
  told.gains = paid.map((chips, seat) => sum(told.won.flatMap((one) => (one.seat === seat ? [one.chips] : []))) - chips);
  return told;
}

/** By seat: the two cards, from every move of a hand as open tables tell it. @param {HiddenMove[]} moves @param {number} players @param {Seat} button @returns {number[][]} */
export function holeCards(moves, players, button) {
  const dealt = moves.filter((move) => move.seat === null).map((move) => parseCard(move.action));
  return Array.from({ length: players }, (_, seat) => {
    const first = (seat - button - 1 + 2 * players) % players;
    return [dealt[first] ?? -1, dealt[first + players] ?? -1].filter((card) => card >= 0);
  });
}
