// Show a new offer on a player's phone: the notes one by one, then their sum. A touch or a key shows everything at once.

import { all, one } from "../dom.js";

let unfolded = ""; // the last offer whose notes were shown

/** Start on the page *root* if its offer hasn't been shown yet. @param {HTMLElement} root */
export function begin(root) {
  const offer = one(root, "[data-offer]")?.dataset.offer ?? unfolded;
  if (offer === unfolded) return;
  unfolded = offer;
  const notes = all(root, ".turnover .big .slot");
  notes.forEach((note, n) => note.style.setProperty("--n", String(n)));
  for (const sum of all(root, ".worth, .plate .sum")) sum.style.setProperty("--n", String(notes.length));
  root.classList.add("unfolds");
}

const seen = () => one(document, ".unfolds")?.classList.remove("unfolds");

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, seen);
