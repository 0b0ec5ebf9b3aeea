/** What every place has around it: the head with its links, and the strip that says what is wrong. */
import { html } from "../ui.js";

/** @type {[string, string][]} */
const LINKS = [["/", "Play"], ["/me", "Your results"], ["/ladder", "Ladder"], ["/about", "Rules"]];

/** @param {{ title?: Child, children?: Child }} props `title` stands beside the name */
export function Head({ title, children }) {
  return html`<header class="head">
    <a class="brand" href="/"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path class="cup" d="M5 3h14l-2.2 18H7.2z" /><circle class="pip" cx="12" cy="12" r="2.4" /></svg> Mendax</a>
    ${title ? html`<span class="head-title">${title}</span>` : null}
    ${children ?? html`<nav aria-label="Places">${LINKS.map(([href, name]) => html`<a href=${href}
      aria-current=${location.pathname === href ? "page" : undefined}>${name}</a>`)}</nav>`}
  </header>`;
}

/** A line that stays until it is no longer true. @param {{ text: string, bad?: boolean, children?: Child }} props */
export function Strip({ text, bad = false, children }) {
  return html`<div class=${bad ? "strip bad" : "strip"} role="status">${text ? html`<span>${text}</span>${children}` : null}</div>`;
}
