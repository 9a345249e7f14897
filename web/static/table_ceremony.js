// The ceremonies of the table screen. Each follows from two public pictures, the one that was shown and the next one, and
// from nothing else; it ends in the next one exactly. A touch, a key or another picture ends it at once.

import { bell, low, tap, watchSound } from "./table_sound.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let playing = null; // {html: the picture that it ends in, next, timers}

const view = () => document.getElementById("view");
const all = (root, selector) => Array.from(root.querySelectorAll(selector));

/** Shows *next* instead of the view, with its ceremony where the change has one. */
export function show(next) {
  const html = next.outerHTML;
  if (playing?.html === html) return;
  finish();
  if (view().outerHTML === html) return;
  const ceremony = of(view(), next);
  if (!ceremony) view().replaceWith(next);
  else play(ceremony, next, html);
}

function play({ moving, still, ends }, next, html) {
  const steps = CALM.matches ? still : moving;
  const last = CALM.matches ? Math.max(0, ...still.map(([at]) => at)) : ends;
  const timers = steps.filter(([at]) => at > 0).map(([at, step]) => setTimeout(step, at));
  playing = { html, next, timers: [...timers, setTimeout(finish, last)] };
  document.documentElement.dataset.ceremony = "plays";
  for (const [at, step] of steps) if (at === 0) step();
}

/** Skips to the last frame: the picture as it was sent. */
function finish() {
  if (!playing) return;
  const { timers, next, html } = playing;
  playing = null;
  timers.forEach(clearTimeout);
  delete document.documentElement.dataset.ceremony;
  if (view() !== next) view().replaceWith(next);
  clean(next);
  if (next.outerHTML !== html) next.outerHTML = html; // What was laid beside the picture must not stay.
}

function clean(root) {
  for (const prop of all(root, ".prop")) prop.remove();
  for (const one of [root, ...all(root, "*")]) {
    const scenes = Array.from(one.classList).filter((name) => name.startsWith("c-"));
    if (!scenes.length && !one.hasAttribute("style")) continue;
    one.classList.remove(...scenes);
    one.removeAttribute("style");
    if (!one.className) one.removeAttribute("class");
  }
}

/** What lies beside the true picture for a while. */
function prop(what, name) {
  const copy = what.cloneNode(true);
  copy.classList.add("prop", name);
  return copy;
}

const change = (next, ...scenes) => {
  if (view() !== next) view().replaceWith(next);
  next.classList.add(...scenes);
};

/** The ceremony of the change from *old* to *next*, or null. The order is that of what matters most. */
function of(old, next) {
  if (next.dataset.cause && !old.dataset.cause) return next.dataset.cause === "five" ? fivePawns(old, next) : bankruptcy(old, next);
  if (next.dataset.revealed && !old.dataset.revealed) return reveal(next);
  if (old.dataset.auction && !next.dataset.auction) return answer(old, next);
  if (next.dataset.forced && !old.dataset.forced) return forced(next);
  return draw(old, next) ?? opening(old, next) ?? piles(old, next);
}

// The bag. Before a lamp lights, all that are still in the bag glimmer by letter, however the draw ends.

function draw(old, next) {
  const lamp = next.querySelector(".string .now");
  const before = old.querySelector(".string .now");
  const sameTurn = before?.dataset.seat === lamp?.dataset.seat && old.querySelector(".string")?.dataset.round === next.querySelector(".string")?.dataset.round;
  if (!lamp || (before && sameTurn)) return null;
  const string = old.querySelector(".string");
  const lit = string && string.dataset.draw === "companion" ? 1200 : 0; // With real pawns it starts at the tap.
  const shine = () => (change(next, "c-drawn"), bell());
  return {
    moving: [[0, () => lit && glimmer(old, string)], [lit, shine], [lit + 400, () => payRent(lamp, next)]],
    still: [[0, shine]],
    ends: lit + 800,
  };
}

function glimmer(old, string) {
  old.classList.add("c-bag");
  all(string, ".inbag").forEach((lamp, n) => lamp.style.setProperty("--n", n));
  const voice = old.querySelector(".counter .voice");
  if (voice) voice.textContent = string.dataset.whoNext;
}

function payRent(lamp, next) {
  const bank = next.querySelector(".ends.right");
  if (!Number(lamp.dataset.rent) || !bank) return;
  const [from, to] = [lamp.getBoundingClientRect(), bank.getBoundingClientRect()];
  const sum = document.createElement("b");
  sum.textContent = lamp.dataset.rent;
  sum.classList.add("prop", "c-rent");
  sum.style.setProperty("--dx", `${to.left - from.left}px`);
  lamp.append(sum);
}

// A bar: the shutter goes up, the window is lit, the awning rolls out.

function opening(old, next) {
  const was = (front) => old.querySelector(`.front.dark[data-place="${front.dataset.place}"]`);
  const front = all(next, ".front[data-bar]").find(was);
  if (!front) return null;
  const open = () => {
    front.classList.add("c-opening");
    front.append(prop(was(front).querySelector(".shutter"), "c-shutter"), prop(front.querySelector(".room .pawn"), "c-before"));
    change(next, "c-street");
  };
  return { moving: [[0, open], [800, tap]], still: [[0, () => change(next)]], ends: 1700 };
}

// Closed piles: each slides in with the same tap, whether it has one note or twelve.

const pilesOf = (root) => new Map(all(root, ".places li[data-seat]").map((li) => [li.dataset.seat, li.querySelector(".fan")]));

function piles(old, next) {
  const [had, has] = [pilesOf(old), pilesOf(next)];
  const rises = has.size > 0 && had.size === 0;
  const laid = Array.from(has.keys()).filter((seat) => has.get(seat) && had.has(seat) && !had.get(seat));
  if (!rises && !laid.length) return null;
  const arrive = () => {
    change(next, ...(rises ? ["c-rise"] : []));
    for (const seat of laid) has.get(seat).classList.add("c-arrives");
    if (laid.length && Array.from(has.values()).every(Boolean)) next.querySelector(".counter").classList.add("c-brightens");
    if (laid.length) tap();
  };
  return { moving: [[0, arrive]], still: [[0, arrive]], ends: 900 };
}

/** One pile goes to the seller, closed, the others home; where none was taken all go home. All in the same time. */
function answer(old, next) {
  const { auction, seller } = old.dataset;
  const buyer = all(next, ".front[data-bar]").find((front) => front.dataset.bar === auction)?.dataset.lessee;
  const part = () => {
    for (const [seat, pile] of pilesOf(old)) pile?.classList.add(seat === buyer && buyer !== seller ? "c-taken" : "c-home");
  };
  return { moving: [[0, part], [600, () => change(next)]], still: [[0, () => change(next)]], ends: 700 };
}

// Last order: all turn over in the same moment, then the places slide into their order.

/** The same pile from behind: also that of the last to lay, which nobody has seen closed here. */
function turned(pile) {
  const back = prop(pile, "c-back");
  back.setAttribute("aria-hidden", "true");
  for (const use of all(back, "use")) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#note-back"));
  return back;
}

function reveal(next) {
  const unsort = () => {
    change(next, "c-reveal");
    const places = all(next, ".places li[data-seat]");
    const rects = places.map((li) => li.getBoundingClientRect());
    const letters = places.map((li) => li.dataset.seat).sort();
    places.forEach((li, n) => {
      const target = rects[letters.indexOf(li.dataset.seat)];
      li.style.setProperty("--dx", `${target.left - rects[n].left}px`);
      li.style.setProperty("--dy", `${target.top - rects[n].top}px`);
      li.append(turned(li.querySelector(".fan")));
    });
  };
  const then = (scene) => () => next.classList.add(scene);
  const sorted = () => next.classList.add("c-sorted", "c-paid");
  return {
    moving: [[0, unsort], [600, () => (then("c-turned")(), tap())], [900, then("c-valued")], [2400, then("c-sorted")], [3200, then("c-paid")]],
    still: [[0, () => (unsort(), next.classList.add("c-turned", "c-valued"))], [1500, sorted]],
    ends: 4000,
  };
}

// A forced sale: the second card joins the first while the lights are low, then all show what is wanted in the same moment.

function forced(next) {
  const shown = () => (next.classList.add("c-shown"), tap());
  return { moving: [[0, () => (change(next, "c-forced"), low())], [900, shown]], still: [[0, () => change(next)]], ends: 1800 };
}

// The two ends: both begin in the street as it was, with the pawn that has just been drawn.

/** Hangs the pawn itself, or only its outline, in the place of *lamp*. */
function put(lamp, form) {
  for (const use of lamp?.querySelectorAll(".pawn use") ?? []) use.setAttribute("href", use.getAttribute("href").replace(/#(pawn|ring)-/, `#${form}-`));
}

function light(lamp) {
  lamp?.classList.remove("inbag");
  lamp?.classList.add("now");
  put(lamp, "pawn");
}

function fivePawns(old, next) {
  const { winner } = next.dataset;
  const windows = all(old, ".front[data-bar]").filter((front) => front.querySelector(`.room use[href$="#pawn-${winner.toLowerCase()}"]`));
  const shine = () => light(old.querySelector(`.string li[data-seat="${winner}"]`));
  const dark = () => (old.classList.add("c-dark"), windows.forEach((front) => front.classList.add("c-unlit")));
  const kindle = (front, n) => [800 + 200 * n, () => (front.classList.add("c-lit"), bell())];
  return {
    moving: [[0, shine], [600, dark], ...windows.map(kindle), [1800, () => change(next, "c-lamp")], [3000, () => next.classList.add("c-standings")]],
    still: [[0, shine], [1000, () => change(next)]],
    ends: 4000,
  };
}

function bankruptcy(old, next) {
  const { loser } = next.dataset;
  const voice = old.querySelector(".counter .voice");
  const lamp = old.querySelector(`.string li[data-seat="${loser}"]`);
  const tell = () => {
    old.querySelector(".wait")?.remove();
    if (voice) voice.innerHTML = next.querySelector("[data-told]")?.innerHTML ?? "";
    light(lamp);
  };
  const shut = () => (all(old, `.front[data-lessee="${loser}"]`).forEach(close), low());
  return {
    moving: [[0, tell], [800, shut], [1800, () => (put(lamp, "ring"), lamp?.classList.add("c-out"))], [2200, () => change(next, "c-lamp", "c-standings")]],
    still: [[0, () => (tell(), low())], [1000, () => change(next)]],
    ends: 3000,
  };
}

function close(front) {
  const shutter = prop(front.querySelector(".awning"), "c-closing");
  const use = shutter.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#shutter"));
  shutter.classList.remove("awning");
  front.classList.add("c-shut");
  front.append(shutter);
}

document.addEventListener("click", (event) => event.target.closest("#sound") || finish());
document.addEventListener("keydown", (event) => event.target.closest("#sound") || finish());
watchSound(document.getElementById("sound"));
