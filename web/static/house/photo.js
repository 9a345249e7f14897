// Take a picture of the table: make it smaller, send it, and draw what was found over it. The picture itself stays on this page.
import { byId, one, parsed, the } from "../shared/dom.js";
import { changing } from "../shared/thumb.js";

const PIXELS = 3e6; // as many as the table needs
const QUALITY = 0.85; // of JPEG
const TRIES = 8; // while another picture is being looked at
const PAUSE = 2000; // ms between them

/** @typedef {[string, string, boolean, [number, number][]]} Outline a name, a seat or nothing, whether it differs, and four corners */

const input = /** @type {HTMLInputElement} */ (the(document, "input[type=file]"));
const canvas = /** @type {HTMLCanvasElement} */ (byId("picture"));
const word = (/** @type {string} */ name) => the(document, `[data-word="${name}"]`).textContent ?? "";
const say = (/** @type {string} */ text) => (byId("progress").textContent = text);

input.addEventListener("change", async () => {
  const file = input.files?.[0];
  if (!file) return;
  byId("found").replaceChildren();
  input.disabled = true;
  try {
    say(word("shrinks"));
    await show(await sent(await smaller(file)));
  } catch {
    say(word("failed"));
  }
  input.disabled = false;
  input.value = "";
});

/** Draw *file* on the canvas with at most PIXELS, and return that as JPEG. @param {File} file @returns {Promise<Blob>} */
async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, Math.sqrt(PIXELS / (picture.width * picture.height)));
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  canvas.hidden = false;
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(Error())), "image/jpeg", QUALITY));
}

/** Send *picture*, again while the table looks at another one. @param {Blob} picture @returns {Promise<XMLHttpRequest>} */
async function sent(picture) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await send(picture);
    if (answer.status !== 503 && answer.status !== 413) return answer;
    say(word("waits"));
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  throw Error();
}

/** Send *picture* once, and say how much of it has gone: `fetch` doesn't know. @param {Blob} picture @returns {Promise<XMLHttpRequest>} */
function send(picture) {
  const request = new XMLHttpRequest();
  request.open("POST", input.dataset.to ?? "");
  request.setRequestHeader("Content-Type", picture.type);
  request.upload.onprogress = (event) => say(word("sends").replace("{}", String(Math.floor((100 * event.loaded) / event.total))));
  request.upload.onload = () => say(word("looks"));
  return new Promise((done, fail) => {
    request.onload = () => done(request);
    request.onerror = request.onabort = fail;
    request.send(picture);
  });
}

/** @param {XMLHttpRequest} answer */
async function show(answer) {
  if (answer.status !== 200 && answer.status !== 422) throw Error();
  say("");
  const content = parsed(answer.responseText);
  const found = one(content, "[data-found]");
  const changed = changing();
  byId("found").replaceChildren(content);
  the(document, "#take span").textContent = word("again");
  changed();
  if (found) outline(JSON.parse(found.dataset.found ?? "[]"), JSON.parse(found.dataset.size ?? "[0,0]"));
}

/** Draw *outlines*, found in a picture of that *size*. @param {Outline[]} outlines @param {[number, number]} size */
function outline(outlines, size) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [lamp, chalk, night] = ["--lamp", "--chalk", "--room"].map((token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim());
  const scale = canvas.width / (size[0] || canvas.width);
  const letter = Math.max(18, canvas.width / 55);
  context.font = `700 ${letter}px sans-serif`;
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const [name, , differs, corners] of outlines) {
    const points = corners.map(([x, y]) => /** @type {[number, number]} */ ([x * scale, y * scale]));
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.closePath();
    for (const [ink, width] of /** @type {[string, number][]} */ ([[night, letter / 2], [differs ? lamp : chalk, letter / 5]])) {
      context.strokeStyle = ink;
      context.lineWidth = width;
      context.stroke();
    }
    const middle = points.reduce((sum, [x]) => sum + x, 0) / points.length;
    const below = Math.max(...points.map(([, y]) => y)) + 1.2 * letter;
    context.strokeStyle = night;
    context.lineWidth = letter / 3;
    context.strokeText(name, middle, below);
    context.fillStyle = differs ? lamp : chalk;
    context.fillText(name, middle, below);
  }
}
