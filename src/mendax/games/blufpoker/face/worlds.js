/**
 * What can be known of the cup, event by event, as worlds.py has it: the worlds are the 56 rolls. Nothing here draws.
 *
 * Whoever has seen the dice as they are now knows the world; all others cannot tell apart the rolls that fit the open
 * dice. A bid strikes out nothing, because it may be a bluff, unless the rules make it true.
 */
import { fitting, high, text } from "./rolls.js";

/**
 * @typedef {object} Step what everybody knows after an event, and what I know
 * @property {EventFrame} event
 * @property {number[]} open the dice that lie open
 * @property {Set<number>} possible the ranks that fit what everybody was told
 * @property {Set<Seat>} seen who has seen the dice as they are now
 * @property {number} bid the rank of the bid that stands for these dice; -1 for none
 * @property {number} cup the rank of the dice, where I have seen them; -1 where I have not
 * @property {"hidden" | "first" | "bid" | "below" | "look" | "poker" | "lifted" | "open"} why what the event did to the worlds
 */

/** The place of an event of a round's beginning. @param {EventFrame[]} events */
function roundStart(events) {
  for (let at = events.length - 1; at >= 0; at--) if (events[at]?.data.kind === "Started") return at + 1;
  return 0;
}

/** The events of the round that is being played, or of the one that ended if the next has only begun. @param {EventFrame[]} events */
export function roundEvents(events) {
  const start = roundStart(events);
  return start === events.length && start > 1 ? events.slice(roundStart(events.slice(0, start - 1)), start - 1) : events.slice(start);
}

/**
 * The steps of a round.
 * @param {EventFrame[]} events of one round, as my seat was told of them
 * @param {Seat | null} you
 * @param {number} players
 * @param {import("./rolls.js").Order} order
 * @param {boolean} underbids whether a bid may be lower than the cup
 * @returns {Step[]}
 */
export function stepsOf(events, you, players, order, underbids) {
  /** @type {Step[]} */
  const steps = [];
  /** My own dice of this turn: what I was handed, and what I rolled. @type {{ handed: number[], rolled: number[] }} */
  let own = { handed: [], rolled: [] };
  const everybody = Array.from({ length: players }, (_, seat) => seat);
  /** @param {EventFrame} event @param {Step["why"]} why @param {Partial<Step>} change */
  const add = (event, why, change) => {
    const before = steps.at(-1) ?? { open: [], possible: new Set(), seen: new Set(), bid: -1, cup: -1 };
    steps.push({ ...before, event, why, ...change });
  };
  /** @param {number[]} dice */
  const rank = (dice) => order.rolls.indexOf(text(dice));

  for (const event of events) {
    const { data } = event;
    const last = steps.at(-1);
    if (data.kind === "Handed") {
      own = { handed: data.dice, rolled: [] };
      if (last) Object.assign(last, { cup: rank(data.dice) });
    } else if (data.kind === "Rolled") {
      own.rolled.push(data.face);
    } else if (data.kind === "Covered") {
      const mine = data.seat === you;
      const dice = own.rolled.length ? [...data.open, ...own.rolled] : own.handed;
      add(event, "hidden", {
        open: high(data.open), possible: fitting(order, data.open), seen: new Set([data.seat]), bid: -1, cup: mine ? rank(dice) : -1,
      });
      own = { handed: [], rolled: [] };
    } else if (data.kind === "Spoke" && last) {
      if (data.action === "believe") {
        if (last.bid >= order.firstPoker) add(event, "poker", {});
        else add(event, "look", { seen: new Set([...last.seen, data.seat]) });
      } else if (data.action !== "call") {
        const bid = rank(data.action.roll);
        const left = data.certain ? [bid] : underbids ? [...last.possible] : [...last.possible].filter((one) => one <= bid);
        add(event, data.certain ? "first" : underbids ? "bid" : "below", { possible: new Set(left), bid });
      }
    } else if (data.kind === "RolledOpenly") {
      const dice = high([...data.kept, ...data.fallen]);
      add(event, "open", { open: dice, possible: new Set([rank(dice)]), seen: new Set(everybody), cup: rank(dice) });
    } else if (data.kind === "Ended" && data.end.called) {
      const cup = rank(data.end.dice);
      add(event, "lifted", { possible: new Set([cup]), seen: new Set(everybody), cup });
    }
  }
  return steps;
}

/**
 * What a player considers possible after a step, as far as I can tell.
 * @param {Step} step @param {Seat | null} who null is everybody, or somebody who watches @param {Seat | null} you
 * @returns {{ worlds: Set<number>, knows: boolean }} `knows`: the player knows which of these it is, and I do not
 */
export function considered(step, who, you) {
  const seen = who !== null && step.seen.has(who);
  if (!seen) return { worlds: step.possible, knows: false };
  if (step.cup >= 0 && (who === you || (you !== null && step.seen.has(you)))) return { worlds: new Set([step.cup]), knows: false };
  return { worlds: step.possible, knows: step.possible.size > 1 };
}

/**
 * What the cup held before a move, of the moves of an open table.
 * @param {HiddenMove[]} moves of one round @param {number} before @param {import("./rolls.js").Order} order @returns {number[]}
 */
export function cupBefore(moves, before, order) {
  let poker = false;
  /** @type {number[]} */
  let kept = [];
  /** @type {number[]} */
  let fallen = [];
  for (const { move, action } of moves) {
    if (move >= before) break;
    const [word, value = ""] = action.split(" ");
    if (word === "start") [kept, fallen] = [[], []];
    else if (word === "die") fallen.push(Number(value));
    else if (word === "bid") poker = order.rolls.indexOf(value) >= order.firstPoker;
    else if (word === "believe") [kept, fallen] = [poker ? [] : high([...kept, ...fallen]), []];
    else if (word === "roll") kept.splice(kept.indexOf(Number(value)), 1);
    else if (word === "keep") [kept, fallen] = [value === "none" ? [] : [...value].map(Number), []];
  }
  return high([...kept, ...fallen]);
}
