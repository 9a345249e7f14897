// The sheet's button opens the browser's own printing; without scripts its menu does.
const button = /** @type {HTMLElement} */ (document.querySelector("[data-print]"));
button.hidden = false;
button.addEventListener("click", () => print());

export {};
