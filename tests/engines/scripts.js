// Functions that tests run in a window: SCRIPTS.name(...given), by `script` in test_pages.py.

const SCRIPTS = {
  /** The values of the radio buttons that look chosen. */
  chosen: (selector) => {
    const shade = (one) => getComputedStyle(one).backgroundColor + getComputedStyle(one).backgroundImage;
    const radios = Array.from(document.querySelectorAll(selector));
    return radios.filter((one) => shade(one) !== "rgba(0, 0, 0, 0)none").map((one) => one.value).join();
  },

  /** Whether an offer lies open, and how many of its sums are readable. */
  turned: () => {
    const sums = Array.from(document.querySelectorAll(".offer .worth b, .offer .plate .sum"));
    const readable = sums.filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible").length;
    return [document.querySelector(".turnover").classList.contains("open"), readable];
  },

  /** Whether the purse is open or closed; "" while it is held and not open yet. */
  held: () => {
    if (document.querySelector(".sheet .figure")) return "open";
    return document.querySelector("[data-purse].held") ? "" : "closed";
  },

  /** From now on, window.streams has the page's streams, with how often each was heard, and window.kept whether it was kept. */
  knowStreams: () => {
    const Plain = window.EventSource;
    window.streams = [];
    window.EventSource = class extends Plain {
      constructor(url) {
        super(url);
        window.streams.push(this);
        for (const kind of ["open", "error"]) this.addEventListener(kind, () => (this.heard = (this.heard ?? 0) + 1));
      }
    };
    window.addEventListener("pagehide", () => window.streams.forEach((one) => (one.heard = 0)));
    window.addEventListener("pageshow", (event) => (window.kept = event.persisted));
    window.dispatchEvent(new Event("offline")); // It gives up the one that it has,
    window.dispatchEvent(new Event("online")); // and opens one that we know of.
    return true;
  },

  /** Choose a JPEG, given in base64, as a camera does. */
  choose: (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], "table.jpg", { type: "image/jpeg" }));
    const input = document.querySelector("input[type=file]");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  },
};
