// The slider of a file that was kept of a game. It runs by itself, from file://, with everything it shows in the file.
(() => {
  const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(selector)));
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#turns input"));
  const phone = /** @type {HTMLStyleElement} */ (document.getElementById("phone"));
  let eyes = "";

  /** Return the lines of all moments, each once, and the numbers of each moment's lines, by eyes. */
  async function unpacked() {
    const bytes = Uint8Array.from(atob(byId("moments").textContent ?? ""), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return /** @type {{lines: string[], eyes: Record<string, number[][]>}} */ (await new Response(stream).json());
  }

  unpacked().then((game) => {
    function show() {
      byId("moment").innerHTML = game.eyes[eyes][Number(slider.value) - 1].map((number) => game.lines[number]).join("\n");
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
