/** The end of a game: luck and skill as two lines over its turns. */
import { html } from "/page/ui.js";
import { mistakes, points, pointsWords, runningSums } from "./advice.js";
import { BOXES, DICE, TITLES } from "./scoring.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, EDGE] = [376, 170, 34, 90, 14];
const MOST_MISTAKES = 3;

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${points(Math.abs(value))}`;

/** A round step for the lines of a scale. @param {number} range */
function step(range) {
  return [5, 10, 20, 25, 50, 100, 200, 500].find((one) => range / one <= 5) ?? 1000;
}

/** @param {{ sums: import("./advice.js").Running[] }} props */
function Chart({ sums }) {
  const lines = [
    { name: "Luck", kind: "luck", values: [0, ...sums.map((one) => one.luck)] },
    { name: "Skill", kind: "skill", values: [0, ...sums.map((one) => 0 - one.lost)] },
  ];
  const all = lines.flatMap((line) => line.values);
  const gap = step(Math.max(...all) - Math.min(...all));
  const [low, high] = [Math.floor(Math.min(...all) / gap) * gap, Math.max(gap, Math.ceil(Math.max(...all) / gap) * gap)];
  /** @param {number} turn */
  const x = (turn) => LEFT + (turn * (WIDTH - LEFT - RIGHT)) / Math.max(1, sums.length);
  /** @param {number} value */
  const y = (value) => EDGE + ((high - value) * (HEIGHT - 2 * EDGE - 12)) / (high - low);
  const ticks = Array.from({ length: Math.round((high - low) / gap) + 1 }, (_, at) => low + at * gap);
  const ends = lines.map((line) => y(line.values.at(-1) ?? 0));
  const apart = Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)) < 16 ? ((ends[0] ?? 0) <= (ends[1] ?? 0) ? [-6, 10] : [10, -6]) : [0, 0];
  const told = lines.map((line) => `${line.name} ends at ${signed(line.values.at(-1) ?? 0)} points`).join(", ");
  return html`<svg class="review-chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`Luck and skill over ${sums.length} turns: ${told}`}>
    ${ticks.map((value) => html`<g key=${value}><line class=${value ? "tick" : "zero"} x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
      <text class="scale" x=${LEFT - 4} y=${y(value) + 4} text-anchor="end">${value ? signed(value) : "0"}</text></g>`)}
    ${sums.map(({ turn }) => (turn === 1 || turn % 3 === 1 ? html`<text key=${turn} class="scale" x=${x(turn)} y=${HEIGHT - 2} text-anchor="middle">${turn}</text>` : null))}
    ${lines.map((line, at) => html`<g key=${line.kind} class=${`line-${line.kind}`}>
      <polyline points=${line.values.map((value, turn) => `${x(turn)},${y(value)}`).join(" ")} />
      ${line.values.map((value, turn) => (line.kind === "luck"
        ? html`<circle cx=${x(turn)} cy=${y(value)} r="3" />` : html`<rect x=${x(turn) - 2.5} y=${y(value) - 2.5} width="5" height="5" />`))}
      <text x=${WIDTH - RIGHT + 8} y=${(ends[at] ?? 0) + 4 + (apart[at] ?? 0)}>${line.name} ${signed(line.values.at(-1) ?? 0)}</text>
    </g>`)}
  </svg>`;
}

/** An action in words. @param {string} action */
function said(action) {
  const [word, ...rest] = action.split(" ");
  if (word === "score") return `fill ${TITLES[BOXES.indexOf(rest[0] ?? "")]}`;
  return rest[0] === "none" ? "roll all" : rest.length === DICE ? "stop" : `hold ${rest.join(" ")}`;
}

/** @param {{ review: any }} props */
export function Review({ review }) {
  const found = review?.rolls ? review : review?.review;
  if (!found?.rolls?.length) return null;
  const sums = runningSums(found);
  const worst = mistakes(found, MOST_MISTAKES);
  return html`<section class="review" aria-label="Luck and skill">
    <${Chart} sums=${sums} />
    <p>The best play expects ${points(found.value)} points. The dice gave you ${signed(found.luck)}, your decisions lost ${points(found.lost)}:
      that makes ${found.score}.</p>
    ${worst.length
      ? html`<ul class="mistakes">${worst.map((one) => html`<li key=${`${one.turn}.${one.roll}`}>
          Turn ${one.turn} with ${one.dice}: to ${said(one.action)} was worse than to ${said(one.best)} by ${pointsWords(one.lost)}.</li>`)}</ul>`
      : html`<p>No decision could have been better.</p>`}
    <details><summary>Turn by turn</summary>
      <table><thead><tr><th scope="col">Turn</th><th scope="col">Luck</th><th scope="col">Lost by decisions</th></tr></thead>
        <tbody>${sums.map((one, at) => {
          const before = sums[at - 1] ?? { luck: 0, lost: 0 };
          return html`<tr key=${one.turn}><th scope="row">${one.turn}</th><td>${signed(one.luck - before.luck)}</td><td>${points(one.lost - before.lost)}</td></tr>`;
        })}</tbody></table>
    </details>
    <p class="pale">Luck is what the rolls brought above their average; skill is what decisions gave away, and 0 is perfect.</p>
  </section>`;
}
