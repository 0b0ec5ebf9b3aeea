/** The tabs beside the table; on a phone they are a drawer. */
import { cls, html, useEffect, useRef, useState } from "../ui.js";
import { History } from "./history.js";
import { Inside } from "./inside.js";

const WIDE = matchMedia("(min-width: 861px)");

/** @typedef {"history" | "inside" | "side"} Tab */

/** Whether there is room for the tabs beside the table; the style sheet has the same width. */
export function useWide() {
  const [wide, setWide] = useState(() => WIDE.matches);
  useEffect(() => {
    const change = () => setWide(WIDE.matches);
    WIDE.addEventListener("change", change);
    return () => WIDE.removeEventListener("change", change);
  }, []);
  return wide;
}

/** The tabs of a face, by name. @param {WholeFace} face @returns {[Tab, string][]} */
export const tabsOf = (face) => [
  ["history", "History"], ["inside", "Inside the agents"],
  .../** @type {[Tab, string][]} */ (face.Side ? [["side", face.sideName ?? "More"]] : []),
];

/**
 * @param {{ face: WholeFace, state: TableState, props: FaceProps, tab: Tab, setTab: (tab: Tab) => void, open: boolean,
 *   close: () => void, children?: Child }} given
 */
export function Side({ face, state, props, tab, setTab, open, close, children }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const tabs = tabsOf(face);
  /** @param {KeyboardEvent} event */
  const arrows = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (tabs.findIndex(([name]) => name === tab) + step + tabs.length) % tabs.length;
    setTab(tabs[at]?.[0] ?? "history");
    /** @type {HTMLElement | undefined} */ (list.current?.children[at])?.focus();
  };
  const parts = { history: History, inside: Inside, side: face.Side };
  const Part = parts[tab] ?? History;
  return html`<aside class=${cls("side", open && "open")} id="side">
    <div class="side-head">
      <div class="tabs" role="tablist" aria-label="Beside the table" ref=${list} onKeyDown=${arrows}>
        ${tabs.map(([name, label]) => html`<button
          type="button" role="tab" key=${name} id=${`tab-${name}`} aria-selected=${String(name === tab)} aria-controls="tab-panel"
          tabindex=${name === tab ? 0 : -1} onClick=${() => setTab(name)}
        >${label}</button>`)}
      </div>
      <button type="button" class="button quiet close-side" aria-label="Close" onClick=${close}>✕</button>
    </div>
    <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby=${`tab-${tab}`}>
      <${Part} ...${tab === "side" ? props : { face, state, props }} />
    </div>
    ${children}
  </aside>`;
}
