/** A button that says why it cannot be pressed, and keeps the focus when that changes. */
import { cls, html, useLayoutEffect, useRef, useState } from "../ui.js";

/** So many pixels stay free between a bubble and the edge of the window. */
const EDGE = 8;

/** Why a button is not allowed, in a bubble that stays inside the window. @param {{ text: string }} props */
function Why({ text }) {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const { current } = bubble;
    if (!current || !text) return;
    current.style.setProperty("--shift", "0px");
    const { left, right } = current.getBoundingClientRect();
    const over = Math.max(0, right - (document.documentElement.clientWidth - EDGE));
    current.style.setProperty("--shift", `${left < EDGE ? EDGE - left : -over}px`);
  }, [text]);
  return html`<span class="why" role="status" ref=${bubble}>${text}</span>`;
}

/**
 * @param {{ run: () => void, why?: string, primary?: boolean, quiet?: boolean, hot?: string, label?: string,
 *   pressed?: boolean, class?: string, children?: Child }} props
 *   `why` is the reason why it is not allowed, `hot` the key that does the same
 */
export function Button({ run, why = "", primary = false, quiet = false, hot = "", label, pressed, class: more, children }) {
  const [asked, setAsked] = useState("");
  const press = () => {
    if (!why) run();
    setAsked(why);
  };
  return html`<span class="button-box">
    <button
      type="button"
      class=${cls("button", primary && "primary", quiet && "quiet", more)}
      aria-disabled=${why ? "true" : undefined}
      aria-pressed=${pressed === undefined ? undefined : String(pressed)}
      aria-label=${label}
      aria-keyshortcuts=${hot || undefined}
      title=${why || undefined}
      onClick=${press}
      onBlur=${() => setAsked("")}
    >${children}${hot ? html`<kbd aria-hidden="true">${hot}</kbd>` : null}</button>
    <${Why} text=${asked && asked === why ? asked : ""} />
  </span>`;
}
