// The page of a player's phone. It is replaced at every change of the table; an older page never replaces a newer one.

import { call } from "./calling.js";
import { addStyles, byId, one, parsed, scriptOf } from "../shared/dom.js";
import { awake, chosen, mark } from "./marks.js";
import { closePanel, followAsks } from "./panel.js";
import { fetchPage, hideNote, notices, page, pageRoot, say } from "./places.js";
import * as states from "./states.js";
import { closePurse } from "./purse.js";
import { swap } from "../shared/swap.js";
import { changing } from "../shared/thumb.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const REFUSED = 4000; // ms for which a refused tap is told
const told = byId("told");

let made = Number(document.body.dataset.made); // the revision of the page as loaded
let newest = 0; // the revision of the page taken last; a restarted table counts from the beginning
let row = -1; // the newest row that the live region has told; -1 before the first page
let refused = ""; // the number of the refused tap that was told last
let headed = ""; // the heading told with it
let asked = 0; // number of pages requested
let waits = { html: "", content: new DocumentFragment(), timer: 0 }; // the page being held

/** Fetch the page; with *now*, show it at once even if the table screen is still busy. Without it follow the one that is shown: it may have come while an answer was being sent. */
export async function refresh(now = false) {
  const mine = ++asked;
  const { html, revision } = await fetchPage("/seat/view");
  if (html !== null && mine === asked) await take(html, revision, now);
  else if (html === null) await followAsks();
}

/** Take the page that the stream sends with every change. @param {string} html @param {string} id */
export const pushed = (html, id) => take(html, Number(id));

/** Take a page. After a stall, queued pages arrive in a row, and one fetched meanwhile may be newer. @param {string} html @param {number} revision */
async function take(html, revision, now = false) {
  const mine = asked;
  const content = parsed(html);
  await Promise.all([addStyles(content), scriptOf(content)]);
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

/** Fetch the page if *revision* is new. While the connection is unbroken, versions up to the page's own are not. @param {number} revision @param {boolean} unbroken */
export function changed(revision, unbroken) {
  newest = 0;
  if (unbroken && revision && revision <= made) states.line.on("current");
  else refresh();
}

/** Take note of a change that this phone has made and that the page as loaded doesn't know. @param {number} revision */
export function knows(revision) {
  if (revision === made + 1) made += 1; // Otherwise others have changed something meanwhile.
}

/** @param {string} html @param {DocumentFragment} content */
async function show(html, content) {
  clearTimeout(waits.timer);
  states.page.on("show");
  const before = stage();
  const changed = changing();
  if (swap(page, html, content)) {
    if (stage() !== before && states.panel.is("none")) scrollTo(0, 0);
    if (pageRoot().dataset.page !== "lobby") hideNote(); // The PIN is for the lobby; in play others would see it.
    closePurse();
    awake();
    tell();
    begin();
    changed();
  }
  warn();
  await followAsks();
}

/** Set up the page that is shown. */
export async function begin() {
  document.body.toggleAttribute("data-paused", one(page, "[data-paused]") !== null); // Then nothing that it says counts.
  if (row < 0) row = newestRow();
  chosen();
  mark();
  call();
  (await scriptOf(page))?.begin(pageRoot());
}

/**
 * Return how long to hold the page (ms, `data-hold`). While the table screen plays a ceremony, phones with nothing to answer wait,
 * because eyes are on the screen. A touch shows the page now; so does a phone that wakes or asks for reduced motion.
 * @param {DocumentFragment} content
 */
function patience(content) {
  const { moment, hold } = one(content, "[data-moment]")?.dataset ?? {};
  if (!states.line.is("live") || CALM.matches || !Number(hold)) return 0;
  return states.page.is("holding") || moment !== pageRoot().dataset.moment ? Number(hold) : 0;
}

/** Scroll to the top when the page becomes the lobby, the game or its end. */
function stage() {
  const kind = pageRoot()?.dataset.page ?? "";
  return ["lobby", "over"].includes(kind) ? kind : "play";
}

/** Show the page being held, if any. */
export const unhold = () => states.page.is("holding") && show(waits.html, waits.content);

export function away() {
  states.line.on("slept");
  asked += 1; // Drop responses to requests made before the sleep.
}

/**
 * Announce to screen readers what has happened, as the table's voice says it, and the page's heading, unless it has the focus and
 * is read anyway; a live region has to survive the swap. Both are public: what is secret is heard only from what a touch has opened.
 */
function tell() {
  const top = one(page, "h1");
  const heading = top?.textContent?.trim() ?? "";
  const news = toldSince(row).filter((line) => line !== heading);
  row = newestRow();
  if (news.length || heading !== headed) told.textContent = [...news, top === document.activeElement ? "" : heading].join(" ");
  headed = heading;
}

/** @returns {[number, string][]} */
const lines = () => JSON.parse(one(page, "[data-lines]")?.dataset.lines ?? "[]");
const newestRow = () => Math.max(0, ...lines().map(([at]) => at));
const toldSince = (/** @type {number} */ since) => lines().filter(([at]) => at > since).map(([, line]) => line);

/** Say above page and panel that nothing can be saved, for as long as the page says so, and once why a tap was refused. */
function warn() {
  const tap = one(page, "[data-tapped]");
  if (tap && tap.dataset.tapped !== refused) say(notices.refused, tap.textContent ?? "", REFUSED);
  refused = tap?.dataset.tapped ?? refused;
  const said = one(page, "[data-disk]")?.textContent ?? "";
  if (notices.disk.textContent !== said) say(notices.disk, said);
}

/** Show nothing any more, because a newer tab has the seat. */
export function bye() {
  states.line.on("replaced");
  byId("bye").hidden = false;
  closePanel();
  page.replaceChildren();
  page.hidden = true; // Empty, it would still fill the screen.
  warn();
}

/** Load the page, since an EventSource isn't told why it was refused; without a seat it is the join page. */
export function lost() {
  states.line.on("lost");
  newest = 0;
  fetchPage("/seat/view");
}
