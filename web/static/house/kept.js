// The slider of a file that was kept of a game. It runs by itself, from file://, with everything it shows in the file.
(() => {
  /** @typedef {[number, number, number[]][]} Changes Each: after how many equal numbers, instead of how many, which others. */
  const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(selector)));
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#turns input"));
  const phone = /** @type {HTMLStyleElement} */ (document.getElementById("phone"));
  let eyes = "";

  /** Return the pieces of all moments, each once, and the numbers of each moment's pieces, by eyes. */
  async function unpacked() {
    const bytes = Uint8Array.from(atob(byId("moments").textContent ?? ""), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const packed = /** @type {{pieces: string[], eyes: string[], moments: Changes[][]}} */ (await new Response(stream).json());
    const all = packed.eyes.map((one, at) => [one, moments(packed.moments.map((each) => each[at]))]);
    return { pieces: packed.pieces, eyes: /** @type {Record<string, number[][]>} */ (Object.fromEntries(all)) };
  }

  /** Return each moment's numbers; *all* has what each of them changes in those of the one before. */
  function moments(/** @type {Changes[]} */ all) {
    /** @type {number[]} */
    let now = [];
    return all.map((changes) => (now = changed(now, changes)));
  }

  /** Return *before* with its *changes*: the packing is told in web/books/keeping.py. */
  function changed(/** @type {number[]} */ before, /** @type {Changes} */ changes) {
    /** @type {number[]} */
    const after = [];
    let at = 0;
    for (const [same, gone, more] of changes) {
      after.push(...before.slice(at, at + same));
      at += same;
      more.forEach((by, n) => after.push(by + (n < gone ? before[at + n] : n ? after[after.length - 1] : 0)));
      at += gone;
    }
    return after.concat(before.slice(at));
  }

  unpacked().then((game) => {
    function show() {
      byId("moment").innerHTML = game.eyes[eyes][Number(slider.value) - 1].map((number) => game.pieces[number]).join("");
      const isPhone = byId("moment").querySelector(".then") !== null;
      phone.media = isPhone ? "screen" : "not all";
      document.documentElement.classList.toggle("through-eyes", isPhone);
    }
    slider.addEventListener("input", show);
    for (const [rel, by] of /** @type {[string, number][]} */ ([["prev", -1], ["next", 1]])) {
      all(`#turns [rel=${rel}]`)[0].addEventListener("click", () => {
        slider.value = String(Number(slider.value) + by);
        show();
      });
    }
    for (const button of all("[data-eyes]")) {
      button.addEventListener("click", () => {
        eyes = button.dataset.eyes ?? "";
        for (const one of all("[data-eyes]")) one.setAttribute("aria-pressed", String(one === button));
        show();
      });
    }
    for (const its of all("#turns, .eyes")) its.hidden = false;
  });
})();
