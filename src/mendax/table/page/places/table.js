/** A live table: the door, the wait for others, the game, and its end. */
import { Failure, call, gameInfos, makeTable, sitDown, standUp } from "../api.js";
import { loadFace } from "../faces.js";
import { faceProps, titleOf, told } from "../facing.js";
import { Feed } from "../feed.js";
import { emptyState } from "../match_state.js";
import { Board } from "../parts/board.js";
import { Button } from "../parts/button.js";
import { useRest } from "../parts/focus.js";
import { Head, Strip } from "../parts/frame.js";
import { Hint } from "../parts/hint.js";
import { KeyList, useKeys } from "../parts/keys.js";
import { Notation, openNotation } from "../parts/notation.js";
import { plain } from "../parts/plain.js";
import { Reason } from "../parts/reason.js";
import { Side, useWide } from "../parts/side.js";
import { Time } from "../parts/time.js";
import { Door, Waiting } from "../parts/waiting.js";
import { session } from "../session.js";
import { cls, html, useCallback, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "../ui.js";
import { Wire } from "../wire.js";
import { capital, gameName, sentence } from "../wording.js";

/**
 * @typedef {{ face: WholeFace, state: TableState, props: FaceProps, goOn: () => void, waitsForMe: boolean,
 *   go: (path: string) => void, openInside: () => void }} EndingProps
 */

/** The closing code of a connection whose seat was given up. */
const LEFT = 1000;
/** A spectator sees how a round ended for so long. */
const LOOK = 4000;
/** Where rounds follow each other by themselves, the next match begins after so long. */
const NEXT = 2500;
/** Who is out of the game sees how a round ended for so long. */
const OUT = 2500;
/** The same where more has happened since: so nobody falls behind. */
const BEHIND = 800;

/** So many events may come at once, when what has waited is shown, and each is still said to screen readers. */
const TOLD = 24;

/** What somebody without a seat does at a table: sit down where a place is free, else watch. @param {TableInfo} table */
const roleAt = (table) => (table.status !== "ended" && table.seats.some((seat) => !seat.kind) ? "door" : "watch");

/** @param {{ code: string, go: (path: string) => void }} props */
export function TablePlace({ code, go }) {
  const [games, setGames] = useState(/** @type {GameInfo[] | null} */ (null));
  const [info, setInfo] = useState(/** @type {TableInfo | null} */ (null));
  const [face, setFace] = useState(/** @type {WholeFace | null} */ (null));
  const [problem, setProblem] = useState("");
  const [role, setRole] = useState(/** @type {"" | "door" | "seat" | "watch"} */ (session.sits(code) ? "seat" : ""));
  useEffect(() => {
    const load = async () => {
      const found = /** @type {TableInfo} */ (await call(`/api/tables/${code}`));
      setInfo(found);
      setGames(await gameInfos());
      setFace(await loadFace(gameName(found.game)));
      setRole((now) => now || roleAt(found));
    };
    load().catch((error) => setProblem(error.message));
  }, [code]);
  /** The seat was given up or lost: another may be free. */
  const lost = () => call(`/api/tables/${code}`).then((found) => {
    setInfo(found);
    setRole(roleAt(found));
  }, (error) => setProblem(error.message));
  const title = info ? titleOf(info.game, games) : "";
  if (problem) return html`<${Head} /><main class="page" tabindex="-1"><h1>There is no game here</h1><p>${sentence(problem)}</p><p>
    <a class="button primary" href="/">Play another game</a></p></main>`;
  if (!info || !face || !role) return html`<${Head} title=${title} /><main class="page" tabindex="-1">
    <p class="pale" role="status">Opening the table …</p></main>`;
  if (role === "door") {
    const sit = async (/** @type {string} */ name) => {
      await sitDown(code, name);
      setRole("seat");
    };
    return html`<${Head} title=${title} /><${Door} table=${info} title=${title} sit=${sit} watch=${() => setRole("watch")} />`;
  }
  return html`<${Safely} key=${role} ...${{ code, face, title, go }} seated=${role === "seat"} lost=${lost} />`;
}

/** The table; with the plain face if the game's own breaks. @param {Parameters<typeof LiveTable>[0]} props */
function Safely(props) {
  const [broken, again] = useErrorBoundary((error) => console.error(error));
  const [face, setFace] = useState(props.face);
  useEffect(() => {
    if (!broken || face === plain) return;
    setFace(plain);
    again();
  }, [broken]);
  if (broken) return html`<main class="page">
    <p role="status">This page failed to draw the game. Reload it to go on: nothing is lost.</p></main>`;
  return html`<${LiveTable} ...${props} face=${face} />`;
}

/** The feed and the wire of a table. @param {string} code @param {boolean} seated @param {WholeFace} face @param {() => void} lost */
function useTable(code, seated, face, lost) {
  const [state, setState] = useState(emptyState);
  const parts = useRef(/** @type {{ feed: Feed, wire: Wire } | null} */ (null));
  useEffect(() => {
    const feed = new Feed(emptyState(), setState);
    feed.shows = Boolean(face.RoundEnd);
    const wire = new Wire(
      code, seated ? session.token : null,
      (frame) => {
        if (frame.type === "error" && !wire.joined) {
          if (seated) {
            session.left(code);
            lost();
          } else feed.set({ problem: frame.reason });
        } else if (frame.type === "error" && feed.state.hints && /frame of that type/.test(frame.reason)) feed.set({ hints: false });
        feed.take(frame);
      },
      (link, why) => feed.set({ link, problem: why === LEFT ? "you no longer have a seat at this table; reload to see it" : "" }),
    );
    parts.current = { feed, wire };
    return () => wire.close();
  }, [code, seated]);
  return { state, feed: () => parts.current?.feed, wire: () => parts.current?.wire };
}

/** A draft that is still there after a reload. @param {string} code @param {TableState} state @returns {[Draft, FaceProps["setDraft"]]} */
function useDraft(code, state) {
  const key = `draft.${code}`;
  const [draft, show] = useState(() => /** @type {Draft} */ (JSON.parse(sessionStorage.getItem(key) ?? "{}")));
  const latest = useRef(draft);
  // Kept at once, not after the next drawing: a reload may come right after a tap.
  const setDraft = useCallback((/** @type {Draft | ((old: Draft) => Draft)} */ next) => {
    latest.current = typeof next === "function" ? next(latest.current) : next;
    sessionStorage.setItem(key, JSON.stringify(latest.current));
    show(latest.current);
  }, [key]);
  const before = useRef({ turn: "", match: "" });
  useEffect(() => {
    const [turn, match] = [state.turn?.turn ?? "", state.next?.match ?? ""];
    const { current } = before;
    if ((current.turn && turn !== current.turn) || (current.match && match !== current.match)) setDraft({});
    before.current = { turn, match };
  }, [state.turn?.turn, state.next?.match]);
  return [draft, setDraft];
}

/**
 * @param {{ code: string, face: WholeFace, title: string, seated: boolean, go: (path: string) => void, lost: () => void }} given
 */
function LiveTable({ code, face, title, seated, go, lost }) {
  const { state, feed, wire } = useTable(code, seated, face, lost);
  const [draft, setDraft] = useDraft(code, state);
  const [tab, setTab] = useState(/** @type {import("../parts/side.js").Tab} */ ("history"));
  const [drawer, setDrawer] = useState(false);
  const [keysShown, setKeysShown] = useState(false);
  const [stays, setStays] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useRest(box);
  useEffect(() => {
    // What had the focus on the way here is gone.
    if (document.activeElement === document.body) box.current?.querySelector("main")?.focus({ preventScroll: true });
  }, []);

  /** @param {string} text */
  const act = (text) => {
    const turn = feed()?.state.turn;
    if (!turn) return;
    feed()?.set({ sent: text, refused: "" });
    wire()?.act(turn.turn, text);
  };
  const { turn } = state;
  const canAsk = turn && state.next?.open && state.hints && state.next.seat !== null;
  const askHint = canAsk ? () => wire()?.send({ type: "hint", turn: turn.turn }) : null;
  const props = faceProps(state, { draft, setDraft, act, askHint });
  const goOn = () => feed()?.goOn();
  const wide = useWide();
  const hint = face.showsHint ? null : state.hint;
  const hintButton = face.showsHint || hint ? null : askHint;

  const waitsForMe = Boolean(state.showing || (state.end && feed()?.queue.length));
  useEffect(() => {
    const behind = Boolean(feed()?.behind);
    const watched = state.place === null || Boolean(state.showing && behind);
    const look = state.showing ? face.look?.(state.showing) : face.look && NEXT;
    const out = Boolean(state.showing && !state.end && face.isOut?.(props));
    const wait = watched ? (behind ? BEHIND : LOOK) : stays ? 0 : out ? OUT : (look ?? 0);
    if (!waitsForMe || !wait) return;
    const later = setTimeout(goOn, wait);
    return () => clearTimeout(later);
  }, [waitsForMe, state.showing, feed()?.behind, stays]);
  useEffect(() => setStays(false), [state.showing]);
  useEffect(() => {
    if (!state.end || state.view) return; // the table had ended before this page came: its last view is in the replay
    call(`/api/matches/${state.end.match}/replay`, { mine: true })
      .then(({ views }) => feed()?.set({ view: views.at(-1)?.data ?? null, viewText: views.at(-1)?.view ?? "" }), () => {});
  }, [state.end, state.view]);
  // While it is drawn: when the bar rests, the browser takes the focus from it with the next frame.
  useLayoutEffect(() => {
    const at = document.activeElement;
    const free = at === document.body || at?.matches("[data-rest], .bar button");
    if (!free) return;
    const to = waitsForMe ? ".middle .primary" : state.end ? ".over" : "";
    if (to) box.current?.querySelector(/** @type {"button"} */ (to))?.focus({ preventScroll: true });
  }, [waitsForMe, state.end]);
  useEffect(() => {
    document.title = turn ? `Your turn: ${title}` : `${title}: Mendax`;
  }, [Boolean(turn), title]);

  const closeSide = () => {
    const inside = document.activeElement?.closest("#side");
    setDrawer(false);
    setKeysShown(false);
    if (inside) box.current?.querySelector(/** @type {"button"} */ (".head-tools button"))?.focus();
  };
  /** @param {import("../parts/side.js").Tab} name */
  const openTab = (name) => {
    setTab(name);
    setDrawer(true);
  };
  const openInside = () => openTab("inside");
  const bindings = [
    ...(waitsForMe ? [{ key: "Enter", label: "Go on", run: goOn }] : face.keys(props)),
    ...(hintButton ? [{ key: "h", label: "Ask for a hint", run: hintButton }] : []),
    { key: "/", label: "Type a move", run: () => openNotation(box.current) },
    { key: "y", label: "History", run: () => openTab("history") },
    { key: "i", label: "Inside the agents", run: openInside },
    ...(face.Side ? [{ key: "w", label: face.sideName ?? "More", run: () => openTab("side") }] : []),
    { key: "Escape", label: "Close what is open", run: closeSide },
    { key: "?", label: "These keys", run: () => setKeysShown(!keysShown) },
  ];
  useKeys(bindings);

  const table = state.table;
  const playing = Boolean(state.next && state.view);
  return html`<div class="table-place" ref=${box}>
    <${Head} title=${html`${title}${state.next && !state.next.open ? html` <small>closed table</small>` : null}${seated ? null
      : html` <small>you watch</small>`}`}>
      <div class="head-tools">
        <button type="button" class="button quiet for-phone" aria-expanded=${String(drawer)} aria-controls="side"
          onClick=${() => setDrawer(!drawer)}>History</button>
        <button type="button" class="button quiet for-keys" aria-expanded=${String(keysShown)}
          onClick=${() => setKeysShown(!keysShown)}>Keys <kbd aria-hidden="true">?</kbd></button>
        ${seated && table?.status !== "ended" ? html`<${Leave} leave=${() => standUp(code).finally(() => go("/"))} />` : null}
      </div>
    <//>
    <${Strip} ...${linkWords(state)} />
    <${Announcer} face=${face} state=${state} props=${props} />
    <main class="table-main" tabindex="-1">
      <h1 class="hidden">${title}</h1>
      ${!playing && table ? html`<${Waiting} table=${table} title=${title} />` : null}
      ${playing ? html`<${Board} face=${face} state=${state} props=${props} middle=${Middle({ face, state, props, goOn, waitsForMe, go, openInside, stay: stays ? null : () => setStays(true) })}>
        ${hint && !wide ? html`<${Hint} frame=${hint} names=${props.names} />` : null}
        <div class="foot">
        ${seated && state.next?.seat !== null && !state.end ? html`<section class=${cls("bar", state.showing && "rests")} tabindex="-1" data-rest aria-label="Your move">
          ${turn ? html`<${Time} deadline=${state.deadline} length=${state.length} />` : html`<div class="time"></div>`}
          <${face.Bar} ...${props} />
          <p class="refused" role="alert">${state.refused ? sentence(capital(state.refused)) : ""}</p>
          <div class="bar-foot">
            <${Notation} act=${act} ready=${Boolean(props.turn)} sent=${state.sent} refused=${state.refused} />
            ${hintButton ? html`<${Button} quiet run=${hintButton} hot="h">Hint<//>` : null}
          </div>
        </section>` : null}
        ${state.showing ? html`<${Reason} face=${face} round=${state.showing} names=${props.names} open=${openInside} />` : null}
        </div>
      <//>` : null}
    </main>
    <${Side} ...${{ face, state, props, tab, setTab }} open=${drawer || keysShown} close=${closeSide}>
      ${hint && wide ? html`<${Hint} frame=${hint} names=${props.names} />` : null}
      ${keysShown ? html`<${KeyList} bindings=${bindings} close=${() => setKeysShown(false)} />` : null}
    <//>
  </div>`;
}

/** The connection in words. @param {TableState} state */
function linkWords(state) {
  if (state.problem) return { text: sentence(capital(state.problem)), bad: true };
  if (state.link === "lost") return { text: "Connection lost. Trying again; nothing is lost.", bad: true };
  if (state.link === "closed") return { text: "This table is open in another window. Reload to play here.", bad: true };
  return { text: "" };
}

/**
 * What stands in the middle instead of the game: how a round or the match ended.
 * @param {EndingProps & { stay: (() => void) | null }} given
 */
function Middle({ face, state, props, goOn, waitsForMe, go, openInside, stay }) {
  if (state.showing && face.RoundEnd) {
    const { frame } = state.showing;
    return html`<div class="round-end" tabindex="-1" data-rest>
      <${face.RoundEnd} ...${props} round=${state.showing} hidden=${frame.hidden?.moves ?? null} />
      <p class="buttons"><${Button} primary run=${goOn} hot="Enter">Go on<//>
        ${props.you !== null && face.look?.(state.showing) ? html`<${Button} quiet run=${() => stay?.()} pressed=${!stay}>Stay<//>` : null}</p></div>`;
  }
  if (!state.end) return undefined;
  return html`<${Over} ...${{ face, state, props, goOn, waitsForMe, go, openInside }} />`;
}

/** The end of a match. @param {EndingProps} given */
function Over({ face, state, props, goOn, waitsForMe, go, openInside }) {
  const [review, setReview] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const match = state.end?.match ?? "";
  useEffect(() => {
    if (!face.End || props.you === null) return;
    call(`/api/matches/${match}/review?seat=${props.you}`, { mine: true }).then(setReview, () => setReview(null));
  }, [match]);
  const again = useMemo(() => rematch(state), [match]);
  const play = () => again?.().then((code) => go(`/t/${code}`)).catch((/** @type {Failure} */ error) => setProblem(error.message));
  return html`<div class="over" tabindex="-1" data-rest>
    <h2>${sentence(capital(face.result(props)))}</h2>
    ${state.end && state.end.ending !== "end" ? html`<p class="pale">${sentence(capital(state.end.ending))}</p>` : null}
    ${face.End ? html`<${face.End} ...${props} review=${review} />` : html`<div class="last-view"><${face.Middle} ...${props} /></div>`}
    <${Reason} face=${face} round=${state.rounds.at(-1)} names=${props.names} open=${openInside} />
    <p class="buttons">
      ${waitsForMe ? html`<${Button} primary run=${goOn} hot="Enter">Next game<//>` : null}
      ${again && !waitsForMe ? html`<${Button} primary run=${play}>Play again<//>` : null}
      <a class="button" href=${`/r/${match}`}>Replay</a>
      <a class="button quiet" href="/">Other games</a>
    </p>
    ${problem ? html`<p class="refused" role="alert">${sentence(capital(problem))}</p>` : null}
  </div>`;
}

/** Makes the same table again, one seat further; none where others played too or the table goes on. @param {TableState} state */
function rematch(state) {
  const { table, next } = state;
  const people = next?.players.filter((player) => player.kind !== "agent").length;
  if (!table || !next || next.seat === null || people !== 1 || table.goes_on) return null;
  return async () => {
    const seats = next.players.map((player) => (player.kind === "agent" ? player.name : null));
    const turned = [...seats.slice(1), ...seats.slice(0, 1)];
    const made = await makeTable({ game: next.game, seats: turned, open: table.open, pace: table.pace });
    await sitDown(made.code);
    return made.code;
  };
}

/** Leaving takes two presses. @param {{ leave: () => void }} props */
function Leave({ leave }) {
  const [sure, setSure] = useState(false);
  return html`<button type="button" class="button quiet" data-asks=${sure || undefined} onClick=${() => (sure ? leave() : setSure(true))} onBlur=${() => setSure(false)}>
    ${sure ? "Give up your seat?" : "Leave"}</button>`;
}

/** One short sentence an event for screen readers. @param {{ face: WholeFace, state: TableState, props: FaceProps }} given */
function Announcer({ face, state, props }) {
  const lines = state.events.slice(-TOLD).map((event) => ({ key: `${event.match}.${event.seq}`, text: told(face, event, props) }));
  return html`<div class="hidden" role="log" aria-live="polite" aria-label="What happens">
    ${lines.map(({ key, text }) => (text ? html`<p key=${key}>${sentence(capital(text))}</p>` : null))}
    ${state.turn ? html`<p key=${state.turn.turn}>Your turn.</p>` : null}
    ${state.end && state.view ? html`<p key="end">${sentence(capital(face.result(props)))}</p>` : null}
  </div>`;
}
