// The ceremonies of Négoces 2 on the table screen.

import { change } from "../table/ceremony.js";
import { all, one } from "../shared/dom.js";
import { bell, low, tap } from "../shared/sound.js";

/** @typedef {import("../table/ceremony.js").Ceremony} Ceremony */

const FIRST = 600; // ms until the first hand is turned over
const HAND = 800; // ms for each
const MOVES = 1500; // ms in which the two sides of a deal change places

/** Return the ceremony for the change from *old* to *next*, or null. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
export function ceremony(old, next) {
  if ("hands" in next.dataset) return "hands" in old.dataset ? null : opens(next);
  if (next.dataset.forced && !old.dataset.forced) return forced(next);
  const taken = next.dataset.buyer && one(old, `.places li[data-seat="${next.dataset.buyer}"] .goods`);
  const lot = one(old, ".stall .goods");
  return taken && lot ? deal(old, next, lot, taken) : null;
}

// The end: one hand after the other is turned over, by seat.

/** @param {HTMLElement} next @returns {Ceremony} */
function opens(next) {
  const places = all(next, ".places > li");
  places.forEach((place, n) => place.style.setProperty("--n", String(n)));
  const taps = places.map((_, n) => /** @type {[number, () => void]} */ ([FIRST + HAND * n, tap]));
  const ends = FIRST + HAND * places.length;
  return { moving: [[0, () => (change(next, "c-hands"), bell())], ...taps], still: [[0, () => change(next)]], ends };
}

// A deal: the lot and the offer that was taken change sides; the other offers go home.

/** @param {HTMLElement} old @param {HTMLElement} next @param {HTMLElement} lot @param {HTMLElement} taken @returns {Ceremony} */
function deal(old, next, lot, taken) {
  const cross = () => {
    const [a, b] = [lot, taken].map((its) => its.getBoundingClientRect());
    const [dx, dy] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
    for (const [its, sign] of /** @type {[HTMLElement, number][]} */ ([[lot, 1], [taken, -1]])) {
      its.style.setProperty("--dx", `${sign * dx}px`);
      its.style.setProperty("--dy", `${sign * dy}px`);
      its.classList.add("c-crosses");
    }
    const [said, says] = [one(old, "h1"), one(next, "h1")];
    if (said && says) (said.innerHTML = says.innerHTML), (said.className = says.className);
    old.classList.add("c-deal");
    tap();
  };
  return { moving: [[0, cross], [MOVES, () => change(next)]], still: [[0, () => change(next)]], ends: MOVES + 100 };
}

// A forced sale: the second card joins the first in dim light, then all buyers show their cards at the same moment.

/** @param {HTMLElement} next @returns {Ceremony} */
function forced(next) {
  const shown = () => (next.classList.add("c-shown"), tap());
  return { moving: [[0, () => (change(next, "c-forced"), low())], [900, shown]], still: [[0, () => change(next)]], ends: 1800 };
}
