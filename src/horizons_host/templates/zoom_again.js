
// Lets readers zoom and move a map that a script adds to the page later.
document.addEventListener("map-drawn", (event) => zoomable(event.target));
