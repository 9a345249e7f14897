// The join page: update the free pawns as they are taken, without losing the name being typed.

import { byId, one, the } from "../shared/dom.js";
import { follow } from "../shared/stream.js";
import { swap } from "../shared/swap.js";
import { changing } from "../shared/thumb.js";

const PATIENCE = 10000; // ms after which an unanswered form may be sent again
const choices = byId("join");
const form = the(document, "form");
const lamp = /** @type {HTMLButtonElement} */ (the(form, ".counter .lamp"));
let sent = 0; // the timer of a form being sent

/** @param {number} [revision] @param {boolean} [unbroken] */
async function refresh(revision, unbroken) {
  if (sent || (unbroken && revision === Number(choices.dataset.made))) return;
  const response = await fetch("/join/view").catch(() => null);
  if (sent) return; // Keep the pawn that was sent until the answer brings another page.
  const html = response?.ok ? await response.text() : "";
  const changed = changing();
  if (html) swap(choices, html);
  changed();
  enableLamp();
}

/** Show the fields only while there is a stool to take, and the way to the table screen while there is none. */
function enableLamp() {
  const full = !one(choices, "input:enabled");
  the(form, ".counter a").hidden = !full;
  for (const its of [the(form, ".field"), lamp]) its.hidden = full;
  lamp.disabled = full;
}

/** Send a form only once; the server would take a second tap for a retry of the first. @param {Event} event */
function once(event) {
  if (sent) return void event.preventDefault();
  sent = setTimeout(again, PATIENCE);
  lamp.setAttribute("aria-disabled", "true"); // Not `disabled`, which would take the focus away.
}

function again() {
  clearTimeout(sent);
  sent = 0;
  lamp.removeAttribute("aria-disabled");
  refresh();
}

form.addEventListener("submit", once);
addEventListener("pageshow", (event) => event.persisted && again());
enableLamp();
// A link from another site sends no cookie, so a seated phone gets the join page. Its stream does send the cookie.
const seated = () => new URLSearchParams(location.search).has("also") || location.replace("/");
follow("/stream?join", { version: refresh, also: { seated } });
