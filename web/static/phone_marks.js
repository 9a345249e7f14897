// What a page or a panel says about itself after every change of it: which option is chosen, and what is turned over.

import { all, one } from "./dom.js";
import { page, panel } from "./phone_places.js";

const OPEN_PILE = 8000; // ms without a touch until an open pile turns itself over

/** What belongs to the option that is checked is shown, and the lamp says what it will do with it. */
export function chosen() {
  const place = panel.hidden ? page : panel;
  const option = /** @type {HTMLInputElement | null} */ (one(place, "input[name=option]:checked, input[name=game]:checked"));
  if (!option) return;
  for (const its of all(place, "[data-of]")) its.hidden = its.dataset.of !== option.value;
  const lamp = /** @type {HTMLButtonElement | null} */ (one(panel, "[data-confirm]"));
  if (!lamp) return;
  lamp.disabled = !option.dataset.act;
  lamp.textContent = option.dataset.go ?? "";
  lamp.dataset.act = option.dataset.act ?? "";
}

/**
 * Says on what lies around it what is turned over (`data-covers`: around it where), and on what can be turned whether it is chosen:
 * not every browser can look into an element from outside (`:has`), and there a pile that was turned over would leave its sums open.
 */
export function mark() {
  for (const its of all(document, "[data-covers]")) its.closest(its.dataset.covers ?? "")?.classList.toggle("covered", !its.classList.contains("open"));
  for (const its of all(document, ".turnable")) its.classList.toggle("chosen", one(its, ":checked") !== null);
  for (const option of all(document, "[data-in-parts]")) unfoldParts(/** @type {HTMLSelectElement} */ (option));
}

/** The parts of an option are asked for unless it stands on its first choice. @param {HTMLSelectElement} option */
function unfoldParts(option) {
  const around = option.closest("div");
  for (const part of around ? all(around, ".part") : []) part.hidden = option.selectedIndex === 0;
}

/** Opens what can be turned over, or closes it. @param {HTMLElement | null} what @param {boolean} [close] */
export function turn(what, close = false) {
  what?.classList.toggle("open", !close);
  if (what && !close) one(what, "input")?.click();
  mark();
}

let idle = 0;

/** Counts anew how long nobody has touched the phone: then what lies open turns itself over, for other eyes are near. */
export function awake() {
  clearTimeout(idle);
  idle = setTimeout(() => all(document, ".turnable.open, .turnover.open").forEach((its) => turn(its, true)), OPEN_PILE);
}
