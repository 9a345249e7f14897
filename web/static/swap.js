// Puts a fetched fragment in the place of the old one without losing focus, scroll, open details or what was filled in.

const name = (field) => `${field.closest("[data-game]")?.dataset.game ?? ""}/${field.name}/${field.type === "radio" ? field.value : ""}`;
const seen = new WeakMap();

/** Replaces what is in *place* by *html*; returns false, and changes nothing, where it is the same as last time. */
export function swap(place, html) {
  if (seen.get(place) === html && place.firstElementChild) return false;
  seen.set(place, html);
  const fields = new Map(Array.from(place.querySelectorAll("input, select"), (field) => [name(field), field.checked ?? false ? true : field.value]));
  const open = new Set(Array.from(place.querySelectorAll("details[open]"), (one) => one.dataset.game));
  const turned = new Set(Array.from(place.querySelectorAll(".turnable.open input"), name));
  const focus = place.contains(document.activeElement) ? mark(document.activeElement) : null;
  const [x, y] = [scrollX, scrollY];
  place.innerHTML = html;
  fill(place, fields);
  for (const one of place.querySelectorAll("details")) one.open = open.has(one.dataset.game);
  for (const one of place.querySelectorAll(".turnable input")) if (turned.has(name(one))) one.closest(".turnable").classList.add("open");
  scrollTo(x, y);
  if (focus) Array.from(place.querySelectorAll("button, input, select, a, summary")).find((one) => mark(one) === focus)?.focus({ preventScroll: true });
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
    if (field.type === "radio") field.checked ||= kept === true;
    else field.value = kept;
  }
}

/** What makes an element the same one in the next fragment. */
function mark(element) {
  const { act, panel, pick, lay, close, purse, start, key } = element.dataset;
  return [element.tagName, element.name, element.value, act, panel, pick, lay, close, purse, start, key].join("|");
}
