// Tell a browser that is too old for these pages so, above everything, because they would not work in it. Not a module, and
// written so that a browser of 2010 can run it.
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
