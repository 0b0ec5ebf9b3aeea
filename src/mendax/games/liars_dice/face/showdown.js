/** How a round of Liar's Dice ended: the dice that count come into view one by one, then the verdict. */
import { Die } from "/page/parts/die.js";
import { LONGEST } from "/page/parts/motion.js";
import { Shape } from "/page/parts/shape.js";
import { cls, html, useEffect, useState } from "/page/ui.js";
import { capital, gameOptions, say, sentence } from "/page/wording.js";
import { bidWords, counts, numberWord, tableRules } from "./bids.js";

/** @typedef {{ seat: Seat, face: number }} Counted */

/** The dice of a round's end that count, in the order of the seats, from its events.
 * @param {EventFrame[]} events @param {number} usual the face that is wild in rounds that are not special */
export function readEnd(events, usual) {
  const data = events.map((event) => event.data);
  const ruled = data.filter((one) => one?.kind === "Ruled").at(-1);
  if (!ruled) return null;
  const { showdown: end, bid } = ruled;
  const lifted = data.filter((one) => one?.kind === "Lifted");
  const changed = data.filter((one) => one?.kind === "Changed");
  const wild = data.some((one) => one?.kind === "Opened" && one.special) ? 0 : usual;
  const all = lifted.flatMap((one) => one.dice.map((/** @type {number} */ face) => ({ seat: one.seat, face })));
  /** @type {Counted[]} */
  const counted = isPass(end) ? all.filter((one) => one.seat === end.target) : all.filter((one) => counts(one.face, bid.face, wild));
  return { end, bid, counted, changed, wild };
}

/** Whether a showdown is about a pass. @param {any} end */
const isPass = (end) => end.answer.endsWith("pass");

/** The verdict in sentences with `seat N` in them. @param {{ end: any, bid: import("./bids.js").Bid, changed: any[] }} found */
export function verdict({ end, bid, changed }) {
  const lost = changed.map(({ seat, change, left }) => {
    if (!left) return `seat ${seat} loses the last die. Seat ${seat} is out`;
    return `seat ${seat} ${change < 0 ? "loses a die" : "wins a die back"}: ${numberWord(left)} left`;
  });
  const found = `there ${end.found === 1 ? "is" : "are"} ${end.found ? numberWord(end.found) : "none"}`;
  const effect = lost.length ? lost.join(", ") : end.right ? "nobody loses a die" : "";
  const claim = bidWords(bid);
  if (isPass(end)) {
    const truth = end.right ? `was a bluff: ${numberWord(end.found)} faces` : "was true: all dice show one face";
    return { head: end.right ? "A lie!" : "True!", text: `seat ${end.target}'s pass ${truth}`, effect };
  }
  if (end.answer === "exact") {
    return { head: end.right ? "Exact!" : "Not exact", text: `${found}, and ${claim} ${bid.count === 1 ? "was" : "were"} bid`, effect };
  }
  return { head: end.right ? "Too few!" : "It holds!", text: `seat ${end.target} bid ${claim}, and ${found}`, effect };
}

/** Counts from nothing to all within the time that things may move. @param {number} all @param {boolean} motion @param {number} round */
function useRunning(all, motion, round) {
  const [now, setNow] = useState(motion ? 0 : all);
  useEffect(() => {
    if (!motion) {
      setNow(all);
      return;
    }
    setNow(0);
    const step = (LONGEST - 100) / Math.max(1, all);
    const timers = Array.from({ length: all }, (_, at) => setTimeout(() => setNow(at + 1), 100 + step * (at + 1)));
    return () => timers.forEach(clearTimeout);
  }, [round, all, motion]);
  return now;
}

/** @param {RoundEndProps} props */
export function RoundEnd({ game, names, round, motion }) {
  const found = readEnd(round.events, tableRules(gameOptions(game)).wild);
  const all = found?.counted.length ?? 0;
  const now = useRunning(all, motion, round.frame.round);
  if (!found) return null;
  const { end, bid, counted, wild } = found;
  const aboutPass = isPass(end);
  const { head, text, effect } = verdict(found);
  const slots = aboutPass ? all : Math.max(bid.count, all);
  const done = now >= all;
  const who = say(`seat ${end.seat}`, names);
  return html`<div class="ld-end">
    <p class="ld-said">${capital(`${who} said ${end.answer === "exact" ? "exact" : "liar"} to ${say(aboutPass ? `seat ${end.target}'s pass` : `seat ${end.target}'s ${bidWords(bid)}`, names)}`)}</p>
    <div class=${`ld-row${slots > 12 ? " many" : ""}`} role="img" aria-label=${`Dice that count: ${counted.map((one) => one.face).join(", ") || "none"}`}>
      ${Array.from({ length: slots }, (_, at) => {
        const one = at < now ? counted[at] : undefined;
        const extra = !aboutPass && at >= bid.count;
        return html`<span class=${`ld-slot${one ? "" : " empty"}${extra ? " extra" : ""}`} key=${at}>
          ${one ? html`<${Die} face=${one.face} size=${30} wild=${!aboutPass && one.face === wild} glow=${!aboutPass} badge=${aboutPass ? undefined : at + 1} silent /><${Shape} seat=${one.seat} size=${11} />` : null}
        </span>`;
      })}
    </div>
    <h2 class="ld-tally">${aboutPass ? null : html`<span><strong>${now}</strong> of ${bid.count}</span>`}<span class=${cls("ld-verdict", !done && "waits")}>${head}</span></h2>
    <p class=${cls("ld-effect", !done && "waits")} role="status">${done ? `${sentence(capital(say(text, names)))} ${effect ? sentence(capital(say(effect, names))) : ""}` : ""}</p>
  </div>`;
}
