// The panel of a player's phone: choose, compose, confirm. It stays unchanged as long as the ask that it answers stands.

import { all, one, parsed, scriptOf } from "../shared/dom.js";
import { focusOn } from "../shared/focus.js";
import { chosen, mark, turn } from "./marks.js";
import { askNumber, fetchPage, page, pageRoot, panel, panelRoot } from "./places.js";
import * as states from "./states.js";
import { closePurse } from "./purse.js";
import { swap } from "../shared/swap.js";
import { changing } from "../shared/thumb.js";

/** @typedef {{begin: (root: HTMLElement) => void, forget?: () => void}} Script what composes an answer in a panel */

const SLOW = 3000; // ms after which a tap fetches a panel anew that hasn't come

let opened = ""; // the ask that opened a panel by itself, so that it does so only once
let tapped = /** @type {string | undefined} */ (""); // the pick that a tap made for it
let wanted = { url: "", since: 0, shown: Promise.resolve() }; // the panel requested last, when, and until it is shown
let left = 0; // scroll position of the page when a panel covered it
let script = /** @type {Script | undefined} */ (undefined); // the panel's script
const scripts = /** @type {Set<Script>} */ (new Set()); // the scripts of all panels shown so far

/**
 * Keep the panel in step with the asks, and open one if the table waits for a pile or a tap has picked. While an answer is being
 * sent nothing changes: the table may be ahead of the response, whose outcome is shown afterwards.
 */
export async function followAsks() {
  if (states.answer.is("sending")) return;
  // No answer counts during a vote; the panel opens again afterwards.
  if (page.toggleAttribute("data-voting", one(page, "[data-vote]") !== null)) {
    opened = "";
    return closePanel();
  }
  const { opens, pick } = pageRoot().dataset;
  const cause = opens ? `${opens}:${askNumber(opens)}:${pick}` : "";
  if (!states.panel.is("none")) await renew();
  const lies = !states.panel.is("none") && panelRoot().dataset.ask === opens && pick === tapped; // If so, a thumb may have picked something in it since.
  if (opens && cause !== opened && !lies) await openPanel(opens, pick);
  [opened, tapped] = [cause, pick];
}

async function renew() {
  const { ask, again } = panelRoot().dataset;
  if (isOver()) return closePanel();
  if (!states.fetching.is("idle")) return states.fetching.on("changed"); // The panel asked for comes first.
  if (ask) await renewAsk(ask);
  else if (again) await showPanel(again);
}

/** Return whether the panel has lost its purpose. The lobby stays open over a finished game until the next one starts. */
function isOver() {
  const { ask, page: lobby } = panelRoot().dataset;
  return (ask && askNumber(ask) === null) || (lobby && pageRoot().dataset.page !== "over");
}

/** @param {string} ask */
async function renewAsk(ask) {
  const { pick, number } = panelRoot().dataset;
  const now = askNumber(ask);
  if (states.panel.is("shut")) {
    panelRoot().dataset.number = String(now);
    script?.begin(panelRoot());
  } else if (now !== Number(number) || one(panel, "[data-live]")) await openPanel(ask, pick);
}

const stand = () => import("./stand.js").then((its) => its.stand()).catch(() => 0);

/** Show the ask, or only its option *pick*. @param {string} ask @param {string} [pick] */
export const openPanel = (ask, pick) => showPanel(`/seat/ask/${ask}?${new URLSearchParams(pick ? { pick } : {})}`);

/** Fetch and show a panel. One that is on its way isn't fetched again at once: a thumb that keeps tapping would never see it. @param {string} url @param {string} [method] */
export function showPanel(url, method = "GET") {
  const now = performance.now();
  const comes = method === "GET" && url === wanted.url && states.fetching.is("coming") && now - wanted.since < SLOW;
  if (comes) return wanted.shown;
  wanted = { url, since: now, shown: Promise.resolve() };
  return (wanted.shown = fetchPanel(wanted, method));
}

/** @param {{url: string}} mine @param {string} method */
async function fetchPanel(mine, method) {
  states.fetching.on("ask");
  const { html } = await fetchPage(mine.url, method);
  const content = parsed(html ?? "");
  const its = await scriptOf(content);
  if (mine !== wanted || states.fetching.is("idle")) return; // Another panel has been requested meanwhile, or none.
  if (html === null || its === null) return closePanel();
  const renewed = states.fetching.is("outdated");
  states.fetching.on("came");
  script = its || undefined;
  if (script) scripts.add(script);
  lay(html, content);
  if (renewed) await renew();
}

/** @param {string} html @param {DocumentFragment} content */
function lay(html, content) {
  const top = states.panel.is("none") ? 0 : scrollY;
  if (states.panel.is("none")) left = scrollY;
  const changed = changing();
  swap(panel, html, content);
  states.panel.on("closed" in panelRoot().dataset ? "shut" : script ? "compose" : "choose");
  panel.hidden = false;
  page.hidden = true;
  stand();
  scrollTo(0, top);
  if (!panel.contains(document.activeElement)) focusOn(one(panel, "h1"));
  if (script) script.begin(panelRoot());
  else chosen();
  mark();
  changed();
}

/** Close the panel; the focus goes to what has opened it. Going back restores the page's scroll position; after an answer the page starts at its top. */
export function closePanel(top = 0) {
  states.fetching.on("forget");
  if (states.panel.is("none")) return;
  states.panel.on("close");
  closePurse();
  const by = panelRoot()?.dataset;
  const changed = changing();
  panel.hidden = true;
  panel.replaceChildren();
  stand();
  page.hidden = false;
  if (document.activeElement === document.body) [one(page, `[data-panel="${by?.ask}"], [data-fetch="${by?.again}"]`), one(page, "h1")].some(focusOn);
  scrollTo(0, top);
  changed();
}

/** Close the panel and restore the page's scroll position. */
export const goBack = () => closePanel(left);

/** Make all panels forget what was composed in them, because an answer has been accepted. */
export const forget = () => scripts.forEach((its) => its.forget?.());

/** Turn over everything on the panel: what is closed or, if nothing is, all of it. */
export function openAll() {
  const closed = one(panel, ".turnable:not(.open)") !== null;
  all(panel, ".turnable").forEach((its) => its.classList.toggle("open", closed));
}

/** Turn over the hand on a panel that a touch has opened; on one that came by itself it stays closed. */
export const openWhatWasTouched = () => all(panel, "[data-by-touch]").forEach((its) => turn(its));
