// Find elements, and read fragments that the table has sent.

/** @typedef {Document | Element | DocumentFragment} Place */

/** Return the element *id*, which every page of this kind has. @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Place} place @param {string} selector @returns {HTMLElement[]} */
export const all = (place, selector) => Array.from(place.querySelectorAll(selector));

/** Return the first match, or null. @param {Place} place @param {string} selector @returns {HTMLElement | null} */
export const one = (place, selector) => place.querySelector(selector);

/** Return the first match, where the page always has one. @param {Place} place @param {string} selector */
export const the = (place, selector) => /** @type {HTMLElement} */ (place.querySelector(selector));

/** Return the nearest match around an event's target, itself included. @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/** Return *html* parsed outside the page, so that its scripts don't run and its pictures aren't fetched. @param {string} html */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Load the style sheets of *content* (`data-style`), once each, and wait for them. @param {DocumentFragment} content */
export async function addStyles(content) {
  const wanted = one(content, "[data-style]")?.dataset.style?.split(" ") ?? [];
  await Promise.all(wanted.filter((href) => href && !one(document, `link[href="${href}"]`)).map(addStyle));
}

/** @param {string} href @returns {Promise<void>} */
function addStyle(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

/** Return the module of *content* (`data-script`), or null if it can't be loaded. @param {Place} content */
export async function scriptOf(content) {
  const src = one(content, "[data-script]")?.dataset.script;
  return src && import(src).catch(() => null);
}
