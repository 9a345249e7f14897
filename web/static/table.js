// The table screen: fetches its view at every version and swaps it whole. It moves only when the game does.
import { follow } from "/static/stream.js";
import { dress } from "./swap.js";
import { show } from "./table_ceremony.js";

const DRIFT = 60000; // ms; one pixel a minute, against burn-in
const PATH = [[0, 0], [1, 0], [1, 1], [0, 1]];

const made = Number(document.body.dataset.made);
let fetching = false;
let again = false;

async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch("/table/view");
    if (answer.ok) await swap(await answer.text());
  } catch {
    // The line is down: the next connection brings a version, and with it the view.
  }
  fetching = false;
  if (again) {
    again = false;
    refresh();
  }
}

async function swap(html) {
  await dress(html);
  const next = new DOMParser().parseFromString(html, "text/html");
  for (const id of ["view", "aside"]) {
    const part = next.getElementById(id);
    if (!part) continue;
    if (id === "view") show(part);
    else document.getElementById(id).replaceWith(part);
  }
  mark();
}

/** What lies below the counter leaves less room above: said on the body, since not every browser can look there (`:has`). */
function mark() {
  const kinds = { agreed: ".agreed", ticket: ".ticket:not(.card)", strip: ".agreed, .ticket:not(.card)", card: ".ticket.card" };
  for (const [name, kind] of Object.entries(kinds)) document.body.classList.toggle(`has-${name}`, document.getElementById("aside").querySelector(kind) !== null);
}


mark();
follow("/stream?screen=1", {
  version: (revision, unbroken) => (unbroken && revision === made) || refresh(),
  line: (up) => document.documentElement.classList.toggle("away", !up),
});

let minute = 0;
setInterval(() => {
  const [x, y] = PATH[++minute % PATH.length];
  document.body.style.translate = `${x}px ${y}px`;
}, DRIFT);
