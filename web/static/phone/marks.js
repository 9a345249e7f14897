// Update the marks of a page or panel after every change: which option is chosen, and what is turned over.

import { all, one } from "../shared/dom.js";
import { page, panel } from "./places.js";
import { changing } from "../shared/thumb.js";

const FAIR = 5000; // ms until a button may be used that would take others their chance (data-later)
const OPEN_PILE = 8000; // ms without a touch until an open pile is turned over

/** Show what belongs to the checked option; the lamp says what it will do. */
export function chosen() {
  const place = panel.hidden ? page : panel;
  const option = /** @type {HTMLInputElement | null} */ (one(place, "input[name=option]:checked"));
  if (!option) return;
  for (const its of all(place, "[data-of]")) its.hidden = its.dataset.of !== option.value;
  const doomed = option.dataset.dooms?.split(" ") ?? []; // What would go from a map.
  for (const its of all(place, "[data-cell]")) its.classList.toggle("doomed", doomed.includes(its.dataset.cell ?? ""));
  const lamp = /** @type {HTMLButtonElement | null} */ (one(place, "[data-confirm]"));
  if (!lamp) return;
  lamp.disabled = !option.dataset.act || lamp.matches(".covered [data-uncovered]");
  lamp.textContent = option.dataset.go ?? "";
  lamp.dataset.act = option.dataset.act ?? "";
}

/**
 * Mark around it what is turned over (`data-covers`: around which element), and on what can be turned whether it is chosen. Not
 * every browser supports `:has`, and without these marks it would leave a turned pile's sums open.
 */
export function mark() {
  for (const its of all(document, "[data-covers]")) its.closest(its.dataset.covers ?? "")?.classList.toggle("covered", !its.classList.contains("open"));
  for (const its of all(document, ".turnable")) its.classList.toggle("chosen", one(its, ":checked") !== null);
  for (const option of all(document, "[data-in-parts]")) unfoldParts(/** @type {HTMLSelectElement} */ (option));
  for (const its of /** @type {HTMLButtonElement[]} */ (all(document, "[data-later]"))) later(its);
  for (const its of all(document, ".new")) its.classList.toggle("read", its.dataset.hint === read);
}

let read = ""; // the hint whose reader has gone on

/** Note that whoever touched the page beside a hint has read it: where both don't fit, it goes below. @param {Event} event */
export function goOn(event) {
  const hint = one(panel.hidden ? page : panel, ".new");
  if (!hint || hint.contains(/** @type {Node} */ (event.target)) || hint.dataset.hint === read) return;
  const changed = changing();
  read = hint.dataset.hint ?? "";
  mark();
  changed();
}

let waited = { what: "", until: 0 };

/** Let *button* be used when the others have had their time since it first came, with whatever its data-later names. @param {HTMLButtonElement} button */
function later(button) {
  const what = button.dataset.later ?? "";
  const now = performance.now();
  if (waited.what !== what) waited = { what, until: now + FAIR };
  button.disabled = now < waited.until;
  if (button.disabled) setTimeout(mark, waited.until - now);
}

/** Ask for the parts of an option unless it is left at its first choice. @param {HTMLSelectElement} option */
function unfoldParts(option) {
  const around = option.closest("div");
  for (const part of around ? all(around, ".part") : []) part.hidden = option.selectedIndex === 0;
}

/** Open what can be turned over, or close it. @param {HTMLElement | null} what @param {boolean} [close] */
export function turn(what, close = false) {
  what?.classList.toggle("open", !close);
  if (what && !close) one(what, "input")?.click();
  mark();
  chosen();
}

let idle = 0;

/** Restart the time without a touch; when it runs out, turn open piles over, because others may look on. */
export function awake() {
  clearTimeout(idle);
  idle = setTimeout(() => all(document, ".turnable.open, .turnover.open").forEach((its) => turn(its, true)), OPEN_PILE);
}
