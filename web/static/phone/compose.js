// Compose an answer out of fields: numbers with their keys, one of several faces, or yes and no. The result is worked out here
// (a price times a number) or by the table.

import { all, around, one, the } from "../shared/dom.js";

const begun = new WeakSet(); // Not an attribute, which would be gone when a fresh panel replaces the old one.

/** Start on the panel *root*: its data say what is composed, its inputs with data-field are the fields. @param {HTMLElement} root */
export function begin(root) {
  if (!begun.has(root)) {
    root.addEventListener("click", (event) => step(root, around(event, "button[data-for]")));
    root.addEventListener("change", () => show(root));
    begun.add(root);
  }
  show(root);
}

/** @typedef {Object<string, string | number | boolean>} Made the fields by name */

const fields = (/** @type {HTMLElement} */ root) => /** @type {HTMLInputElement[]} */ (all(root, "[data-field]"));
const numbers = (/** @type {HTMLElement} */ root) => fields(root).filter((field) => field.type === "number");
const bound = (/** @type {HTMLInputElement} */ field) => Math.min(Number(field.max), Math.max(Number(field.min), Math.trunc(Number(field.value)) || 0));

/** @param {HTMLElement} root @param {HTMLElement | null} key */
function step(root, key) {
  if (!key) return;
  const field = /** @type {HTMLInputElement} */ (the(root, `[data-field="${key.dataset.for}"]`));
  field.value = key.dataset.put ?? String(bound(field) + Number(key.dataset.step));
  show(root);
}

/** Return the fields by name, without those for which no face is chosen yet. @param {HTMLElement} root */
function composed(root) {
  const set = fields(root).filter((field) => field.type === "number" || field.checked);
  return without(root, Object.fromEntries(set.map((field) => [field.dataset.field ?? "", meant(field)])));
}

/** @param {HTMLInputElement} field */
function meant(field) {
  if (field.dataset.yes !== undefined) return field.value === "yes";
  return field.dataset.word === undefined ? Number(field.value) : field.value;
}

/** Hide each field that depends on another (data-with), and set it to no, while the other is empty. @param {HTMLElement} root @param {Made} made */
function without(root, made) {
  for (const part of all(root, "[data-with]")) {
    const other = part.dataset.with ?? "";
    part.hidden = !made[other];
    if (made[other] === "") for (const field of all(part, "[data-yes]")) made[field.dataset.field ?? ""] = false;
  }
  return made;
}

/** @param {HTMLElement} root */
function show(root) {
  for (const field of numbers(root)) {
    field.value = String(bound(field));
    keys(root, field);
  }
  const made = composed(root);
  const lamp = /** @type {HTMLButtonElement} */ (the(root, "[data-confirm]"));
  const names = new Set(fields(root).map((field) => field.dataset.field ?? ""));
  lamp.dataset.act = JSON.stringify({ ask: [root.dataset.ask, Number(root.dataset.number)], command: { ...JSON.parse(root.dataset.compose ?? ""), ...made } });
  const { any } = root.dataset; // Fields of which at least one must be set.
  const lack = [...names].find((name) => !(name in made)) ?? (any?.split(" ").some((name) => made[name]) === false ? "any" : "");
  lamp.disabled = lack !== "";
  for (const its of all(root, "[data-lack]")) its.hidden = its.dataset.lack !== lack; // The reason why the lamp is off.
  if (root.dataset.check) ask(root, lamp, made);
  else sums(root, made);
}

/** Disable keys that would leave the bounds; mark a key that sets the current value as pressed. @param {HTMLElement} root @param {HTMLInputElement} field */
function keys(root, field) {
  const now = Number(field.value);
  for (const key of /** @type {HTMLButtonElement[]} */ (all(root, `[data-for="${field.dataset.field}"]`))) {
    const then = key.dataset.put === undefined ? now + Number(key.dataset.step) : Number(key.dataset.put);
    if (key.dataset.put === undefined) key.disabled = then < Number(field.min) || then > Number(field.max);
    else key.setAttribute("aria-pressed", String(then === now));
  }
}

/** @param {HTMLElement} root @param {Made} made */
function sums(root, made) {
  const { each, cash, sign } = root.dataset;
  if (each === undefined) return;
  const sum = Number(each) * Number(made.count);
  for (const [name, value] of Object.entries({ count: made.count, sum, left: Number(cash) + Number(sign) * sum })) {
    for (const its of all(root, `[data-shows="${name}"]`)) its.textContent = String(value);
  }
}

let asked = 0;

/** Ask the table for the result, and whether it suffices. @param {HTMLElement} root @param {HTMLButtonElement} lamp @param {Made} made */
async function ask(root, lamp, made) {
  const mine = ++asked;
  lamp.disabled = true;
  const answer = await fetch(`${root.dataset.check}?given=${Object.values(made).join(".")}`).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (mine !== asked || !root.isConnected) return;
  const verdict = the(root, "[data-verdict]");
  if (html) verdict.innerHTML = html;
  lamp.disabled = !one(verdict, "[data-suffices]");
}
