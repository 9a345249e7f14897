// The slider of a file that was kept of a game. It runs by itself, from file://, with everything it shows in the file.
(() => {
  /** @typedef {[number, number, number[]][]} Changes Each: from which place on, instead of how many numbers, which others. */
  const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(selector)));
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#turns input"));
  const phone = /** @type {HTMLStyleElement} */ (document.getElementById("phone"));
  let eyes = "";

  /** Return the pieces of all moments, each once, and the numbers of each moment's pieces, by eyes. */
  async function unpacked() {
    const bytes = Uint8Array.from(atob(byId("moments").textContent ?? ""), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const packed = /** @type {{pieces: string[], eyes: Record<string, Changes[]>}} */ (await new Response(stream).json());
    return { pieces: packed.pieces, eyes: Object.fromEntries(Object.entries(packed.eyes).map(([one, all]) => [one, moments(all)])) };
  }

  /** Return each moment's numbers; *all* has what each of them changes in those of the one before. */
  function moments(/** @type {Changes[]} */ all) {
    /** @type {number[]} */
    let now = [];
    return all.map((changes) => {
      now = Array.from(now);
      for (const [at, gone, come] of changes.reverse()) now.splice(at, gone, ...come); // From the end, where no place has moved.
      return now;
    });
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
