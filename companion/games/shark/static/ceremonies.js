// The ceremonies of Shark on the table screen: the dice, a building that removes others, a player who goes out, and the end.

import { change } from "../table/ceremony.js";
import { all, one } from "../shared/dom.js";
import { bell, low, tap } from "../shared/sound.js";

/** @typedef {import("../table/ceremony.js").Ceremony} Ceremony */

const TUMBLE = 800; // ms
const DOOMED = 1800; // ms for which what goes is marked before it goes
const TOLD = 2400; // ms until the last line of a statement is there
const OUT = 2500; // ms
const LAST = 3000; // ms for the last building
const BOOK = 800; // ms for each player's

/** Return the ceremony for the change from *old* to *next*, or null. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
export function ceremony(old, next) {
  if (next.dataset.cause) return old.dataset.cause ? null : end(next);
  if ((next.dataset.out ?? "").length > (old.dataset.out ?? "").length) return goesOut(next);
  if (next.dataset.thrown && next.dataset.thrown !== old.dataset.thrown) return tumble(next);
  return next.dataset.outcome && next.dataset.outcome !== old.dataset.outcome ? told(old, next) : null;
}

/** @param {HTMLElement} next @returns {Ceremony} */
function tumble(next) {
  const lie = () => (next.classList.add("c-rolled"), tap());
  return { moving: [[0, () => change(next, "c-tumble")], [TUMBLE, lie]], still: [[0, () => change(next)]], ends: TUMBLE + 300 };
}

/** Light the cell that was chosen and hatch what it removes, before it is gone; then tell line by line what followed. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony} */
function told(old, next) {
  const goes = all(next, ".went");
  const mark = () => {
    for (const cell of goes) one(old, `[data-cell="${cell.dataset.cell}"]`)?.classList.add("c-doomed");
    one(old, `[data-cell="${one(next, ".fresh")?.dataset.cell}"]`)?.classList.add("c-chosen");
  };
  const from = goes.length ? DOOMED : 0;
  const tell = () => (change(next, "c-told"), tap());
  return { moving: from ? [[0, mark], [from, tell]] : [[0, tell]], still: [[0, mark], [from, () => change(next)]], ends: from + TOLD };
}

/** @param {HTMLElement} next @returns {Ceremony} */
function goesOut(next) {
  const dark = () => (change(next, "c-out"), low());
  return { moving: [[0, dark]], still: [[0, dark], [OUT, () => change(next)]], ends: OUT };
}

/** Show the last building and what it brought, then everybody's book one after the other by letter, and then who has won. @param {HTMLElement} next @returns {Ceremony} */
function end(next) {
  const places = all(next, ".places > li").sort((a, b) => (a.dataset.seat ?? "").localeCompare(b.dataset.seat ?? ""));
  places.forEach((place, n) => place.style.setProperty("--n", String(n)));
  const opens = places.map((_, n) => /** @type {[number, () => void]} */ ([LAST + BOOK * (n + 0.5), tap]));
  const books = () => next.classList.add("c-books");
  const lamp = LAST + BOOK * (places.length + 1);
  const shine = () => (next.classList.add("c-lamp"), bell());
  return {
    moving: [[0, () => change(next, "c-last")], [LAST, books], ...opens, [lamp, shine]],
    still: [[0, () => change(next, "c-last")], [LAST, () => (books(), next.classList.add("c-lamp"))]],
    ends: lamp + 600,
  };
}
