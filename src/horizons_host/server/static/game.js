"use strict";
// @ts-check
// The game page: map, panels, the strip with the main button, past turns, and what changes while it
// is open. Facts from the server say only that something changed; the page then fetches itself.
import { boardIn } from "./board.js";
import { connect, isBehind, onConnection, onFact, reconnect } from "./live.js";
import { button, element, filled } from "./panel.js";
import { local, plannerOn } from "./planner.js";

const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = $("game");
const words = $("words").dataset;
const path = root.dataset.path ?? "";
const frame = /** @type {HTMLElement} */ (document.querySelector("#map .map"));

/* The prompt line. */
const prompt = $("prompt");
/** @param {string} text @param {{isError?: boolean, action?: [string, () => void]}} [options] */
function say(text, { isError = false, action } = {}) {
  prompt.hidden = !text;
  prompt.classList.toggle("wrong", isError);
  prompt.replaceChildren(text);
  if (action) prompt.append(" ", button(action[0], "plain", action[1]));
}

/* Panels. */
const tabs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
const panelOf = (tab) => $(tab.getAttribute("aria-controls") ?? "");

/** Show a panel; the tab is selected, and keeps the focus only if it has it. @param {string} name */
function show(name) {
  for (const tab of tabs) {
    const isShown = tab.getAttribute("aria-controls") === name;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    panelOf(tab).hidden = !isShown;
  }
  $("side").classList.remove("low");
  if (name === "messages") openMessages();
  $("banner").hidden = true;
  if (name === "turn" || name === "plan") local.set("horizons-panel", name);
}
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    if (tab.getAttribute("aria-selected") === "true" && phone.matches) $("side").classList.toggle("low");
    else show(tab.getAttribute("aria-controls") ?? "");
  });
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const shown = tabs.filter((other) => !other.hidden);
    const next = shown[(shown.indexOf(tab) + by + shown.length) % shown.length];
    show(next.getAttribute("aria-controls") ?? "");
    next.focus();
    event.stopPropagation();
  });
}
const phone = matchMedia("(max-width: 59.99rem)");

/* The map, and the turns before this one. */
const covered = () => (phone.matches && !prompt.hidden ? prompt.offsetHeight : 0);
const board = boardIn(frame, { words, covered, pick: (place, event) => pick(place, event), box: (places) => planner?.box(places) });
const slider = () => /** @type {HTMLInputElement} */ (document.querySelector("#time input"));
const turns = () => (slider().dataset.turns ?? "").split(" ").map(Number);
let latest = { map: /** @type {Element | null} */ (null), events: /** @type {Node[]} */ ([]), moves: null };
/** @type {Map<number, Promise<{map: Element, events: Node[], moves: any}>>} */
const past = new Map();

async function fetchPage(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** The map and the events of a turn before. @param {number} turn */
function turnBefore(turn) {
  const known = past.get(turn);
  if (known) return known;
  const loading = Promise.all([fetchPage(`${path}/turns/${turn}/map`), fetchPage(`${path}/turns/${turn}`)]).then(([map, page]) => ({
    map: document.adoptNode(/** @type {Element} */ (map.querySelector("svg.hz-map"))),
    moves: JSON.parse(/** @type {HTMLElement | null} */ (map.querySelector("[data-moves]"))?.dataset.moves ?? "[]"),
    events: [...(page.querySelector(".told")?.childNodes ?? [])].map((node) => document.adoptNode(node)),
  }));
  past.set(turn, loading);
  loading.catch(() => past.delete(turn));
  return loading;
}

/** The position of the slider of the map that is shown. */
let shownTurn = Number(slider().value);

/** Mark the battles of the events on the map. */
function markBattles() {
  const rows = /** @type {HTMLElement[]} */ ([...$("events").querySelectorAll("li")]).filter((row) => !row.querySelector("li"));
  board.battles(rows.flatMap((row) => {
    const watch = /** @type {HTMLAnchorElement | null} */ (row.querySelector("a[href*='/battles/']"));
    const there = /** @type {HTMLAnchorElement | null} */ (row.querySelector("a.there"));
    return watch && there ? [{ place: board.placeOf(there.hash.slice(1)), href: watch.href, title: words.watch ?? "" }] : [];
  }));
}

async function showTurn() {
  const [all, at] = [turns(), Number(slider().value)];
  const isNow = at === all.length - 1;
  $("time-shown").textContent = filled(words.turn ?? "", { turn: all[at] });
  /** @type {HTMLElement} */ (document.querySelector("[data-do=now]")).hidden = isNow;
  latest.map ??= frame.querySelector("svg.hz-map");
  if (!root.classList.contains("in-past") && !isNow) latest.events = [...$("events").childNodes];
  let shown;
  try { shown = isNow ? latest : await turnBefore(all[at]); } catch { say(words.lost ?? "", { isError: true }); return; }
  if (Number(slider().value) !== at) return; // the slider has moved since
  root.classList.toggle("in-past", !isNow);
  const isNext = at === shownTurn + 1;
  shownTurn = at;
  board.replace(/** @type {SVGSVGElement} */ (shown.map));
  if (shown.events.length) $("events").replaceChildren(...shown.events);
  show("turn");
  markBattles();
  if (isNow) planner?.redraw(); else board.passed(shown.moves);
  if (isNext) board.glide(shown.moves ?? planner?.moves ?? []);
}

function toNow() {
  slider().value = slider().max;
  if (root.classList.contains("in-past")) showTurn();
}

/** Handle a click on a place of the map. */
function pick(place, event) {
  if (planner && !root.classList.contains("in-past")) { planner.pick(place, event); return; }
  board.choose(place);
  say(board.describe(place).split("\n")[0]);
}

/* Events: each leads the map to its place. */
let shownEvent = -1;
const eventRows = () => /** @type {HTMLElement[]} */ ([...$("events").querySelectorAll("li")].filter((row) => !row.querySelector("li") && row.checkVisibility?.() !== false));
function showEvent(by) {
  const rows = eventRows();
  if (!rows.length) return;
  show("turn");
  for (const row of rows) row.classList.remove("lit");
  shownEvent = Math.min(Math.max(shownEvent + by, 0), rows.length - 1);
  const row = rows[shownEvent];
  row.classList.add("lit");
  row.scrollIntoView({ block: "nearest" });
  const link = /** @type {HTMLAnchorElement | null} */ (row.querySelector("a.there"));
  if (link) board.choose(board.placeOf(link.hash.slice(1)));
}

/* Messages: the page of messages within the panel. What is typed there stays when it is loaded again. */
const messages = $("messages");
let messagesAt = messages.dataset.page ?? "";
const typed = () => new Map(/** @type {HTMLInputElement[]} */ ([...messages.querySelectorAll("input[name]:not([type=hidden], [type=checkbox]), textarea[name]")]).map((field) => [field.name, field.value]));

async function openMessages(address = "", options = {}) {
  if (!address && messages.dataset.loaded) return;
  const start = messages.dataset.page ?? "";
  const draft = address ? new Map() : typed();
  let response;
  try { response = await fetch(address || messagesAt, options); } catch { say(words.lost ?? "", { isError: true }); return; }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.getElementById("main");
  const at = new URL(response.url).pathname;
  if (!main || !at.startsWith(start)) { location.assign(address || start); return; }
  messages.dataset.loaded = "yes";
  messagesAt = at;
  const back = at === start ? [] : [element("p", "", Object.assign(element("a", "", words.allMessages ?? ""), { href: start }))];
  messages.replaceChildren(...back, ...[...main.childNodes].filter((node) => /** @type {Element} */ (node).tagName !== "H1").map((node) => document.adoptNode(node)));
  for (const [name, value] of draft) {
    const field = /** @type {HTMLInputElement | null} */ (messages.querySelector(`[name="${CSS.escape(name)}"]`));
    if (field && value) field.value = value;
  }
  if (options.method) messages.scrollTop = 0; // what came of it is said at the top
  $("count-messages").textContent = "";
}

/** There may be new messages: load them now, or when the panel is opened. */
function newMessages() {
  delete messages.dataset.loaded;
  if (!messages.hidden && !messages.contains(document.activeElement)) openMessages();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a"));
  if (link && messages.contains(link) && link.pathname.startsWith(messages.dataset.page ?? "-")) {
    event.preventDefault();
    openMessages(link.href);
  } else if (link?.matches("a.there") && link.hash) {
    const place = board.placeOf(link.hash.slice(1));
    if (!place) return;
    event.preventDefault();
    shownEvent = eventRows().findIndex((row) => row.contains(link));
    board.choose(place);
    if (phone.matches) $("side").classList.add("low");
  } else if (link?.matches("a.why")) {
    event.preventDefault();
    explain(link);
  }
  switch (/** @type {HTMLElement | null} */ (target.closest("[data-do]"))?.dataset.do) {
    case "now": toNow(); break;
    case "submit": event.preventDefault(); planner?.submit(); break;
    case "reopen": event.preventDefault(); planner?.reopen(); break;
    default:
  }
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const proposed = planner && form.closest("#lesson") ? new FormData(form).get("orders") : null;
  if (proposed !== null) {
    event.preventDefault();
    planner?.use(String(proposed), event.submitter?.value === "send");
    return;
  }
  if (!messages.contains(form)) return;
  event.preventDefault();
  openMessages(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter))) });
});

/** Open an explanation in a dialog. @param {HTMLAnchorElement} link */
async function explain(link) {
  let page;
  try { page = await fetchPage(link.href); } catch { location.href = link.href; return; }
  const why = page.getElementById("why");
  if (!why) { location.href = link.href; return; }
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", "why-here", button("✕", "plain", () => dialog.close(), words.close), document.adoptNode(why)));
  dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

/* The deadline, in the reader's time zone. */
function countdown() {
  const time = /** @type {HTMLTimeElement | null} */ (document.querySelector("#strip #left"));
  if (!time) return;
  const until = new Date(time.dateTime);
  const minutes = Math.floor((until.getTime() - Date.now()) / 60000);
  const parts = [[Math.floor(minutes / 1440), words.days], [Math.floor(minutes / 60) % 24, words.hours], [minutes % 60, words.minutes]].filter(([count]) => Number(count) > 0).slice(0, 2);
  const left = parts.map(([count, unit]) => filled(String(unit), { n: count })).join(" ") || filled(words.minutes ?? "", { n: 0 });
  const { zone, zoneChosen } = document.documentElement.dataset;
  const local = until.toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone: zoneChosen === undefined ? undefined : zone });
  time.replaceChildren(minutes < 0 ? words.over ?? "" : filled(words.left ?? "", { time: left }), element("span", "when", ` (${local})`));
}
setInterval(countdown, 30000);

/* What changes while the page is open. */
let asked = 0;
/** Fetch the page again and take over what has changed. */
async function refresh() {
  const number = ++asked;
  let page;
  try { page = await fetchPage(path); } catch { say(words.lost ?? "", { isError: true }); return; }
  if (number !== asked) return;
  connect({ version: Number(page.body.dataset.version) });
  document.body.dataset.attention = page.body.dataset.attention;
  document.dispatchEvent(new Event("horizons:shown"));
  const fresh = page.getElementById("game");
  if (!fresh) { location.reload(); return; }
  if (fresh.dataset.turn !== root.dataset.turn || ("watching" in fresh.dataset) !== ("watching" in root.dataset)) { startTurn(fresh); return; }
  const isState = prompt.textContent === $("state").textContent?.trim();
  for (const id of ["strip", "coach"]) replacePart(fresh, id);
  if (isState) say($("state").textContent?.trim() ?? "");
  const stored = /** @type {HTMLTextAreaElement | null} */ (fresh.querySelector("#orders"));
  root.dataset.status = fresh.dataset.status;
  planner?.catchUp(stored?.value ?? "", Number(fresh.dataset.version));
  planner?.recount();
  coach();
  const unread = fresh.querySelector("#count-messages")?.textContent ?? "";
  if (unread) { $("count-messages").textContent = unread; newMessages(); }
  countdown();
}

function replacePart(fresh, id) {
  const part = fresh.querySelector(`#${id}`);
  if (!part) return;
  const isFocused = $(id)?.contains(document.activeElement);
  $(id)?.replaceWith(document.adoptNode(part));
  if (isFocused) /** @type {HTMLElement | null} */ (part.querySelector("[data-do]") ?? part.querySelector("a, button, summary"))?.focus({ preventScroll: true });
}

/** Take over a turn that was run, or undone. @param {HTMLElement} fresh */
function startTurn(fresh) {
  const isNext = Number(fresh.dataset.turn) > Number(root.dataset.turn);
  for (const name of ["turn", "status", "version"]) root.dataset[name] = fresh.dataset[name];
  for (const name of ["watching", "idle"]) if (name in fresh.dataset) root.dataset[name] = ""; else delete root.dataset[name];
  for (const id of ["strip", "coach", "events", "plan", "time"]) replacePart(fresh, id);
  const [map, legend] = ["svg.hz-map", ".hz-legend"].map((part) => fresh.querySelector(`#map ${part}`));
  past.clear();
  latest = { map: null, events: [], moves: null };
  root.classList.remove("in-past");
  if (map) board.replace(/** @type {SVGSVGElement} */ (document.adoptNode(map)));
  if (legend) document.querySelector("#map .hz-legend")?.replaceWith(document.adoptNode(legend));
  for (const name of ["tab-plan", "tab-thing"]) $(name).hidden = "watching" in root.dataset;
  $("count-plan").textContent = "";
  start({ moves: isNext });
  show("turn");
  $("turn").scrollTop = 0;
  const turn = Number(root.dataset.turn) - 1;
  $("banner").replaceChildren($("outcome")?.textContent ?? filled((isNext ? words.processed : words.undoneTurn) ?? "", { turn }), " ", button(words.read ?? "", "", () => { show("turn"); $("turn").focus(); }));
  $("banner").hidden = false;
  newMessages();
}

/* Keys. */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && planner?.isBusy()) { event.preventDefault(); planner.back(); return; }
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || /^(TEXTAREA|INPUT|SELECT|DIALOG)$/.test(target.tagName)) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); planner?.undo(); return; }
  if (event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, () => void>} */
  const actions = { n: () => planner?.go(1), p: () => planner?.go(-1), u: () => planner?.undo(), j: () => showEvent(1), k: () => showEvent(-1) };
  if (actions[event.key]) { event.preventDefault(); actions[event.key](); return; }
  const isControl = target.matches("button, a, summary");
  if (planner?.press(event.key) || (event.key === "Enter" && !isControl && (target !== frame || !at) && planner?.finish())) { event.preventDefault(); return; }
  if (target !== frame) return;
  const way = WAYS[event.key];
  if (way && event.shiftKey) board.pan(way[0] * 0.2, way[1] * 0.2);
  else if (way) {
    const next = board.next(at || (planner?.place ?? ""), way[0], way[1]);
    if (next) { at = next; board.choose(next); say(board.describe(next).split("\n")[0]); }
  } else if (event.key === "Enter" && at) { pick(at, null); $("thing").focus(); }
  else if (event.key === "+" || event.key === "=") board.enlarge(1.4);
  else if (event.key === "-") board.enlarge(1 / 1.4);
  else if (event.key === "0") board.whole();
  else return;
  event.preventDefault();
});
/** The place that arrow keys have reached. */
let at = "";

/** @type {ReturnType<typeof plannerOn> | null} */
let planner = null;
let stop = new AbortController();

/** Make the page work for its turn; units glide to where they moved in it, if that is new. */
function start({ moves = false } = {}) {
  stop.abort();
  stop = new AbortController();
  shownEvent = -1;
  planner = "watching" in root.dataset ? null : plannerOn({ root, board, words, signal: stop.signal, glides: moves, show, say, refresh });
  coach();
  planner?.loaded.then(coach);
  if (!planner) board.selectsSeveral(false);
  slider().addEventListener("input", showTurn);
  $("time").hidden = turns().length < 2;
  shownTurn = Number(slider().value);
  markBattles();
  $("time-shown").textContent = filled(words.turn ?? "", { turn: turns().at(-1) });
  say(notice());
  countdown();
}

/** What a player can do now: give orders, wait, or nothing more. */
function notice() {
  if ("watching" in root.dataset || "idle" in root.dataset) return $("state").textContent?.trim() ?? "";
  return words.pick ?? "";
}

/** @type {AbortController | null} */
let coaching = null;
/** Show the steps of a lesson, which may have changed. */
async function coach() {
  coaching?.abort();
  coaching = new AbortController();
  const { signal } = coaching;
  if (!document.getElementById("lesson")) return;
  const { coachOn } = await import("./coach.js");
  if (!signal.aborted) coachOn({ root, board, planner, signal });
}

/** Facts arrive in bursts: the page is fetched once for them. */
let pending = 0;
onFact((fact) => {
  if (fact.game !== root.dataset.key) return;
  if (fact.kind === "turn-started") $("state").textContent = words.running ?? "";
  if (!isBehind(fact)) return;
  clearTimeout(pending);
  pending = setTimeout(refresh, 100);
});
onConnection(({ state, asOf }) => {
  const line = $("connection");
  line.hidden = state === "live" || state === "connecting";
  if (line.hidden) return;
  const since = asOf ? filled(words.asOf ?? "", { time: asOf.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) }) : "";
  line.replaceChildren(since, " ", button(words.reconnect ?? "", "plain", () => { reconnect(); refresh(); }));
});
/* A page from the browser's history may be old. */
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

/** @type {HTMLElement} */ (document.querySelector(".tabs")).hidden = false;
document.documentElement.classList.add("plays");
start();
connect({ key: document.body.dataset.game, version: Number(document.body.dataset.version), account: document.body.dataset.account });
show(root.dataset.status === "none" || "watching" in root.dataset ? "turn" : local.get("horizons-panel") ?? "plan");
