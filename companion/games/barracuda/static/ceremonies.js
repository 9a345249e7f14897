// The ceremonies of Barracuda: the animations that the table screen plays between two of its pictures.

import { change, prop } from "../table/ceremony.js";
import { all, one, the } from "../shared/dom.js";
import { bell, low, tap } from "../shared/sound.js";

/** @typedef {import("../table/ceremony.js").Ceremony} Ceremony */

const NAMED = 1400; // ms for which the name of whoever was drawn stands large over the street

/** Return the ceremony for the change from *old* to *next*, or null. If several fit, the most important comes first. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
export function ceremony(old, next) {
  if (next.dataset.cause && !old.dataset.cause) return next.dataset.cause === "five" ? fivePawns(old, next) : next.dataset.loser ? bankruptcy(old, next) : null;
  if (next.dataset.revealed && !old.dataset.revealed) return reveal(next);
  if (old.dataset.auction && !next.dataset.auction) return answer(old, next);
  return draw(old, next) ?? opening(old, next) ?? piles(old, next);
}

// The bag. Before a lamp lights, all seats in the bag glimmer by letter, so that the glimmer doesn't tell who is drawn.

/** @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
function draw(old, next) {
  const lamp = one(next, ".string .now");
  const before = one(old, ".string .now");
  const sameTurn = before?.dataset.seat === lamp?.dataset.seat && one(old, ".string")?.dataset.round === one(next, ".string")?.dataset.round;
  if (!lamp || (before && sameTurn)) return null;
  const string = one(old, ".string");
  const lit = string && string.dataset.draw === "companion" ? 1200 : 0; // A real pawn was drawn before its tap.
  const shine = () => (change(next, "c-drawn"), next.append(large(lamp)), bell());
  return {
    moving: [[0, () => void (lit && string && glimmer(old, string))], [lit, shine], [lit + 400, () => payRent(lamp, next)]],
    still: [[0, shine]],
    ends: lit + NAMED,
  };
}

/** Return pawn and name of whoever was drawn, to be read from the other end of the room. @param {HTMLElement} lamp */
function large(lamp) {
  const shown = document.createElement("p");
  shown.classList.add("prop", "c-name");
  shown.setAttribute("aria-hidden", "true");
  for (const part of all(lamp, ".pawn, .name, .cut").slice(0, 2)) shown.append(part.cloneNode(true));
  return shown;
}

/** @param {HTMLElement} old @param {HTMLElement} string */
function glimmer(old, string) {
  old.classList.add("c-bag");
  all(string, ".inbag").forEach((lamp, n) => lamp.style.setProperty("--n", String(n)));
  const voice = one(old, ".counter .voice");
  if (voice) voice.textContent = string.dataset.whoNext ?? "";
}

/** @param {HTMLElement} lamp @param {HTMLElement} next */
function payRent(lamp, next) {
  const bank = one(next, ".ends.right");
  if (!Number(lamp.dataset.rent) || !bank) return;
  const [from, to] = [lamp.getBoundingClientRect(), bank.getBoundingClientRect()];
  const sum = document.createElement("b");
  sum.textContent = lamp.dataset.rent ?? "";
  sum.classList.add("prop", "c-rent");
  sum.style.setProperty("--dx", `${to.left - from.left}px`);
  lamp.append(sum);
}

// A bar opens: the shutter goes up, the window is lit, the awning rolls out.

/** @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
function opening(old, next) {
  const was = (/** @type {HTMLElement} */ front) => one(old, `.front.dark[data-place="${front.dataset.place}"]`);
  const front = all(next, ".front[data-bar]").find(was);
  if (!front) return null;
  const open = () => {
    front.classList.add("c-opening");
    front.append(prop(the(old, `.front.dark[data-place="${front.dataset.place}"] .shutter`), "c-shutter"), prop(the(front, ".room .pawn"), "c-before"));
    change(next, "c-street");
  };
  return { moving: [[0, open], [800, tap]], still: [[0, () => change(next)]], ends: 1700 };
}

// Closed piles: each slides in with the same sound, whether it has one note or twelve.

/** Return the closed piles by seat, null if the seat hasn't laid one yet. @param {HTMLElement} root @returns {Map<string, HTMLElement | null>} */
const pilesOf = (root) => new Map(all(root, ".places li[data-seat]").map((li) => [li.dataset.seat ?? "", one(li, ".fan")]));

/** @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony | null} */
function piles(old, next) {
  const [had, has] = [pilesOf(old), pilesOf(next)];
  const rises = has.size > 0 && had.size === 0;
  const laid = Array.from(has.keys()).filter((seat) => has.get(seat) && had.has(seat) && !had.get(seat));
  if (!rises && !laid.length) return null;
  const arrive = () => {
    change(next, ...(rises ? ["c-rise"] : []));
    for (const seat of laid) has.get(seat)?.classList.add("c-arrives");
    if (laid.length && Array.from(has.values()).every(Boolean)) the(next, ".counter").classList.add("c-brightens");
    if (laid.length) tap();
  };
  return { moving: [[0, arrive]], still: [[0, arrive]], ends: 900 };
}

/** Move the taken pile, closed, to the seller and the others back; if none was taken, all go back. @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony} */
function answer(old, next) {
  const { auction, seller } = old.dataset;
  const buyer = all(next, ".front[data-bar]").find((front) => front.dataset.bar === auction)?.dataset.lessee;
  const part = () => {
    for (const [seat, pile] of pilesOf(old)) pile?.classList.add(seat === buyer && buyer !== seller ? "c-taken" : "c-home");
  };
  return { moving: [[0, part], [600, () => change(next)]], still: [[0, () => change(next)]], ends: 700 };
}

// Last order: all stakes turn over at the same moment, then the places slide into the order of play.

/** Return the back of an open pile. It is drawn anew, because the last stake laid was never shown closed. @param {HTMLElement} place */
function turned(place) {
  const back = prop(the(place, ".fan"), "c-back");
  back.setAttribute("aria-hidden", "true");
  for (const use of all(back, "use")) draws(use, "note-back", the(place, ".who use"));
  return back;
}

/** @param {HTMLElement} next @returns {Ceremony} */
function reveal(next) {
  const unsort = () => {
    change(next, "c-reveal");
    const places = all(next, ".places li[data-seat]");
    const rects = places.map((li) => li.getBoundingClientRect());
    const letters = places.map((li) => li.dataset.seat ?? "").sort();
    places.forEach((li, n) => {
      const target = rects[letters.indexOf(li.dataset.seat ?? "")];
      li.style.setProperty("--dx", `${target.left - rects[n].left}px`);
      li.style.setProperty("--dy", `${target.top - rects[n].top}px`);
      li.append(turned(li));
    });
  };
  const then = (/** @type {string} */ scene) => () => next.classList.add(scene);
  const sorted = () => next.classList.add("c-sorted", "c-paid");
  return {
    moving: [[0, unsort], [600, () => (then("c-turned")(), tap())], [900, then("c-valued")], [2400, then("c-sorted")], [3200, then("c-paid")]],
    still: [[0, () => (unsort(), next.classList.add("c-turned", "c-valued"))], [1500, sorted]],
    ends: 4000,
  };
}

// The two ways a game ends: both begin with the old street and the pawn that has just been drawn.

/** Show in *lamp* the pawn itself (*form* "pawn") or only its outline ("ring"). @param {HTMLElement | null} lamp @param {string} form */
function put(lamp, form) {
  for (const use of lamp ? all(lamp, ".pawn use") : []) use.setAttribute("href", (use.getAttribute("href") ?? "").replace(/#(pawn|ring)-/, `#${form}-`));
}

/** @param {HTMLElement | null} lamp */
function light(lamp) {
  lamp?.classList.remove("inbag");
  lamp?.classList.add("now");
  put(lamp, "pawn");
}

/** @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony} */
function fivePawns(old, next) {
  const { winner } = next.dataset;
  const windows = all(old, ".front[data-bar]").filter((front) => one(front, `.room use[href$="#pawn-${winner?.toLowerCase()}"]`));
  const shine = () => light(one(old, `.string li[data-seat="${winner}"]`));
  const dark = () => (old.classList.add("c-dark"), windows.forEach((front) => front.classList.add("c-unlit")));
  /** @type {(front: HTMLElement, n: number) => [number, () => void]} */
  const kindle = (front, n) => [800 + 200 * n, () => (front.classList.add("c-lit"), bell())];
  return {
    moving: [[0, shine], [600, dark], ...windows.map(kindle), [1800, () => change(next, "c-lamp")], [3000, () => next.classList.add("c-standings")]],
    still: [[0, shine], [1000, () => change(next)]],
    ends: 4000,
  };
}

/** @param {HTMLElement} old @param {HTMLElement} next @returns {Ceremony} */
function bankruptcy(old, next) {
  const { loser } = next.dataset;
  const voice = one(old, ".counter .voice");
  const lamp = one(old, `.string li[data-seat="${loser}"]`);
  const tell = () => {
    one(old, ".wait")?.remove();
    if (voice) voice.innerHTML = one(next, "[data-told]")?.innerHTML ?? "";
    light(lamp);
  };
  const shut = () => (all(old, `.front[data-lessee="${loser}"]`).forEach(close), low());
  return {
    moving: [[0, tell], [800, shut], [1800, () => (put(lamp, "ring"), lamp?.classList.add("c-out"))], [2200, () => change(next, "c-lamp", "c-standings")]],
    still: [[0, () => (tell(), low())], [1000, () => change(next)]],
    ends: 3000,
  };
}

/** @param {HTMLElement} front */
function close(front) {
  const shutter = prop(the(front, ".awning"), "c-closing");
  draws(the(shutter, "use"), "shutter");
  shutter.classList.remove("awning");
  front.classList.add("c-shut");
  front.append(shutter);
}

/** Make *use* draw another symbol, from its own sprite or from that of *like*. @param {Element} use @param {string} symbol */
function draws(use, symbol, like = use) {
  use.setAttribute("href", (like.getAttribute("href") ?? "").replace(/#.*/, `#${symbol}`));
}
