// The ceremony of Négoces 2 on the table screen.

import { change } from "../ceremony.js";
import { low, tap } from "../sound.js";

/** @typedef {import("../ceremony.js").Ceremony} Ceremony */

/** Return the ceremony for the change from *old* to *next*, or null. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
export const ceremony = (old, next) => (next.dataset.forced && !old.dataset.forced ? forced(next) : null);

// A forced sale: the second card joins the first in dim light, then all buyers show their cards at the same moment.

/** @param {HTMLElement} next @returns {Ceremony} */
function forced(next) {
  const shown = () => (next.classList.add("c-shown"), tap());
  return { moving: [[0, () => (change(next, "c-forced"), low())], [900, shown]], still: [[0, () => change(next)]], ends: 1800 };
}
