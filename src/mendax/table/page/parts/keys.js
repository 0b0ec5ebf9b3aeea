/** Keys that play: one listener, and the list that `?` shows. */
import { session } from "../session.js";
import { html, useLayoutEffect, useRef, useState } from "../ui.js";

/** What a pointer pressed last: it has the focus, but Enter is still the game's. @type {Element | null} */
let pointed = null;
addEventListener("pointerdown", (event) => {
  pointed = event.target instanceof Element ? event.target.closest("button, summary") : null;
}, true);
addEventListener("focusin", (event) => {
  if (event.target !== pointed) pointed = null;
});

/** Whether keys belong to what has the focus; what asks a question (`data-asks`) keeps Enter. @param {Element | null} element @param {string} key */
function taken(element, key) {
  if (!element) return false;
  if (element.matches("input, select, textarea, [contenteditable]")) return !element.matches('[type="range"]') || key.startsWith("Arrow");
  if (key === "Enter" && element === pointed && !element.matches("[data-asks]")) return false;
  return (key === "Enter" || key === " ") && element.matches("button, a, summary, [role=button]");
}

/** Listen while the part is shown; the first binding of a key counts. @param {KeyBinding[]} bindings */
export function useKeys(bindings) {
  const now = useRef(bindings);
  now.current = bindings;
  // As soon as it is drawn, not after the next frame: a key may come before that.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || taken(document.activeElement, event.key)) return;
      if (!session.keys && event.key !== "?" && event.key.length === 1) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const found = now.current.find((one) => one.key.toLowerCase() === key.toLowerCase());
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

const SHOWN = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" });

/** @param {{ bindings: KeyBinding[], close: () => void }} props */
export function KeyList({ bindings, close }) {
  const [on, setOn] = useState(session.keys);
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => head.current?.focus(), []);
  /** @type {Map<string, string>} */
  const seen = new Map();
  for (const { key, label } of bindings) if (!seen.has(key)) seen.set(key, label);
  return html`<section class="key-list panel" aria-label="Keys">
    <h2 tabindex="-1" ref=${head}>Keys</h2>
    <dl>${[...seen].map(([key, label]) => html`<div key=${key}><dt><kbd>${SHOWN[key] ?? key}</kbd></dt><dd>${label}</dd></div>`)}</dl>
    <label class="check"><input type="checkbox" checked=${on} onChange=${(/** @type {any} */ event) => {
      session.keys = event.target.checked;
      setOn(event.target.checked);
    }} /> Single keys play</label>
    <button type="button" class="button" onClick=${close}>Close</button>
  </section>`;
}
