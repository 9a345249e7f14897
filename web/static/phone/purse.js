// Show the purse on the page only while it is being looked at: while its button is held, or for five seconds after a tap.

import { around, the } from "../shared/dom.js";

const TAP = 350; // ms; a shorter touch is a tap
const SHOWN = 5000; // ms after a tap

let open = /** @type {{button: HTMLElement, sheet: HTMLElement, since: number, timer: number} | null} */ (null); // while it is being looked at

export function closePurse() {
  if (!open) return;
  clearTimeout(open.timer);
  open.sheet.replaceChildren();
  open.button.classList.remove("held");
  open = null;
}

/** @param {HTMLElement} button */
async function openPurse(button) {
  closePurse();
  const sheet = the(button.closest(".counter") ?? document, "[data-sheet]");
  const mine = (open = { button, sheet, since: performance.now(), timer: 0 });
  button.classList.add("held");
  const html = await fetch("/seat/purse").then((r) => (r.ok ? r.text() : ""), () => "");
  if (open === mine) sheet.innerHTML = html;
}

function closeLater() {
  if (!open) return;
  clearTimeout(open.timer);
  open.timer = setTimeout(closePurse, SHOWN);
}

/** Listen on the whole document, because pages are replaced. */
export function watchPurse() {
  const button = (/** @type {Event} */ event) => around(event, "[data-purse]");
  document.addEventListener("pointerdown", (event) => {
    const on = button(event);
    if (!on) return;
    event.preventDefault();
    if (open?.timer) return closePurse();
    on.setPointerCapture(event.pointerId);
    openPurse(on);
  });
  document.addEventListener("pointerup", (event) => {
    if (!open || open.timer || !button(event)) return;
    if (performance.now() - open.since < TAP) closeLater();
    else closePurse();
  });
  document.addEventListener("click", (event) => {
    const on = button(event);
    if (event.detail !== 0 || !on) return; // A keyboard or a screen reader, not a finger.
    if (open) return closePurse();
    openPurse(on).then(closeLater);
  });
  document.addEventListener("contextmenu", (event) => button(event) && event.preventDefault());
  document.addEventListener("pointercancel", closePurse);
  document.addEventListener("visibilitychange", closePurse);
  addEventListener("blur", closePurse);
}
