// Follow the table's stream. An EventSource gives up for ever on any answer but 200, and a phone that sleeps
// keeps a dead one. So it is rebuilt with back-off, closed while hidden, and every (re)connection reports its first version.

const SILENT = 5000; // ms without a heartbeat (one a second) before the connection counts as down
const PAGE = Math.random().toString(36).slice(2); // what the table knows this page by

/**
 * @param {string} url
 * @param {{version: (n: number, unbroken: boolean) => void, bye?: () => void, line?: (up: boolean) => void, also?: Object<string, (data: string, id: string) => void>}} on
 *   version: the table has changed, or may have while we were away; unbroken: never away since the page was
 *   loaded, so that n counts on from the revision that the page tells. bye: a newer tab took over. line: the connection.
 *   also: other events, by their names, with their ids.
 * @returns {() => void} starts afresh, also after bye
 */
export function follow(url, on) {
  let source = /** @type {EventSource | null} */ (null);
  let timer = 0;
  let wait = 500;
  let heard = 0;
  let ended = false;
  let opens = 0;

  function close() {
    clearTimeout(timer);
    timer = 0;
    source?.close();
    source = null;
  }

  function retry() {
    close();
    on.line?.(false);
    timer = setTimeout(open, wait + Math.random() * 250);
    wait = Math.min(wait * 2, 8000);
  }

  function open() {
    // Several events may tell a page that it is back, and a busy table may answer an abandoned stream after the one that replaced it.
    if (source?.readyState === EventSource.CONNECTING && performance.now() - heard < SILENT) return;
    close();
    opens += 1; // Even while hidden, because the next connection is then later than the page.
    if (ended || document.hidden) return;
    heard = performance.now();
    // The table may answer a stream that we have given up after the one that we opened instead. It knows the newer by its number.
    const mine = (source = new EventSource(`${url}${url.includes("?") ? "&" : "?"}page=${PAGE}&opened=${opens}`));
    // WebKit reopens a stream that was closed when the page was left, which would take the seat from the current one.
    const stale = () => mine !== source && (mine.close(), true);
    const hear = (/** @type {(event: MessageEvent) => void} */ then = () => {}) => (/** @type {MessageEvent} */ event) => {
      if (stale()) return;
      heard = performance.now();
      wait = 500;
      on.line?.(true);
      then(event);
    };
    mine.addEventListener("version", hear((event) => on.version(Number(event.data), opens === 1)));
    mine.addEventListener("hb", hear());
    for (const [name, then] of Object.entries(on.also ?? {})) mine.addEventListener(name, hear((event) => then(event.data, event.lastEventId)));
    mine.addEventListener("bye", () => {
      if (stale()) return;
      ended = true;
      close();
      on.bye?.();
    });
    mine.addEventListener("error", () => stale() || retry());
  }

  setInterval(() => source && performance.now() - heard > SILENT && retry(), 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("offline", () => source && retry()); // The table can't say so, and its silence would take longer.
  addEventListener("online", open);
  open();
  return () => {
    ended = false;
    open();
  };
}
