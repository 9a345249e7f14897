// Fetch a page's view whenever something has changed, one fetch at a time.

/**
 * Return a function that fetches *url*, or what it returns just then, and hands the text to *take*. A call during a fetch makes it
 * fetch once more afterwards.
 * @param {string | (() => string)} url @param {(html: string) => void | Promise<void>} take
 */
export function refresher(url, take) {
  let fetching = false;
  let again = false;
  return async () => {
    again = fetching;
    if (fetching) return;
    fetching = true;
    do {
      again = false;
      try {
        const answer = await fetch(typeof url === "string" ? url : url());
        if (answer.ok) await take(await answer.text());
      } catch {
        // The connection is down; the next one brings a version, and the view is fetched then.
      }
    } while (again);
    fetching = false;
  };
}
