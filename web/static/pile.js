// A pile in composition: so many notes of each kind, laid one by one. It lives here until it is pushed.

const VALUES = [10, 5, 2, 1, 0];
const FIELDS = ["tens", "fives", "twos", "ones", "fakes"];
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

export class Pile {
  constructor() {
    this.order = []; // kinds in the order in which they were laid; never sent
  }
  count(kind) {
    return this.order.filter((one) => one === kind).length;
  }
  get real() {
    return sum(this.order.map((kind) => VALUES[kind]));
  }
  get notes() {
    return this.order.length;
  }
  lift(kind) {
    this.order.splice(this.order.lastIndexOf(kind), 1);
  }
  plain() {
    return Object.fromEntries(FIELDS.map((field, kind) => [field, this.count(kind)]));
  }
}

/** Why one more note of *kind* can't be laid: "", "box", "purse" or "high". */
function against(pile, terms, kind) {
  const real = pile.real + VALUES[kind];
  if (pile.count(kind) >= terms.box[kind]) return "box";
  if (kind === 4 ? pile.count(4) >= terms.purse[1] : real > terms.purse[0]) return "purse";
  return terms.most !== null && kind !== 4 && real > terms.most ? "high" : "";
}

/** What the pile still lacks: "", "notes", "low" or "fake". */
function lacks(pile, terms) {
  if (pile.notes < terms.notes) return "notes";
  if (pile.real < terms.least) return "low";
  return pile.count(4) < terms.fakes ? "fake" : "";
}

/** Takes notes back until *terms* allow the pile: the purse may have become smaller meanwhile. */
export function fit(pile, terms) {
  const laid = pile.order;
  pile.order = [];
  for (const kind of laid) if (!against(pile, terms, kind)) pile.order.push(kind);
}

/** Shows *pile* in the composing panel *root*, whose terms are in its data. */
export function draw(root, pile) {
  const terms = JSON.parse(root.dataset.pile);
  const refused = VALUES.map((_, kind) => against(pile, terms, kind));
  root.querySelector("[data-real]").textContent = pile.real;
  root.querySelector("[data-notes]").textContent = pile.notes;
  const form = new Intl.PluralRules(document.documentElement.lang).select(pile.notes);
  for (const one of root.querySelectorAll("[data-form]")) one.hidden = one.dataset.form !== form;
  root.querySelectorAll("[data-lay]").forEach((button, kind) => {
    button.disabled = refused[kind] !== "";
    button.querySelector("[data-count]").textContent = pile.count(kind) || "";
  });
  const missing = lacks(pile, terms);
  root.querySelector("[data-shut]").disabled = missing !== "";
  hint(root, missing === "notes" ? "" : missing || (refused.includes("high") ? "high" : refused.some(Boolean) ? "left" : ""));
  lie(root.querySelector("[data-laid]"), pile.order, root);
}

function hint(root, name) {
  for (const one of root.querySelectorAll("[data-hint]")) one.hidden = one.dataset.hint !== name;
}

function lie(list, order, root) {
  const note = (kind) => root.querySelector(`template[data-note="${VALUES[kind]}"]`).content.firstElementChild;
  list.replaceChildren(...order.map((kind) => note(kind).cloneNode(true)));
}
