"use strict";
// @ts-check
// The coach: steps of a lesson, or of a first game, one at a time. Each points at its control.

/**
 * Show the steps in the card, one at a time; without a card, do nothing.
 * @param {{root: HTMLElement, board: any, planner: any, signal: AbortSignal}} page
 */
export function coachOn({ root, board, planner, signal }) {
  const card = document.getElementById("lesson");
  const steps = /** @type {HTMLElement[]} */ ([...(card?.querySelectorAll("li") ?? [])]);
  if (!card || !steps.length) return;
  const thing = /** @type {HTMLElement} */ (document.getElementById("thing"));
  const name = `horizons-coach:${root.dataset.key}:${card.dataset.lesson}:${root.dataset.turn}`;
  let at = Number(sessionStorage.getItem(name) ?? 0);

  const orders = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById("orders"))?.value.split("\n") ?? [];
  const isSelected = (title) => !thing.hidden && thing.querySelector("h2")?.textContent === title;
  /** @param {HTMLElement} step */
  const isDone = ({ dataset }, isCurrent) => (dataset.select !== undefined && isCurrent && isSelected(dataset.select))
    || (dataset.order !== undefined && orders().some((line) => line.startsWith(dataset.order ?? "")))
    || (dataset.submit !== undefined && root.dataset.status === "final");

  function moveTo(next) {
    at = next;
    sessionStorage.setItem(name, String(at));
    look();
  }

  /** The element that a step is about, if it is on the page now. @param {HTMLElement} step */
  function control({ dataset }) {
    if (dataset.select !== undefined) return board.spots.get(planner?.placeNamed(dataset.select))?.node;
    if (dataset.submit !== undefined) return root.querySelector("[data-do=submit]");
    const keyword = dataset.order?.split(" ")[0];
    return keyword && thing.querySelector(`button.command[data-keyword="${CSS.escape(keyword)}"]`);
  }

  function look() {
    const reached = steps.findLastIndex((step, index) => index >= at && isDone(step, index === at));
    if (reached >= at) { moveTo(reached + 1); return; }
    for (const node of root.querySelectorAll(".pointed")) node.classList.remove("pointed");
    steps.forEach((step, index) => { step.hidden = index !== at; });
    for (const part of card.querySelectorAll(".over")) /** @type {HTMLElement} */ (part).hidden = at < steps.length;
    if (at < steps.length) control(steps[at])?.classList.add("pointed");
  }

  card.addEventListener("click", (event) => {
    const done = /** @type {Element} */ (event.target).closest("li button, li[data-watch] a");
    if (done) moveTo(at + 1);
  }, { signal });
  for (const next of card.querySelectorAll("li button")) /** @type {HTMLElement} */ (next).hidden = false;
  const observer = new MutationObserver(() => requestAnimationFrame(() => { if (!signal.aborted) look(); }));
  observer.observe(thing, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  const lines = document.getElementById("lines");
  if (lines) observer.observe(lines, { childList: true });
  observer.observe(root, { attributeFilter: ["data-status"] });
  signal.addEventListener("abort", () => observer.disconnect());
  look();
}
