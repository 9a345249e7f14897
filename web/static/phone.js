// A player's phone. The page below comes anew at every change of the table; a panel above it (choosing, composing,
// confirming) stays as it is for as long as the ask that it answers stands.

import { send } from "./act.js";
import { Pile, draw, fit } from "./pile.js";
import { closePurse, watchPurse } from "./purse.js";
import { follow } from "./stream.js";
import { dress, swap } from "./swap.js";

const OPEN_PILE = 8000; // ms without a touch until an open pile turns itself over
const STALE = 3000; // ms for which a page that was answered takes no other answer, if no fresh one comes
const SOON = 2000; // ms after which a newcomer's page no longer waits for its PIN
const page = document.getElementById("page");
const panel = document.getElementById("panel");
const line = document.getElementById("line");
const disk = document.getElementById("disk");
const told = document.getElementById("told");
const refused = document.getElementById("refused");
const { seat } = document.body.dataset;
const note = document.getElementById("note");
const gone = document.getElementById("bye"); // shown once a newer tab has the seat
const word = (name) => document.querySelector(`[data-word="${name}"]`).textContent;

let pile = new Pile();
let pileOf = ""; // the ask and subject that the pile is meant for
let opened = ""; // what opened a panel by itself, so that it does so once
let tapped; // what a tap had picked for it
let busy = false;
let sent = false; // whether an answer is on its way, and nobody knows yet what became of it

// The page

/** What the table answers, and of which revision a page is; no text where no answer comes. */
async function fetchPage(url, method = "GET") {
  const response = await fetch(url, { method }).catch(() => null);
  if (response?.status === 403) location.reload(); // No seat (any more): the door.
  const html = response?.ok ? await response.text().catch(() => null) : null;
  return { html, revision: Number(response?.headers.get("Revision")) };
}

const fetchText = async (url, method) => (await fetchPage(url, method)).html;

let wanted = 0;
async function refresh(now = false) {
  const mine = ++wanted;
  const { html, revision } = await fetchPage("/seat/view");
  if (html !== null && mine === wanted) await take(html, revision, now);
}

/** The stream brings the page of every change with it, and so nothing has to be asked for. */
const pushed = (html, id) => take(html, Number(id));

/** A line that stood still brings what it has kept, one page after the other; what was fetched meanwhile is newer. */
let newest = 0; // the revision of the page that was taken; a table that has been started again counts anew
async function take(html, revision, now = false) {
  const mine = wanted;
  await dress(html);
  if (mine !== wanted || revision < newest || !gone.hidden) return;
  newest = revision;
  if (!html.includes(`data-seat="${seat}"`)) return location.reload(); // The phone was handed on, in another tab.
  const wait = now ? 0 : patience(html);
  live = true;
  if (!wait) return show(html);
  held ??= { timer: setTimeout(unhold, wait) };
  held.html = html;
}

/** The page tells the revision that it was made at. While the line holds, versions up to that one bring nothing new. */
function changed(revision, unbroken) {
  newest = 0;
  if (unbroken && revision && revision <= made) live = true;
  else refresh();
}

async function show(html) {
  clearTimeout(held?.timer);
  held = null;
  const before = stage();
  if (swap(page, html)) {
    if (stage() !== before && panel.hidden) scrollTo(0, 0);
    if (root(page).dataset.page !== "lobby") note.hidden = true; // It is for the lobby; in play it would lie about.
    closePurse();
    awake();
    tell();
    unfold();
    chosen();
    mark();
  }
  warn();
  await followAsks();
}

// What the table screen tells with a ceremony, phones that nobody asks show after it: eyes are up there. The page says for how
// long at most; a touch shows it now, and so does a phone that wakes or wants no motion. See `data-hold` in the game's page.

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
let made = Number(document.body.dataset.made);
let held = null; // {html, timer}: the page that waits
let live = false; // whether a version would come as it happens, and not after a sleep

function patience(html) {
  const [, moment, hold] = html.match(/data-moment="([^"]*)" data-hold="(\d+)"/) ?? [];
  if (!live || CALM.matches || !Number(hold)) return 0;
  return held || moment !== root(page).dataset.moment ? Number(hold) : 0;
}

/** The lobby, the game and its end are read from their top, wherever the one before was left. */
function stage() {
  const kind = root(page)?.dataset.page;
  return ["lobby", "over"].includes(kind) ? kind : "play";
}

const unhold = () => held && show(held.html);

function away() {
  live = false;
  wanted += 1; // What is under way was asked for before the sleep.
}

/** Says the page's heading aloud where a screen reader listens: a live region must outlive what is swapped. */
function tell() {
  const heading = page.querySelector("h1")?.textContent.trim() ?? "";
  if (told.textContent !== heading) told.textContent = heading;
}

/** Says that the disk takes nothing, for as long as the page says so: above it, and above the panel that may lie on it. */
function warn() {
  const said = page.querySelector("[data-disk]")?.textContent ?? "";
  if (disk.textContent !== said) say(disk, said);
}

let unfolded = ""; // the offer whose notes have been shown one by one

/** Lets the notes of a new offer come one by one, then their sum. A touch or a key shows them all. */
function unfold() {
  const offer = page.querySelector(".turnover");
  const cause = offer ? String(number("answer")) : "";
  if (!offer || cause === unfolded) return;
  unfolded = cause;
  const notes = Array.from(offer.querySelectorAll(".big .slot"));
  const sums = page.querySelectorAll(".worth, .plate .sum");
  notes.forEach((note, n) => note.style.setProperty("--n", n));
  sums.forEach((sum) => sum.style.setProperty("--n", notes.length));
  root(page).classList.add("unfolds");
}

const seen = () => root(page)?.classList.remove("unfolds");

function root(of = panel) {
  return of.firstElementChild;
}

/** The number of the standing ask *name*, or null where it doesn't stand. */
function number(name) {
  const found = (root(page).dataset.asks ?? "").split(" ").find((ask) => ask.startsWith(`${name}:`));
  return found ? Number(found.slice(name.length + 1)) : null;
}

/**
 * Keeps the panel in step with what is asked now, and opens one where the table waits for a pile or a tap has picked.
 * While an answer is on its way it leaves everything as it is: the table may be further than the answer that tells so, and
 * what came of it is shown after that.
 */
async function followAsks() {
  if (sent) return;
  const { opens, pick } = root(page).dataset;
  const cause = opens ? `${opens}:${number(opens)}:${pick}` : "";
  if (!panel.hidden) await renew();
  const lies = !panel.hidden && root()?.dataset.ask === opens && pick === tapped; // Then a thumb may have picked in it since.
  if (opens && cause !== opened && !lies) await openPanel(opens, pick);
  [opened, tapped] = [cause, pick];
}

async function renew() {
  const { ask, again } = root().dataset;
  if (isOver()) return closePanel();
  if (coming) return void (missed = true); // What a thumb has asked for comes first.
  if (ask) await renewAsk();
  else if (again) await showPanel(again);
}

/** Whether nothing is left that the panel is for. The lobby lies above a game that is over, until somebody starts the next. */
function isOver() {
  const { ask, page: lobby } = root().dataset;
  return (ask && number(ask) === null) || (lobby && root(page).dataset.page !== "over");
}

async function renewAsk() {
  const { ask, pick } = root().dataset;
  const now = number(ask);
  if (root().dataset.closed !== undefined) return void (root().dataset.number = now);
  if (now !== Number(root().dataset.number) || root().querySelector("#others")) await openPanel(ask, pick);
}

// Panels

async function openPanel(ask, pick = "", notes = 0) {
  const query = new URLSearchParams({ ...(pick && { pick }), ...(notes && { notes }) });
  await showPanel(`/seat/ask/${ask}?${query}`);
}

let coming = null; // the panel that was asked for last, while it is on its way
let missed = false; // whether something has changed since
let left = 0; // how far the page was scrolled when a panel came to lie on it
async function showPanel(url, method = "GET") {
  const mine = (coming = { url });
  missed = false;
  const html = await fetchText(url, method);
  const script = html && (await scriptOf(html));
  if (mine !== coming) return; // Another was asked for meanwhile, or none any more.
  if (html === null || script === null) return closePanel();
  coming = null;
  const top = panel.hidden ? 0 : scrollY;
  if (panel.hidden) left = scrollY;
  swap(panel, html);
  panel.hidden = false;
  page.hidden = true;
  scrollTo(0, top);
  if (!panel.contains(document.activeElement)) focusOn(panel.querySelector("h1"));
  if (root().dataset.pile) compose();
  else if (script) script.begin(root());
  else chosen();
  mark();
  if (missed) await renew();
}

/** The script that a panel needs comes before it is shown, for a thumb may be on its keys at once; null where it can't be had. */
async function scriptOf(html) {
  const src = html.match(/data-script="([^"]+)"/)?.[1];
  return src && import(src).catch(() => null);
}

function focusOn(heading) {
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Who turns back finds the page where it was left; after an answer it begins with what came of it. */
function closePanel(top = 0) {
  coming = null;
  if (panel.hidden) return;
  closePurse();
  const opener = root()?.dataset.ask;
  panel.hidden = true;
  panel.replaceChildren();
  page.hidden = false;
  scrollTo(0, top);
  page.querySelector(`[data-panel="${opener}"]`)?.focus({ preventScroll: true });
}

/** What belongs to the option that is checked is shown, and the lamp says what it will do with it. */
function chosen() {
  const place = panel.hidden ? page : panel;
  const option = place.querySelector("input[name=option]:checked, input[name=game]:checked");
  if (!option) return;
  for (const one of place.querySelectorAll("[data-of]")) one.hidden = one.dataset.of !== option.value;
  const lamp = panel.querySelector("[data-confirm]");
  if (!lamp) return;
  lamp.disabled = !option.dataset.act;
  lamp.textContent = option.dataset.go;
  lamp.dataset.act = option.dataset.act ?? "";
}

/**
 * Says on what lies around it what is turned over, and which row is chosen: not every browser can look into a row from outside
 * (`:has`), and there a pile that was turned over would leave its sums open.
 */
function mark() {
  const around = (kind, place, name, is) => document.querySelectorAll(kind).forEach((one) => one.closest(place)?.classList.toggle(name, is(one)));
  const shut = (one) => !one.classList.contains("open");
  around(".turnover", ".phone", "covered", shut);
  around(".hand-of", ".counter", "covers", shut);
  around(".bids .turnable", "li", "chosen", (one) => one.querySelector(":checked") !== null);
  for (const one of document.querySelectorAll("[data-in-parts]")) unfoldParts(one);
}

/** The parts of an option are asked for unless it stands on its first choice. */
function unfoldParts(option) {
  for (const part of option.closest("div").querySelectorAll(".part")) part.hidden = option.selectedIndex === 0;
}

function compose() {
  const { ask, pick } = root().dataset;
  if (pileOf !== `${ask}:${pick}`) pile = new Pile();
  pileOf = `${ask}:${pick}`;
  fit(pile, JSON.parse(root().dataset.pile));
  draw(root(), pile);
}

let command = null; // what the closed pile will be pushed with
async function shut() {
  const { ask, pick } = root().dataset;
  command = JSON.parse(root().dataset.pile).command;
  await openPanel(ask, pick, pile.notes);
}

async function push() {
  const { ask } = root().dataset;
  await act({ ask: [ask, Number(root().dataset.number)], command: { ...command, pile: pile.plain() } });
}

// Answers

async function act(answer) {
  if (busy) return;
  const bare = panel.hidden; // Then nothing but the page can answer the tap.
  setBusy(true);
  say(refused, "");
  sent = true;
  const { status, body } = await send({ seat, ...answer }, (waiting) => say(line, waiting ? word("again") : ""));
  sent = false;
  if (status === 200) {
    pile = new Pile();
    pileOf = "";
    if (!bare) closePanel();
  } else if (status === 409) say(refused, word(answer.command.pile ? "moved_pile" : "moved"), 5000);
  else if (body.sentence) say(refused, body.sentence + (body.rule === "table" ? "" : ` (${body.rule})`), 8000); // In no rule book.
  await Promise.race([refresh(bare), new Promise((late) => setTimeout(late, STALE))]); // Until then the old buttons lie there.
  setBusy(false);
}

function setBusy(now) {
  busy = now;
  document.body.toggleAttribute("data-busy", now);
}

const timers = new Map();
function say(where, text, time = 0) {
  clearTimeout(timers.get(where));
  where.textContent = text;
  put(where, !text);
  if (text && time) timers.set(where, setTimeout(() => put(where, true), time));
}

/** Lays a notice on the page or takes it away: what lies under it makes room. */
function put(where, hidden) {
  where.hidden = hidden;
  document.documentElement.classList.toggle("disk-says", !disk.hidden);
  document.body.classList.toggle("notice-says", !line.hidden || !refused.hidden);
}

const start = (game) => act({ ask: null, command: { is: "StartGame", game, options: optionsOf(game) } });

/** Each option with what was chosen: a word, or with `data-in-parts` what its parts say, and nothing where it stands on its first. */
function optionsOf(game) {
  const fields = Array.from(document.querySelectorAll(`[data-game="${game}"] select`));
  const inParts = (field) => "inParts" in field.dataset;
  const parts = (name) => fields.filter((field) => field.dataset.part === name).map((field) => field.value);
  const chosen = fields.filter((field) => !field.dataset.part && !(inParts(field) && field.selectedIndex === 0));
  return Object.fromEntries(chosen.map((field) => [field.name, inParts(field) ? parts(field.name) : field.value]));
}

// Taps

const SENDS = "[data-act], [data-push], [data-start], [data-post]";

/** The second half of a double tap may hit what has only just come under the thumb: it sends nothing. */
const slips = (event, on) => event.detail > 1 && on.matches(SENDS);

function tap(event) {
  const on = event.target.closest("button");
  if (!on || on.disabled || slips(event, on)) return;
  const data = on.dataset;
  if (data.act) act(JSON.parse(data.act));
  else if (data.panel) openPanel(data.panel, data.pick);
  else if (data.fetch) showPanel(data.fetch);
  else if (data.post) renewPin(data.post);
  else if (data.start) start(data.start);
  else if (data.lay !== undefined) lay(Number(data.lay));
  else if (data.lift !== undefined) lift(Number(data.lift));
  else if (data.noted !== undefined) note.hidden = true;
  else if (data.close !== undefined) closePanel(left);
  else if (data.shut !== undefined) shut();
  else if (data.reopen !== undefined) openPanel(root().dataset.ask, root().dataset.pick);
  else if (data.push !== undefined) push();
  else if (data.turn !== undefined) turn(on.closest(".turnable"), data.turn === "both" && on.closest(".open") !== null);
  else if (data.turnAll !== undefined) panel.querySelectorAll(".turnable").forEach((one) => one.classList.add("open"));
  else if (data.turnover !== undefined) turn(on, on.classList.contains("open"));
}

function lay(kind) {
  pile.order.push(kind);
  draw(root(), pile);
}

function lift(kind) {
  pile.lift(kind);
  draw(root(), pile);
}

/** An open pile turns itself over after a while: other eyes are near. */
function turn(what, close = false) {
  what.classList.toggle("open", !close);
  if (!close) what.querySelector("input")?.click();
  mark();
}

let idle = 0;
function awake() {
  clearTimeout(idle);
  idle = setTimeout(() => document.querySelectorAll(".turnable.open, .turnover.open").forEach((one) => turn(one, true)), OPEN_PILE);
}

/** Shows a new PIN; the one that was told above the lobby is no good any more. */
async function renewPin(url) {
  note.hidden = true;
  await showPanel(url, "POST");
}

/** Who has just sat down is told the seat's PIN, once, above the lobby. */
async function newcomer() {
  if (root(page)?.dataset.newcomer === undefined) return;
  const html = await fetchText("/seat/pin", "POST");
  if (html === null) return;
  const answer = new DOMParser().parseFromString(html, "text/html").body;
  if (Number(answer.firstElementChild.dataset.made) === made + 1) made += 1; // Nothing else has changed meanwhile.
  const told = answer.querySelectorAll("h1, p");
  note.querySelector("span").textContent = Array.from(told, (one) => one.textContent).join(" ");
  note.hidden = false;
}

// The line

function bye() {
  gone.hidden = false;
  closePanel();
  page.replaceChildren();
  warn();
}

/** An EventSource is not told why it was refused. A page is: without a seat it is the door. */
function lost() {
  newest = 0;
  fetchPage("/seat/view");
}

function heard(up) {
  live &&= up;
  if (!up) lost();
  if (!busy) say(line, up ? "" : word("offline")); // Else it says whether the answer is asked for again.
}

document.addEventListener("click", tap);
document.addEventListener("pointerdown", awake);
document.addEventListener("pointerdown", seen);
document.addEventListener("keydown", seen);
document.addEventListener("pointerdown", unhold);
document.addEventListener("keydown", unhold);
document.addEventListener("visibilitychange", away);
for (const place of [page, panel]) place.addEventListener("change", () => (mark(), root()?.dataset.script ?? chosen()));
watchPurse();
awake();
document.querySelector("#bye button").addEventListener("click", () => location.reload());
followAsks();
unfold();
chosen();
mark();
put(disk, disk.hidden);
const late = new Promise((done) => setTimeout(done, SOON));
const listen = () => follow(document.body.dataset.stream, { version: changed, bye, line: heard, also: { page: pushed } });
Promise.race([newcomer(), late]).then(listen); // A PIN is a change, too: it brings no page. Old phones have no `await` here.
