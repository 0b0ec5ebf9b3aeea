/** Bids of Liar's Dice as the page needs them: what the forms allow, in the order of the ladder, and in words. */

/** @typedef {{ count: number, face: number }} Bid */
/** @typedef {{ answers: Set<string>, counts: Map<number, number[]>, pushes: Set<string> }} Legal */
/** @typedef {{ push: boolean, passes: boolean, exact: boolean, natural: boolean, wild: number, faces: number, single: boolean }} TableRules */

const WITHOUT = ["plain", "open-spiel"];

/** The rules of a table that its view does not tell. @param {Record<string, string>} options of the game's text @returns {TableRules} */
export function tableRules(options) {
  const preset = options.rules ?? "paper";
  /** @param {string} name */
  const flag = (name) => (options[name] ? ["true", "on"].includes(options[name]) : !WITHOUT.includes(preset));
  const order = options.order || (preset === "open-spiel" ? "natural" : "double");
  const faces = Number(options.faces ?? 6);
  const wild = options.wild || (preset === "open-spiel" ? "highest" : "1");
  return {
    push: flag("push"), passes: flag("passes"), exact: flag("exact"), natural: order === "natural",
    wild: wild === "none" ? 0 : wild === "highest" ? faces : Number(wild), faces, single: ["true", "on"].includes(options.single_round ?? ""),
  };
}

/** What the forms of a turn stand for. @param {Form[]} forms @returns {Legal} */
export function readForms(forms) {
  /** @type {Legal} */
  const found = { answers: new Set(), counts: new Map(), pushes: new Set() };
  for (const { text, slots } of forms) {
    if (text === "{answer}") for (const word of slots.answer ?? []) found.answers.add(word);
    else if (!text.includes("{count}")) found.answers.add(text);
    for (const word of slots.push ?? []) found.pushes.add(word);
    for (const face of (slots.face ?? []).map(Number)) {
      const counts = new Set([...(found.counts.get(face) ?? []), ...(slots.count ?? []).map(Number)]);
      found.counts.set(face, [...counts].sort((one, other) => one - other));
    }
  }
  return found;
}

/** A number that rises with the bids, as the rules have it. @param {Bid} bid @param {number} wild @param {TableRules} rules */
export function height({ count, face }, wild, rules) {
  const step = rules.faces + 1;
  return !rules.natural && face === wild ? (2 * count + 1) * step : count * step + face;
}

/** Every legal bid, the lowest first. @param {Legal} legal @param {number} wild @param {TableRules} rules @returns {Bid[]} */
export function ladder(legal, wild, rules) {
  const bids = [...legal.counts].flatMap(([face, counts]) => counts.map((count) => ({ count, face })));
  return bids.sort((one, other) => height(one, wild, rules) - height(other, wild, rules));
}

/** The faces in the order in which bids of one number rise: the wild one last where it stands above the others.
 * @param {number} wild @param {TableRules} rules @returns {number[]} */
export function facesInOrder(wild, rules) {
  const all = Array.from({ length: rules.faces }, (_, at) => at + 1);
  return rules.natural || !wild ? all : [...all.filter((face) => face !== wild), wild];
}

/**
 * The bid that is chosen: what the draft says, moved to the nearest legal number; at first the next higher bid.
 * @param {Draft} draft @param {Legal} legal @param {Bid | undefined} first @returns {Bid | null}
 */
export function chosenBid(draft, legal, first) {
  if (!first) return null;
  const face = legal.counts.has(draft.face) ? draft.face : first.face;
  const counts = legal.counts.get(face) ?? [];
  const wanted = draft.count ?? (face === first.face ? first.count : (counts[0] ?? 0));
  const nearest = counts.reduce((best, count) => (Math.abs(count - wanted) < Math.abs(best - wanted) ? count : best), counts[0] ?? 0);
  return { face, count: nearest };
}

/** The next number for the same face, up or down; null where there is none. @param {Bid} bid @param {Legal} legal @param {number} by */
export function stepped(bid, legal, by) {
  const counts = legal.counts.get(bid.face) ?? [];
  return counts[counts.indexOf(bid.count) + by] ?? null;
}

/** A bid in the game's notation. @param {Bid} bid @param {number[]} [push] */
export const bidText = ({ count, face }, push = []) =>
  `${count}x${face}${push.length ? ` push ${[...push].sort((one, other) => one - other).join(" ")}` : ""}`;

/** The dice that a draft picks from a cup, and what stays. @param {Draft} draft @param {number[]} cup */
export function picked(draft, cup) {
  const places = new Set((draft.push ?? []).filter((/** @type {number} */ at) => at < cup.length));
  return { push: cup.filter((_, at) => places.has(at)), rest: cup.filter((_, at) => !places.has(at)), places };
}

/** Where the dice lie that count for a face. @param {number[]} cup @param {number} face @param {number} wild */
export const matchingPlaces = (cup, face, wild) => cup.flatMap((die, at) => (counts(die, face, wild) ? [at] : []));

/** Whether a die counts for a face. @param {number} die @param {number} face @param {number} wild */
export const counts = (die, face, wild) => die === face || (wild > 0 && die === wild);

const NUMBERS = [
  "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
  "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty"];

/** A number as people say it; at most sixty dice are on a table. @param {number} number */
export function numberWord(number) {
  const [tens, rest] = [TENS[Math.floor(number / 10)], number % 10];
  return NUMBERS[number] ?? (tens ? `${tens}${rest ? `-${NUMBERS[rest]}` : ""}` : String(number));
}

/** `six 4s`. @param {Bid} bid */
export const bidWords = ({ count, face }) => `${numberWord(count)} ${face}${count === 1 ? "" : "s"}`;

/** `4 or 1`: what counts for a face. @param {number} face @param {number} wild */
export const faceWords = (face, wild) => (wild && wild !== face ? `${face} or ${wild}` : String(face));

/** The bid that stands, and whose it is. @param {any} view @returns {{ seat: Seat, bid: Bid } | null} */
export function standingBid(view) {
  const said = view.said.filter((/** @type {any} */ one) => one.action?.kind === "Bid").at(-1);
  return said ? { seat: said.seat, bid: said.action } : null;
}

/**
 * How the round ended, as long as its end is looked at: from the events, since the view may lag behind them or be ahead.
 * @param {any} view @param {EventFrame[]} events @param {number} usual the face that is wild in rounds that are not special
 * @returns {{ seat: Seat, answer: string, face: number, wild: number, dice: number[][], left: number[] } | null}
 *   `face` is 0 where the end is not about a bid
 */
export function endOf(view, events, usual) {
  const [dice, left] = [view.dice.map(() => /** @type {number[]} */ ([])), [...view.dice]];
  let at = events.length - 1;
  /** @type {any} */
  let ruled = null;
  for (; at >= 0; at--) {
    const data = events[at]?.data;
    if (data?.kind === "Changed" && !ruled) left[data.seat] = data.left;
    else if (data?.kind === "Ruled" && !ruled) ruled = data;
    else if (data?.kind === "Lifted" && ruled) dice[data.seat] = data.dice;
    else break;
  }
  const end = ruled?.showdown ?? view.showdown;
  if (!end) return null;
  if (!ruled) end.cups.forEach((/** @type {number[]} */ cup, /** @type {Seat} */ seat) => (dice[seat] = [...cup, ...view.shown[seat]].sort()));
  const opened = events.slice(0, at + 1).filter(({ data }) => data?.kind === "Opened").at(-1);
  const bid = ruled?.bid ?? standingBid(view)?.bid;
  return {
    seat: end.seat, answer: end.answer, face: end.answer.endsWith("pass") ? 0 : (bid?.face ?? 0), wild: opened?.data.special ? 0 : usual,
    dice, left,
  };
}

/** Whether all dice of a seat's own view show one face. @param {any} view @param {Seat} seat */
export function alike(view, seat) {
  const dice = [...view.cup, ...(view.shown[seat] ?? [])];
  return dice.every((die) => die === dice[0]);
}

/** Why an answer is not allowed, for the player whose turn it is. @param {string} answer @param {any} view @param {Seat} you */
export function whyNot(answer, view, you) {
  const standing = standingBid(view);
  if (!standing) return "A round begins with a bid.";
  if (answer === "exact") {
    if (!view.exacts[you]) return "You have said exact in this game.";
    return standing.seat === you ? "The bid is your own." : "Exact is not allowed here.";
  }
  if (answer === "pass") {
    return view.dice[you] < 2 ? "A pass needs two or more dice." : "You have passed with these dice already.";
  }
  if (standing.seat === you) return "The bid is your own.";
  return "Two passes stand between you and the bid.";
}

/** Why a face cannot be bid. @param {number} face @param {any} view */
export function whyNotFace(face, view) {
  const standing = standingBid(view);
  if (!standing) return "";
  if (view.special && standing.bid.face !== face) return "Special round: only a player with one die may change the face.";
  return `No bid on ${face}s is higher than ${bidWords(standing.bid)}.`;
}

/** What was just said about a number that cannot go lower. @param {Bid} lowest @param {any} view */
export function whyNotLower(lowest, view) {
  const standing = standingBid(view);
  return standing
    ? `After ${bidWords(standing.bid)} a bid on ${lowest.face}s needs at least ${numberWord(lowest.count)}.`
    : "A bid is about one die or more.";
}
