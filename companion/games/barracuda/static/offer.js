// A new offer on a player's phone: its notes come one by one, then their sum. A touch or a key shows them all.

import { all, one } from "../dom.js";

let unfolded = ""; // the offer whose notes have been shown

/** Begins on the page *root*, which has an offer. @param {HTMLElement} root */
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
