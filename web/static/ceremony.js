// Plays the ceremonies of the table screen. Each follows from two public pictures, the one that was shown and the next one, and from
// nothing else; it ends in the next one exactly. A touch, a key or another picture ends it at once. What there is to play a game's
// own script says (`data-script` of its pictures), which exports `ceremony`.

import { all, byId } from "./dom.js";

/**
 * Steps with the milliseconds after which each is done: *moving*, until it *ends*, or *still*, for who wants no motion.
 * @typedef {[number, () => void][]} Steps
 * @typedef {{moving: Steps, still: Steps, ends: number}} Ceremony
 */

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let playing = /** @type {{html: string, next: HTMLElement, timers: number[]} | null} */ (null); // *html*: the picture that it ends in

export const view = () => byId("view");

/** Shows *next* instead of the view, with its ceremony where the change has one. @param {HTMLElement} next @param {((old: HTMLElement, next: HTMLElement) => Ceremony | null) | undefined} ceremony */
export function show(next, ceremony) {
  const html = next.outerHTML;
  if (playing?.html === html) return;
  finish();
  if (view().outerHTML === html) return;
  const found = ceremony?.(view(), next);
  if (!found) view().replaceWith(next);
  else play(found, next, html);
}

/** @param {Ceremony} ceremony @param {HTMLElement} next @param {string} html */
function play({ moving, still, ends }, next, html) {
  const steps = CALM.matches ? still : moving;
  const last = CALM.matches ? Math.max(0, ...still.map(([at]) => at)) : ends;
  const timers = steps.filter(([at]) => at > 0).map(([at, step]) => setTimeout(step, at));
  playing = { html, next, timers: [...timers, setTimeout(finish, last)] };
  document.documentElement.dataset.ceremony = "plays";
  for (const [at, step] of steps) if (at === 0) step();
}

/** Skips to the last frame: the picture as it was sent. */
export function finish() {
  if (!playing) return;
  const { timers, next, html } = playing;
  playing = null;
  timers.forEach(clearTimeout);
  delete document.documentElement.dataset.ceremony;
  if (view() !== next) view().replaceWith(next);
  clean(next);
  if (next.outerHTML !== html) next.outerHTML = html; // What was laid beside the picture must not stay.
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

/** What lies beside the true picture for a while: a copy of *what*. @param {Element} what @param {string} name */
export function prop(what, name) {
  const copy = /** @type {HTMLElement} */ (what.cloneNode(true));
  copy.classList.add("prop", name);
  return copy;
}

/** Shows the next picture, in these scenes. @param {HTMLElement} next @param {string[]} scenes */
export function change(next, ...scenes) {
  if (view() !== next) view().replaceWith(next);
  next.classList.add(...scenes);
}
