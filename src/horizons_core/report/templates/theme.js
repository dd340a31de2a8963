"use strict";
// Light or dark mode, as chosen on this device; by default that of the system. It is in the head, so
// that it runs before the page is drawn. It unhides the element with a <select data-theme-choice>.
(() => {
  const KEY = "horizons-theme";
  const root = document.documentElement;
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  let kept = "";
  try { kept = localStorage.getItem(KEY) ?? ""; } catch { /* A file, or a browser that keeps nothing. */ }
  show(kept);
  addEventListener("storage", (event) => { if (event.key === KEY) show(event.newValue ?? ""); });
  document.addEventListener("DOMContentLoaded", () => {
    for (const choice of document.querySelectorAll("select[data-theme-choice]")) {
      choice.value = root.dataset.theme ?? "";
      choice.closest("[hidden]")?.removeAttribute("hidden");
      choice.addEventListener("change", () => {
        show(choice.value);
        try { localStorage.setItem(KEY, choice.value); } catch { /* It holds for this page. */ }
      });
    }
  });
})();
