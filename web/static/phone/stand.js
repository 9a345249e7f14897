// Tell the table which ask this phone's panel shows, so that a card laid meanwhile picks and does nothing. Loaded with the first panel.

import { panelRoot } from "./places.js";

let told = `{"ask":null}`;

/** Tell it, if that has changed. */
export function stand() {
  const { ask, number } = panelRoot()?.dataset ?? {};
  const body = JSON.stringify({ ask: ask ? [ask, Number(number)] : null });
  if (body !== told) fetch("/seat/at", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => 0);
  told = body;
}
