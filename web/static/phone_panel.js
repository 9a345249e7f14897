// The panel of a player's phone: choosing, composing, confirming. It stays as it is for as long as the ask that it answers stands.

import { all, one, parsed, scriptOf } from "./dom.js";
import { chosen, mark } from "./phone_marks.js";
import { askNumber, fetchPage, page, pageRoot, panel, panelRoot } from "./phone_places.js";
import * as states from "./phone_states.js";
import { closePurse } from "./purse.js";
import { swap } from "./swap.js";

/** @typedef {{begin: (root: HTMLElement) => void, forget?: () => void}} Script what composes an answer in a panel */

let opened = ""; // what opened a panel by itself, so that it does so once
let tapped = /** @type {string | undefined} */ (""); // what a tap had picked for it
let wanted = {}; // the panel that was asked for last
let left = 0; // how far the page was scrolled when a panel came to lie on it
let script = /** @type {Script | undefined} */ (undefined); // that of the panel
const scripts = /** @type {Set<Script>} */ (new Set()); // those of all panels that were shown

/**
 * Keeps the panel in step with what is asked now, and opens one where the table waits for a pile or a tap has picked.
 * While an answer is on its way it leaves everything as it is: the table may be further than the answer that tells so, and
 * what came of it is shown after that.
 */
export async function followAsks() {
  if (states.answer.is("sending")) return;
  const { opens, pick } = pageRoot().dataset;
  const cause = opens ? `${opens}:${askNumber(opens)}:${pick}` : "";
  if (!states.panel.is("none")) await renew();
  const lies = !states.panel.is("none") && panelRoot().dataset.ask === opens && pick === tapped; // Then a thumb may have picked in it since.
  if (opens && cause !== opened && !lies) await openPanel(opens, pick);
  [opened, tapped] = [cause, pick];
}

async function renew() {
  const { ask, again } = panelRoot().dataset;
  if (isOver()) return closePanel();
  if (!states.fetching.is("idle")) return states.fetching.on("changed"); // What a thumb has asked for comes first.
  if (ask) await renewAsk(ask);
  else if (again) await showPanel(again);
}

/** Whether nothing is left that the panel is for. The lobby lies above a game that is over, until somebody starts the next. */
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

/** Shows what is asked, or only the option *pick* of it. @param {string} ask @param {string} [pick] */
export const openPanel = (ask, pick) => showPanel(`/seat/ask/${ask}?${new URLSearchParams(pick ? { pick } : {})}`);

/** @param {string} url @param {string} [method] */
export async function showPanel(url, method = "GET") {
  const mine = (wanted = { url });
  states.fetching.on("ask");
  const { html } = await fetchPage(url, method);
  const content = parsed(html ?? "");
  const its = await scriptOf(content);
  if (mine !== wanted || states.fetching.is("idle")) return; // Another was asked for meanwhile, or none any more.
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
  swap(panel, html, content);
  states.panel.on("closed" in panelRoot().dataset ? "shut" : script ? "compose" : "choose");
  panel.hidden = false;
  page.hidden = true;
  scrollTo(0, top);
  if (!panel.contains(document.activeElement)) focusOn(one(panel, "h1"));
  if (script) script.begin(panelRoot());
  else chosen();
  mark();
}

/** @param {HTMLElement | null} heading */
function focusOn(heading) {
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Who turns back finds the page where it was left; after an answer it begins with what came of it. */
export function closePanel(top = 0) {
  states.fetching.on("forget");
  if (states.panel.is("none")) return;
  states.panel.on("close");
  closePurse();
  const opener = panelRoot()?.dataset.ask;
  panel.hidden = true;
  panel.replaceChildren();
  page.hidden = false;
  scrollTo(0, top);
  one(page, `[data-panel="${opener}"]`)?.focus({ preventScroll: true });
}

/** Puts the panel away, and the page back to where it was. */
export const goBack = () => closePanel(left);

/** Lets all panels forget what was composed in them: an answer has been taken. */
export const forget = () => scripts.forEach((its) => its.forget?.());

/** Turns over all that the panel has. */
export const openAll = () => all(panel, ".turnable").forEach((its) => its.classList.add("open"));
