"use strict";
// @ts-check
// The coach: steps of a lesson, or of a first game, one at a time. Each points at what to press next,
// answer by answer, until it is done.
import { bare } from "./choosing.js";
import { filled } from "./panel.js";
import { local } from "./planner.js";

/** Where a device keeps that the tips for a first game are not wanted. */
const HIDDEN = "horizons-coach-hidden";

/** @typedef {{command: string, chosen: Record<string, any> | null, goods?: Record<string, string>, subject: import("./choosing.js").Thing | null}} Parts */

/**
 * Show the steps in the card, one at a time; without a card, do nothing.
 * @param {{root: HTMLElement, board: any, planner: any, signal: AbortSignal}} page
 */
export function coachOn({ root, board, planner, signal }) {
  const card = document.getElementById("lesson");
  const steps = /** @type {HTMLElement[]} */ ([...(card?.querySelectorAll("li") ?? [])]);
  if (!card || !steps.length) return;
  if ("once" in card.dataset && local.get(HIDDEN)) { card.remove(); return; }
  const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const [thing, hint] = [$("thing"), $("lesson-hint")];
  const name = `horizons-coach:${root.dataset.key}:${card.dataset.lesson}:${root.dataset.turn}`;
  const solution = /** @type {HTMLInputElement | null} */ (card.querySelector("input[name=orders]"))?.value.split("\n") ?? [];
  let at = Number(sessionStorage.getItem(name) ?? 0);
  /** The orders that steps ask for. @type {Map<HTMLElement, Parts | null>} */
  const parsed = new Map();

  const orders = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById("orders"))?.value.split("\n") ?? [];
  const isSelected = (title) => !thing.hidden && thing.querySelector("h2")?.textContent === title;
  /** @param {HTMLElement} step */
  const isDone = ({ dataset }, isCurrent) => (dataset.select !== undefined && isCurrent && isSelected(dataset.select))
    || (dataset.order !== undefined && orders().some((line) => line.trim().startsWith(dataset.order ?? "")))
    || (dataset.any === "unit" && isCurrent && !thing.hidden && Boolean(planner?.selected?.yours))
    || (dataset.any === "order" && orders().some((line) => line.trim()))
    || (dataset.submit !== undefined && root.dataset.status === "final");

  function moveTo(next) {
    at = next;
    sessionStorage.setItem(name, String(at));
    look();
  }

  /** The order that a step asks for, in parts; asked of the server once. @param {HTMLElement} step */
  function partsOf(step) {
    if (!parsed.has(step) && planner) {
      parsed.set(step, null);
      const line = solution.findIndex((order) => order.trim().startsWith(step.dataset.order ?? ""));
      planner.partsOf(solution.join("\n"), line + 1).then((parts) => { parsed.set(step, parts); if (!signal.aborted) look(); });
    }
    return parsed.get(step);
  }

  /** What to press next for a step. @param {HTMLElement} step @returns {(Element | null | undefined)[]} */
  function controls(step) {
    const { select, order, submit, any } = step.dataset;
    if (submit !== undefined) return [root.querySelector("[data-do=submit]")];
    if (planner?.isGiving) return [];
    if (select !== undefined) return toward(planner?.titled(select), select);
    if (order !== undefined) { const parts = partsOf(step); return parts ? inOrder(parts) : []; }
    if (any === "unit") { const first = planner?.able[0]; return first ? toward(first, planner.titleOf(first)) : []; }
    if (any === "order") return [thing.hidden || planner?.isComposing ? null : thing.querySelector("button.command")];
    return [step.querySelector("a, button")];
  }

  /** What selects a thing: its button in the panel, or else its place on the map. */
  function toward(wanted, title) {
    if (!wanted) return [];
    const chip = thing.hidden ? null : [...thing.querySelectorAll(".here button")].find((one) => one.textContent === title);
    return [chip ?? board.spots.get(wanted.place)?.node];
  }

  /** What to press next for an order. @param {Parts} parts */
  function inOrder({ command, chosen, goods, subject }) {
    const open = planner.open;
    if (chosen && open?.command.keyword === command && leadsTo(open.chosen, chosen)) {
      const answers = inQuestion(open, chosen, goods);
      if (answers.length || planner.isComposing) return answers;
    }
    if (planner.isComposing) return chosen ? [thing.querySelector(".close")] : []; // what no form writes is up to the player
    const isShown = !thing.hidden && (!subject || planner.selected === subject || !planner.selected);
    const offer = isShown && thing.querySelector(`button.command[data-keyword="${CSS.escape(command)}"]`);
    if (offer) return [offer];
    return subject ? toward(subject, planner.titleOf(subject)) : [$("add")];
  }

  /** Whether an order with these answers can become the other one. */
  const leadsTo = (answers, chosen) => Object.entries(answers).every(([argument, value]) => [value].flat().every((word, index) => bare(String(word ?? "")) === bare(String([chosen[argument]].flat()[index] ?? ""))));

  /** What to press on the card of an order: a design with all values, a field with another value, or the button below. */
  function onCard({ presets, fields }, filled, wanted) {
    const isWanted = (name, value) => wanted[name] === undefined || bare(String(value ?? "")) === bare(String(wanted[name]));
    const differs = fields.filter(({ name }) => !isWanted(name, filled[name]));
    const preset = presets.findIndex(({ values }) => Object.entries(values).every(([name, value]) => isWanted(name, value)) && differs.some(({ name }) => name in values));
    if (preset >= 0) return [thing.querySelectorAll(".presets button")[preset]];
    if (!differs.length) return [thing.querySelector(".finish button:not([type=button])")];
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(`field-${differs[0].name}`));
    if (field?.type !== "checkbox") hint.textContent = say(wanted[differs[0].name]);
    return [field];
  }

  const say = (value) => filled(hint.dataset.enter ?? "", { value });

  /** What answers the open question of an order. */
  function inQuestion(open, chosen, goods) {
    if (open.card) return open.card.shop && !Object.keys(goods ?? {}).length ? [] : onCard(open.card, open.filled, goods ?? chosen);
    const step = open.step;
    if (!step) return [];
    const given = [open.chosen[step.name] ?? []].flat().length;
    const answer = step.several ? chosen[step.name]?.[given] : chosen[step.name];
    if (answer === undefined || answer === null) return planner.isComposing ? [thing.querySelector(".finish .write") ?? thing.querySelector(".finish .leave-out")] : [];
    const choice = step.choices.find(({ value }) => bare(value) === bare(String(answer)));
    const isAlone = choice && (bare(choice.value) === bare(choice.place) || step.choices.filter(({ place }) => place === choice.place).length === 1);
    const spot = isAlone && board.spots.get(choice.place)?.node;
    if (!planner.isComposing) return spot ? [spot] : [];
    if (choice) return [spot, thing.querySelector(`.asked [data-value="${CSS.escape(choice.value)}"]`)];
    const input = /** @type {HTMLInputElement | null} */ (thing.querySelector(".asked form :is(input, textarea)"));
    if (!input) return [];
    if (input.value.trim() === String(answer)) return [input.form?.querySelector(":scope > button:last-of-type")];
    hint.textContent = say(answer);
    return [input];
  }

  /** The element itself, or what brings it into view: the tab of its panel, or what it is folded in. @param {Element} node */
  function reachable(node) {
    const panel = /** @type {HTMLElement | null} */ (node.closest(".panel"));
    if (panel && (panel.hidden || $("side").classList.contains("low"))) return root.querySelector(`[role=tab][aria-controls="${panel.id}"]`);
    return node.closest("details:not([open])")?.querySelector("summary") ?? node;
  }

  function look() {
    const reached = steps.findLastIndex((step, index) => index >= at && isDone(step, index === at));
    if (reached >= at) { moveTo(reached + 1); return; }
    steps.forEach((step, index) => { step.hidden = index !== at; });
    for (const part of card.querySelectorAll(".before")) /** @type {HTMLElement} */ (part).hidden = at > 0;
    for (const part of card.querySelectorAll(".over")) /** @type {HTMLElement} */ (part).hidden = at < steps.length;
    if ("once" in card.dataset) card.hidden = at >= steps.length;
    hint.textContent = "";
    const pointed = new Set(at < steps.length ? controls(steps[at]).flatMap((node) => (node ? [reachable(node)] : [])) : []);
    for (const node of root.querySelectorAll(".pointed")) if (!pointed.has(node)) node.classList.remove("pointed");
    for (const node of pointed) {
      if (!node || node.classList.contains("pointed")) continue;
      node.classList.add("pointed");
      if (node.closest(".panel")) node.scrollIntoView({ block: "nearest" });
    }
    board.point([...pointed].flatMap((node) => node?.getAttribute("data-place") ?? []));
  }

  card.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-do=hide-coach]")) {
      local.set(HIDDEN, "yes");
      for (const node of root.querySelectorAll(".pointed")) node.classList.remove("pointed");
      board.point([]);
      card.remove();
      return;
    }
    const done = target.closest("li button, li[data-watch] a");
    if (done) moveTo(at + 1);
  }, { signal });
  for (const next of card.querySelectorAll("li button")) /** @type {HTMLElement} */ (next).hidden = false;
  for (const type of ["input", "change"]) thing.addEventListener(type, look, { signal });
  thing.addEventListener("toggle", look, { signal, capture: true }); // it does not bubble
  let isWaiting = false;
  const observer = new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => { isWaiting = false; if (!signal.aborted) look(); });
  });
  for (const panel of root.querySelectorAll(".panel")) observer.observe(panel, { attributeFilter: ["hidden"] });
  for (const part of [thing, $("lines"), $("prompt")]) if (part) observer.observe(part, { childList: true, subtree: true });
  observer.observe($("side"), { attributeFilter: ["class"] });
  observer.observe(root, { attributeFilter: ["data-status", "data-saving"] }); // it is saved when it has changed
  signal.addEventListener("abort", () => observer.disconnect());
  look();
}
