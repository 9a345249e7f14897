// Play the ceremonies of the table screen. Each depends only on two public pictures, the current and the next one, and ends
// exactly in the next. A touch, a key or another picture ends it at once. A game's own script, named in the pictures'
// `data-script`, exports `ceremony`, which returns the steps to play.

import { all, byId } from "../shared/dom.js";

/**
 * Steps, each with the milliseconds after which it is done: *moving*, which take until *ends*, or *still*, for reduced motion.
 * @typedef {[number, () => void][]} Steps
 * @typedef {{moving: Steps, still: Steps, ends: number}} Ceremony
 */

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let playing = /** @type {{html: string, next: HTMLElement, timers: number[]} | null} */ (null); // *html*: the picture in which it ends

export const view = () => byId("view");

/** Replace the view with *next*, with its ceremony if the change has one. @param {HTMLElement} next @param {((old: HTMLElement, next: HTMLElement) => Ceremony | null) | undefined} ceremony */
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

/** Skip to the last frame: the picture as it was sent. */
export function finish() {
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
