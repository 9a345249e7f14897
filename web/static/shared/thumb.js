// Whatever arrives under a thumb does nothing for a second: a button that stands where another control was lies under a shield
// there. By place and not by the browser's count of clicks, because "did it take?" touches again after half a second or more.

import { all, around } from "./dom.js";

/** @typedef {{left: number, top: number, right: number, bottom: number, html: string, until: number}} Place where a control is, and for how long it is remembered */

const INERT = 1000; // ms for which a new button is shielded, and for which the place of an old control is remembered
const SHARED = 10; // px that two places must share, both ways; neighbours may shift a little
const STILL = 4; // px by which a control may move and still count as where it was
const THUMB = 24; // px around the point of a touch
const KEPT = "thumb"; // in the session's storage: the last touch, for the next page
const CONTROLS = "button, a[href], input, label, select, summary";
const SENDS = "button[data-act], button[data-start], button[data-post], button[data-import], button[data-confirm], button[data-push], form button, a.lamp[href]";

const storage = navigator.cookieEnabled ? sessionStorage : null; // Where cookies are forbidden, to touch it is an error.

let gone = /** @type {Place[]} */ (kept()); // where controls were, and where a thumb was, until a moment ago
let touched = /** @type {Place | null} */ (null);

/** @param {Element} its @returns {Place} */
function placeOf(its) {
  const { left, top, right, bottom } = its.getBoundingClientRect();
  return { left, top, right, bottom, html: its.outerHTML, until: performance.now() + INERT };
}

/** Return the places of all that can be seen of *selector*. @param {string} selector */
const places = (selector) => all(document, selector).map(placeOf).filter((its) => its.right > its.left);

/** @param {Place} a @param {Place} b */
const shares = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) >= SHARED && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= SHARED;

/** @param {Place} a @param {Place} b */
const same = (a, b) => a.html === b.html && Math.abs(a.left - b.left) <= STILL && Math.abs(a.top - b.top) <= STILL;

/** Call this before a change of the page, and the function that it returns afterwards. */
export function changing() {
  const before = places(CONTROLS);
  gone = [...gone.filter((its) => its.until > performance.now()), ...before];
  return () => shieldWhatCame(before);
}

/** Shield each button that wasn't there *before*, and has come where something else was. @param {Place[]} before */
function shieldWhatCame(before) {
  for (const its of places(SENDS)) {
    if (!before.some((was) => same(was, its)) && gone.some((was) => was.html !== its.html && shares(was, its))) shield(its);
  }
}

/** Catch the touches that would hit what is at *place*. It lies outside the page, so that a swap leaves it. @param {Place} place */
function shield({ left, top, right, bottom }) {
  const cover = document.createElement("i");
  cover.className = "shield";
  cover.setAttribute("aria-hidden", "true");
  Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  document.body.append(cover);
  setTimeout(() => cover.remove(), INERT);
}

/** Return the touch that led to this page, if the page before it has just been left. @returns {Place[]} */
function kept() {
  const { place, at } = JSON.parse(storage?.getItem(KEPT) ?? "{}");
  storage?.removeItem(KEPT);
  return place && Date.now() - at < INERT ? [{ ...place, until: performance.now() + INERT }] : [];
}

/** @param {PointerEvent} event */
function touch(event) {
  const on = around(event, CONTROLS);
  const [x, y] = [event.clientX, event.clientY];
  touched = on ? placeOf(on) : { left: x - THUMB, top: y - THUMB, right: x + THUMB, bottom: y + THUMB, html: "", until: performance.now() + INERT };
  gone.push(touched);
}

document.addEventListener("pointerdown", touch, true);
addEventListener("pagehide", () => touched && storage?.setItem(KEPT, JSON.stringify({ place: touched, at: Date.now() })));
shieldWhatCame([]);
