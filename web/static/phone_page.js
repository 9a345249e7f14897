// The page of a player's phone. It comes anew at every change of the table, and an older one never hides a newer one.

import { byId, dress, one, parsed, scriptOf } from "./dom.js";
import { awake, chosen, mark } from "./phone_marks.js";
import { closePanel, followAsks } from "./phone_panel.js";
import { fetchPage, note, notices, page, pageRoot, say } from "./phone_places.js";
import * as states from "./phone_states.js";
import { closePurse } from "./purse.js";
import { swap } from "./swap.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const told = byId("told");

let made = Number(document.body.dataset.made); // the revision of the page that was loaded
let newest = 0; // that of the page that was taken last; a table that has been started again counts anew
let asked = 0; // how many pages were asked for
let waits = { html: "", content: new DocumentFragment(), timer: 0 }; // the page that is held

/** Fetches the page; *now*: shows it at once, whatever the table screen tells. */
export async function refresh(now = false) {
  const mine = ++asked;
  const { html, revision } = await fetchPage("/seat/view");
  if (html !== null && mine === asked) await take(html, revision, now);
}

/** The stream brings the page of every change with it, and so nothing has to be asked for. @param {string} html @param {string} id */
export const pushed = (html, id) => take(html, Number(id));

/** A line that stood still brings what it has kept, one page after the other; what was fetched meanwhile is newer. @param {string} html @param {number} revision */
async function take(html, revision, now = false) {
  const mine = asked;
  const content = parsed(html);
  await Promise.all([dress(content), scriptOf(content)]);
  if (mine !== asked || revision < newest || states.line.is("gone")) return;
  newest = revision;
  if (!one(content, `[data-seat="${document.body.dataset.seat}"]`)) return location.reload(); // The phone was handed on, in another tab.
  const wait = now ? 0 : patience(content);
  states.line.on("current");
  if (!wait) return show(html, content);
  if (!states.page.is("holding")) waits.timer = setTimeout(unhold, wait);
  states.page.on("later");
  Object.assign(waits, { html, content });
}

/** The page tells the revision that it was made at. While the line holds, versions up to that one bring nothing new. @param {number} revision @param {boolean} unbroken */
export function changed(revision, unbroken) {
  newest = 0;
  if (unbroken && revision && revision <= made) states.line.on("current");
  else refresh();
}

/** Takes a change into account that this phone has made, and that the page which it was loaded with doesn't know. @param {number} revision */
export function knows(revision) {
  if (revision === made + 1) made += 1; // Else others have changed something meanwhile.
}

/** @param {string} html @param {DocumentFragment} content */
async function show(html, content) {
  clearTimeout(waits.timer);
  states.page.on("show");
  const before = stage();
  if (swap(page, html, content)) {
    if (stage() !== before && states.panel.is("none")) scrollTo(0, 0);
    if (pageRoot().dataset.page !== "lobby") note.hidden = true; // It is for the lobby; in play it would lie about.
    closePurse();
    awake();
    tell();
    begin();
  }
  warn();
  await followAsks();
}

/** Begins on the page that is shown. */
export async function begin() {
  chosen();
  mark();
  (await scriptOf(page))?.begin(pageRoot());
}

/**
 * How long the page is held (ms, `data-hold`). What the table screen tells with a ceremony, phones that nobody asks show after it:
 * eyes are up there. A touch shows it now, and so does a phone that wakes or wants no motion.
 * @param {DocumentFragment} content
 */
function patience(content) {
  const { moment, hold } = one(content, "[data-moment]")?.dataset ?? {};
  if (!states.line.is("live") || CALM.matches || !Number(hold)) return 0;
  return states.page.is("holding") || moment !== pageRoot().dataset.moment ? Number(hold) : 0;
}

/** The lobby, the game and its end are read from their top, wherever the one before was left. */
function stage() {
  const kind = pageRoot()?.dataset.page ?? "";
  return ["lobby", "over"].includes(kind) ? kind : "play";
}

/** Shows the page that waits, if one does. */
export const unhold = () => states.page.is("holding") && show(waits.html, waits.content);

export function away() {
  states.line.on("slept");
  asked += 1; // What is under way was asked for before the sleep.
}

/** Says the page's heading aloud where a screen reader listens: a live region must outlive what is swapped. */
function tell() {
  const heading = one(page, "h1")?.textContent?.trim() ?? "";
  if (told.textContent !== heading) told.textContent = heading;
}

/** Says that the disk takes nothing, for as long as the page says so: above it, and above the panel that may lie on it. */
function warn() {
  const said = one(page, "[data-disk]")?.textContent ?? "";
  if (notices.disk.textContent !== said) say(notices.disk, said);
}

/** Shows nothing any more: a newer tab has the seat. */
export function bye() {
  states.line.on("replaced");
  byId("bye").hidden = false;
  closePanel();
  page.replaceChildren();
  warn();
}

/** An EventSource is not told why it was refused. A page is: without a seat it is the door. */
export function lost() {
  states.line.on("lost");
  newest = 0;
  fetchPage("/seat/view");
}
