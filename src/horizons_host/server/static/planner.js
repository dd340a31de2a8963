"use strict";
// @ts-check
// Planning the coming turn: selecting things, composing orders, the list of orders and the text.
// The text is the single source of truth; everything else is derived from it and writes into it.
// The server checks each change and keeps the text as a draft.
import { Composition, bare, ordersFor } from "./choosing.js";
import { editorOn, nextWords } from "./editor.js";
import { MANY, button, element, filled, panelIn, stocked } from "./panel.js";

/** @typedef {import("./choosing.js").Thing} Thing */

const CHECK_DELAY = 400; // milliseconds from a change to the check, and to the save
const SAVE_DELAY = 1200;
const MAX_UNDO = 100;
/** No text: what is saved is unknown, so the next save asks the server. */
const NEVER = "\0";

/** Local storage, or nothing in a browser without it. */
export const local = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  names() { try { return Object.keys(localStorage); } catch { return []; } },
  set(name, value) { try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* stays on this page only */ } },
};
const TAB = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * @param {{root: HTMLElement, board: ReturnType<typeof import("./board.js").boardIn>, words: DOMStringMap, signal: AbortSignal, show: (panel: string) => void, say: (text: string, options?: {isError?: boolean, undo?: () => void}) => void, refresh: () => Promise<void>}} on
 */
export function plannerOn({ root, board, words, signal, show, say, refresh }) {
  const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ ($("writing"));
  const text = /** @type {HTMLTextAreaElement} */ ($("orders"));
  const path = `${root.dataset.path}/orders`;
  const drafts = `horizons-draft:${root.dataset.key}:${root.dataset.seat}`;
  const draftName = `${drafts}:${TAB}`;
  const ignoredName = `horizons-ignored:${root.dataset.key}:${root.dataset.seat}`;

  async function post(what, fields, options = {}) {
    const body = new URLSearchParams({ _csrf_token: String(new FormData(form).get("_csrf_token")), turn: root.dataset.turn ?? "", ...fields });
    const response = await fetch(`${path}${what}`, { method: "POST", body, ...options });
    return { status: response.status, ...(await response.json()) };
  }

  /* The text, its draft on the server, and what this device has that the server has not. */
  let saved = text.value;
  let version = Number(root.dataset.version);
  /** @type {string[]} */
  const history = [];
  const isFinal = () => root.dataset.status === "final";
  const isChanged = () => text.value !== saved;
  const status = (name) => { root.dataset.saving = name; };

  /** Change the text; refused while the orders are submitted. */
  function write(next) {
    if (isFinal()) { say(words.reopenFirst ?? ""); return false; }
    history.push(text.value);
    if (history.length > MAX_UNDO) history.shift();
    editor.set(next);
    return true;
  }

  function undo() {
    const before = history.pop();
    if (before === undefined || isFinal()) return;
    editor.set(before);
    recheck();
    say(words.undone ?? "");
  }

  let checkTimer = 0;
  let saveTimer = 0;
  function changed() {
    $("undo").hidden = !history.length;
    local.set(draftName, isChanged() ? JSON.stringify({ turn: root.dataset.turn, text: text.value, after: version }) : null);
    clearTimeout(checkTimer);
    clearTimeout(saveTimer);
    checkTimer = setTimeout(check, CHECK_DELAY);
    if (isChanged()) { status("changed"); saveTimer = setTimeout(save, SAVE_DELAY); }
  }

  function recheck() {
    clearTimeout(checkTimer);
    return check();
  }

  /** @type {Promise<void> | null} */
  let saving = null;
  /** Store the text as a draft; one request at a time. */
  function save() {
    clearTimeout(saveTimer);
    saving ??= store().finally(() => { saving = null; });
    return saving;
  }

  async function store(fields = {}) {
    while (isChanged() && !isFinal() && !signal.aborted) {
      const sent = text.value;
      status("saving");
      let answer;
      try { answer = await post("/draft", { orders: sent, after: String(version), ...fields }); } catch {
        status("lost");
        say(words.lost ?? "", { isError: true });
        saveTimer = setTimeout(save, 5000);
        return;
      }
      if (signal.aborted) return;
      if (answer.newest) { status("conflict"); resolve(answer); return; }
      if (answer.status >= 400) {
        status("lost");
        say(answer.hint ? `${answer.message} (${answer.hint})` : answer.message, { isError: true });
        if (answer.status === 409) await refresh();
        return;
      }
      [saved, version] = [sent, answer.version];
      root.dataset.version = String(version);
      root.dataset.status = "draft";
      if (!isChanged()) local.set(draftName, null);
      status("saved");
    }
  }

  /** Show both versions side by side after a save that was refused. */
  function resolve({ message, newest }) {
    const box = $("conflict");
    const column = (title, content) => element("div", "", element("h3", "", title), element("pre", "", content));
    const close = () => { box.hidden = true; box.replaceChildren(); };
    box.replaceChildren(
      element("p", "", message),
      element("div", "both", column(words.theirs ?? "", newest.text), column(words.mine ?? "", text.value)),
      element("p", "row",
        button(words.keepMine ?? "", "", () => { close(); version = newest.version; saved = newest.text; store({ reopen: "yes" }); }),
        button(words.useTheirs ?? "", "quietly", () => { close(); adopt(newest.text, newest.version); refresh(); })));
    box.hidden = false;
    show("plan");
  }

  /** Use a text that the server has. */
  function adopt(next, number) {
    [saved, version] = [next, number];
    history.push(text.value);
    editor.set(next);
    recheck();
  }

  /** Submit the text as final orders. */
  async function submit() {
    clearTimeout(saveTimer);
    if (saving) await saving;
    const body = new URLSearchParams({ _csrf_token: String(new FormData(form).get("_csrf_token")), turn: root.dataset.turn ?? "", orders: text.value, after: String(version), do: "send" });
    let response;
    try { response = await fetch(path, { method: "POST", body }); } catch { say(words.lost ?? "", { isError: true }); return; }
    if (response.ok) {
      saved = text.value;
      local.set(draftName, null);
      await refresh();
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    say(page.querySelector(".refusal")?.textContent?.trim().replace(/\s+/g, " ") || String(response.status), { isError: true });
    if (response.status === 409) { saved = NEVER; save(); }
  }

  /** Take over the orders that a lesson proposes, and submit them or show them as text. @param {string} next */
  function use(next, submits) {
    if (!write(next)) return;
    recheck();
    if (submits) { submit(); return; }
    /** @type {HTMLDetailsElement} */ ($("as-text")).open = true;
    show("plan");
  }

  /** Withdraw the submitted orders, so that they can be changed. */
  async function reopen() {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ ($("marking")))));
    body.set("do", "draft");
    body.set("after", String(version));
    try { await fetch(`${path}/mark`, { method: "POST", body }); } catch { say(words.lost ?? "", { isError: true }); return; }
    await refresh();
  }

  addEventListener("pagehide", () => {
    if (!isChanged() || isFinal()) return;
    const body = new URLSearchParams({ _csrf_token: String(new FormData(form).get("_csrf_token")), turn: root.dataset.turn ?? "", orders: text.value, after: String(version) });
    fetch(`${path}/draft`, { method: "POST", body, keepalive: true }).catch(() => {});
  }, { signal });

  /** Take up what an earlier page left on this device. */
  function restore() {
    for (const name of local.names().filter((key) => key.startsWith(`${drafts}:`) && key !== draftName)) {
      const draft = JSON.parse(local.get(name) ?? "null");
      const forget = () => local.set(name, null);
      if (!draft || draft.text.trim() === text.value.trim()) { forget(); continue; }
      const row = element("p", "offer", `${filled(words.offer ?? "", { turn: draft.turn })} `,
        button(words.restore ?? "", "", () => { if (write(draft.text)) { forget(); row.remove(); recheck(); } }),
        button(words.forget ?? "", "plain", () => { forget(); row.remove(); }));
      $("plan").prepend(row);
    }
  }

  /* The server's check of the text. */
  let checked = { lines: [], named: [], moves: [], forecast: "", stocks: {}, after: [] };
  let data = { turn: 0, things: [], commands: [], lists: [], last: [], stocks: {}, wraps: null };
  /** @type {Thing[]} */
  let things = [];
  /** @type {ReturnType<typeof ordersFor> | null} */
  let orders = null;
  let checks = 0;

  async function check() {
    const number = ++checks;
    let answer;
    try { answer = await post("/check", { orders: text.value, ...(orders ? {} : { board: "1" }) }); } catch {
      if (number === checks) say(words.lost ?? "", { isError: true });
      return;
    }
    if (number !== checks || signal.aborted) return;
    if (answer.message) {
      editor.remark([]);
      say(`${answer.message} (${answer.hint})`, { isError: true });
      return;
    }
    if (answer.board) learn(answer.board);
    checked = { after: [], ...answer };
    editor.remark(answer.lines.flatMap((line) => line.diagnostics));
    board.planned(answer.moves);
    list();
    needs();
    $("forecast").hidden = false;
    /** @type {Element} */ ($("forecast").querySelector("pre")).textContent = answer.forecast;
    // Do not replace equal elements under a finger that is just touching one of them.
    if (selected && !composition && ordersText(selected) !== shownOrders) select(selected, { quietly: true });
  }

  /** The first answer brings the known things and the possible orders. */
  function learn(answer) {
    data = answer;
    things = data.things.map(([name, kind, at, title, marks, facts]) => ({ words: name, kind, place: at, title, yours: (marks & 1) > 0, isPlace: marks > 1, facts }));
    orders = ordersFor(data);
    able = things.filter((thing) => thing.yours && thing.words && thing.place && orders?.of(thing).own.length);
    board.wrap(data.wraps);
    board.passed(data.last);
    const home = things.find((thing) => thing.yours && thing.place);
    if (home && !place) { board.begin(home.place); place = home.place; }
  }

  /* Selection. */
  const editor = editorOn(text, $("remark"), { words, changed, next: (line) => nextWords(data.commands, data.lists, line) });
  const panel = panelIn($("thing"), words);
  /** @type {Thing | null} */
  let selected = null;
  /** Other things of the same kind, selected together with the first. @type {Thing[]} */
  let together = [];
  /** @type {Composition | null} the order being composed */
  let composition = null;
  /** The default order of the selection: its targets are marked. @type {Composition | null} */
  let ready = null;
  let place = "";
  let shownOrders = "";

  const titleOf = (thing) => thing.title || board.describe(thing.place).split("\n")[0] || thing.words;
  const isSame = (thing, kind, name) => thing.kind === kind && bare(thing.words) === bare(name);
  const thingsAt = (id) => things.filter((thing) => thing.place === id);
  const linesOf = (thing) => checked.named.filter((line) => line.names.some(([kind, name]) => isSame(thing, kind, name))).map((line) => line.line);
  const lineText = (line) => checked.lines.find((found) => found.line === line)?.text ?? "";
  const ordersText = (thing) => linesOf(thing).map((line) => `${line} ${lineText(line)}`).join("\n");

  function select(thing, { quietly = false } = {}) {
    if (!quietly) together = [];
    selected = thing;
    composition = ready = null;
    board.offer(new Set());
    if (thing.place) { place = thing.place; board.choose(place); }
    shownOrders = ordersText(thing);
    const here = thing.place ? thingsAt(thing.place).filter((other) => other !== thing && other.kind !== "warp point") : [];
    const offers = orders?.of(thing) ?? { own: [], toward: [], others: [] };
    const after = checked.after.find(([kind, name]) => isSame(thing, kind, name));
    panel.thing({
      title: together.length ? filled(words.several ?? "", { count: together.length + 1, name: titleOf(thing) }) : titleOf(thing),
      known: thing.place ? board.describe(thing.place).split("\n") : [],
      facts: thing.facts,
      after: after ? { place: after[2] === null ? words.gone ?? "" : after[2] === thing.place ? "" : after[2], facts: after[3] } : null,
      here: here.map((other) => ({ ...other, title: titleOf(other), self: other })).sort((a, b) => Number(b.yours) - Number(a.yours)),
      given: linesOf(thing).map((line) => ({ line, text: lineText(line) })),
      ...offers,
      battle: here.some((other) => other.kind !== "place") && thing.place ? `${root.dataset.path}/battle?place=${encodeURIComponent(thing.place)}` : "",
    }, {
      select: (other) => select(other.self), show: showLine, remove, close: leave, begin,
    });
    show("thing");
    if (!quietly) say(filled(words.what ?? "", { name: titleOf(thing) }));
    if (thing.yours && !isFinal()) prepare(thing, offers.own);
  }

  /** Mark the targets of a unit's default order: a click on one gives it. */
  async function prepare(thing, offers) {
    const offer = offers.find(({ command }) => command.default);
    if (!offer || linesOf(thing).length) return;
    const order = new Composition(offer, titleOf(thing));
    let answer;
    try { answer = await post("/line", { orders: text.value, command: order.command.keyword, chosen: JSON.stringify(order.chosen) }); } catch { return; }
    if (selected !== thing || composition || !answer.step) return;
    const places = new Set(answer.step.choices.map((choice) => choice.place).filter((id) => board.spots.has(id)));
    if (!places.size) return;
    [order.step, order.line, ready] = [answer.step, answer.line ?? "", order];
    board.offer(places);
    say(filled(words.ready ?? "", { name: titleOf(thing), order: order.command.label }));
  }

  function leave() {
    selected = composition = ready = null;
    together = [];
    board.offer(new Set());
    board.choose("");
    panel.close();
    say(words.pick ?? "");
  }

  /** Handle a click on a place: an answer to the open question, the default order, or a selection. */
  function pick(id, event = null) {
    if (event?.shiftKey && selected && add(id)) return;
    const open = composition ?? ready;
    const fit = open?.step?.choices.filter((choice) => choice.place === id) ?? [];
    if (open && fit.length) {
      if (open === ready) open.finishes = true;
      composition = open;
      ready = null;
      if (fit.length === 1) take(fit[0].value, fit[0].label, fit[0].cost);
      else ask(fit);
      return;
    }
    if (composition) { say(words.notThere ?? "", { isError: true }); return; }
    const here = thingsAt(id);
    const whole = here.find((thing) => thing.isPlace);
    const mine = here.filter((thing) => thing.yours && thing !== selected);
    const first = whole?.yours || !mine.length || (whole && whole.kind !== "place") ? whole ?? here[0] : mine[0];
    if (first) select(first);
  }

  /** Select things of the same kind at a place together with the selected one. */
  function add(id) {
    const more = thingsAt(id).filter((thing) => thing.yours && thing.kind === selected?.kind && thing !== selected && !together.includes(thing));
    if (!more.length || !selected) return false;
    together.push(...more);
    select(selected, { quietly: true });
    return true;
  }

  /* Composing an order. */
  let requests = 0;

  function begin(offer) {
    if (isFinal()) { say(words.reopenFirst ?? ""); return; }
    composition = new Composition(offer, selected ? titleOf(selected) : "");
    ready = null;
    advance();
  }

  /** Ask the server for the next step, or to add the order to the text. */
  async function advance(fields = {}) {
    const order = composition;
    if (!order) return;
    const number = ++requests;
    const sent = text.value;
    let answer;
    try {
      answer = await post("/line", { orders: sent, command: order.command.keyword, chosen: JSON.stringify(order.chosen), about: selected?.words ?? "", ...fields });
    } catch { answer = { message: words.lost, hint: "" }; }
    if (number !== requests || order !== composition) return; // something else was asked since
    if (answer.message) {
      if (!order.step && !order.back()) leave(); else ask();
      say(answer.hint ? `${answer.message} (${answer.hint})` : answer.message, { isError: true });
    } else if (answer.text === undefined) {
      [order.step, order.line] = [answer.step, answer.line ?? ""];
      if (order.finishes && order.line) await advance({ add: "1" });
      else ask();
    } else if (text.value === sent) await written(order, answer);
    else await advance(fields); // the text was changed meanwhile
  }

  /** The choices of a step; of many, the nearest come first. */
  function nearest(options) {
    const from = board.spots.get(selected?.place ?? "");
    if (!from || options.length <= MANY) return options;
    const distance = (choice) => { const spot = board.spots.get(choice.place); return spot ? Math.hypot(spot.x - from.x, spot.y - from.y) : Infinity; };
    return options.map((choice) => ({ choice, far: distance(choice) })).sort((a, b) => (a.far === b.far ? 0 : a.far - b.far)).map(({ choice }) => choice);
  }

  function ask(only = null) {
    const step = composition?.step;
    if (!composition || !step) return;
    const places = new Set(step.choices.map((choice) => choice.place).filter((id) => board.spots.has(id)));
    board.offer(places);
    panel.ask(composition, only ?? nearest(step.choices), checked.stocks, { take, back, close: leave, write: () => advance({ add: "1" }) });
    show("thing");
    say(filled((places.size ? words.choose : words.enter) ?? "", { order: composition.command.label, name: step.label }));
  }

  function take(value, label, cost = null) {
    if (!composition?.step) return; // the server is asked already
    composition.take(value, label, cost);
    advance();
  }

  function back() {
    requests += 1;
    if (composition?.back()) ask();
    else if (composition && selected) select(selected);
    else leave();
  }

  /** The order was added to the text: give it to the other selected things, too. */
  async function written(order, answer) {
    const others = together;
    composition = null;
    board.offer(new Set());
    if (!write(answer.text)) return;
    let [next, refused] = [answer.text, /** @type {string[]} */ ([])];
    for (const thing of others) {
      const preset = orders?.of(thing).own.find((offer) => offer.command === order.command)?.preset;
      const same = preset && await post("/line", { orders: next, command: order.command.keyword, chosen: JSON.stringify({ ...order.chosen, ...preset }), about: thing.words, add: "1" }).catch(() => null);
      if (same?.text === undefined) refused.push(titleOf(thing));
      else next = same.text;
    }
    if (others.length) { history.pop(); editor.set(answer.text); write(next); }
    editor.go(answer.number);
    await recheck();
    if (selected) select(selected, { quietly: true });
    else { panel.close(); show("plan"); }
    const line = checked.lines.find((found) => found.line === answer.number);
    const sentence = line?.understood && line.understood !== line.text ? `${answer.line} (${line.understood})` : answer.line;
    const note = refused.length ? ` ${filled(words.refusedFor ?? "", { names: refused.join(", ") })}` : "";
    say(filled(words.written ?? "", { line: answer.number, order: sentence }) + note, { undo });
    save();
  }

  /* The list of orders. */
  function list() {
    const rows = checked.lines.map((line, at) => {
      const shown = button(line.text || words.set || "", "plain order", () => showLine(line.line));
      if (line.understood && line.understood !== line.text) shown.append(element("small", "meant", line.understood));
      const row = element("li", "", shown);
      row.dataset.line = String(line.line);
      if (line.line) {
        row.append(element("span", "tools",
          button("↑", "plain", () => move(at, -1), words.up), button("↓", "plain", () => move(at, 1), words.down), button("×", "plain", () => remove(line.line), words.remove)));
        row.draggable = true;
      }
      for (const remark of line.diagnostics) row.append(element("p", remark.severity, element("strong", "", words[remark.severity] ?? ""), `: ${remark.message}${remark.hint ? ` (${remark.hint})` : ""}`));
      return row;
    });
    $("stocks").replaceChildren(...Object.entries(checked.stocks).map(([stock, rest]) => stocked(words, stock, rest)));
    $("lines").replaceChildren(...(rows.length ? rows : [element("li", "small", words.empty ?? "")]));
    $("count-plan").textContent = rows.length ? String(checked.lines.filter((line) => line.line).length) : "";
  }

  function showLine(line) {
    const [kind, name] = checked.named.find((found) => found.line === line)?.names[0] ?? [];
    const thing = things.find((found) => isSame(found, kind, name ?? ""));
    if (thing) select(thing, { quietly: true });
    board.light(line);
    for (const row of document.querySelectorAll("#lines li")) row.classList.toggle("lit", /** @type {HTMLElement} */ (row).dataset.line === String(line));
    editor.go(line);
  }

  function remove(line) {
    const rows = text.value.split("\n");
    rows.splice(line - 1, 1);
    if (!write(rows.join("\n"))) return;
    say(words.removed ?? "", { undo });
    recheck();
  }

  /** Swap an order with its neighbour in the list. */
  function move(at, by) {
    const [order, other] = [checked.lines[at], checked.lines[at + by]];
    if (order?.line && other?.line) rearrange((rows) => { [rows[order.line - 1], rows[other.line - 1]] = [rows[other.line - 1], rows[order.line - 1]]; });
  }

  function rearrange(change) {
    const rows = text.value.split("\n");
    change(rows);
    if (write(rows.join("\n"))) recheck();
  }

  $("lines").addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", /** @type {HTMLElement} */ (event.target).dataset?.line ?? ""));
  $("lines").addEventListener("dragover", (event) => event.preventDefault());
  $("lines").addEventListener("drop", (event) => {
    event.preventDefault();
    const from = Number(event.dataTransfer?.getData("text/plain"));
    const to = Number(/** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("li"))?.dataset.line);
    if (from && to && from !== to) rearrange((rows) => rows.splice(to - 1, 0, ...rows.splice(from - 1, 1)));
  });

  /* Idle units. */
  const ignored = new Set(JSON.parse(local.get(ignoredName) ?? "[]"));
  /** @type {Thing[]} */
  let able = [];
  const nameOf = (thing) => `${thing.kind} ${thing.words}`;

  function needs() {
    const ordered = new Set(checked.named.flatMap((line) => line.names.map(([kind, name]) => `${kind} ${bare(name)}`)));
    const has = (thing) => ordered.has(`${thing.kind} ${bare(thing.words)}`);
    const idle = able.filter((thing) => !has(thing) && !ignored.has(nameOf(thing)));
    $("needs-count").textContent = String(idle.length);
    counts(idle.length);
    const rows = /** @type {HTMLDetailsElement} */ ($("needs")).open ? able.map((thing) => {
      const state = has(thing) ? "ordered" : ignored.has(nameOf(thing)) ? "ignored" : "waits";
      const sign = element("span", `sign ${state}`, { ordered: "✓", ignored: "–", waits: "●" }[state]);
      sign.title = words[state] ?? "";
      sign.setAttribute("role", "img");
      sign.setAttribute("aria-label", words[state] ?? "");
      const row = element("li", "", sign, button(titleOf(thing), "plain", () => select(thing)));
      row.append(button("–", "plain", () => {
        if (!ignored.delete(nameOf(thing))) ignored.add(nameOf(thing));
        local.set(ignoredName, JSON.stringify([...ignored]));
        needs();
      }, words.ignore));
      return row;
    }) : [];
    /** @type {Element} */ ($("needs").querySelector("ul")).replaceChildren(...rows);
    return idle;
  }

  /** Show beside the submit button what the player may want to look at first, each as a link. */
  function counts(idle) {
    const found = (severity) => checked.lines.filter((line) => line.diagnostics.some((remark) => remark.severity === severity));
    const links = [];
    if (idle) links.push(button(filled(words.idle ?? "", { count: idle }), "plain", () => go(1)));
    for (const [severity, label] of [["warning", words.warnings], ["error", words.errors]]) {
      const lines = found(severity);
      if (lines.length) links.push(button(filled(label ?? "", { count: lines.length }), `plain ${severity}`, () => { show("plan"); showLine(lines[0].line); show("plan"); }));
    }
    $("counts").replaceChildren(...links);
  }

  function go(by) {
    const idle = needs();
    if (!idle.length) return;
    const at = selected ? idle.indexOf(selected) : -1;
    const from = at < 0 && selected ? able.indexOf(selected) : -1;
    const after = from >= 0 ? idle.findIndex((thing) => able.indexOf(thing) > from) : -1;
    const next = at >= 0 ? (at + by + idle.length) % idle.length : by > 0 ? Math.max(after, 0) : (Math.max(after, 0) + idle.length - 1) % idle.length;
    select(idle[next]);
    $("thing").focus({ preventScroll: true });
  }
  $("needs").addEventListener("toggle", needs);
  for (const control of document.querySelectorAll("[data-go]")) control.addEventListener("click", () => go(Number(/** @type {HTMLElement} */ (control).dataset.go)));

  $("add").hidden = $("needs").hidden = false;
  $("add").addEventListener("click", () => {
    if (isFinal()) { say(words.reopenFirst ?? ""); return; }
    leave();
    panel.all(orders?.all ?? [], { begin, close: leave });
    show("thing");
    $("thing").focus();
  });
  $("undo").addEventListener("click", undo);
  /** @type {HTMLDetailsElement} */ ($("as-text")).open = local.get("horizons-as-text") === "open";
  $("as-text").addEventListener("toggle", () => local.set("horizons-as-text", /** @type {HTMLDetailsElement} */ ($("as-text")).open ? "open" : null));
  form.addEventListener("submit", (event) => {
    const action = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
    if (action !== "send" && action !== "draft") return;
    event.preventDefault();
    if (action === "send") submit(); else save();
  });
  for (const control of form.querySelectorAll("button:not([value=send])")) /** @type {HTMLElement} */ (control).hidden = true;

  text.readOnly = isFinal();
  restore();
  const loaded = check();

  return {
    pick, undo, go, back, submit, use, reopen, save, isChanged, loaded,
    /** Whether Escape has something to go back from. */
    isBusy: () => Boolean(composition || selected),
    /** Draw the plan over the map of now again. */
    redraw() { board.planned(checked.moves); board.passed(data.last); },
    recount: needs,
    /** The server's text and version, as another tab or device stored them. */
    catchUp(next, number) {
      text.readOnly = isFinal();
      if (number > version && isChanged()) save();
      else if (number > version) adopt(next, number);
    },
  };
}
