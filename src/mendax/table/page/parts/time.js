/** The time of a turn as a thin line that runs out evenly. */
import { html, useEffect, useRef, useState } from "../ui.js";
import { some } from "../wording.js";
import { moves } from "./motion.js";

/** Below so many milliseconds the time is also said in words. */
const SOON = 30_000;

/** @param {{ deadline: number, length: number }} props in milliseconds of `performance.now()` */
export function Time({ deadline, length }) {
  const line = useRef(/** @type {HTMLElement | null} */ (null));
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    const left = Math.max(0, deadline - performance.now());
    setSoon(left < SOON);
    const later = setTimeout(() => setSoon(true), Math.max(0, left - SOON));
    const frames = [{ transform: `scaleX(${length ? left / length : 0})` }, { transform: "scaleX(0)" }];
    // Under reduced motion the line gets shorter in few steps.
    const easing = moves() ? "linear" : "steps(10, jump-none)";
    const running = line.current?.animate(frames, { duration: left, fill: "forwards", easing });
    return () => {
      clearTimeout(later);
      running?.cancel();
    };
  }, [deadline, length]);
  const seconds = Math.max(0, Math.round((deadline - performance.now()) / 1000));
  return html`<div class=${soon ? "time soon" : "time"}>
    <div class="time-line" ref=${line}></div>
    <span class="time-words" role="status">${soon ? `Less than ${some(Math.max(10, Math.ceil(seconds / 10) * 10), "second")} left` : ""}</span>
  </div>`;
}
