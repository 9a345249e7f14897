// Functions that tests run in a page: SCRIPTS.name(given), by `script` in browsing.py.

const SCRIPTS = {
  /** Tell the page three times at once that the line is back, as several events wake a phone; return how many streams it opens. */
  woken: () => {
    const Plain = window.EventSource;
    let opened = 0;
    window.EventSource = class extends Plain {
      constructor(url) {
        super(url);
        opened += 1;
      }
    };
    for (let n = 0; n < 3; n += 1) dispatchEvent(new Event("online"));
    return opened;
  },
  /** Touch the first thing on a phone that leads on, one of several by *pick*, 0 to 1; return what it was, or "over". */
  touch: (pick) => {
    const panel = document.getElementById("panel");
    const root = panel.hidden ? document.getElementById("page") : panel;
    const some = (what) => {
      const found = [...root.querySelectorAll(what)].filter((one) => one.offsetParent !== null && !one.disabled);
      return found[Math.floor(pick * found.length)];
    };
    const radios = [...root.querySelectorAll("input[type=radio]:enabled")];
    const without = radios.filter((one) => !radios.some((other) => other.name === one.name && other.checked));
    if (document.body.hasAttribute("data-busy") || window.underway) return "";
    if (document.querySelector("#page [data-fetch='/seat/reasons']")) {
      if (panel.hidden) return "over";
      panel.querySelector("[data-close]")?.click();
      return "closed";
    }
    const closed = some(".turnover:not(.open)") ?? some(".turnable:not(.open) [data-turn]");
    const found = document.querySelector("#note:not([hidden]) [data-noted]") ?? closed ?? without[Math.floor(pick * without.length)]
      ?? some("[data-push], [data-confirm]") ?? some("[data-shut]") ?? some("[data-lay]")
      ?? some(".counter [data-act], .counter [data-panel], .acts [data-panel], .acts [data-act]")
      ?? some("[data-act*='\"ask\":['], [data-panel]") ?? (panel.hidden ? undefined : some("[data-close]"));
    found?.click();
    return found?.outerHTML ?? "";
  },

  /** Return what on a hub's board is outside its tile or the screen, cut, on something else, or smaller than *smallest* px. */
  crowded: (smallest) => {
    const box = (it) => it.getBoundingClientRect(), faults = [];
    const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const top = [...document.querySelectorAll(".sums > *, header li")];
    top.forEach((it, n) => {
      const under = top.slice(n + 1).find((other) => !apart(box(it), box(other)));
      if (under || it.scrollWidth > it.clientWidth + 1) faults.push(`${it.textContent} has no room above`);
    });
    const tiles = [...document.querySelectorAll(".table")], screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const shown = (tile) => [...tile.querySelectorAll("h2, .qr, .pawn, bdi, time, p > span, p:not(:has(*))")];
    const visible = (it) => !it.closest(".vh") && getComputedStyle(it).display !== "none" && box(it).width > 0;
    tiles.forEach((tile, n) => {
      const say = (what) => faults.push(`${tile.querySelector("h2").textContent}: ${what}`);
      if (!inside(box(tile), screen)) say("outside the screen");
      if (tiles.slice(n + 1).some((other) => !apart(box(tile), box(other)))) say("over another");
      const parts = shown(tile).filter(visible);
      parts.forEach((it, m) => {
        if (!inside(box(it), box(tile))) say(`${it.className.baseVal ?? it.className} ${it.textContent} outside`);
        if (it.textContent && parseFloat(getComputedStyle(it).fontSize) < smallest) say(`${it.textContent} too small`);
        if (it.scrollWidth > it.clientWidth && it.clientWidth && !it.matches("bdi")) say(`${it.textContent} cut`);
        const under = parts.slice(m + 1).find((other) => !apart(box(it), box(other)));
        if (under) say(`${it.textContent} over ${under.textContent}`);
      });
    });
    return faults;
  },

  /** Whether the warning of a full disk is what is visible in the middle of its area, and all of it is on the screen. */
  onTop: () => {
    const box = document.getElementById("disk").getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && there.closest("#disk") !== null;
  },

  /** From now on, window.told has each text of the warning. */
  listen: () => {
    const alert = document.querySelector("#disk[role=alert]");
    window.told = [];
    const told = new MutationObserver(() => window.told.push(alert.textContent));
    told.observe(alert, { childList: true, characterData: true });
  },

  /** Swap in one fragment after the other, and return those after which the page differs from a new page. */
  allThere: async (fragments) => {
    const { swap } = await import("/static/shared/swap.js");
    const [place, fresh] = [document.createElement("div"), document.createElement("div")];
    document.body.appendChild(place);
    return fragments.filter((html) => {
      swap(place, html);
      fresh.innerHTML = html;
      return !place.isEqualNode(fresh); // Whatever the order of attributes.
    });
  },

  /** Swap *next* for *first* after *between* has been done, and return what *then* finds. */
  oneSwap: async ([first, between, next, then]) => {
    const { swap } = await import("/static/shared/swap.js");
    const place = document.body.appendChild(document.createElement("div"));
    const within = (body) => new Function("place", "kept", body);
    const kept = {};
    swap(place, first);
    within(between)(place, kept);
    swap(place, next);
    return within(then)(place, kept);
  },

  /** From now on, window.pictures has every picture that is ever shown, and window.scenes every scene of a ceremony, in order. */
  watch: () => {
    window.pictures = new Set();
    window.scenes = [];
    new MutationObserver(() => {
      window.pictures.add(document.body.innerHTML);
      for (const one of document.querySelectorAll("[class*=c-]"))
        for (const name of one.classList) if (/^c-/.test(name) && !window.scenes.includes(name)) window.scenes.push(name);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  },

  /** Whether the table screen shows just what the table would send now. */
  still: async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch("/table/view")).text(), "text/html");
    return document.getElementById("view").outerHTML === fresh.getElementById("view").outerHTML;
  },

  /** When each note of an offer comes, and then their sum, in seconds. */
  delays: () =>
    Array.from(document.querySelectorAll(".turnover .big .slot, .worth"), (one) =>
      parseFloat(getComputedStyle(one).animationDelay)),

  /** The sums on the plates: text, visibility, and when each comes. */
  sums: () =>
    Array.from(document.querySelectorAll(".plate .sum"), (one) =>
      [one.textContent, getComputedStyle(one).visibility, parseFloat(getComputedStyle(one).animationDelay)]),

  /** Whether two elements cover each other. */
  liesOn: ([one, other]) => {
    const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  },

  /** Whether the whole of a selector's element is on the screen at the current scroll position. */
  inSight: (selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1;
  },

  /** How the element that has the focus, and its parent, are outlined. */
  focused: () =>
    [document.activeElement, document.activeElement.parentElement].map((one) => getComputedStyle(one).outlineStyle),

  /** Whether the page asks what the table asks now, and tells what it tells. */
  caughtUp: async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch("/seat/view")).text(), "text/html");
    const says = (where, name) => where.querySelector(`[data-${name}]`)?.dataset[name].trim() ?? "";
    return ["asks", "lines"].every((name) => says(fresh, name) === says(document.getElementById("page"), name));
  },

  /** Let the page wear *css* beside its own style sheets, whatever its policy; nothing more if it is empty. */
  wears: (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = css ? [sheet] : [];
  },

  /** The rules of axe-core that the page breaks, among those that *options* ask for, each with its places. */
  violations: async (options) => {
    const found = await axe.run(document, { ...options, resultTypes: ["violations"], preload: false });
    const told = (node) => `${node.html.slice(0, 120)}: ${node.any.map((why) => why.message).join(" ")}`;
    return found.violations.map((one) => [one.id, one.nodes.map(told)]);
  },
};
