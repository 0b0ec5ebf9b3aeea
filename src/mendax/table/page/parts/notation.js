/** A move typed in the game's notation. What was typed stays until the move counts. */
import { html, useEffect, useState } from "../ui.js";

/** Open the box and put the focus into it at once, so that the next key is not lost. @param {Element | null} within */
export function openNotation(within) {
  const fold = within?.querySelector("details.notation");
  if (fold instanceof HTMLDetailsElement) {
    fold.open = true;
    fold.querySelector("input")?.focus();
  }
}

/** @param {{ act: (text: string) => void, ready: boolean, sent: string, refused: string }} props */
export function Notation({ act, ready, sent, refused }) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState("");
  useEffect(() => {
    if (tried && !sent && !refused) {
      setText((now) => (now === tried ? "" : now));
      setTried("");
    }
  }, [tried, sent, refused]);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (!ready || !text.trim()) return;
    setTried(text);
    act(text.trim());
  };
  return html`<details class="notation">
    <summary>Type a move <kbd aria-hidden="true">/</kbd></summary>
    <form onSubmit=${submit}>
      <input
        aria-label="Your move in the game's notation" autocomplete="off" autocapitalize="off" spellcheck=${false}
        maxlength="200" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}
      />
      <button class="button" type="submit" aria-disabled=${ready ? undefined : "true"}>Play</button>
    </form>
  </details>`;
}
