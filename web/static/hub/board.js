// The board: fetch its view at every change and redraw what is new; the minutes go on by this screen's own clock. If there are more
// tables than a screen shows, it turns from one part to the next, and at once to one where a table falls silent, unless somebody has
// chosen one.
import { all, byId } from "../shared/dom.js";
import { refresher } from "../shared/refresh.js";
import { follow } from "../shared/stream.js";
import { swap } from "../shared/swap.js";

const { made, long, minutes, turn } = document.body.dataset;
const board = byId("board");
const asked = new URLSearchParams(location.search);
const turns = !asked.has("part");
let read = performance.now();
let gone = silent();

/** Return how many tables of each part are silent. */
function silent() {
  return all(board, "nav a").map((part) => Number(part.dataset.gone));
}

/** @param {number} part */
function turnTo(part) {
  asked.set("part", String(part));
  refresh();
}

function tick() {
  const passed = (performance.now() - read) / 1000;
  for (const time of all(board, "[data-since]")) {
    const seconds = Number(time.dataset.since) + passed;
    const text = String(minutes).replace("{}", String(Math.floor(seconds / 60)));
    if (time.textContent !== text) time.textContent = text;
    const table = time.closest(".table");
    if (table && !table.matches(".lost")) table.classList.toggle("stuck", seconds >= Number(long));
  }
}

const refresh = refresher(() => `/board/view?${asked}`, (html) => {
  swap(board, html);
  read = performance.now();
  tick();
  const [before, part] = [gone, Number(asked.get("part") ?? 1)];
  gone = silent();
  const fallen = gone.findIndex((tables, at) => tables > (before[at] ?? tables)) + 1;
  if (turns && fallen && fallen !== part) turnTo(fallen);
});

follow("/stream", {
  version: (revision, unbroken) => (unbroken && revision === Number(made)) || refresh(),
  line: (up) => document.documentElement.classList.toggle("away", !up),
});
setInterval(tick, 1000);
setInterval(() => {
  const parts = all(board, "nav a").length;
  if (turns && parts > 1) turnTo((Number(asked.get("part") ?? 1) % parts) + 1);
}, 1000 * Number(turn));
