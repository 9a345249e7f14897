// Take a picture of the table: make it smaller, send it, and draw what was found over it. The picture itself stays on this page.
import { byId, one, parsed, the } from "../shared/dom.js";
import { changing } from "../shared/thumb.js";

const PIXELS = 3e6; // as many as the table needs
const QUALITY = 0.85; // of JPEG
const TRIES = 8; // while another picture is being looked at
const PAUSE = 2000; // ms between them
const [DARK, SAME, DIFFERS] = ["#15110e", "#ffffff", "#ffb52e"]; // over a picture, by day and by night
const LETTER = 10; // CSS pixels
const LONGEST = 11; // letters of a name
const ROOM = 0.05; // of the picture's width, around what was found

/** @typedef {[string, string, boolean, [number, number][]]} Outline a name, a seat or nothing, whether it differs, and four corners */
/** @typedef {[number, number, number, number]} Box left, top, right and bottom of a name */

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
    if (![0, 413, 503].includes(answer.status)) return answer; // Whoever is refused while sending only hears that the line was cut.
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
  return new Promise((done) => {
    request.onloadend = () => done(request);
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

/** Draw *outlines*, found in a picture of that *size*, and leave of the picture what lies around them. @param {Outline[]} outlines @param {[number, number]} size */
function outline(outlines, size) {
  const scale = canvas.width / (size[0] || canvas.width);
  const all = outlines.map(([name, seat, differs, corners]) => ({ name: seat || differs ? short(name) : "", differs, corners: corners.map(([x, y]) => [x * scale, y * scale]) }));
  if (!all.length) return;
  const [left, top] = cut(all.flatMap((its) => its.corners));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const letter = (LETTER * canvas.width) / (canvas.clientWidth || canvas.width);
  context.font = `700 ${letter}px sans-serif`;
  context.textAlign = "center";
  context.lineJoin = "round";
  all.sort((a, b) => Number(a.differs) - Number(b.differs)); // What differs is drawn over the rest,
  const shapes = all.map(({ corners }) => corners.map(([x, y]) => [x - left, y - top]));
  all.forEach(({ differs }, at) => {
    context.beginPath();
    for (const [x, y] of shapes[at]) context.lineTo(x, y);
    context.closePath();
    stroke(context, DARK, letter / 3);
    stroke(context, differs ? DIFFERS : SAME, letter / 6);
  });
  /** @type {Box[]} */
  const taken = [];
  for (const at of [...all.keys()].reverse()) {
    // and named first.
    const { name, differs } = all[at];
    const place = name ? free(shapes[at], context.measureText(name).width, letter, taken, canvas) : null;
    if (!place) continue;
    taken.push(place);
    const [middle, below] = [(place[0] + place[2]) / 2, place[3] - letter / 5];
    context.strokeStyle = DARK;
    context.lineWidth = letter / 3;
    context.strokeText(name, middle, below);
    context.fillStyle = differs ? DIFFERS : SAME;
    context.fillText(name, middle, below);
  }
}

/** Return where a name of that *width* touches no *taken* place: under its *shape*, above it, or some lines farther off; null if nowhere. @param {number[][]} shape @param {number} width @param {number} letter @param {Box[]} taken @param {{width: number, height: number}} sheet @returns {Box | null} */
function free(shape, width, letter, taken, sheet) {
  const [xs, ys] = [0, 1].map((axis) => shape.map((point) => point[axis]));
  const half = width / 2 + letter / 6;
  const middle = Math.min(sheet.width - half, Math.max(half, (Math.min(...xs) + Math.max(...xs)) / 2));
  const high = 1.2 * letter;
  const tops = [0, 1, 2].flatMap((line) => [Math.max(...ys) + line * high, Math.min(...ys) - (line + 1) * high]);
  const boxes = tops.map((top) => /** @type {Box} */ ([middle - half, top, middle + half, top + high]));
  const fits = (/** @type {Box} */ [left, top, right, bottom]) =>
    top >= 0 && bottom <= sheet.height && !taken.some(([l, t, r, b]) => left < r && l < right && top < b && t < bottom);
  return boxes.find(fits) ?? null;
}

const short = (/** @type {string} */ name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** @param {CanvasRenderingContext2D} context @param {string} ink @param {number} width */
function stroke(context, ink, width) {
  context.strokeStyle = ink;
  context.lineWidth = width;
  context.stroke();
}

/** Cut the canvas down to *points* and their surroundings; return its new left and top. @param {number[][]} points */
function cut(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const room = ROOM * canvas.width;
  const [left, top] = [Math.max(0, Math.min(...xs) - room), Math.max(0, Math.min(...ys) - room)].map(Math.floor);
  const [right, bottom] = [Math.min(canvas.width, Math.max(...xs) + room), Math.min(canvas.height, Math.max(...ys) + room)];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const part = context.getImageData(left, top, Math.ceil(right - left), Math.ceil(bottom - top));
  canvas.width = part.width;
  canvas.height = part.height;
  context.putImageData(part, 0, 0);
  return [left, top];
}
