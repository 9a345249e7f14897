// Faults of a page that an eye and a thumb would find. Each look returns the parts at fault, or none if all is well.

const shown = (one) => one.getClientRects().length > 0;
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const bit = (one) => one.outerHTML.slice(0, 120);
const written = (one) => Array.from(one.childNodes).some((part) => part.nodeType === 3 && part.textContent.trim());

const LOOKS = {
  /** Touchable elements that are smaller than a thumb, which needs 48 CSS pixels. */
  small: (least = 47.5) =>
    all("button, select, summary, a, label:has([type=radio])")
      .filter((one) => one.offsetParent && !one.closest(".pick-up") && !one.closest("[hidden]"))
      .filter((one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < least)
      .map(bit),

  sideways: () => (document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []),

  /** Words that lie on others, or under a button that they are no part of. What sticks to the screen's edge may cover the rest. */
  crossed: () => {
    const PILES = ".fan, .pick-up, .drawer, .goods, .cut, .vh, svg, option, [aria-hidden=true]";
    const layer = (one) => one.closest(".counter, #strip, .notice, #turns, body > button, body > a");
    const boxes = (one) => Array.from(one.getClientRects()).filter((box) => box.width > 1 && box.height > 1);
    const words = (one, node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const gap = parseFloat(getComputedStyle(one).letterSpacing) || 0; // Behind the last letter, too, where there is no ink.
      return boxes(range).map((box) => new DOMRect(box.x, box.y, box.width - gap, box.height));
    };
    const seen = (one) => one.checkVisibility() && one.offsetWidth > 1 && !one.closest(PILES);
    const laid = (one, its) => ({ one, layer: layer(one), boxes: its });
    const texts = all("body *")
      .filter((one) => seen(one) && written(one))
      .flatMap((one) => Array.from(one.childNodes).map((node) => ({ one, node })))
      .filter(({ node }) => node.nodeType === 3 && node.textContent.trim())
      .map(({ one, node }) => laid(one, words(one, node)));
    const buttons = all("button:enabled, select, summary, a")
      .filter(seen)
      .map((one) => laid(one, boxes(one)));
    const over = (a, b) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      return wide > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.45;
    };
    const crosses = (a, b) => a.layer === b.layer && a.boxes.some((box) => b.boxes.some((other) => over(box, other)));
    const pairs = texts.flatMap((a, n) => texts.slice(n + 1).filter((b) => crosses(a, b)).map((b) => [a, b]));
    const under = texts.flatMap((a) => buttons.filter((b) => crosses(a, b)).map((b) => [a, b]))
      .filter(([a, b]) => !b.one.contains(a.one) && !a.one.contains(b.one));
    return [...pairs, ...under].map(([a, b]) => `crossed: ${bit(a.one)} ${bit(b.one)}`);
  },

  /** A hint that begins below the screen while its reader hasn't gone on yet. Only a vote comes before it. */
  buried: () =>
    all(".new:not(.read)")
      .filter((one) => shown(one) && !all(".agreed", one.parentElement).length)
      .filter((one) => one.getBoundingClientRect().top + scrollY >= innerHeight)
      .map((one) => `buried: ${bit(one)}`),

  /** What is chosen, without a line, a tick or another weight that its neighbours lack. */
  unmarked: () => {
    const LINES = ["outlineStyle", "borderTopWidth", "borderLeftWidth", "borderTopStyle", "textDecorationLine", "fontWeight", "content"];
    const parts = (one) => ["", "::before", "::after"].map((part) => getComputedStyle(one, part)).flatMap((its) => LINES.map((line) => its[line]));
    const signs = (label) => [label, ...all("*", label)].map(parts).join();
    const other = (one) => all(`input[name="${one.name}"]:not(:checked)`).find((peer) => peer.closest("label"));
    return all("label input[type=radio]:checked")
      .filter((one) => (one.offsetWidth < 8 || getComputedStyle(one).appearance === "none") && other(one) && shown(one.closest("label")))
      .filter((one) => signs(one.closest("label")) === signs(other(one).closest("label")))
      .map((one) => `unmarked: ${bit(one)}`);
  },

  /** The words of buttons, plates and hints that are wider or higher than the element itself. */
  spilled: () =>
    all("button, .plate, .hint, summary, .languages a, .card .name")
      .filter((one) => one.offsetParent && !one.closest("[hidden], .vh, .fan, .drawer") && !one.querySelector(".fan"))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent.trim()),

  /** Buttons greyed out without a reason in their own row, in the counter's hint, or on the lamp itself; not those of the past. */
  unexplained: () => {
    const SAYS = ".counter .hint, #join [role=status], [role=note]";
    const says = (why) => why && why.offsetParent && why.textContent.trim();
    return all("button:disabled")
      .filter((one) => one.offsetParent && !one.matches("[data-confirm], [data-post=step], .then *"))
      .filter((one) => !says(one.querySelector(".why, :scope:is(.plate) > span:last-child")))
      .filter((one) => !all(SAYS, one.closest(".phone, .doorway") ?? document).some(says))
      .map(bit);
  },

  /** Text to be read first that is, in part or whole, under the counter or outside the first screen; not what a phone showed once. */
  covered: () => {
    const counter = all(".counter").filter(shown).at(-1);
    const edge = Math.min(innerHeight, counter?.getBoundingClientRect().top ?? innerHeight);
    return all("h1:not(.then *), .worth")
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().bottom + scrollY > edge + 1)
      .map((one) => `covered: ${bit(one)}`);
  },

  /**
   * Words with too little contrast (less than 4.5) to the flat colour behind them. axe-core gives no verdict if a mask, a picture
   * or another element lies over or under them, as on every sheet of paper.
   */
  faint: () => {
    const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
    const bent = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const SHARE = [0.2126, 0.7152, 0.0722];
    const light = (colour) => colour.slice(0, 3).reduce((sum, part, n) => sum + bent(part / 255) * SHARE[n], 0);
    const ground = (one) => {
      for (let at = one; at; at = at.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        if ((parts(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
        const chosen = at.parentElement?.querySelector(":scope > input:checked"); // It fills its label's background.
        const mark = chosen && chosen !== at && getComputedStyle(chosen).backgroundColor;
        if (mark && (parts(mark)[3] ?? 1) === 1) return mark;
        if (backgroundImage !== "none") return null;
      }
      return "rgb(255, 255, 255)";
    };
    const off = ":disabled, label:has(:disabled), .covered .plate"; // What can't be touched yet may fade, as for axe-core.
    const opaque = (one) => (one && !one.closest(off) ? Number(getComputedStyle(one).opacity) * opaque(one.parentElement) : 1);
    const ratio = (one, ground) => {
      const [ink, on] = [parts(getComputedStyle(one).color), parts(ground)];
      const share = (ink[3] ?? 1) * opaque(one);
      const [more, less] = [light(on.map((part, n) => part + (ink[n] - part) * share)), light(on)].sort((a, b) => b - a);
      return (more + 0.05) / (less + 0.05);
    };
    return all("body *")
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && written(one))
      .filter((one) => !one.closest("svg, .vh, option, [aria-hidden=true], .laid")) // The last lies on the drawer's edge.
      .map((one) => ({ one, on: ground(one) }))
      .filter(({ one, on }) => on && ratio(one, on) < 4.5)
      .map(({ one }) => `faint: ${bit(one)}`);
  },

  /** Text illegible on the table screen from three metres: too small (30 of 1920 pixels), cut off, or under the counter. */
  unreadable: () => {
    // A board only repeats in words what its shutter shows.
    const least = (30 / 1920) * innerWidth - 0.1;
    const floor = document.querySelector(".counter").getBoundingClientRect().top + 1;
    const out = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    const seen = all("#view *").filter((one) => !one.closest(".vh") && shown(one));
    const small = (one) => written(one) && !one.closest("svg, .board") && parseFloat(getComputedStyle(one).fontSize) < least;
    const under = (one) => one.closest("main") && one.getBoundingClientRect().bottom > floor;
    const off = (one) => (written(one) || one.closest("main")) && Array.from(one.getClientRects()).some(out);
    const kinds = { small, "cut off": off, "under the counter": under };
    return Object.entries(kinds).flatMap(([kind, is]) => seen.filter(is).map((one) => `${kind}: ${bit(one)}`));
  },
};
