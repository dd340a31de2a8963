// @ts-check
// On a report's page: a name highlights its place on the map, and "why?" opens in place. Without
// scripts both are links.

/** Mark a place of the map, and scroll to the map if necessary. @param {string} hash */
function show(hash) {
  const place = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!place?.dataset.place) return false;
  for (const one of document.querySelectorAll(".hz-map .shown")) one.classList.remove("shown");
  place.classList.add("shown");
  const frame = /** @type {HTMLElement} */ (place.closest(".map"));
  const { top, bottom } = frame.getBoundingClientRect();
  if (bottom < 80 || top > innerHeight - 80) frame.scrollIntoView({ block: "nearest" });
  return true;
}

/** @param {HTMLAnchorElement} link */
async function explain(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return void (location.href = link.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const explanation = page.getElementById("why");
  if (!explanation) return void (location.href = link.href);
  const dialog = document.createElement("dialog");
  dialog.className = "why-here";
  const form = document.createElement("form");
  form.method = "dialog";
  const close = document.createElement("button");
  close.className = "plain";
  close.textContent = "✕";
  close.setAttribute("aria-label", /** @type {HTMLElement} */ (document.querySelector("[data-close]")).dataset.close ?? "");
  form.append(close);
  dialog.setAttribute("aria-labelledby", "why-title");
  const title = explanation.querySelector("h1");
  if (title) title.id = "why-title";
  dialog.append(form, document.adoptNode(explanation));
  document.body.append(dialog);
  dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a.there, a.why"));
  if (!link) return;
  if (link.classList.contains("why")) {
    event.preventDefault();
    explain(link);
  } else if (link.hash && show(link.hash)) {
    event.preventDefault();
    history.replaceState(null, "", link.hash);
  }
});
if (location.hash) show(location.hash);
