// The table's voice, by the browser's own: it says what is new in `#spoken`. Off until somebody touches the switch, and at the
// table only what the display says as well: companion/table/speaking.py decides. A ceremony comes first, which tells it better.

import { byId } from "../shared/dom.js";

const WAITING = 2; // Texts that may wait; a newer one takes the place of the oldest, because old news confuse.

let on = false;
let heard = 0; // the newest row that was on the page
let speaking = /** @type {SpeechSynthesisUtterance | null} */ (null); // kept, since some browsers forget an utterance halfway
let waiting = /** @type {string[]} */ ([]);

const plays = () => document.documentElement.dataset.ceremony !== undefined;

/** Make *button* the switch, and show it if this browser can speak. @param {HTMLElement} button */
export function watchVoice(button) {
  if (!("speechSynthesis" in window)) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    on = !on;
    button.setAttribute("aria-pressed", String(on));
    waiting = [];
    speechSynthesis.cancel();
    speaking = null;
    if (on) tell(button.dataset.sample ?? ""); // So that one hears whether there is a voice.
  });
  new MutationObserver(next).observe(document.documentElement, { attributeFilter: ["data-ceremony"] });
  hear();
}

/** Say what is new on the page, in one go. */
export function hear() {
  const lines = /** @type {[number, string][]} */ (JSON.parse(byId("spoken").dataset.lines ?? "[]"));
  const fresh = lines.filter(([row]) => row > heard);
  const text = fresh.map(([, said]) => said).join(" ");
  heard = Math.max(heard, ...fresh.map(([row]) => row));
  if (on && text) tell(text);
}

/** @param {string} text */
function tell(text) {
  waiting = [...waiting, text].slice(-WAITING);
  next();
}

function next() {
  if (!on || speaking || plays() || !waiting.length) return;
  const said = new SpeechSynthesisUtterance(waiting.shift());
  said.lang = document.documentElement.lang;
  said.onend = said.onerror = () => {
    if (speaking !== said) return; // It was silenced, and perhaps another one speaks.
    speaking = null;
    next();
  };
  speaking = said;
  speechSynthesis.speak(said);
}
