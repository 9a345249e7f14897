// Puts a fetched fragment in the place of the old one without losing focus, scroll, open details or what was filled in.
// What is the same in both stays as it is: a phone draws anew only what has changed.

const name = (field) => `${field.closest("[data-game]")?.dataset.game ?? ""}/${field.name}/${field.type === "radio" ? field.value : ""}`;
const seen = new WeakMap();
const byHand = new WeakSet(); // of the radios that follow the table (data-follows), those whose row a hand has touched

// Never made into another: a press that began on the old one must not end on the new one, nor an old choice be its own.
const WHOLE = "button, input, select, textarea, label, details, form, a, h1, svg, template";

/** Replaces what is in *place* by *html*; returns false, and changes nothing, where it is the same as last time. */
export function swap(place, html) {
  if (seen.get(place) === html && place.firstElementChild) return false;
  seen.set(place, html);
  const fields = new Map(Array.from(place.querySelectorAll("input, select"), (field) => [name(field), isChosen(field) || field.value]));
  const open = new Set(Array.from(place.querySelectorAll("details[open]"), (one) => one.dataset.game));
  const turned = new Set(Array.from(place.querySelectorAll(".turnable.open input"), name));
  const active = document.activeElement;
  const focus = place.contains(active) ? mark(active) : null;
  const [x, y] = [scrollX, scrollY];
  const next = document.createElement("template");
  next.innerHTML = html;
  mend(place, next.content);
  fill(place, fields);
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.dataset.game);
  for (const one of place.querySelectorAll(".turnable input")) if (turned.has(name(one))) one.closest(".turnable").classList.add("open");
  if (x || y) scrollTo(x, y); // Only then: it makes the browser lay the page out at once.
  if (focus && !place.contains(active)) Array.from(place.querySelectorAll("button, input, select, a, summary")).find((one) => mark(one) === focus)?.focus({ preventScroll: true });
  return true;
}

/** Makes the children of *old* equal to those of *next*, keeping those that are equal at either end already. */
function mend(old, next) {
  const [before, after] = [Array.from(old.childNodes), Array.from(next.childNodes)];
  while (before.length && after.length && before[0].isEqualNode(after[0])) before.shift(), after.shift();
  let end = null; // The first of what is kept at the end.
  const last = (nodes) => nodes[nodes.length - 1]; // Old phones have no `at`.
  while (before.length && after.length && last(before).isEqualNode(last(after))) (end = before.pop()), after.pop();
  after.forEach((fresh, n) => {
    const was = before[n];
    if (!was) old.insertBefore(fresh, end);
    else if (!became(was, fresh)) was.replaceWith(fresh);
  });
  for (const was of before.slice(after.length)) was.remove();
}

/** Makes *was* into *fresh* and returns true, or returns false where it has to be replaced. */
function became(was, fresh) {
  if (was.isEqualNode(fresh)) return true;
  if (was.nodeType !== Node.ELEMENT_NODE || was.tagName !== fresh.tagName || was.matches(WHOLE)) return false;
  for (const one of Array.from(was.attributes)) if (!fresh.hasAttribute(one.name)) was.removeAttribute(one.name);
  for (const one of fresh.attributes) if (was.getAttribute(one.name) !== one.value) was.setAttribute(one.name, one.value);
  mend(was, fresh);
  return true;
}

/** Waits for the style sheet that *html* wears, once: a game's own comes with its first page. */
export async function dress(html) {
  const href = html.match(/data-style="([^"]+)"/)?.[1];
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  await new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

function fill(place, fields) {
  for (const field of place.querySelectorAll("input, select")) {
    const kept = fields.get(name(field));
    if (kept === undefined || field.disabled) continue;
    if (field.type !== "radio") field.value = kept;
    else if (kept === true) choose(field);
    if (field.selectedIndex === -1) field.selectedIndex = 0; // What was chosen isn't offered any more.
  }
}

/** Whether it is checked, and not only because the table had it checked. */
const isChosen = (field) => (field.checked ?? false) && (!("follows" in field.dataset) || byHand.has(field));

function choose(field) {
  field.checked = true;
  byHand.add(field);
}

function touched({ target }) {
  const radio = target.closest("li")?.querySelector("[data-follows]");
  if (radio) byHand.add(radio);
}

for (const kind of ["click", "change"]) document.addEventListener(kind, touched); // A finger, and keys.

/** What makes an element the same one in the next fragment. */
function mark(element) {
  const { act, panel, pick, lay, close, purse, start, key } = element.dataset;
  return [element.tagName, element.name, element.value, act, panel, pick, lay, close, purse, start, key].join("|");
}
