// The bench: hands on the simulated box. What is shown comes from the server; this only sends hands and swaps parts.
import { all, around, byId, one, the } from "./dom.js";
import { follow } from "./stream.js";

const LONG = 2000; // ms that make a press a long one
const NOTICE = 4000; // ms

let together = false; // the next piece joins what lies there
let held = /** @type {{key: string, since: number} | null} */ (null); // the key under the finger, and since when

/** @param {string} path @param {object} body */
async function send(path, body) {
  let answer = null;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    // The line is down: said below.
  }
  if (answer?.ok) return;
  byId("notice").hidden = false;
  setTimeout(() => (byId("notice").hidden = true), NOTICE);
}

/** @param {string} button @param {boolean} long */
function press(button, long) {
  send("/bench/press", { button, long });
}

/** @param {HTMLElement} tag */
function touch(tag) {
  const { uid } = tag.dataset;
  if (tag.getAttribute("aria-pressed") === "true") send("/bench/lift", { uid });
  else send("/bench/lay", { uid, beside: together });
  setTogether(false);
}

/** @param {boolean} on */
function setTogether(on) {
  together = on;
  byId("two").setAttribute("aria-pressed", String(on));
}

/** Where a window is low, what may go wrong is folded away until it is asked for. @param {boolean} on */
function setFolded(on) {
  document.body.toggleAttribute("data-faults", !on);
  byId("fold").setAttribute("aria-expanded", String(!on));
}

function liftAll() {
  for (const tag of all(document, "[data-lies]")) send("/bench/lift", { uid: tag.dataset.lies });
}

document.addEventListener("click", (event) => {
  const button = around(event, "button");
  if (!button) return;
  const { uid, key, two, lift, fold, fault } = button.dataset;
  if (uid) touch(button);
  else if (key && event.detail === 0) press(key, event.shiftKey); // from the keyboard; a pointer's press is timed below
  else if (two !== undefined) setTogether(!together);
  else if (lift !== undefined) liftAll();
  else if (fold !== undefined) setFolded("faults" in document.body.dataset);
  else if (fault) send("/bench/fault", { name: fault, on: button.dataset.on === "true" });
});

document.addEventListener("pointerdown", (event) => {
  const key = around(event, "[data-key]")?.dataset.key;
  if (key && event.button === 0) held = { key, since: event.timeStamp };
});
document.addEventListener("pointerup", (event) => {
  if (held && around(event, "[data-key]")?.dataset.key === held.key) press(held.key, event.timeStamp - held.since >= LONG);
  held = null;
});
document.addEventListener("pointercancel", () => (held = null));

// What is shown

let fetching = false;
let again = false;

let frame = 0;

async function refresh() {
  /** @type {HTMLImageElement} */ (byId("display")).src = `/bench/display.png?${++frame}`;
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  do {
    again = false;
    try {
      const answer = await fetch("/bench/view");
      if (answer.ok) swap(await answer.text());
    } catch {
      // The next connection brings a version, and with it the view.
    }
  } while (again);
  fetching = false;
}

/** @param {string} html */
function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const focus = document.activeElement?.id;
  offer(next);
  for (const part of all(next, "[data-part]")) {
    const old = the(document, `[data-part="${part.dataset.part}"]`);
    for (const its of all(old, "details[open]")) one(part, `#${its.id}`)?.setAttribute("open", "");
    if (old.outerHTML !== part.outerHTML) old.replaceWith(part);
  }
  if (focus && document.activeElement?.id !== focus) byId(focus)?.focus({ preventScroll: true });
  setTogether(together);
  setFolded(!("faults" in document.body.dataset));
  label();
}

// Whose phones they are. Each tells it itself; until it does, it is the one that is meant for its seat.

const phones = all(document, "[data-phone]");
const glass = (/** @type {HTMLElement} */ phone) => /** @type {HTMLIFrameElement} */ (the(phone, "iframe"));
const address = (/** @type {HTMLElement} */ phone) => /** @type {HTMLAnchorElement} */ (the(phone, "a")).href;

/** @param {MessageEvent} event */
function hear({ source, origin, data }) {
  const phone = phones.find((its) => glass(its).contentWindow === source);
  if (!phone || origin !== new URL(address(phone)).origin) return;
  phone.dataset.sits = data.sits;
  label();
}

/** The phones stay where they are; what changes is whose name is above them, and whether there is need of them. */
function label() {
  const playing = "playing" in the(document, "[data-part=names]").dataset;
  for (const phone of phones) {
    phone.classList.toggle("idle", playing && phone.dataset.sits === "");
    const name = nameOf(phone).innerHTML;
    const place = the(phone, ".whose");
    if (place.innerHTML !== name) place.innerHTML = name;
  }
  offer(document);
  const count = phones.filter((phone) => !phone.matches(".idle")).length;
  document.body.dataset.count = String(count);
  document.body.style.setProperty("--count", String(count || 1));
}

/** Phones that have no part in the game are out of the way; one of them is a link on *page*. @param {Document} page */
function offer(page) {
  const idle = phones.find((phone) => phone.matches(".idle"));
  const link = the(page, "#spare");
  link.hidden = !idle;
  if (idle) link.setAttribute("href", address(idle));
}

/** A phone without a seat is meant for its own, unless who sits there has another phone. @param {HTMLElement} phone */
function nameOf(phone) {
  const { sits, phone: seat } = phone.dataset;
  const meant = the(document, `[data-seat="${sits || seat}"]`);
  const free = sits === "" && "taken" in meant.dataset;
  return free ? the(document, "[data-free]") : meant;
}

// How large they are. The frames are pages of 360 pixels, made smaller by what their glass is wide.

const TRUE_WIDTH = 360; // CSS pixels
const room = the(document, ".phones");

function fit() {
  room.style.setProperty("--wide", `${room.clientWidth}px`);
  room.style.setProperty("--high", `${room.clientHeight}px`);
  for (const its of all(room, ".glass")) its.style.setProperty("--scale", String(its.clientWidth / TRUE_WIDTH));
}

const sizes = new ResizeObserver(fit);
for (const its of [room, ...all(room, ".glass")]) sizes.observe(its);

/** @param {string} colour */
function light(colour) {
  byId("led").style.setProperty("--lit", colour);
  byId("led").classList.toggle("dark", colour === "0 0 0");
}

addEventListener("message", hear);
for (const frame of document.querySelectorAll("iframe")) frame.src = frame.dataset.src ?? ""; // Now that there are ears.
label();
follow("/bench/stream", {
  version: refresh,
  also: { led: light },
});
