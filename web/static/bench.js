// The bench: hands on the simulated box. What is shown comes from the server; this only sends hands and swaps parts.
import { follow } from "/static/stream.js";

const LONG = 2000; // ms that make a press a long one
const NOTICE = 4000; // ms

const byId = (id) => document.getElementById(id);
let together = false; // the next piece joins what lies there
let held = null; // the key under the finger, and since when

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

function press(button, long) {
  send("/bench/press", { button, long });
}

function touch(tag) {
  const { uid } = tag.dataset;
  if (tag.getAttribute("aria-pressed") === "true") send("/bench/lift", { uid });
  else send("/bench/lay", { uid, beside: together });
  setTogether(false);
}

function setTogether(on) {
  together = on;
  byId("two").setAttribute("aria-pressed", String(on));
}

function liftAll() {
  for (const tag of document.querySelectorAll("[data-lies]")) send("/bench/lift", { uid: tag.dataset.lies });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { uid, key, two, lift, fault } = button.dataset;
  if (uid) touch(button);
  else if (key && event.detail === 0) press(key, event.shiftKey); // from the keyboard; a pointer's press is timed below
  else if (two !== undefined) setTogether(!together);
  else if (lift !== undefined) liftAll();
  else if (fault) send("/bench/fault", { name: fault, on: button.dataset.on === "true" });
});

document.addEventListener("pointerdown", (event) => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  if (key && event.button === 0) held = { key, since: event.timeStamp };
});
document.addEventListener("pointerup", (event) => {
  if (held && event.target.closest("[data-key]")?.dataset.key === held.key) press(held.key, event.timeStamp - held.since >= LONG);
  held = null;
});
document.addEventListener("pointercancel", () => (held = null));

// What is shown

let fetching = false;
let again = false;

let frame = 0;

async function refresh() {
  byId("display").src = `/bench/display.png?${++frame}`;
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

function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const focus = document.activeElement?.id;
  for (const part of next.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${part.dataset.part}"]`);
    if (old.outerHTML !== part.outerHTML) old.replaceWith(part);
  }
  if (focus && document.activeElement?.id !== focus) byId(focus)?.focus({ preventScroll: true });
  setTogether(together);
  label();
}

/** The phones stay where they are; only the names above them change. */
function label() {
  for (const place of document.querySelectorAll("[data-name]")) {
    const name = document.querySelector(`[data-seat="${place.dataset.name}"]`).innerHTML;
    if (place.innerHTML !== name) place.innerHTML = name;
  }
}

function light(colour) {
  byId("led").style.setProperty("--lit", colour);
  byId("led").classList.toggle("dark", colour === "0 0 0");
}

label();
follow("/bench/stream", {
  version: refresh,
  also: { led: light },
});
