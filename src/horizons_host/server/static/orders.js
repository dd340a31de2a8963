"use strict";
// @ts-check
// The order page: map, selection, order list, editor and the server's check. The text is the single
// source of truth; everything else is derived from it and writes into it.
import { boardIn } from "./board.js";
import { Composition, bare, ordersFor } from "./choosing.js";
import { editorOn, nextWords } from "./editor.js";
import { MANY, button, element, filled, panelIn, stocked } from "./panel.js";

const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const room = $("room");
const words = $("words").dataset;
const form = /** @type {HTMLFormElement} */ ($("writing"));
const text = /** @type {HTMLTextAreaElement} */ ($("orders"));
const path = room.dataset.path ?? "";
const WAIT = 500;

/** Local storage, or nothing in a browser without it. */
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  names() { try { return Object.keys(localStorage); } catch { return []; } },
  set(name, value) { try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* kept for this page only */ } },
};
const DRAFTS = `horizons-draft:${room.dataset.key}`;
/** Each page has a draft of its own, so that two tabs do not overwrite each other's. */
const DRAFT = `${DRAFTS}:${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
const IGNORED = `horizons-ignored:${room.dataset.key}`;

async function ask(what, fields = null) {
  const sent = fields && new URLSearchParams({ _csrf_token: String(new FormData(form).get("_csrf_token")), turn: room.dataset.turn ?? "", ...fields });
  const answer = await fetch(`${path}/${what}`, sent ? { method: "POST", body: sent } : {});
  const told = await answer.json();
  if (!answer.ok && !told.message) throw new Error(String(answer.status));
  return told;
}

/* The state of the orders, and the draft on this device. */
const stored = "unsent" in room.dataset ? null : text.value;
const stands = [...$("stands").children];
const prompt = $("prompt");
prompt.hidden = false;
const say = (words, wrong = false) => { prompt.textContent = words; prompt.classList.toggle("wrong", wrong); };

const draft = (more = {}) => kept.set(DRAFT, JSON.stringify({ turn: room.dataset.turn, text: text.value, ...more }));
const isChanged = () => text.value.trim() !== stored?.trim();

function keep() {
  const changed = isChanged();
  if (changed) draft(); else kept.set(DRAFT, null);
  const shown = changed ? "device" : room.dataset.state;
  for (const one of stands) /** @type {HTMLElement} */ (one).hidden = !one.classList.contains(shown ?? "");
}

/* The server's check of the text. */
let said = { lines: [], named: [], moves: [], forecast: "", map: "", stocks: {} };
let data = { turn: 0, things: [], commands: [], lists: [], last: [], stocks: {}, wraps: null };
/** @type {import("./choosing.js").Thing[]} */
let things = [];
/** @type {ReturnType<typeof ordersFor> | null} */
let orders = null;
let timer = 0;
let asking = 0;

function changed() {
  keep();
  clearTimeout(timer);
  timer = setTimeout(check, WAIT);
}

async function check() {
  const mine = ++asking;
  const fields = { orders: text.value, ...(foreseen.checked ? { map: "1" } : {}), ...(orders ? {} : { board: "1" }) };
  let told;
  try { told = await ask("check", fields); } catch { if (mine === asking) say(words.lost ?? "", true); return; }
  if (mine !== asking) return;
  if (told.message) { editor.remark([]); say(`${told.message} (${told.hint})`, true); return; }
  if (told.board) learn(told.board);
  if (prompt.classList.contains("wrong")) ready();
  if (told.version > Number(room.dataset.version)) say(filled(words.newer ?? "", { number: told.version }), true);
  said = told;
  editor.remark(told.lines.flatMap((line) => line.diagnostics));
  board.planned(told.moves);
  list();
  needs();
  const forecast = $("forecast");
  forecast.hidden = false;
  /** @type {Element} */ (forecast.querySelector("pre")).textContent = told.forecast;
  $("understood")?.remove();
  if (foreseen.checked) ahead();
  // Do not replace equal elements under a finger that is just touching one of them.
  if (selected && !choice && given(selected) !== givenThen) select(selected, true);
}

/* The map. */
const frame = /** @type {HTMLElement} */ (document.querySelector("#map .map"));
const board = boardIn(frame, { words, pick: picked });
const editor = editorOn(text, $("remark"), { words, changed, next: (line) => nextWords(data.commands, data.lists, line) });
const panel = panelIn($("thing"), words);
const foreseen = /** @type {HTMLInputElement} */ ($("foreseen"));
const last = /** @type {HTMLInputElement} */ ($("last"));
const keys = /** @type {HTMLInputElement} */ ($("keys"));
for (const one of document.querySelectorAll(".keys")) /** @type {HTMLElement} */ (one).hidden = false;

/** @type {import("./choosing.js").Thing | null} */
let selected = null;
/** @type {Composition | null} */
let choice = null;
let place = "";

const titleOf = (thing) => thing.title || board.describe(thing.place).split("\n")[0] || thing.words;
const same = (one, kind, name) => one.kind === kind && bare(one.words) === bare(name);
const thingsAt = (id) => things.filter((one) => one.place === id);
const linesOf = (thing) => said.named.filter((one) => one.names.some(([kind, name]) => same(thing, kind, name))).map((one) => one.line);
const given = (thing) => linesOf(thing).map((line) => `${line} ${lineText(line)}`).join("\n");
let givenThen = "";
const lineText = (line) => said.lines.find((one) => one.line === line)?.text ?? "";

function ready() {
  say(words.pick ?? "");
}

function select(thing, quietly = false) {
  selected = thing;
  choice = null;
  board.offer(new Set());
  if (thing.place) { place = thing.place; board.choose(place); }
  givenThen = given(thing);
  const here = thing.place ? thingsAt(thing.place).filter((one) => one !== thing && one.kind !== "warp point") : [];
  panel.thing({
    title: titleOf(thing), known: thing.place ? board.describe(thing.place).split("\n") : [], facts: thing.facts,
    here: here.map((one) => ({ ...one, title: titleOf(one), self: one })).sort((a, b) => Number(b.yours) - Number(a.yours)),
    given: linesOf(thing).map((line) => ({ line, text: lineText(line) })),
    ...orders.of(thing),
    battle: here.some((one) => one.kind !== "place") && thing.place ? `${path.replace(/orders$/, "battle")}?place=${encodeURIComponent(thing.place)}` : "",
  }, {
    select: (one) => select(one.self), show: showLine, remove, close: leave,
    begin: (order) => begin(order),
  });
  if (!quietly) uncover();
  if (!quietly) say(filled(words.what ?? "", { name: titleOf(thing) }));
}

/** On a phone the map is above the sheet. */
const phone = matchMedia("(max-width: 43.99rem)");
function uncover() {
  if (phone.matches) frame.scrollIntoView({ block: "start" });
}

function leave() {
  selected = choice = null;
  board.offer(new Set());
  panel.close();
  ready();
}

/** Handle a click on a place: an answer to the open question, or a new selection. */
function picked(id) {
  if (choice) {
    const fit = choice.step?.choices.filter((one) => one.place === id) ?? [];
    if (fit.length === 1) take(fit[0].value, fit[0].label, fit[0].cost);
    else if (fit.length > 1) step(fit);
    return;
  }
  const here = thingsAt(id);
  const whole = here.find((one) => one.isPlace);
  const mine = here.filter((one) => one.yours);
  const shown = whole?.yours || !mine.length || (whole && whole.kind !== "place") ? whole ?? here[0] : mine[0];
  if (shown) select(shown);
}

/* Composing an order. */
let steps = 0;

function begin(offer) {
  choice = new Composition(offer, selected ? titleOf(selected) : "");
  advance();
}

/** Ask the server for the next step, or to add the order to the text. */
async function advance(add = {}) {
  const made = choice;
  if (!made) return;
  const mine = ++steps;
  const sent = text.value;
  let told;
  try {
    told = await ask("line", { orders: sent, command: made.command.keyword, chosen: JSON.stringify(made.chosen), about: selected?.words ?? "", ...add });
  } catch { told = { message: words.lost, hint: "" }; }
  if (mine !== steps || made !== choice) return; // something else was asked since
  if (told.message) {
    if (!made.step && !made.back()) leave(); else step();
    say(told.hint ? `${told.message} (${told.hint})` : told.message, true);
  } else if (told.text === undefined) {
    [made.step, made.line] = [told.step, told.line ?? ""];
    step();
  } else if (text.value === sent) await written(told);
  else await advance(add); // the text was changed meanwhile
}

/** The choices of a step; of many, the nearest come first. */
function nearest(options) {
  const from = board.spots.get(selected?.place ?? "");
  if (!from || options.length <= MANY) return options;
  const far = (one) => { const spot = board.spots.get(one.place); return spot ? Math.hypot(spot.x - from.x, spot.y - from.y) : Infinity; };
  return options.map((one) => ({ one, far: far(one) })).sort((a, b) => (a.far === b.far ? 0 : a.far - b.far)).map(({ one }) => one);
}

function step(only = null) {
  const now = choice?.step;
  if (!choice || !now) return;
  const places = new Set(now.choices.map((one) => one.place).filter((one) => board.spots.has(one)));
  board.offer(places);
  panel.ask(choice, only ?? nearest(now.choices), said.stocks, { take, back, close: leave, write: () => advance({ add: "1" }) });
  say(filled((places.size ? words.choose : words.enter) ?? "", { order: choice.command.label, name: now.label }));
  uncover();
}

function take(value, label, cost = null) {
  if (!choice?.step) return; // the server is asked already
  choice.take(value, label, cost);
  advance();
}

function back() {
  steps += 1;
  if (choice?.back()) step();
  else if (choice && selected) select(selected);
  else leave();
}

async function written(told) {
  choice = null;
  board.offer(new Set());
  editor.set(told.text);
  editor.go(told.number);
  clearTimeout(timer);
  await check();
  if (selected) select(selected, true);
  else panel.close();
  say(filled(words.written ?? "", { line: told.number, order: told.line }));
}

$("forms").hidden = true; // it composes orders without scripts
$("add").addEventListener("click", () => {
  leave();
  panel.all(orders.all, { begin, close: leave });
  uncover();
  $("thing").focus();
});

/* The list of orders. */
function list() {
  $("list").hidden = false;
  const rows = said.lines.map((line, at) => {
    const shown = button(line.text || words.set || "", "plain order", () => showLine(line.line));
    if (line.understood && line.understood !== line.text) shown.append(element("small", "meant", line.understood));
    const row = element("li", "", shown);
    row.dataset.line = String(line.line);
    if (line.line) {
      row.append(element("span", "tools",
        button("↑", "plain", () => move(at, -1), words.up), button("↓", "plain", () => move(at, 1), words.down), button("×", "plain", () => remove(line.line), words.remove)));
      row.draggable = true;
    }
    for (const one of line.diagnostics) row.append(element("p", one.severity, element("strong", "", words[one.severity] ?? ""), `: ${one.message}${one.hint ? ` (${one.hint})` : ""}`));
    return row;
  });
  $("stocks").replaceChildren(...Object.entries(said.stocks).map(([stock, rest]) => stocked(words, stock, rest)));
  $("lines").replaceChildren(...(rows.length ? rows : [element("li", "small", words.empty ?? "")]));
}

function showLine(line) {
  const found = said.named.find((one) => one.line === line);
  const [kind, name] = found?.names[0] ?? [];
  const thing = things.find((one) => same(one, kind, name ?? ""));
  if (thing) select(thing, true);
  board.light(line);
  for (const row of document.querySelectorAll("#lines li")) row.classList.toggle("lit", /** @type {HTMLElement} */ (row).dataset.line === String(line));
  editor.go(line);
}

function remove(line) {
  const rows = text.value.split("\n");
  rows.splice(line - 1, 1);
  editor.set(rows.join("\n"));
  clearTimeout(timer);
  check();
}

/** Swap an order with its neighbour in the list. */
function move(at, by) {
  const [one, other] = [said.lines[at], said.lines[at + by]];
  if (one?.line && other?.line) swap(one.line, other.line);
}

function swap(one, other) {
  const rows = text.value.split("\n");
  [rows[one - 1], rows[other - 1]] = [rows[other - 1], rows[one - 1]];
  editor.set(rows.join("\n"));
  clearTimeout(timer);
  check();
}

$("lines").addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", /** @type {HTMLElement} */ (event.target).dataset?.line ?? ""));
$("lines").addEventListener("dragover", (event) => event.preventDefault());
$("lines").addEventListener("drop", (event) => {
  event.preventDefault();
  const from = Number(event.dataTransfer?.getData("text/plain"));
  const to = Number(/** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("li"))?.dataset.line);
  if (!from || !to || from === to) return;
  const rows = text.value.split("\n");
  const [row] = rows.splice(from - 1, 1);
  rows.splice(to - 1, 0, row);
  editor.set(rows.join("\n"));
  clearTimeout(timer);
  check();
});

/* Idle units. */
let ignored = new Set(JSON.parse(kept.get(IGNORED) ?? "[]"));
/** @type {import("./choosing.js").Thing[]} */
let able = [];
const nameOf = (thing) => `${thing.kind} ${thing.words}`;

function needs() {
  const ordered = new Set(said.named.flatMap((one) => one.names.map(([kind, name]) => `${kind} ${bare(name)}`)));
  const has = (thing) => ordered.has(`${thing.kind} ${bare(thing.words)}`);
  const waiting = able.filter((thing) => !has(thing) && !ignored.has(nameOf(thing)));
  $("needs-count").textContent = String(waiting.length);
  const rows = /** @type {HTMLDetailsElement} */ ($("needs")).open ? able.map((thing) => {
    const state = has(thing) ? "ordered" : ignored.has(nameOf(thing)) ? "ignored" : "waits";
    const sign = element("span", `sign ${state}`, { ordered: "✓", ignored: "–", waits: "●" }[state]);
    sign.title = words[state] ?? "";
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", words[state] ?? "");
    const row = element("li", "", sign, button(titleOf(thing), "plain", () => select(thing)));
    row.append(button("–", "plain", () => {
      if (!ignored.delete(nameOf(thing))) ignored.add(nameOf(thing));
      kept.set(IGNORED, JSON.stringify([...ignored]));
      needs();
    }, words.ignore));
    return row;
  }) : [];
  /** @type {Element} */ ($("needs").querySelector("ul")).replaceChildren(...rows);
  return waiting;
}

function go(by) {
  const waiting = needs();
  if (!waiting.length) return;
  const at = selected ? waiting.indexOf(selected) : -1;
  const from = at < 0 && selected ? able.indexOf(selected) : -1;
  const after = from >= 0 ? waiting.findIndex((one) => able.indexOf(one) > from) : -1;
  const next = at >= 0 ? (at + by + waiting.length) % waiting.length : by > 0 ? Math.max(after, 0) : (Math.max(after, 0) + waiting.length - 1) % waiting.length;
  select(waiting[next]);
}
$("needs").addEventListener("toggle", needs);
for (const one of document.querySelectorAll("[data-go]")) one.addEventListener("click", () => go(Number(/** @type {HTMLElement} */ (one).dataset.go)));

/* The forecast: another map, in a frame that cannot be mistaken for the current one. */
function ahead() {
  document.querySelector(".ahead")?.remove();
  frame.hidden = foreseen.checked;
  if (!foreseen.checked) return;
  const picture = new DOMParser().parseFromString(said.map, "text/html").querySelector(".map");
  if (picture) frame.after(element("div", "ahead", element("p", "", words.plan ?? ""), picture));
}
foreseen.addEventListener("change", () => { if (foreseen.checked) check(); else ahead(); });
last.addEventListener("change", () => frame.classList.toggle("without-past", !last.checked));

/* Keys. */
keys.checked = kept.get("horizons-keys") !== "off";
keys.addEventListener("change", () => kept.set("horizons-keys", keys.checked ? null : "off"));
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (choice || selected)) {
    event.preventDefault();
    back();
    return;
  }
  const at = /** @type {HTMLElement} */ (event.target);
  if (!keys.checked || event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|INPUT|SELECT)$/.test(at.tagName)) return;
  if (event.key === "n" || event.key === "p") { go(event.key === "n" ? 1 : -1); $("thing").focus({ preventScroll: true }); return; }
  if (at !== frame) return;
  const way = WAYS[event.key];
  if (way && event.shiftKey) board.pan(way[0] * 0.2, way[1] * 0.2);
  else if (way) { const next = board.next(place, way[0], way[1]); if (next) { place = next; board.choose(next); say(board.describe(next).split("\n")[0]); } }
  else if (event.key === "Enter" && place) { picked(place); $("thing").focus(); }
  else if (event.key === "+" || event.key === "=") board.enlarge(1.4);
  else if (event.key === "-") board.enlarge(1 / 1.4);
  else if (event.key === "0") board.whole();
  else return;
  event.preventDefault();
});

/* The countdown to the deadline. */
const left = document.getElementById("left");
function countdown() {
  if (!left) return;
  const minutes = Math.floor((Date.parse(left.dataset.until ?? "") - Date.now()) / 60000);
  const parts = [[Math.floor(minutes / 1440), words.days], [Math.floor(minutes / 60) % 24, words.hours], [minutes % 60, words.minutes]].filter(([n]) => Number(n) > 0).slice(0, 2);
  left.textContent = minutes < 0 ? words.over ?? "" : filled(words.left ?? "", { time: parts.map(([n, one]) => filled(String(one), { n })).join(" ") || filled(words.minutes ?? "", { n: 0 }) });
}
setInterval(countdown, 30000);

/* Start: offer an unsent draft again. */
function offerDrafts() {
  for (const name of kept.names().filter((one) => one === DRAFTS || one.startsWith(`${DRAFTS}:`))) {
    const found = JSON.parse(kept.get(name) ?? "null");
    const forget = () => kept.set(name, null);
    if (!found || name === DRAFT) continue;
    // The page tells whether the sent text was stored, perhaps without its passwords.
    if (found.text.trim() === text.value.trim() || (found.sent && "done" in room.dataset)) { forget(); continue; }
    const row = element("p", "offer", `${filled(words.offer ?? "", { turn: found.turn })} `, button(words.restore ?? "", "", () => { forget(); editor.set(found.text); row.remove(); }), button(words.forget ?? "", "plain", () => { forget(); row.remove(); }));
    $("stands").append(row);
  }
}
$("discard").addEventListener("click", () => {
  if (stored !== null) { editor.set(stored); return; }
  kept.set(DRAFT, null);
  location.assign(path);
});
form.addEventListener("submit", (event) => {
  const by = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (event).submitter);
  if (isChanged() && (by?.value === "send" || by?.value === "draft")) draft({ sent: true });
});

/** The first response brings the known objects and the possible orders. */
function learn(told) {
  data = told;
  things = data.things.map(([name, kind, at, title, marks, facts]) => ({ words: name, kind, place: at, title, yours: (marks & 1) > 0, isPlace: marks > 1, facts }));
  orders = ordersFor(data);
  able = things.filter((thing) => thing.yours && thing.words && thing.place && orders.of(thing).own.length);
  board.wrap(data.wraps);
  board.passed(data.last);
  const home = things.find((thing) => thing.yours && thing.place);
  if (home) board.begin(home.place);
  place = home?.place ?? "";
}

ready();
offerDrafts();
if (stored === null) keep();
check();
