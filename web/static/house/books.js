// The slider of the books shows another moment without loading the page anew. Without this script its links and its button do.
import { byId, parsed, the } from "../shared/dom.js";
import { swap } from "../shared/swap.js";

const form = byId("turns");
const slider = /** @type {HTMLInputElement} */ (the(form, "[type=range]"));
let wanted = 0;

/** Show the moment that the slider stands on; only the newest answer counts. */
async function show() {
  const address = `?turn=${slider.value}`;
  const own = ++wanted;
  const answer = await fetch(`/books/view${address}`).catch(() => null);
  if (own !== wanted) return;
  if (!answer?.ok) return location.assign(`/books${address}`);
  const html = await answer.text();
  if (own !== wanted) return;
  swap(byId("moment"), html, parsed(html));
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
