// Only beside a bench: a phone in one of its frames tells the bench whose it is; it may be anybody's or nobody's. Some browsers
// keep no cookies in a frame, so that a seated phone gets the join page again; say why, and offer a tab instead.

const bench = location.origin.replace("//" + location.hostname.split(".")[0] + ".", "//"); // a.barkeep.localhost is framed by barkeep.localhost
const framed = document.getElementById("framed"); // only on the join page

function stay() {
  const sat = window.name === "sat"; // A frame's name survives its pages and needs no storage.
  window.name = "";
  if (!framed) return;
  framed.hidden = !sat || location.pathname !== "/"; // Under another path the table has refused, and says why itself.
  document.querySelector("form")?.addEventListener("submit", () => (window.name = "sat"));
}

if (parent !== window) {
  parent.postMessage({ sits: document.body.dataset.seat ?? "" }, bench);
  stay();
}
