/** What every module of the page draws with; faces import it as "/page/ui.js". */
import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export const html = htm.bind(h);
export { Fragment, h, render } from "./vendor/preact.mjs";
export * from "./vendor/hooks.mjs";

/** Class names that are wanted. @param {...(string | false | null | undefined)} names */
export const cls = (...names) => names.filter(Boolean).join(" ");
