// The bench: hands on the simulated box. The server decides what is shown; this script only sends acts and swaps parts.
import { all, around, byId, one, the } from "../shared/dom.js";
import { keepFocus } from "../shared/focus.js";
import { refresher } from "../shared/refresh.js";
import { follow } from "../shared/stream.js";

const LONG = 2000; // ms; a longer press counts as long
const NOTICE = 4000; // ms

let together = false; // lay the next piece beside the others
let held = /** @type {{key: string, since: number} | null} */ (null); // the key under the finger, and since when

/** @param {string} path @param {object} body */
async function send(path, body) {
  let answer = null;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    // The connection is down, which is reported below.
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

/** Fold the faults away where the window is low, until they are asked for. @param {boolean} on */
function setFolded(on) {
  document.body.toggleAttribute("data-faults", !on);
  byId("fold").setAttribute("aria-expanded", String(!on));
}

/** Open a ticket on the phone of its seat, which then asks for that seat. @param {string} code @param {string} seat */
function bring(code, seat) {
  const phone = the(document, `[data-phone="${seat}"]`);
  phone.classList.remove("idle");
  glass(phone).src = new URL(`/${code}`, address(phone)).href;
}

function liftAll() {
  for (const tag of all(document, "[data-lies]")) send("/bench/lift", { uid: tag.dataset.lies });
}

document.addEventListener("click", (event) => {
  const button = around(event, "button");
  if (!button) return;
  const { uid, key, two, lift, fold, fault, claim, back, plug } = button.dataset;
  if (uid) touch(button);
  else if (key && event.detail === 0) press(key, event.shiftKey); // from the keyboard; a pointer's press is timed below
  else if (two !== undefined) setTogether(!together);
  else if (lift !== undefined) liftAll();
  else if (fold !== undefined) setFolded("faults" in document.body.dataset);
  else if (claim) bring(claim, button.dataset.seat ?? "");
  else if (back !== undefined) send("/bench/undo", { seats: phones.map((its) => its.dataset.sits ?? "").join("") });
  else if (plug !== undefined) send("/bench/plug", {});
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

// The page's content

let frame = 0;
const refreshView = refresher("/bench/view", swap);

function refresh() {
  /** @type {HTMLImageElement} */ (byId("display")).src = `/bench/display.png?${++frame}`;
  refreshView();
}

/** @param {string} html */
function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const refocus = keepFocus(document.body, next);
  offer(next);
  for (const part of all(next, "[data-part]")) {
    const old = the(document, `[data-part="${part.dataset.part}"]`);
    for (const its of all(old, "details[open]")) one(part, `#${its.id}`)?.setAttribute("open", "");
    if (old.outerHTML !== part.outerHTML) old.replaceWith(part);
  }
  refocus();
  setTogether(together);
  setFolded(!("faults" in document.body.dataset));
  label();
}

// Whose phones they are. Each phone says so itself; until then it counts as its own seat's.

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

/** Update the names above the phones, and which phones are needed; the phones themselves stay in place. */
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
  const elsewhere = playing && count === 0;
  byId("elsewhere").hidden = !elsewhere;
  document.body.toggleAttribute("data-elsewhere", elsewhere);
  document.body.style.setProperty("--count", String(count || 1));
}

/** Hide phones without a part in the game; *page* has a link to one of them. @param {Document} page */
function offer(page) {
  const idle = phones.find((phone) => phone.matches(".idle"));
  const link = the(page, "#spare");
  link.hidden = !idle;
  if (idle) link.setAttribute("href", address(idle));
}

/** Return the name for a phone. Without a seat it stands for its own, unless that seat's sitter has another phone. @param {HTMLElement} phone */
function nameOf(phone) {
  const { sits, phone: seat } = phone.dataset;
  const meant = the(document, `[data-seat="${sits || seat}"]`);
  const free = sits === "" && "taken" in meant.dataset;
  return free ? the(document, "[data-free]") : meant;
}

// Sizes. The frames are pages 360 pixels wide, scaled down to the width that there is.

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
for (const frame of document.querySelectorAll("iframe")) frame.src = frame.dataset.src ?? ""; // Load them only now, when their messages are listened for.
label();
follow("/bench/stream", {
  version: refresh,
  also: { led: light },
});
