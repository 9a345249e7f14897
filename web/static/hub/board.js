// The board: fetch its view at every change and redraw what is new; the minutes go on by this screen's own clock.
import { all, byId } from "../shared/dom.js";
import { refresher } from "../shared/refresh.js";
import { follow } from "../shared/stream.js";
import { swap } from "../shared/swap.js";

const { made, long, minutes } = document.body.dataset;
const board = byId("board");
let read = performance.now();

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

const refresh = refresher(`/board/view${location.search}`, (html) => {
  swap(board, html);
  read = performance.now();
  tick();
});

follow("/stream", {
  version: (revision, unbroken) => (unbroken && revision === Number(made)) || refresh(),
  line: (up) => document.documentElement.classList.toggle("away", !up),
});
setInterval(tick, 1000);
