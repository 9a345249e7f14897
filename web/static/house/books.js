// The slider of the books shows another moment without loading the page anew. Without this script its links and its button do.
import { addStyles, all, byId, parsed, the } from "../shared/dom.js";
import { swap } from "../shared/swap.js";

const form = byId("turns");
const slider = /** @type {HTMLInputElement} */ (the(form, "[type=range]"));
const AGAIN = 2000; // milliseconds
let wanted = 0;

/** Show the moment that the slider stands on; only the newest answer counts. */
async function show() {
  const address = `?${new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))))}`;
  const own = ++wanted;
  const answer = await fetch(`/books/view${address}`).catch(() => null);
  if (own !== wanted) return;
  if (!answer?.ok) return location.assign(`/books${address}`);
  const html = await answer.text();
  const content = parsed(html);
  await addStyles(content);
  if (own !== wanted) return;
  swap(byId("moment"), html, content);
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(document, ".eyes a, .languages a"))) {
    const other = new URL(link.href);
    other.searchParams.set("turn", slider.value);
    link.href = other.href;
  }
  history.replaceState(null, "", `/books${address}`);
}

the(form, "button").hidden = true;
slider.addEventListener("input", show);
for (const [rel, by] of /** @type {[string, number][]} */ ([["prev", -1], ["next", 1]])) {
  the(form, `[rel=${rel}]`).addEventListener("click", (event) => {
    event.preventDefault();
    slider.value = String(Number(slider.value) + by);
    show();
  });
}

/** Ask for the turning points until they are found. */
async function wait() {
  const place = document.getElementById("turning");
  if (!place?.querySelector("progress")) return;
  const answer = await fetch(`/books/turning${location.search}`).catch(() => null);
  if (answer?.ok) swap(place, await answer.text());
  if (!answer || answer.ok) setTimeout(wait, AGAIN);
}
setTimeout(wait, AGAIN);
