// Teaching tags: buttons carry what they send, the server says what came of it, and the view is fetched at every version.
import { follow } from "/static/stream.js";

const NOTICE = 6000; // ms
const ARMED = 5000; // ms in which the second touch counts

const byId = (id) => document.getElementById(id);
const word = (name) => document.querySelector(`[data-word="${name}"]`).textContent;
let armed = null; // the button that was touched once, how often, and what it said

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

async function sentence(path, answer) {
  const other = answer.status === 503 ? "unknown" : path === "import" ? "file" : "stale";
  try {
    return (await answer.json()).sentence ?? word(other);
  } catch {
    return word(other);
  }
}

let silence = 0;

function tell(text) {
  const notice = byId("notice");
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (notice.hidden = true), NOTICE);
}

/** Whether *button* has been touched often enough: what takes tags away asks first. */
function sure(button) {
  const questions = [button.dataset.sure, button.dataset.surer].filter(Boolean);
  const touched = armed?.button === button ? armed.touched : 0;
  disarm();
  if (touched >= questions.length) return true;
  armed = { button, touched: touched + 1, html: button.innerHTML, timer: setTimeout(disarm, ARMED) };
  button.textContent = questions[touched];
  return false;
}

function disarm() {
  if (!armed) return;
  clearTimeout(armed.timer);
  armed.button.innerHTML = armed.html;
  armed = null;
}

async function take(button) {
  const file = document.querySelector("input[name=tags]").files[0];
  if (!file) document.querySelector("input[name=tags]").click();
  else if (sure(button)) send("import", { text: await file.text(), replace: button.dataset.import === "replace" });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { post, body } = button.dataset;
  if (button.dataset.import) take(button);
  else if (post && sure(button)) send(post, JSON.parse(body));
});

// What is shown

let fetching = false;
let again = false;
let seen = "";

async function refresh() {
  again = fetching;
  if (fetching) return;
  fetching = true;
  do {
    again = false;
    try {
      const answer = await fetch("/enrolment/view");
      if (answer.ok) swap(await answer.text());
    } catch {
      // The next connection brings a version, and with it the view.
    }
  } while (again);
  fetching = false;
}

/** Keeps the chosen file, open details and the focus. */
function swap(html) {
  if (html === seen) return;
  seen = html;
  disarm();
  const view = byId("view");
  const file = view.querySelector("input[type=file]");
  const open = Array.from(view.querySelectorAll("details[open]"), (one) => one.dataset.kept);
  const focus = mark(document.activeElement);
  view.innerHTML = html;
  if (file?.files.length) view.querySelector("input[type=file]")?.replaceWith(file);
  for (const one of view.querySelectorAll("details")) one.open = open.includes(one.dataset.kept);
  if (focus) Array.from(view.querySelectorAll("button, summary, input")).find((one) => mark(one) === focus)?.focus({ preventScroll: true });
}

function mark(element) {
  const { post, body, import: way } = element?.dataset ?? {};
  return [post, body && !body.includes('"at"') ? body : body?.replace(/"at": ?\d+/, ""), way, element?.name].filter(Boolean).join("|");
}

follow("/stream", { version: refresh });
