// Composes an answer out of fields: numbers with their keys, one of several faces, or yes and no. What it comes to is worked out here
// (a price times a number), or the table is asked.

const begun = new WeakSet(); // An attribute would be gone when a fresh panel comes into the old one's place.

/** Begins on the panel *root*: its data say what is composed, its inputs with data-field are the fields. */
export function begin(root) {
  if (!begun.has(root)) {
    root.addEventListener("click", (event) => step(root, event.target.closest("button[data-for]")));
    root.addEventListener("change", () => show(root));
    begun.add(root);
  }
  show(root);
}

const fields = (root) => Array.from(root.querySelectorAll("[data-field]"));
const numbers = (root) => fields(root).filter((field) => field.type === "number");
const bound = (field) => Math.min(Number(field.max), Math.max(Number(field.min), Math.trunc(Number(field.value)) || 0));

function step(root, key) {
  if (!key) return;
  const field = root.querySelector(`[data-field="${key.dataset.for}"]`);
  field.value = key.dataset.put ?? bound(field) + Number(key.dataset.step);
  show(root);
}

/** Returns the fields by name; a face that isn't chosen yet leaves its name out. */
function composed(root) {
  const set = fields(root).filter((field) => field.type === "number" || field.checked);
  return without(root, Object.fromEntries(set.map((field) => [field.dataset.field, meant(field)])));
}

function meant(field) {
  if (field.dataset.yes !== undefined) return field.value === "yes";
  return field.dataset.word === undefined ? Number(field.value) : field.value;
}

/** What goes with another field only (data-with) is hidden, and no, where that one is chosen to be nothing. */
function without(root, made) {
  for (const part of root.querySelectorAll("[data-with]")) {
    part.hidden = !made[part.dataset.with];
    if (made[part.dataset.with] === "") for (const field of part.querySelectorAll("[data-yes]")) made[field.dataset.field] = false;
  }
  return made;
}

function show(root) {
  for (const field of numbers(root)) {
    field.value = bound(field);
    keys(root, field);
  }
  const made = composed(root);
  const lamp = root.querySelector("[data-confirm]");
  const names = new Set(fields(root).map((field) => field.dataset.field));
  lamp.dataset.act = JSON.stringify({ ask: [root.dataset.ask, Number(root.dataset.number)], command: { ...JSON.parse(root.dataset.compose), ...made } });
  const { any } = root.dataset; // Fields of which one at least must be something.
  const lack = [...names].find((name) => !(name in made)) ?? (any?.split(" ").some((name) => made[name]) === false ? "any" : "");
  lamp.disabled = lack !== "";
  for (const one of root.querySelectorAll("[data-lack]")) one.hidden = one.dataset.lack !== lack; // Why the lamp is out.
  if (root.dataset.check) ask(root, lamp, made);
  else sums(root, made);
}

/** A key that would leave the bounds does nothing, and says so. */
function keys(root, field) {
  const now = Number(field.value);
  for (const key of root.querySelectorAll(`[data-for="${field.dataset.field}"]`)) {
    const then = key.dataset.put === undefined ? now + Number(key.dataset.step) : Number(key.dataset.put);
    if (key.dataset.put === undefined) key.disabled = then < Number(field.min) || then > Number(field.max);
    else key.setAttribute("aria-pressed", String(then === now));
  }
}

function sums(root, made) {
  const { each, cash, sign } = root.dataset;
  if (each === undefined) return;
  const sum = Number(each) * made.count;
  for (const [name, value] of Object.entries({ count: made.count, sum, left: Number(cash) + Number(sign) * sum })) {
    for (const one of root.querySelectorAll(`[data-shows="${name}"]`)) one.textContent = value;
  }
}

let asked = 0;

/** The table says what this comes to, and whether it will do. */
async function ask(root, lamp, made) {
  const mine = ++asked;
  lamp.disabled = true;
  const answer = await fetch(`${root.dataset.check}?given=${Object.values(made).join(".")}`).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (mine !== asked || !root.isConnected) return;
  const verdict = root.querySelector("[data-verdict]");
  if (html) verdict.innerHTML = html;
  lamp.disabled = !verdict.querySelector("[data-suffices]");
}
