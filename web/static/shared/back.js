// Back leads to where the page was opened: a tab of its own closes, another one goes back. Its link is for everybody else.
import { around } from "./dom.js";

/** @param {MouseEvent} event */
function goBack(event) {
  const own = history.length === 1;
  if (own) close();
  else history.back();
  if (!own || closed) event.preventDefault();
}

/** Change the language without a step in the history, which Back would only undo. @param {MouseEvent} event @param {string} address */
function change(event, address) {
  event.preventDefault();
  location.replace(address);
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, "[data-back], [hreflang]"));
  if (!link || !document.referrer) return; // Somebody typed its address, so there is nowhere to go back to.
  if (link.hreflang) change(event, link.href);
  else goBack(event);
});
