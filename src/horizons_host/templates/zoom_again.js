
// A map that a script puts into the page later can be enlarged and moved, too.
document.addEventListener("map-drawn", (event) => zoomable(event.target));
