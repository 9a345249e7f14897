// Teach tags: buttons carry what they send, the server answers with the result, and the view is fetched at every version.
import { all, around, byId, one, the } from "../shared/dom.js";
import { refresher } from "../shared/refresh.js";
import { follow } from "../shared/stream.js";
import { changing } from "../shared/thumb.js";

const NOTICE = 6000; // ms
const ARMED = 5000; // ms within which a second touch confirms

const word = (/** @type {string} */ name) => the(document, `[data-word="${name}"]`).textContent ?? "";
let armed = /** @type {{button: HTMLElement, touched: number, html: string, timer: number} | null} */ (null); // the button waiting for confirmation, its number of touches, and its content before

/** @param {string} path @param {object} body */
async function send(path, body) {
  let answer = null;
  try {
    answer = await fetch(`/enrolment/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    tell(word("offline"));
    return;
  }
  if (!answer.ok) tell(await sentence(path, answer));
  refresh();
}

/** @param {string} path @param {Response} answer */
async function sentence(path, answer) {
  const other = answer.status === 503 ? "unknown" : path === "import" ? "file" : "stale";
  try {
    return (await answer.json()).sentence ?? word(other);
  } catch {
    return word(other);
  }
}

let silence = 0;

/** @param {string} text */
function tell(text) {
  const notice = byId("notice");
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (notice.hidden = true), NOTICE);
}

/** Return whether *button* has been touched often enough; buttons that forget tags ask for confirmation. @param {HTMLElement} button */
function sure(button) {
  const questions = [button.dataset.sure ?? "", button.dataset.surer ?? ""].filter(Boolean);
  const touched = armed?.button === button ? armed.touched : 0;
  disarm();
  if (touched >= questions.length) return true;
  armed = { button, touched: touched + 1, html: button.innerHTML, timer: setTimeout(disarm, ARMED) };
  const changed = changing();
  button.textContent = questions[touched];
  changed();
  return false;
}

function disarm() {
  if (!armed) return;
  clearTimeout(armed.timer);
  armed.button.innerHTML = armed.html;
  armed = null;
}

/** @param {HTMLElement} button */
async function take(button) {
  const field = /** @type {HTMLInputElement} */ (the(document, "input[name=tags]"));
  const file = field.files?.[0];
  if (!file) field.click();
  else if (sure(button)) send("import", { text: await file.text(), replace: button.dataset.import === "replace" });
}

document.addEventListener("click", (event) => {
  const button = around(event, "button");
  if (!button) return;
  const { post, body } = button.dataset;
  if (button.dataset.import) take(button);
  else if (post && sure(button)) send(post, JSON.parse(body ?? ""));
});

// The page's content

let seen = "";
const refresh = refresher("/enrolment/view", swap);

/** Replace the view, keeping the chosen file, open details and the focus. @param {string} html */
function swap(html) {
  if (html === seen) return;
  seen = html;
  disarm();
  const view = byId("view");
  const file = /** @type {HTMLInputElement | null} */ (one(view, "input[type=file]"));
  const open = all(view, "details[open]").map((its) => its.dataset.kept);
  const focus = document.activeElement && mark(document.activeElement);
  const changed = changing();
  view.innerHTML = html;
  if (file?.files?.length) one(view, "input[type=file]")?.replaceWith(file);
  for (const its of view.querySelectorAll("details")) its.open = open.includes(its.dataset.kept);
  if (focus) all(view, "button, summary, input").find((its) => mark(its) === focus)?.focus({ preventScroll: true });
  changed();
}

/** Return a key by which to find the same element in the next view. @param {Element} element */
function mark(element) {
  const { name, dataset } = /** @type {HTMLInputElement} */ (element);
  const { post, body, import: way } = dataset;
  return [post, body && !body.includes('"at"') ? body : body?.replace(/"at": ?\d+/, ""), way, name].filter(Boolean).join("|");
}

follow("/stream", { version: refresh });
