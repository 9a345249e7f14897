// For a browser that is too old for these pages, which would only stand still in it: says so, above everything. It is no
// module, and has no word that a browser of 2010 can't read.
(function () {
  var known = window.Promise && Promise.any && window.Element && Element.prototype.replaceChildren && window.ResizeObserver;

  function tell() {
    var said = document.createElement("p");
    said.id = "old";
    said.setAttribute("role", "alert");
    said.appendChild(document.createTextNode(document.getElementById("old-browser").getAttribute("data-says")));
    document.body.insertBefore(said, document.body.firstChild);
  }

  if (!known) document.addEventListener("DOMContentLoaded", tell, false);
})();
