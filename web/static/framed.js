// Beside a bench only: a phone that is a frame on it tells the bench whose it is, which may be anybody's or nobody's.

const bench = location.origin.replace("//" + location.hostname.split(".")[0] + ".", "//"); // a.barkeep.localhost is framed by barkeep.localhost

if (parent !== window) parent.postMessage({ sits: document.body.dataset.seat ?? "" }, bench);
