// Replace a fragment with a fetched one without losing focus, scroll position, open details or filled-in fields.
// Equal parts are kept, so that a phone redraws only what has changed.

import { all, parsed } from "./dom.js";
import { keepFocus } from "./focus.js";

/** @typedef {import("./dom.js").Place} Place */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const fieldsOf = (/** @type {Place} */ place) => /** @type {Field[]} */ (all(place, "input, select"));
const name = (/** @type {Field} */ field) => `${/** @type {HTMLElement | null} */ (field.closest("[data-game]"))?.dataset.game ?? ""}/${field.name}/${field.type === "radio" ? field.value : ""}`;
const seen = new WeakMap();

// Never changed into another, as libraries would: a press begun on the old element must not end on the new one, nor an old choice become its.
const WHOLE = "button, input, select, textarea, label, details, form, a, h1, svg, template";

/** Replace the content of *place* with *html*, whose parsed form is *content*; return false, changing nothing, if *html* is the same as last time. @param {HTMLElement} place @param {string} html */
export function swap(place, html, content = parsed(html)) {
  if (seen.get(place) === html && place.firstElementChild) return false;
  seen.set(place, html);
  const fields = new Map(fieldsOf(place).filter(isOwn).map((field) => [name(field), { value: field.value, checked: isChosen(field), sent: field.dataset.sent }]));
  const open = new Set(all(place, "details[open]").map((its) => its.dataset.game));
  const turned = new Set(/** @type {Field[]} */ (all(place, ".turnable.open input")).map(name));
  const piles = all(place, ".turnover.open").map((its) => its.dataset.offer);
  const refocus = keepFocus(place, content);
  const [x, y] = [scrollX, scrollY];
  mend(place, content);
  fill(place, fields);
  for (const its of place.querySelectorAll("details")) its.open = open.has(its.dataset.game);
  for (const field of fieldsOf(place)) if (turned.has(name(field))) field.closest(".turnable")?.classList.add("open");
  for (const its of all(place, ".turnover")) its.classList.toggle("open", piles.includes(its.dataset.offer));
  if (refocus() || x || y) scrollTo(x, y); // Only if needed, because it forces a layout; old browsers scroll to what gets the focus.
  return true;
}

/** Make the children of *old* equal to those of *next*, keeping equal ones at either end. @param {Node} old @param {Node} next */
function mend(old, next) {
  const [before, after] = [Array.from(old.childNodes), Array.from(next.childNodes)];
  while (before.length && after.length && before[0].isEqualNode(after[0])) before.shift(), after.shift();
  let end = /** @type {Node | null} */ (null); // The first of those kept at the end.
  const last = (/** @type {Node[]} */ nodes) => nodes[nodes.length - 1]; // Old phones have no `at`.
  while (before.length && after.length && last(before).isEqualNode(last(after))) (end = before.pop() ?? null), after.pop();
  after.forEach((fresh, n) => {
    const was = before[n];
    if (!was) old.insertBefore(fresh, end);
    else if (!became(was, fresh)) old.replaceChild(fresh, was);
  });
  for (const was of before.slice(after.length)) old.removeChild(was);
}

/** Turn *was* into *fresh* and return true, or return false if it has to be replaced. @param {Node} was @param {Node} fresh */
function became(was, fresh) {
  if (was.isEqualNode(fresh)) return true;
  if (!(was instanceof Element && fresh instanceof Element) || was.tagName !== fresh.tagName || was.matches(WHOLE)) return false;
  for (const one of Array.from(was.attributes)) if (!fresh.hasAttribute(one.name)) was.removeAttribute(one.name);
  for (const one of fresh.attributes) if (was.getAttribute(one.name) !== one.value) was.setAttribute(one.name, one.value);
  mend(was, fresh);
  return true;
}

/** @param {HTMLElement} place @param {Map<string, {value: string, checked: boolean, sent?: string}>} fields */
function fill(place, fields) {
  for (const field of fieldsOf(place)) {
    const kept = fields.get(name(field));
    if (!kept || field.disabled) continue;
    if (field.type !== "radio") field.value = kept.value;
    else if (kept.checked) /** @type {HTMLInputElement} */ (field).checked = true;
    if (kept.sent) field.dataset.sent = kept.sent;
    if (field instanceof HTMLSelectElement && field.selectedIndex === -1) field.selectedIndex = 0; // The chosen value is no longer offered.
  }
}

/** Return whether it is the phone's own, and doesn't follow the table: not before the table has heard what was chosen here. */
const isOwn = (/** @type {Field} */ field) => !("follows" in field.dataset) || "sent" in field.dataset;

const isChosen = (/** @type {Field} */ field) => field instanceof HTMLInputElement && field.checked;
