/** The focus is never lost: when what had it goes away, it moves to the place named by `data-rest`. */
import { useEffect, useLayoutEffect, useRef } from "../ui.js";

/** @param {{ current: HTMLElement | null }} box */
export function useRest(box) {
  const last = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    /** @param {FocusEvent} event */
    const note = (event) => (last.current = /** @type {Element | null} */ (event.target));
    const element = box.current;
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    const lost = last.current && !last.current.isConnected && document.activeElement === document.body;
    if (!lost) return;
    last.current = null;
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector("[data-rest]"))?.focus({ preventScroll: true });
  });
}
