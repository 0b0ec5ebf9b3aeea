/** The page: which place belongs to the address. Places are loaded when they are gone to. */
import { html, render, useEffect, useRef, useState } from "./ui.js";

/** @type {[RegExp, string, () => Promise<(props: any) => Child>][]} */
const PLACES = [
  [/^\/$/, "Mendax", async () => (await import("./places/lobby.js")).LobbyPlace],
  [/^\/t\/([a-z]+)$/, "Table: Mendax", async () => (await import("./places/table.js")).TablePlace],
  [/^\/r\/([a-z0-9]+)$/, "Replay: Mendax", async () => (await import("./places/replay.js")).ReplayPlace],
  [/^\/me$/, "Your results: Mendax", async () => (await import("./places/me.js")).MePlace],
  [/^\/ladder$/, "Ladder: Mendax", async () => (await import("./places/ladder.js")).LadderPlace],
  [/^\/about$/, "Rules: Mendax", async () => (await import("./places/about.js")).AboutPlace],
];

/** @param {string} path */
function find(path) {
  for (const [pattern, title, load] of PLACES) {
    const found = pattern.exec(path);
    if (found) return { title, load, code: found[1] ?? "" };
  }
  return null;
}

function App() {
  const [path, setPath] = useState(location.pathname);
  const [Place, setPlace] = useState(/** @type {{ draw: ((props: any) => Child) | null, path: string }} */ ({ draw: null, path: "" }));
  const arrived = useRef(false);
  /** @param {string} to */
  const go = (to) => {
    history.pushState(null, "", to);
    scrollTo(0, 0);
    setPath(location.pathname);
  };
  useEffect(() => {
    const back = () => setPath(location.pathname);
    /** @param {MouseEvent} event */
    const follow = (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
      if (link.origin !== location.origin || !find(link.pathname) || link.hash) return;
      event.preventDefault();
      go(link.pathname);
    };
    addEventListener("popstate", back);
    addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener("click", follow);
    };
  }, []);
  const found = find(path);
  useEffect(() => {
    if (!found) return;
    document.title = found.title;
    found.load().then((draw) => setPlace({ draw, path }), () => setPlace({ draw: Broken, path }));
  }, [path]);
  useEffect(() => {
    if (Place.path && arrived.current) document.querySelector("main")?.focus({ preventScroll: true });
    arrived.current = arrived.current || Boolean(Place.path);
  }, [Place.path]);
  if (!found) return html`<main class="page"><h1>There is nothing here</h1><p><a class="button primary" href="/">Play a game</a></p></main>`;
  if (!Place.draw || Place.path !== path) return html`<main class="page" aria-busy="true"></main>`;
  return html`<${Place.draw} key=${path} code=${found.code} go=${go} />`;
}

/** A part of the page did not come. */
function Broken() {
  return html`<main class="page"><h1>The server does not answer</h1><p>Start it again with <code>mendax serve</code>, then reload this page.</p></main>`;
}

const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
