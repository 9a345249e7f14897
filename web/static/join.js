// The door: the free pawns as they are taken, without losing the name that is being typed.

import { byId, one, the } from "./dom.js";
import { follow } from "./stream.js";
import { swap } from "./swap.js";

const PATIENCE = 10000; // ms after which a form that got no answer may be sent again
const door = byId("door");
const form = the(document, "form");
const lamp = /** @type {HTMLButtonElement} */ (the(form, ".counter .lamp"));
let sent = 0; // the timer of a form that is on its way

/** @param {number} [revision] @param {boolean} [unbroken] */
async function refresh(revision, unbroken) {
  if (sent || (unbroken && revision === Number(door.dataset.made))) return;
  const response = await fetch("/join/view").catch(() => null);
  if (sent) return; // The answer brings another page, and the pawn that was sent stays chosen until then.
  if (response?.ok) swap(door, await response.text());
  kindle();
}

function kindle() {
  lamp.disabled = !one(door, "input:enabled");
}

/** A second tap sends nothing; the server would take it for the first one's repetition. @param {Event} event */
function once(event) {
  if (sent) return void event.preventDefault();
  sent = setTimeout(again, PATIENCE);
  lamp.setAttribute("aria-disabled", "true"); // Not `disabled`: that would take the focus away.
}

function again() {
  clearTimeout(sent);
  sent = 0;
  lamp.removeAttribute("aria-disabled");
  refresh();
}

form.addEventListener("submit", once);
addEventListener("pageshow", (event) => event.persisted && again());
kindle();
// A link from another site brings no cookie, and so the door to a phone that sits. Its stream brings one.
const seated = () => new URLSearchParams(location.search).has("also") || location.replace("/");
follow("/stream?door", { version: refresh, also: { seated } });
