// Call a player who isn't looking when the table begins to wait for this seat: by the tab's title, by vibration where there is one,
// and by a sound if it was switched on in the menu. Whom the table waits for is public, so nobody who hears it learns anything.

import { all, one, parsed } from "../shared/dom.js";
import { fetchPage, page, panel, word } from "./places.js";
import * as states from "./states.js";
import { bell, sounds } from "../shared/sound.js";

const STILL = 15000; // ms without a touch, after which the phone lies on the table and its player looks elsewhere
const LOOK = 10000; // ms between two looks of a hidden page, whose stream is closed
const BUZZ = [80, 120, 80]; // ms
const KEPT = "sound"; // the choice, kept in this browser

const title = document.title;
let called = /** @type {string | null} */ (null); // what the seat was called for last; null before the first page
let touched = 0; // the time of the last touch, or look at the page

const wanted = () => kept().getItem(KEPT) === "on";
const isAway = () => document.hidden || Date.now() - touched > STILL;

/** Some browsers refuse to keep anything. @returns {Pick<Storage, "getItem" | "setItem">} */
function kept() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

/** Call the player if the page asks for something new, and say in the title that it does. @param {import("../shared/dom.js").Place} [seen] */
export function call(seen = page) {
  const now = one(seen, "[data-called]")?.dataset.called ?? "";
  const isNew = called !== null && now !== "" && now !== called;
  called = now;
  document.title = now ? `● ${word("turn")}: Barkeep` : title;
  if (!isNew || !isAway()) return;
  if ("vibrate" in navigator) navigator.vibrate(BUZZ);
  bell();
}

/** Switch the sound on or off, which plays it once. */
export function switchSound() {
  kept().setItem(KEPT, wanted() ? "off" : "on");
  sounds(wanted());
  bell();
  press();
}

/** Show on the menu whether the sound is on. */
function press() {
  for (const its of all(panel, `[data-sound]:not([aria-pressed=${wanted()}])`)) its.setAttribute("aria-pressed", String(wanted()));
}

function touch() {
  touched = Date.now();
}

/** Look whether the seat is awaited. A phone that sleeps doesn't, and a tab that was replaced has nothing to look for. */
async function look() {
  if (!document.hidden || states.line.is("gone")) return;
  const { html } = await fetchPage("/seat/view");
  if (html !== null && document.hidden) call(parsed(html));
}

/** Take note of touches; a browser plays nothing before the first of them. */
export function watchCalls() {
  touch();
  for (const kind of ["pointerdown", "keydown", "visibilitychange"]) document.addEventListener(kind, touch);
  document.addEventListener("pointerdown", () => sounds(wanted()), { once: true });
  setInterval(look, LOOK);
  new MutationObserver(press).observe(panel, { childList: true, subtree: true });
}
