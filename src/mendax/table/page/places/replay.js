/** A finished game, or one's own so far, step by step: the same table with a slider. */
import { call, gameInfos } from "../api.js";
import { loadFace } from "../faces.js";
import { faceProps, titleOf, told } from "../facing.js";
import { emptyState, follow } from "../match_state.js";
import { Board } from "../parts/board.js";
import { Head, Strip } from "../parts/frame.js";
import { KeyList, useKeys } from "../parts/keys.js";
import { Reason } from "../parts/reason.js";
import { Side } from "../parts/side.js";
import { html, useEffect, useMemo, useState } from "../ui.js";
import { capital, gameName, playerName, sentence } from "../wording.js";

/** Milliseconds between steps when it runs by itself. */
const STEP = 1200;

/** The state of the table after each step. @param {Replay} found @returns {TableState[]} */
export function stepsOf(found) {
  const frames = [...found.frames];
  let state = { ...emptyState(), link: /** @type {Link} */ ("open") };
  return found.views.map((view, at) => {
    const rounds = state.rounds.length;
    const last = at === found.views.length - 1;
    while (frames[0] && "seq" in frames[0] && (last || frames[0].seq <= view.after)) {
      const frame = frames.shift();
      if (frame) state = follow(state, frame, 0);
    }
    const ended = state.rounds.length > rounds && !state.end ? (state.rounds.at(-1) ?? null) : null;
    state = { ...state, view: view.data, viewText: view.view, showing: ended };
    return state;
  });
}

/** @param {string} code of a match, or of a table whose last match is meant @param {string} eyes */
async function fetchReplay(code, eyes) {
  const match = /^[a-z]{8}$/.test(code) ? (await call(`/api/tables/${code}`)).match : code;
  return /** @type {Promise<Replay>} */ (call(`/api/matches/${match}/replay${eyes ? `?seat=${eyes}` : ""}`, { mine: true }));
}

/** @param {{ code: string }} props */
export function ReplayPlace({ code }) {
  const [found, setFound] = useState(/** @type {Replay | null} */ (null));
  const [face, setFace] = useState(/** @type {WholeFace | null} */ (null));
  const [title, setTitle] = useState("Replay");
  const [problem, setProblem] = useState("");
  const [eyes, setEyes] = useState("");
  useEffect(() => {
    const load = async () => {
      const replay = await fetchReplay(code, eyes);
      const next = replay.frames.find((frame) => frame.type === "next");
      const game = next?.type === "next" ? next.game : "";
      setTitle(titleOf(game, await gameInfos()));
      setFace(await loadFace(gameName(game)));
      setFound(replay);
    };
    load().catch((error) => (eyes ? setEyes("") : setProblem(error.message)));
  }, [code, eyes]);
  if (problem) return html`<${Head} /><main class="page" tabindex="-1"><h1>There is no such game</h1>
    <p>${sentence(capital(problem))}</p></main>`;
  if (!found || !face) return html`<${Head} /><main class="page" tabindex="-1"><p class="pale" role="status">Opening the game …</p></main>`;
  return html`<${Stepper} ...${{ found, face, title, eyes, setEyes }} />`;
}

/** @param {{ found: Replay, face: WholeFace, title: string, eyes: string, setEyes: (eyes: string) => void }} given */
function Stepper({ found, face, title, eyes, setEyes }) {
  const steps = useMemo(() => stepsOf(found), [found]);
  const [at, setAt] = useState(() => Math.max(0, Math.min(steps.length - 1, Number(location.hash.slice(1)) || 0)));
  const [copied, setCopied] = useState(false);
  const [running, setRunning] = useState(false);
  const [tab, setTab] = useState(/** @type {import("../parts/side.js").Tab} */ ("history"));
  const [drawer, setDrawer] = useState(false);
  const [keysShown, setKeysShown] = useState(false);
  const last = steps.length - 1;
  /** @param {import("../parts/side.js").Tab} name */
  const openTab = (name) => {
    setTab(name);
    setDrawer(true);
  };
  /** @param {number} to */
  const goTo = (to) => setAt(Math.max(0, Math.min(last, to)));
  useEffect(() => {
    if (!running) return;
    if (at >= last) {
      setRunning(false);
      return;
    }
    const later = setTimeout(() => goTo(at + 1), STEP);
    return () => clearTimeout(later);
  }, [running, at]);
  useEffect(() => {
    history.replaceState(null, "", at ? `#${at}` : location.pathname); // the address leads to this step
    setCopied(false);
  }, [at]);
  const copy = () => navigator.clipboard?.writeText(location.href).then(() => setCopied(true), () => setCopied(false));
  const bindings = [
    { key: "ArrowLeft", label: "One step back", run: () => goTo(at - 1) },
    { key: "ArrowRight", label: "One step on", run: () => goTo(at + 1) },
    { key: "Home", label: "To the start", run: () => goTo(0) },
    { key: "End", label: "To the end", run: () => goTo(last) },
    { key: " ", label: "Run or stop", run: () => setRunning(!running) },
    { key: "y", label: "History", run: () => openTab("history") },
    { key: "i", label: "Inside the agents", run: () => openTab("inside") },
    ...(face.Side ? [{ key: "w", label: face.sideName ?? "More", run: () => openTab("side") }] : []),
    { key: "Escape", label: "Close what is open", run: () => { setKeysShown(false); setDrawer(false); } },
    { key: "?", label: "These keys", run: () => setKeysShown(!keysShown) },
  ];
  useKeys(bindings);
  const state = steps[Math.min(at, last)] ?? emptyState();
  const props = faceProps(state, { replay: true, motion: false });
  const whole = steps.at(-1);
  const lastEvent = state.events.at(-1);
  const words = lastEvent ? sentence(capital(told(face, lastEvent, props))) : "The start";
  const choosable = whole?.end && whole.next?.open;
  return html`<div class="table-place replay">
    <${Head} title=${html`${title} <small>replay</small>`}>
      <div class="head-tools">
        ${choosable ? html`<label class="eyes"><span class="hidden">Whose eyes</span>
          <select value=${eyes || String(found.seat ?? "")} onChange=${(/** @type {any} */ event) => setEyes(event.target.value)}>
          ${found.seat === null ? html`<option value="">Spectator</option>` : null}
          ${whole?.next?.players.map((player, seat) => html`<option
            value=${String(seat)}>Seen by ${playerName(player)}</option>`)}</select></label>` : null}
        <button type="button" class="button quiet for-phone" aria-expanded=${String(drawer)} aria-controls="side"
          onClick=${() => setDrawer(!drawer)}>History</button>
        <button type="button" class="button quiet for-keys" aria-expanded=${String(keysShown)}
          onClick=${() => setKeysShown(!keysShown)}>Keys <kbd aria-hidden="true">?</kbd></button>
      </div>
    <//>
    <${Strip} text="" />
    <main class="table-main" tabindex="-1">
      <h1 class="hidden">${title}, replay</h1>
      <${Board} face=${face} state=${state} props=${props} middle=${replayMiddle(face, state, props, () => openTab("inside"))}>
        <div class="slider" role="group" aria-label="Steps of the game">
          <button type="button" class="button" aria-label="One step back" onClick=${() => goTo(at - 1)}>‹</button>
          <input type="range" min="0" max=${last} value=${at} aria-label="Step" aria-valuetext=${`${at} of ${last}: ${words}`}
            onInput=${(/** @type {any} */ event) => goTo(Number(event.target.value))} />
          <button type="button" class="button" aria-label="One step on" onClick=${() => goTo(at + 1)}>›</button>
          <button type="button" class="button primary"
            onClick=${() => { if (at >= last) goTo(0); setRunning(!running); }}>${running ? "Stop" : "Run"}</button>
        </div>
        <p class="pale step-words">Step ${at} of ${last} <button type="button" class="link-button" onClick=${copy}>${copied ? "Link copied" : "Copy the link"}</button></p>
      <//>
    </main>
    <${Side} ...${{ face, state, props, tab, setTab }} open=${drawer || keysShown} close=${() => { setDrawer(false); setKeysShown(false); }}>
      ${keysShown ? html`<${KeyList} bindings=${bindings} close=${() => setKeysShown(false)} />` : null}
    <//>
  </div>`;
}

/** @param {WholeFace} face @param {TableState} state @param {FaceProps} props @param {() => void} openInside */
function replayMiddle(face, state, props, openInside) {
  if (state.showing && face.RoundEnd) {
    return html`<div class="round-end">
      <${face.RoundEnd} ...${props} round=${state.showing} hidden=${state.showing.frame.hidden?.moves ?? null} />
      <${Reason} face=${face} round=${state.showing} names=${props.names} open=${openInside} /></div>`;
  }
  if (!state.end) return undefined;
  return html`<div class="over"><h2>${sentence(capital(face.result(props)))}</h2>
    ${state.end.ending && state.end.ending !== "end" ? html`<p class="pale">${sentence(capital(state.end.ending))}</p>` : null}
    <${Reason} face=${face} round=${state.rounds.at(-1)} names=${props.names} open=${openInside} />
    <p class="buttons">
      <a class="button" href=${`/api/matches/${state.end.match}/proofs`} download=${`${state.end.match}.jsonl`}>Proofs of the dice</a>
      <a class="button" href="/verify" target="_blank">Check them</a></p></div>`;
}
