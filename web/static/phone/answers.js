// Send answers, the start of a game, and requests for a new PIN.

import { all, one, parsed, the } from "../shared/dom.js";
import { knows, refresh } from "./page.js";
import { closePanel, forget, showPanel } from "./panel.js";
import { fetchPage, hideNote, note, notices, pageRoot, say, word } from "./places.js";
import * as states from "./states.js";

const LONGEST = 8000; // ms between two attempts
const TOO_MANY = 429; // Rate limited; the table says in how many seconds to retry.
const STALE = 3000; // ms for which an answered page takes no other answer, unless a fresh page arrives

/** @param {{ask: [string, number] | null, command: any}} answer @param {string} [choice] the number of a choice in the lobby, which closes no panel */
export async function act(answer, choice) {
  if (!states.answer.is("ready")) return follows(choice);
  const bare = states.panel.is("none"); // Without a panel, only the page can respond to the tap.
  on("send");
  say(notices.refused, "");
  const { status, body } = await send({ seat: document.body.dataset.seat, ...answer }, (waiting) => say(notices.line, waiting ? word("again") : ""));
  on("answered");
  follows(choice);
  if (status === 200) {
    forget();
    if (!bare && !choice) closePanel();
  } else if (status === 409) say(notices.refused, word(answer.command.pile ? "moved_pile" : "moved"), 5000);
  else if (body.sentence) refuse(body.sentence, body.why);
  await Promise.race([refresh(bare), new Promise((late) => setTimeout(late, STALE))]); // The old buttons are still there until then.
  on("settled");
}

/** Say why an act was refused, with a link to the rule, if it is in the game's. @param {string} sentence @param {string} rule */
function refuse(sentence, rule) {
  say(notices.refused, sentence, 8000);
  if (rule) notices.refused.append(" ", Object.assign(document.createElement("a"), { href: rule, target: "_blank", rel: "noopener", textContent: word("why") }));
}

/** @param {string} event */
function on(event) {
  states.answer.on(event);
  document.body.toggleAttribute("data-busy", !states.answer.is("ready"));
}

let choices = Promise.resolve(); // the choices of a game or an option, sent one after another; the start waits for them
let made = 0; // the number of the last one

/** @param {string} game */
export const start = (game) => choices.then(() => act({ ask: null, command: { is: "StartGame", game, options: optionsOf(game) } }));

/** Tell the table what was chosen in the lobby: a game, or how it is to be played. @param {HTMLInputElement | HTMLSelectElement} field */
export function choose(field) {
  const game = field.closest("details")?.dataset.game;
  const command = game ? { is: "ChooseOptions", game, options: optionsOf(game) } : { is: "ChooseGame", game: field.value };
  const choice = (field.dataset.sent = String(++made)); // The page keeps it meanwhile, for the next choice sends all options.
  choices = choices.then(() => act({ ask: null, command }, choice));
}

/** Let what was chosen follow the table again. @param {string} [choice] */
function follows(choice) {
  for (const field of all(document, `[data-sent="${choice}"]`)) delete field.dataset.sent;
}

/** Return the chosen options: a word, or with `data-in-parts` the parts' values; nothing for an option left at its first. @param {string} game */
function optionsOf(game) {
  const fields = /** @type {HTMLSelectElement[]} */ (all(document, `[data-game="${game}"] select`));
  const inParts = (/** @type {HTMLElement} */ field) => "inParts" in field.dataset;
  const parts = (/** @type {string} */ name) => fields.filter((field) => field.dataset.part === name).map((field) => field.value);
  const chosen = fields.filter((field) => !field.dataset.part && !(inParts(field) && field.selectedIndex === 0));
  return Object.fromEntries(chosen.map((field) => [field.name, inParts(field) ? parts(field.name) : field.value]));
}

/** Show a new PIN; the one shown above the lobby is no longer valid. @param {string} url */
export async function renewPin(url) {
  hideNote();
  await showPanel(url, "POST");
}

/** Show a new sitter the seat's PIN, once, above the lobby. */
export async function newcomer() {
  if (pageRoot()?.dataset.newcomer === undefined) return;
  const { html } = await fetchPage("/seat/pin", "POST");
  if (html === null) return;
  const answer = parsed(html);
  knows(Number(one(answer, "[data-made]")?.dataset.made));
  the(note, "span").innerHTML = all(answer, "h1, p").map((its) => its.innerHTML).join(" ");
  note.hidden = false;
}

/** Return a key of 128 random bits; crypto.randomUUID is missing on plain http. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Send an answer, and retry until its outcome is known; its key makes retries harmless.
 * @param {{ask: [string, number] | null, command: object, seat?: string}} answer
 * @param {(waiting: boolean) => void} line called with true while nobody knows, with false once somebody does
 * @returns {Promise<{status: number, body: any}>} what the table said; never a network error
 */
async function send(answer, line) {
  const body = JSON.stringify({ key: newKey(), ...answer });
  for (let wait = 400; ; wait = Math.min(wait * 2, LONGEST)) {
    const reply = await post(body);
    if (reply && reply.status < 500 && reply.status !== TOO_MANY) {
      line(false);
      return reply;
    }
    line(true);
    await new Promise((done) => setTimeout(done, reply?.seconds ? reply.seconds * 1000 : wait));
  }
}

/** @param {string} body */
async function post(body) {
  try {
    const response = await fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const seconds = Number(response.headers.get("Retry-After"));
    return { status: response.status, seconds, body: await response.json() };
  } catch {
    return null;
  }
}
