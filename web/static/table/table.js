// The table screen: fetch the view at every version and swap it whole. It moves only when the game does.
import { show, skip } from "./ceremony.js";
import { addStyles, all, around, byId, one, parsed, scriptOf } from "../shared/dom.js";
import { refresher } from "../shared/refresh.js";
import { watchSound } from "../shared/sound.js";
import { follow } from "../shared/stream.js";
import { hear, watchVoice } from "./voice.js";

const DRIFT = 60000; // ms; one pixel a minute, as burn-in protection
const PATH = [[0, 0], [1, 0], [1, 1], [0, 1]];

const made = Number(document.body.dataset.made);
const refresh = refresher("/table/view", swap);

/** @param {string} html */
async function swap(html) {
  const next = parsed(html);
  const [, script] = await Promise.all([addStyles(next), scriptOf(next)]);
  const view = one(next, "#view");
  if (view) show(view, script?.ceremony);
  for (const part of all(next, "#aside, #leads")) byId(part.id).isEqualNode(part) || byId(part.id).replaceWith(part); // Whoever has moved to a link stays there.
  mark();
  hear();
}

/** Mark on the body that content below the counter leaves less room above, since not every browser supports `:has`. */
function mark() {
  const kinds = { agreed: ".agreed", ticket: ".ticket:not(.card)", strip: ".agreed, .ticket:not(.card)", card: ".ticket.card", vote: ".vote", struck: "s", paused: "[data-paused]" };
  for (const [name, kind] of Object.entries(kinds)) document.body.classList.toggle(`has-${name}`, one(byId("aside"), kind) !== null);
}

mark();
watchSound(byId("sound"));
watchVoice(byId("voice"));
for (const kind of ["click", "keydown"]) document.addEventListener(kind, (event) => around(event, "#sound, #voice") || skip());
follow("/stream?screen=1", {
  version: (revision, unbroken) => (unbroken && revision === made) || refresh(),
  line: (up) => document.documentElement.classList.toggle("away", !up),
});

let minute = 0;
setInterval(() => {
  const [x, y] = PATH[++minute % PATH.length];
  document.body.style.translate = `${x}px ${y}px`;
}, DRIFT);
