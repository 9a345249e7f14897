// Play the ceremonies of the table screen. Each depends only on two public pictures, the current and the next one, and ends
// exactly in the next. A touch, a key or another picture ends it at once. A game's own script, named in the pictures'
// `data-script`, exports `ceremony`, which returns the steps to play. A picture that tells an outcome names it in `data-outcome`
// and stays until it has been read: what follows waits.

import { all, byId } from "../shared/dom.js";

/**
 * Steps, each with the milliseconds after which it is done: *moving*, which take until *ends*, or *still*, for reduced motion.
 * @typedef {[number, () => void][]} Steps
 * @typedef {{moving: Steps, still: Steps, ends: number}} Ceremony
 * @typedef {((old: HTMLElement, next: HTMLElement) => Ceremony | null) | undefined} Finder
 */

const TO_READ = 3000; // ms for which an outcome stays, from the end of its ceremony, unless somebody touches the screen

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let playing = /** @type {{html: string, next: HTMLElement, timers: number[]} | null} */ (null); // *html*: the picture in which it ends
let reading = /** @type {{outcome: string, timer: number} | null} */ (null);
let coming = /** @type {[HTMLElement, Finder][]} */ ([]); // the pictures that wait: those that tell an outcome, and the newest

export const view = () => byId("view");

/** Replace the view with *next* once the outcome on it has been read. @param {HTMLElement} next @param {Finder} ceremony */
export function show(next, ceremony) {
  const waits = reading && next.dataset.outcome !== reading.outcome;
  coming = waits ? [...coming.filter(([one]) => one.dataset.outcome && one.dataset.outcome !== next.dataset.outcome), [next, ceremony]] : [];
  mark();
  if (!waits) replace(next, ceremony);
}

/** Mark on the page that pictures wait: what hands should do after them would give them away. */
function mark() {
  document.documentElement.toggleAttribute("data-waits", coming.length > 0);
}

/** Replace the view with *next*, with its ceremony if the change has one. @param {HTMLElement} next @param {Finder} ceremony */
function replace(next, ceremony) {
  const html = next.outerHTML;
  if (playing?.html === html) return;
  finish();
  if (view().outerHTML === html) return;
  const { outcome } = next.dataset;
  const isNew = outcome !== view().dataset.outcome;
  const found = ceremony?.(view(), next);
  const ends = found ? play(found, next, html) : (view().replaceWith(next), 0);
  if (outcome && isNew) reading = { outcome, timer: setTimeout(goOn, ends + TO_READ) };
}

/** Show the pictures that have waited, up to the next outcome. */
function goOn() {
  reading = null;
  const first = coming.shift();
  mark();
  if (!first) return;
  replace(...first);
  if (!reading) goOn();
}

/** Skip to the newest picture. */
export function skip() {
  finish();
  clearTimeout(reading?.timer);
  coming = coming.slice(-1);
  goOn();
}

/** Play *ceremony* and return when it ends (ms). @param {Ceremony} ceremony @param {HTMLElement} next @param {string} html */
function play({ moving, still, ends }, next, html) {
  const steps = CALM.matches ? still : moving;
  const last = CALM.matches ? Math.max(0, ...still.map(([at]) => at)) : ends;
  const timers = steps.filter(([at]) => at > 0).map(([at, step]) => setTimeout(step, at));
  playing = { html, next, timers: [...timers, setTimeout(finish, last)] };
  document.documentElement.dataset.ceremony = "plays";
  for (const [at, step] of steps) if (at === 0) step();
  return last;
}

/** Skip to the last frame: the picture as it was sent. */
function finish() {
  if (!playing) return;
  const { timers, next, html } = playing;
  playing = null;
  timers.forEach(clearTimeout);
  delete document.documentElement.dataset.ceremony;
  if (view() !== next) view().replaceWith(next);
  clean(next);
  if (next.outerHTML !== html) next.outerHTML = html; // Remove everything that was added for the ceremony.
}

/** @param {HTMLElement} root */
function clean(root) {
  for (const its of all(root, ".prop")) its.remove();
  for (const its of [root, ...all(root, "*")]) {
    const scenes = Array.from(its.classList).filter((name) => name.startsWith("c-"));
    if (!scenes.length && !its.hasAttribute("style")) continue;
    its.classList.remove(...scenes);
    its.removeAttribute("style");
    if (!its.classList.length) its.removeAttribute("class");
  }
}

/** Return a copy of *what* that lies beside the real picture for a while. @param {Element} what @param {string} name */
export function prop(what, name) {
  const copy = /** @type {HTMLElement} */ (what.cloneNode(true));
  copy.classList.add("prop", name);
  return copy;
}

/** Show the next picture in these scenes. @param {HTMLElement} next @param {string[]} scenes */
export function change(next, ...scenes) {
  if (view() !== next) view().replaceWith(next);
  next.classList.add(...scenes);
}
