// Beside a bench only: a phone that is a frame on it tells the bench whose it is, which may be anybody's or nobody's. Some browsers
// keep no cookie in a frame: a phone that has sat down is at the door again, says why, and offers a tab of its own.

const bench = location.origin.replace("//" + location.hostname.split(".")[0] + ".", "//"); // a.barkeep.localhost is framed by barkeep.localhost
const framed = document.getElementById("framed"); // at the door alone

function stay() {
  const sat = window.name === "sat"; // A frame's name outlives its pages, and asks for no storage.
  window.name = "";
  if (!framed) return;
  framed.hidden = !sat || location.pathname !== "/"; // Under another path the table has refused, and says why.
  document.querySelector("form")?.addEventListener("submit", () => (window.name = "sat"));
}

if (parent !== window) {
  parent.postMessage({ sits: document.body.dataset.seat ?? "" }, bench);
  stay();
}
