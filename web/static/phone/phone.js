// A player's phone: a page that is replaced at every change of the table, and a panel above it. For its states see states.js.

import { switchSound, watchCalls } from "./calling.js";
import { around, byId } from "../shared/dom.js";
import { act, choose, newcomer, renewPin, start } from "./answers.js";
import { awake, chosen, goOn, mark, turn } from "./marks.js";
import { away, begin, bye, changed, lost, pushed, unhold } from "./page.js";
import { followAsks, goBack, openAll, openPanel, openWhatWasTouched, showPanel } from "./panel.js";
import { hideNote, notices, page, panel, put, say, word } from "./places.js";
import * as states from "./states.js";
import { watchPurse } from "./purse.js";
import { follow } from "../shared/stream.js";
import { changing } from "../shared/thumb.js";

const SOON = 2000; // ms to wait for a newcomer's PIN before listening anyway

/** Button actions, by the data attribute that a button carries; the first match is used. @type {Object<string, (data: DOMStringMap, on: HTMLElement) => void>} */
const DOES = {
  act: ({ act: answer = "" }) => act(JSON.parse(answer)),
  panel: ({ panel: ask = "", pick }) => openPanel(ask, pick).then(openWhatWasTouched),
  fetch: ({ fetch: url = "" }) => showPanel(url),
  post: ({ post = "" }) => renewPin(post),
  start: ({ start: game = "" }) => start(game),
  noted,
  close: goBack,
  sound: switchSound,
  turn: (data, on) => turn(on.closest(".turnable"), data.turn === "both" && on.closest(".open") !== null),
  turnAll: openAll,
  turnover: (_, on) => turn(on, on.classList.contains("open")),
};

/** @param {MouseEvent} event */
function tap(event) {
  const on = /** @type {HTMLButtonElement | null} */ (around(event, "button"));
  if (!on || on.disabled) return;
  const name = Object.keys(DOES).find((each) => on.dataset[each] !== undefined);
  if (name) DOES[name](on.dataset, on);
}

/** Take the PIN away; the page below moves up. */
function noted() {
  const changed = changing();
  hideNote();
  changed();
}

/** @param {boolean} up */
function heard(up) {
  if (up) states.line.on("heard");
  else lost();
  if (states.answer.is("ready")) say(notices.line, up ? "" : word("offline")); // Otherwise the notice says whether the answer is being retried.
}

/** @param {Event} event */
function change(event) {
  mark();
  const followed = around(event, "[data-follows]");
  if (followed) choose(/** @type {HTMLInputElement | HTMLSelectElement} */ (followed));
  if (!states.panel.is("composing", "shut")) chosen();
}

for (const does of [tap, goOn]) document.addEventListener("click", does);
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, unhold);
document.addEventListener("pointerdown", awake);
document.addEventListener("visibilitychange", away);
byId("bye").querySelector("button")?.addEventListener("click", () => location.reload());
for (const place of [page, panel]) place.addEventListener("change", change);
watchPurse();
watchCalls();
awake();
begin();
followAsks();
put(notices.disk, notices.disk.hidden);
const late = new Promise((done) => setTimeout(done, SOON));
const listen = () => follow(document.body.dataset.stream ?? "", { version: changed, bye, line: heard, also: { page: pushed } });
Promise.race([newcomer(), late]).then(listen); // Setting a PIN is a change, too, but brings no page. Old phones have no `await` here.
