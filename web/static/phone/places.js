// The layers of a player's phone: the page, the panel above it, and the notices above both.

import { byId, one } from "../shared/dom.js";
import { focusOn } from "../shared/focus.js";

export const page = byId("page");
export const panel = byId("panel");
export const note = byId("note"); // a new PIN, shown once
export const notices = { line: byId("line"), disk: byId("disk"), refused: byId("refused") };

/** Hide the new PIN; the focus, if its button has it, goes to the page. */
export function hideNote() {
  const inside = note.contains(document.activeElement);
  note.hidden = true;
  if (inside) focusOn(one(page, "h1"));
}

/** Return a sentence that the page contains in the player's language. @param {string} name @returns {string} */
export const word = (name) => one(document, `[data-word="${name}"]`)?.textContent ?? "";

/** Return the single element around the page's content. */
export const pageRoot = () => /** @type {HTMLElement} */ (page.firstElementChild);
export const panelRoot = () => /** @type {HTMLElement} */ (panel.firstElementChild);

/** Return the number of the standing ask *name*, or null if it doesn't stand. @param {string} name */
export function askNumber(name) {
  const found = (pageRoot().dataset.asks ?? "").split(" ").find((ask) => ask.startsWith(`${name}:`));
  return found ? Number(found.slice(name.length + 1)) : null;
}

/** Return the table's answer with the revision of a page; without text if there is no answer. @param {string} url @param {string} [method] */
export async function fetchPage(url, method = "GET") {
  const response = await fetch(url, { method }).catch(() => null);
  if (response?.status === 403) location.reload(); // No seat (any more): load the join page.
  const html = response?.ok ? await response.text().catch(() => null) : null;
  return { html, revision: Number(response?.headers.get("Revision")) };
}

const timers = new Map();

/** Show *text* in a notice, for *time* milliseconds or for good; an empty text removes it. @param {HTMLElement} where @param {string} text */
export function say(where, text, time = 0) {
  clearTimeout(timers.get(where));
  where.textContent = text;
  put(where, !text);
  if (text && time) timers.set(where, setTimeout(() => put(where, true), time));
}

/** Show or hide a notice; the content below makes room. @param {HTMLElement} where @param {boolean} hidden */
export function put(where, hidden) {
  where.hidden = hidden;
  document.documentElement.classList.toggle("disk-says", !notices.disk.hidden);
  document.body.classList.toggle("notice-says", !notices.line.hidden || !notices.refused.hidden);
}
