// Keep the focus where its element goes: without it, a keyboard or a screen reader would start again at the top of the page.

import { all, one } from "./dom.js";

/** @typedef {import("./dom.js").Place} Place */

const CONTROLS = "button, input, select, a, summary";
const HEADINGS = "h1, h2, h3";
const PARTS = "section, main, footer, header";

/**
 * Call this before *place* changes to *content*, and the function that it returns afterwards: it hands the focus to the same
 * control, else to the heading above it, never to another control that the next stroke of a key would press. It returns whether
 * the focus has moved.
 * @param {Element} place @param {Place} content
 */
export function keepFocus(place, content) {
  const active = document.activeElement;
  if (!active || !place.contains(active)) return () => false;
  const marks = [mark(active), turned(active)];
  const above = headingOf(place, active);
  const says = words(above);
  // A heading that stays is kept, and not read again.
  if (active === above) for (const its of saying(content, says)) its.setAttribute("tabindex", "-1");
  return () => {
    if (place.contains(active)) return false;
    const controls = all(place, CONTROLS);
    const same = [mark, turned].map((by, n) => controls.find((its) => by(its) === marks[n]));
    return [...same, ...saying(place, says), one(place, "h1"), one(place, "h2")].some(focusOn);
  };
}

/**
 * Give the focus to *its*, a heading or a control, without scrolling, and return whether it has taken it.
 * @param {HTMLElement | null | undefined} its
 */
export function focusOn(its) {
  if (its?.matches(HEADINGS)) its.setAttribute("tabindex", "-1");
  its?.focus({ preventScroll: true });
  return its !== undefined && its === document.activeElement;
}

/** Return the last heading up to *active* in its part of the page. @param {Element} place @param {Element} active */
function headingOf(place, active) {
  const part = active.closest(PARTS);
  const precedes = (/** @type {Element} */ its) => its.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING;
  return all(place, HEADINGS).filter((its) => its === active || (its.closest(PARTS) === part && precedes(its))).pop();
}

/** Return what a heading says, and its level; it may say something else after the change. @param {Element} [heading] */
const words = (heading) => heading && heading.tagName + heading.textContent;

/** @param {Place} place @param {string} [says] */
const saying = (place, says) => all(place, HEADINGS).filter((its) => words(its) === says);

/** Return a key by which to find the same control in the next fragment. @param {Element} element */
function mark(element) {
  const its = /** @type {HTMLInputElement} */ (element);
  const { act, panel, pick, lay, close, purse, start, key, fetch, post, turn, offer } = its.dataset;
  const own = [its.tagName, its.id, its.name, its.value, its.name ? "" : act, its.getAttribute("href")];
  return [...own, panel, pick, lay, close, purse, start, key, fetch, post, turn, offer].join("|");
}

/** Return the same key for a control that takes back what it has just done. @param {Element} element */
const turned = (element) => mark(element).replace(/"yes": ?(true|false)/, "");
