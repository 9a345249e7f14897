// The purse is on the page only while it is looked at: while its button is held, or five seconds after a tap.

const TAP = 350; // ms; a shorter touch is a tap
const SHOWN = 5000; // ms after a tap

let open = null; // {button, sheet, since, timer}

export function closePurse() {
  if (!open) return;
  clearTimeout(open.timer);
  open.sheet.replaceChildren();
  open.button.classList.remove("held");
  open = null;
}

async function openPurse(button) {
  closePurse();
  const sheet = button.closest(".counter").querySelector("[data-sheet]");
  const mine = (open = { button, sheet, since: performance.now(), timer: 0 });
  button.classList.add("held");
  const html = await fetch("/seat/purse").then((r) => (r.ok ? r.text() : ""), () => "");
  if (open === mine) sheet.innerHTML = html;
}

function closeLater() {
  clearTimeout(open.timer);
  open.timer = setTimeout(closePurse, SHOWN);
}

/** Listens on the whole document: pages come and go. */
export function watchPurse() {
  const button = (event) => event.target.closest?.("[data-purse]");
  document.addEventListener("pointerdown", (event) => {
    if (!button(event)) return;
    event.preventDefault();
    if (open && open.timer) return closePurse();
    button(event).setPointerCapture(event.pointerId);
    openPurse(button(event));
  });
  document.addEventListener("pointerup", (event) => {
    if (!open || open.timer || !button(event)) return;
    if (performance.now() - open.since < TAP) closeLater();
    else closePurse();
  });
  document.addEventListener("click", (event) => {
    if (event.detail !== 0 || !button(event)) return; // A key or a screen reader, not a finger.
    if (open) return closePurse();
    openPurse(button(event)).then(() => open && closeLater());
  });
  document.addEventListener("contextmenu", (event) => button(event) && event.preventDefault());
  document.addEventListener("pointercancel", closePurse);
  document.addEventListener("visibilitychange", closePurse);
  addEventListener("blur", closePurse);
}
