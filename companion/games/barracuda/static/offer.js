// Show a new offer when it is turned over for the first time: the notes one by one, then their sum. Another touch or a key shows
// everything at once.

import { all, one } from "../shared/dom.js";

let unfolded = ""; // the last offer whose notes were shown

/** Start on the page *root*, whose offer is closed. @param {HTMLElement} root */
export function begin(root) {
  const pile = one(root, "[data-offer]");
  pile?.addEventListener("click", () => unfold(root, pile.dataset.offer ?? ""), { once: true });
}

/** @param {HTMLElement} root @param {string} offer */
function unfold(root, offer) {
  if (offer === unfolded) return;
  unfolded = offer;
  const notes = all(root, ".turnover .big .slot");
  notes.forEach((note, n) => note.style.setProperty("--n", String(n)));
  for (const sum of all(root, ".worth, .plate .sum")) sum.style.setProperty("--n", String(notes.length));
  root.classList.add("unfolds");
}

const seen = () => one(document, ".unfolds")?.classList.remove("unfolds");

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, seen);
