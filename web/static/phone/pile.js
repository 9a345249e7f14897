// Compose a pile note by note. It exists only here until it is laid; the table learns nothing before.

import { all, around, one } from "../shared/dom.js";

/**
 * What a pile may be laid for, and out of what. *kinds* are the notes by field, each with its worth; a note worth nothing is a
 * fake. *box* has the number of each kind, *purse* its owner's real money and number of fakes.
 * @typedef {{command: object, kinds: [string, number][], box: number[], purse: [number, number], least: number, most: number | null, notes: number, fakes: number}} Terms
 */

const begun = new WeakSet(); // Not an attribute, which would be gone when a fresh panel replaces the old one.
let laid = /** @type {number[]} */ ([]); // kinds in the order in which they were laid; never sent
let meant = ""; // the ask and the subject that the pile is for
let terms = /** @type {Terms} */ ({});

const number = (/** @type {number} */ kind) => laid.filter((its) => its === kind).length;
const worth = (/** @type {number} */ kind) => terms.kinds[kind][1];
const real = () => laid.reduce((sum, kind) => sum + worth(kind), 0);
const fakes = () => laid.filter((kind) => !worth(kind)).length;

/** Start on the panel *root*: its data say what to lay for, or that the pile is closed. @param {HTMLElement} root */
export function begin(root) {
  if (root.dataset.closed !== undefined) return push(root);
  const { ask, pick } = root.dataset;
  if (meant !== `${ask}:${pick}`) forget();
  meant = `${ask}:${pick}`;
  terms = JSON.parse(root.dataset.pile ?? "");
  if (!begun.has(root)) root.addEventListener("click", (event) => touch(root, around(event, "button")));
  begun.add(root);
  fit();
  draw(root);
}

/** Forget the pile, because it has been laid or the ask is another. */
export function forget() {
  laid = [];
  meant = "";
}

/** @param {HTMLElement} root @param {HTMLElement | null} on */
function touch(root, on) {
  const { lay, lift } = on?.dataset ?? {};
  if (lay !== undefined) laid.push(Number(lay));
  if (lift !== undefined) laid.splice(laid.lastIndexOf(Number(lift)), 1);
  if (lay !== undefined || lift !== undefined) draw(root);
}

/** Return why one more note of *kind* can't be laid: "", "box", "purse" or "high". @param {number} kind */
function against(kind) {
  const then = real() + worth(kind);
  if (number(kind) >= terms.box[kind]) return "box";
  if (worth(kind) ? then > terms.purse[0] : fakes() >= terms.purse[1]) return "purse";
  return terms.most !== null && worth(kind) && then > terms.most ? "high" : "";
}

/** Return what the pile still lacks: "", "notes", "low" or "fake". */
function lacks() {
  if (laid.length < terms.notes) return "notes";
  if (real() < terms.least) return "low";
  return fakes() < terms.fakes ? "fake" : "";
}

/** Take notes back until the terms allow the pile, since the purse may have become smaller meanwhile. */
function fit() {
  const before = laid;
  laid = [];
  for (const kind of before) if (!against(kind)) laid.push(kind);
}

/** Show the pile in the panel *root*. @param {HTMLElement} root */
function draw(root) {
  const refused = terms.kinds.map((_, kind) => against(kind));
  show(root, "[data-real]", String(real()));
  show(root, "[data-notes]", String(laid.length));
  const form = new Intl.PluralRules(document.documentElement.lang).select(laid.length);
  for (const its of all(root, "[data-form]")) its.hidden = its.dataset.form !== form;
  all(root, "[data-lay]").forEach((button, kind) => {
    button.toggleAttribute("disabled", refused[kind] !== "");
    show(button, "[data-count]", String(number(kind) || ""));
  });
  const missing = lacks();
  const shut = one(root, "[data-shut]");
  shut?.toggleAttribute("disabled", missing !== "");
  shut?.setAttribute("data-fetch", `/seat/ask/${root.dataset.ask}?${new URLSearchParams({ pick: root.dataset.pick ?? "", notes: String(laid.length) })}`);
  hint(root, missing === "notes" ? "" : missing || (refused.includes("high") ? "high" : refused.some(Boolean) ? "left" : ""));
  lie(root);
}

/** @param {HTMLElement} root @param {string} selector @param {string} text */
function show(root, selector, text) {
  for (const its of all(root, selector)) its.textContent = text;
}

/** @param {HTMLElement} root @param {string} name */
function hint(root, name) {
  for (const its of all(root, "[data-hint]")) its.hidden = its.dataset.hint !== name;
}

/** @param {HTMLElement} root */
function lie(root) {
  const notes = /** @type {HTMLTemplateElement[]} */ (all(root, "template[data-note]"));
  one(root, "[data-laid]")?.replaceChildren(...laid.map((kind) => notes[kind].content.cloneNode(true)));
}

/** Show the closed pile with the one button that lays it. @param {HTMLElement} root */
function push(root) {
  const pile = Object.fromEntries(terms.kinds.map(([field], kind) => [field, number(kind)]));
  const answer = { ask: [root.dataset.ask, Number(root.dataset.number)], command: { ...terms.command, pile } };
  one(root, "[data-push]")?.setAttribute("data-act", JSON.stringify(answer));
}
