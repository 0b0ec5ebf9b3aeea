/** A button that says why it cannot be pressed, and keeps the focus when that changes. */
import { cls, html, useState } from "../ui.js";

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
    <span class="why" role="status">${asked && asked === why ? asked : ""}</span>
  </span>`;
}
