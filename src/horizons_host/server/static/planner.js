"use strict";
// @ts-check
// Planning the coming turn: selecting things, composing orders, the list of orders and the text.
// The text is the single source of truth; everything else is derived from it and writes into it.
// The server checks each change and keeps the text as a draft.
import { Composition, answerTo, bare, ordersFor } from "./choosing.js";
import { editorOn, nextWords } from "./editor.js";
import { MANY, button, element, filled, panelIn, stocked } from "./panel.js";

/** @typedef {import("./choosing.js").Thing} Thing */

const CHECK_DELAY = 400; // milliseconds from a change to the check, and to the save
const SAVE_DELAY = 1200;
const CARD_DELAY = 150;
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
 * @param {{root: HTMLElement, board: ReturnType<typeof import("./board.js").boardIn>, words: DOMStringMap, signal: AbortSignal, glides: boolean, show: (panel: string) => void, say: (text: string, options?: {isError?: boolean, action?: [string, () => void]}) => void, refresh: () => Promise<void>}} on
 */
export function plannerOn({ root, board, words, signal, glides, show, say, refresh }) {
  const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ ($("writing"));
  const text = /** @type {HTMLTextAreaElement} */ ($("orders"));
  const path = `${root.dataset.path}/orders`;
  const drafts = `horizons-draft:${root.dataset.key}:${root.dataset.seat}`;
  const draftName = `${drafts}:${TAB}`;
  const ignoredName = `horizons-ignored:${root.dataset.key}:${root.dataset.seat}`;

  const fieldsOf = (fields) => new URLSearchParams({ _csrf_token: String(new FormData(form).get("_csrf_token")), turn: root.dataset.turn ?? "", ...fields });
  async function post(what, fields, options = {}) {
    const response = await fetch(`${path}${what}`, { method: "POST", body: fieldsOf(fields), ...options });
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
    if (isFinal()) { offerChange(); return false; }
    history.push(text.value);
    if (history.length > MAX_UNDO) history.shift();
    editor.set(next);
    return true;
  }

  /** Orders that are submitted can be changed after they are withdrawn. */
  function offerChange() { say(words.reopenFirst ?? "", { action: [words.reopen ?? "", reopen] }); }

  function undo() {
    const before = history.pop();
    if (before === undefined || isFinal()) return;
    editor.set(before);
    drop();
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
    await settle();
    clearTimeout(saveTimer);
    if (saving) await saving;
    let response;
    try { response = await fetch(path, { method: "POST", body: fieldsOf({ orders: text.value, after: String(version), do: "send" }) }); } catch { say(words.lost ?? "", { isError: true }); return; }
    if (response.ok) {
      saved = text.value;
      local.set(draftName, null);
      await refresh();
      if (!signal.aborted) say($("state").textContent?.trim() ?? "");
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
    if (selected && !$("thing").hidden) select(selected, { keeps: true }); else say(words.pick ?? "");
  }

  addEventListener("pagehide", () => {
    if (!isChanged() || isFinal()) return;
    fetch(`${path}/draft`, { method: "POST", body: fieldsOf({ orders: text.value, after: String(version) }), keepalive: true }).catch(() => {});
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
    if (selected && !composition && ordersText(selected) !== shownOrders) {
      const offers = isOffering;
      select(selected, { quietly: true });
      if (offers) prepare(selected);
    }
    board.selectsSeveral(!isFinal() && able.length > 1);
  }

  /** The first answer brings the known things and the possible orders. */
  function learn(answer) {
    data = answer;
    things = data.things.map(([name, kind, at, title, marks, facts, sort = "", ranges = {}]) => ({ words: name, kind, place: at, title, yours: (marks & 1) > 0, isPlace: (marks & 2) > 0, isSelectable: (marks & 4) > 0, facts, sort, ranges }));
    // A lesson offers only the orders that its step is about.
    const allowed = (document.getElementById("lesson")?.dataset.commands ?? "").split(" ").filter(Boolean);
    if (allowed.length) data.commands = data.commands.filter(({ keyword }) => allowed.includes(keyword));
    orders = ordersFor(data);
    able = things.filter((thing) => thing.yours && thing.words && thing.place && orders?.of(thing).own.length);
    board.wrap(data.wraps);
    board.passed(data.last);
    if (glides) board.glide(data.last);
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
  /** Whether the selection's default order is offered, or asked for. */
  let isOffering = false;
  let place = "";
  let shownOrders = "";

  const titleOf = (thing) => thing.title || board.describe(thing.place).split("\n")[0] || thing.words;
  /** Say how a keyboard goes back; devices without a mouse have none. */
  const escapable = (said) => (matchMedia("(hover: hover)").matches ? `${said} ${words.escape}` : said);
  const isSame = (thing, kind, name) => thing.kind === kind && bare(thing.words) === bare(name);
  const thingsAt = (id) => things.filter((thing) => thing.place === id && thing.isSelectable);
  const linesOf = (thing) => checked.named.filter((line) => line.names.some(([kind, name]) => isSame(thing, kind, name))).map((line) => line.line);
  const lineOf = (line) => checked.lines.find((found) => found.line === line);
  const ordersText = (thing) => linesOf(thing).map((line) => `${line} ${lineOf(line)?.text}`).join("\n");
  const defaultsOf = (thing) => (thing.yours ? orders?.of(thing).own.filter(({ command }) => command.default) ?? [] : []);
  const afterOf = (thing) => {
    const after = thing && checked.after.find(([kind, name]) => isSame(thing, kind, name));
    return after ? { place: after[2] === null ? words.gone ?? "" : after[2] === thing.place ? "" : after[2], facts: after[3] } : null;
  };
  const group = () => (selected ? [selected, ...together] : together);
  /** The places of an order's next choices; a click on the last one ends the order. */
  const placesOf = (order) => new Set((order?.step?.choices ?? []).map((choice) => choice.place).filter((id) => board.spots.has(id) && !isEnd(order, id)));
  const isEnd = (order, id) => Boolean(order?.step?.several && order.line && order.lastPlace === id);

  /** Forget the order that is being composed or continued. */
  function drop() {
    requests += 1;
    composition = ready = null;
    isOffering = false;
    board.offer(new Set());
  }

  /**
   * Select a thing: its facts and possible orders are shown, and the targets of its default order marked.
   * @param {Thing} thing
   */
  function select(thing, { quietly = false, keeps = quietly } = {}) {
    if (!keeps) together = [];
    selected = thing;
    drop();
    if (thing.place) { place = thing.place; board.choose(place, thing.ranges); }
    shownOrders = ordersText(thing);
    const here = thing.place ? thingsAt(thing.place) : [];
    const offers = orders?.of(thing) ?? { own: [], toward: [], others: [] };
    const wasHidden = $("thing").hidden;
    const chip = (other) => ({ title: other.isPlace ? titleOf(other).split(": ")[0] : titleOf(other), yours: other.yours, sort: other.sort, isPlace: other.isPlace, isChosen: other === thing, self: other });
    panel.thing({
      title: together.length ? filled(words.several ?? "", { count: together.length + 1, name: titleOf(thing) }) : titleOf(thing),
      known: thing.place ? board.describe(thing.place).split("\n").filter((line) => line !== titleOf(thing)) : [],
      facts: thing.facts,
      where: thing.isPlace ? "" : board.describe(thing.place).split(/\n|: /)[0],
      after: afterOf(thing),
      here: here.length > 1 ? ranked(here).map(chip) : [],
      together: together.length ? group().map((other) => ({ ...chip(other), isChosen: false })) : [],
      given: linesOf(thing).map((line) => ({ line, text: lineOf(line)?.text ?? "", title: lineOf(line)?.understood || lineOf(line)?.text || "" })),
      ...offers,
      battle: here.some((other) => other !== thing && other.kind !== "place") && thing.place ? `${root.dataset.path}/battle?place=${encodeURIComponent(thing.place)}` : "",
    }, {
      select: (chosen) => select(chosen.self), without: (chosen) => choose(group().filter((other) => other !== chosen.self)),
      show: showLine, remove, edit, close: leave, begin, isFinal: isFinal(),
    });
    if (quietly && wasHidden) $("thing").hidden = true; else show("thing");
    if (isFinal()) { if (!quietly) offerChange(); return; }
    if (!quietly) say(offers.own.length ? escapable(filled(words.what ?? "", { name: titleOf(thing) })) : titleOf(thing));
    if (thing.yours && !quietly) prepare(thing);
  }

  /** Select several things: the orders of the first are offered, and given to all. @param {Thing[]} chosen */
  function choose(chosen) {
    const [first, ...more] = chosen;
    if (!first) { leave(); return; }
    together = more;
    select(first, { keeps: true });
  }

  /** Mark the targets of a unit's default order: a click on one gives it, in place of the one it has. */
  async function prepare(thing) {
    const number = ++requests;
    isOffering = true;
    for (const offer of defaultsOf(thing)) {
      const order = new Composition(offer, titleOf(thing));
      const line = lineGiven(thing, offer.command);
      if (linesOf(thing).length && !line && !offer.command.repeats) return;
      order.replaces = line;
      const answer = await ask(order, text.value);
      if (number !== requests) return;
      const places = answer && placesOf(order);
      if (!places?.size) continue;
      order.finishes = true;
      ready = order;
      board.offer(places, order.step?.choices);
      const name = together.length ? filled(words.several ?? "", { count: together.length + 1, name: titleOf(thing) }) : titleOf(thing);
      say(filled(words.ready ?? "", { name, order: order.command.label }) + stacked(thing));
      return;
    }
  }

  /** The only line with this order for a thing; 0 if there is none, or if it may get more of them. */
  function lineGiven(thing, command) {
    if (command.repeats) return 0;
    const lines = linesOf(thing).filter((line) => checked.named.find((named) => named.line === line)?.command === command.keyword);
    return lines.length === 1 ? lines[0] : 0;
  }

  /** At a place with more things: a hint that another click selects the next one. */
  function stacked(thing) {
    const here = thing.place ? clickable(thing.place) : [];
    return here.length > 1 ? ` ${filled(words.next ?? "", { number: here.indexOf(thing) + 1, count: here.length })}` : "";
  }

  function leave() {
    selected = null;
    together = [];
    drop();
    board.choose("");
    if (!$("thing").hidden) show("plan");
    if (!document.activeElement?.checkVisibility?.()) board.frame.focus({ preventScroll: true });
    panel.close();
    say(words.pick ?? "");
  }

  /**
   * The things of a place in the order in which clicks select them: own units that wait for orders, those
   * that have some, other own things, the place itself, and things of other players.
   */
  function ranked(list) {
    const rank = (thing) => (defaultsOf(thing).length ? (linesOf(thing).length ? 1 : 0) : thing.yours ? 2 : thing.isPlace ? 3 : 4);
    return list.map((thing) => ({ thing, rank: rank(thing) })).sort((a, b) => a.rank - b.rank).map(({ thing }) => thing);
  }

  /** The things that clicks on a place select in turn: those that can get orders, or else all. */
  function clickable(id) {
    const here = ranked(thingsAt(id));
    const able = here.filter((thing) => thing.yours && orders?.of(thing).own.length);
    return able.length ? able : here;
  }

  /** Handle a click on a place: an answer to the open question, the default order, or a selection. */
  function pick(id, event = null) {
    if (!orders) { loaded.then(() => { if (orders && !signal.aborted) pick(id, event); }); return; }
    if (isUnsettled()) { settle().then(() => pick(id, event)); return; }
    if (!composition && (event?.shiftKey || board.isSelecting)) { add([id]); return; }
    const open = composition ?? ready;
    if (open && isEnd(open, id)) { finish(); return; }
    const fit = open?.step?.choices.filter((choice) => choice.place === id) ?? [];
    if (open && fit.length) {
      composition = open;
      ready = null;
      const meant = readings(id, fit);
      if (meant.length === 1) take(meant[0], fit.filter((choice) => choice !== meant[0]));
      else question(fit);
      return;
    }
    if (composition && (placesOf(composition).size || !composition.replaces)) {
      board.flash(id);
      say(escapable(words.notThere ?? ""), { isError: true });
      return;
    }
    const here = clickable(id);
    if (here.length) select(here[(selected ? here.indexOf(selected) + 1 : 0) % here.length]);
    else { board.flash(id); say(board.describe(id).split("\n")[0]); }
  }

  /** Of the choices at a place, those that name it, or a thing there, and not just a way that leads there. */
  function readings(id, fit) {
    const names = new Set([id, ...things.filter((thing) => thing.place === id).map((thing) => thing.words)].map(bare));
    const targets = fit.filter((choice) => names.has(bare(choice.value)));
    return targets.length ? targets : fit;
  }

  /** Add the units at places to the selection, or remove them if it has all of them. @param {string[]} places */
  function add(places) {
    const chosen = group();
    const units = places.flatMap((id) => things.filter((thing) => thing.place === id && defaultsOf(thing).length && (!chosen.length || places.length > 1 || thing.kind === chosen[0].kind)));
    if (!units.length) { for (const id of places.slice(0, 1)) board.flash(id); say(words.noUnits ?? "", { isError: true }); return; }
    const hasAll = units.every((thing) => chosen.includes(thing));
    choose(hasAll ? chosen.filter((thing) => !units.includes(thing)) : [...chosen.filter((thing) => thing.yours), ...units.filter((thing) => !chosen.includes(thing))]);
  }

  /* Composing an order. */
  let requests = 0;
  /** Other choices at the place that was clicked last, such as the ways that lead there. */
  let ways = /** @type {import("./choosing.js").Option[]} */ ([]);

  function begin(offer) {
    if (isFinal()) { offerChange(); return; }
    drop();
    composition = new Composition(offer, together.length ? filled(words.several ?? "", { count: together.length + 1, name: titleOf(selected) }) : selected ? titleOf(selected) : "");
    advance();
  }

  /** Open an order of the text in the panel, to change its parts. @param {number} line */
  async function edit(line) {
    if (isFinal()) { offerChange(); return; }
    drop();
    const number = requests;
    const answer = await post("/line", { orders: text.value, edit: String(line) }).catch(() => ({ message: words.lost }));
    if (number !== requests) return;
    const command = answer.chosen && orders?.command(answer.command);
    if (!command) {
      say(answer.message ?? words.asText ?? "");
      /** @type {HTMLDetailsElement} */ ($("as-text")).open = true;
      show("plan");
      editor.go(line);
      text.focus();
      return;
    }
    together = [];
    const [kind, name] = checked.named.find((found) => found.line === line)?.names[0] ?? [];
    selected = things.find((thing) => isSame(thing, kind, name ?? "")) ?? null;
    composition = new Composition({ command, preset: {} }, "");
    composition.isStepwise = answer.stepwise;
    composition.values = answer.chosen;
    composition.remembered = { ...Object.fromEntries(command.arguments.map((argument) => [argument.name, null])), ...answer.chosen };
    composition.replaces = line;
    advance();
  }

  const replacing = (order) => (order.replaces ? { replace: String(order.replaces) } : {});

  /**
   * An order of a text in parts: its command, its arguments (none if no form can write it), and the thing to select for it.
   * @param {string} all @param {number} line
   */
  async function partsOf(all, line) {
    await loaded;
    const answer = await post("/line", { orders: all, edit: String(line) }).catch(() => null);
    if (!answer?.command) return null;
    const { command, chosen, goods } = answer;
    const words = Object.entries(chosen ?? {}).map(([name, value]) => [name, [value].flat().map((word) => bare(String(word)))]);
    const named = Object.fromEntries(words);
    const isFor = (thing) => orders?.of(thing).own.some((offer) => offer.command.keyword === command
      && Object.entries(offer.preset).every(([name, value]) => [value].flat().every((word) => named[name]?.includes(bare(word)))));
    const isNamed = (thing) => words.some(([, known]) => known.includes(bare(thing.words)));
    const placed = things.filter((thing) => thing.place && isFor(thing));
    return { command, chosen, goods, subject: placed.find((thing) => thing.yours) ?? placed.find(isNamed) ?? null };
  }

  /** Ask the server for the next step of an order; returns false if there is an error. */
  async function ask(order, orders = text.value) {
    const answer = await post("/line", { orders, command: order.command.keyword, chosen: JSON.stringify(order.chosen), preview: "1", ...replacing(order), ...(order.finishes || order.isStepwise ? {} : { values: JSON.stringify(order.values) }) }).catch(() => ({ message: words.lost, hint: "" }));
    if (answer.message) { say(answer.hint ? `${answer.message} (${answer.hint})` : answer.message, { isError: true }); return false; }
    const wasOpen = Boolean(order.card);
    [order.step, order.line, order.card] = [answer.step ?? null, answer.line ?? "", answer.card ?? null];
    if (order.card && (order.replaces || order.card.shop) && !wasOpen) order.credit = order.spent;
    return true;
  }

  /** Go on with the order: to the next question, or to the text if it is complete. */
  async function advance() {
    const order = composition;
    if (!order) return;
    const number = ++requests;
    for (;;) {
      const hasStep = await ask(order);
      if (number !== requests || order !== composition) return; // something else was asked since
      if (!hasStep) {
        if (!order.step && !order.back()) composition = null; else question(null, { isQuiet: true });
        return;
      }
      const range = order.finishes && !order.step?.optional ? order.step?.range : null;
      const known = order.recall() ?? (range && { value: range.high, label: String(range.high), cost: range.cost && { stock: range.cost.stock, amount: range.cost.amount * range.high } });
      if (!order.step || !known) break;
      order.take(known);
    }
    if (order.card || (order.step && !(order.finishes && order.line))) question();
    else if (order.replaces && !order.isChanged && !order.finishes) review();
    else await give();
  }

  /** The choices of a step; of many, the nearest come first. */
  function nearest(options) {
    const from = board.spots.get(selected?.place ?? "");
    if (!from || options.length <= MANY) return options;
    const distance = (choice) => { const spot = board.spots.get(choice.place); return spot ? Math.hypot(spot.x - from.x, spot.y - from.y) : Infinity; };
    return options.map((choice) => ({ choice, far: distance(choice) })).sort((a, b) => (a.far === b.far ? 0 : a.far - b.far)).map(({ choice }) => choice);
  }

  /** Show the open question; `only` some of its choices if several are at one place. */
  function question(only = null, { isQuiet = false, takesFocus = true } = {}) {
    if (composition?.card) { openCard(takesFocus); return; }
    const step = composition?.step;
    if (!composition || !step) return;
    const places = placesOf(composition);
    board.offer(places, step.choices);
    panel.ask(composition, only ?? nearest(step.choices), checked.stocks, afterOf(selected), { take, back, close: () => settle().then(leave), write: give, change }, takesFocus);
    show("thing");
    if (!isQuiet) say(escapable(filled((places.size ? words.choose : words.enter) ?? "", { order: composition.command.label, name: step.label })));
  }

  /* The card of an order. */
  let cardTimer = 0;
  let showCard = () => {};

  async function openCard(takesFocus) {
    const order = composition;
    const { cardForm } = await import("./cards.js");
    if (!order || order !== composition) return;
    board.offer(new Set());
    const on = {
      change, back, close: leave, remove: () => remove(order.replaces),
      set(values) {
        Object.assign(order.values, values);
        order.isChanged = true;
        clearTimeout(cardTimer);
        cardTimer = setTimeout(refreshCard, CARD_DELAY);
      },
      async add() {
        if (!(await refreshCard())) return;
        const wrong = order.card?.fields.find(({ fault }) => fault);
        if (wrong) {
          say(`${wrong.label}: ${wrong.fault}`, { isError: true });
          document.getElementById(`field-${wrong.name}`)?.focus();
        } else if (order.line || order.card?.shop) give();
        else nextAfterCard(order);
      },
      stepwise() { order.isStepwise = true; order.card = null; advance(); },
    };
    const card = cardForm(words, order, checked.stocks, on);
    showCard = card.update;
    panel.card(order, card, on, takesFocus);
    show("thing");
    say(escapable(filled(words.fill ?? "", { order: order.card?.shop || order.command.label })));
  }

  /** Ask the server for the card with its present values; returns whether it is the latest answer. */
  async function refreshCard() {
    clearTimeout(cardTimer);
    const order = composition;
    if (!order?.card) return false;
    const number = ++requests;
    const sent = { ...order.values };
    const isAnswered = await ask(order);
    if (number !== requests || order !== composition) return false;
    if (isAnswered) {
      order.settle(sent);
      showCard();
    }
    return isAnswered;
  }

  /** Take the fields as answers, and ask for the arguments after them. */
  function nextAfterCard(order) {
    const { written } = order;
    for (const { value: _, fault: __, ...step } of order.card?.fields ?? []) {
      const value = written[step.name];
      const cost = step.range?.cost && value !== null ? { stock: step.range.cost.stock, amount: step.range.cost.amount * Number(value) } : null;
      order.step = step;
      order.take({ value, label: String(value ?? ""), cost });
    }
    order.card = null;
    advance();
  }

  function review() {
    const order = composition;
    if (!order) return;
    board.offer(new Set());
    panel.review(order, lineOf(order.replaces)?.understood ?? "", { change, remove: () => remove(order.replaces), close: leave });
    show("thing");
    say(filled(words.editing ?? "", { order: order.command.label }));
  }

  let giving = Promise.resolve();
  /** @param {import("./choosing.js").Option | {value: any, label: string}} choice */
  function take(choice, others = []) {
    if (!composition?.step) return; // the server is asked already
    composition.take(choice);
    composition.isChanged = true;
    ways = others;
    giving = advance();
  }

  /** Whether the panel has a changed value of a given order that is not in the text yet. */
  const isUnsettled = () => Boolean(composition?.replaces && panel.hasNewValue());
  /** Take it over, before something else is done: what the panel shows is what is meant. */
  async function settle() {
    if (!isUnsettled()) return;
    panel.takeValue();
    await giving;
  }

  /** Ask for an earlier answer again. */
  function change(index) {
    if (!composition) return;
    requests += 1;
    composition.finishes = false;
    composition.rewind(index);
    question();
  }

  function back() {
    const order = composition;
    requests += 1;
    if (order && !order.replaces && order.back()) question();
    else if ((order || ready?.replaces) && selected) select(selected, { keeps: true });
    else leave();
  }

  /** End an order that could be continued. */
  function finish() {
    if (composition?.step?.several && composition.line && composition.lastPlace) { give(); return true; }
    if (!ready?.answers.length) return false;
    drop();
    if (selected) select(selected, { quietly: true });
    say(words.pick ?? "");
    return true;
  }

  /** Compose the same order for another thing: with the same places, or else the same words. */
  async function sameFor(thing, order, orderText) {
    const offer = orders?.of(thing).own.find(({ command }) => command === order.command);
    if (!offer) return null;
    const same = new Composition(offer, titleOf(thing));
    same.replaces = order.replaces || order.finishes ? lineGiven(thing, order.command) : 0;
    for (const answer of order.answers) {
      if (!(await ask(same, orderText))) return null;
      if (same.step?.name !== answer.step.name) continue;
      const range = order.finishes && answer.value === answer.step.range?.high ? same.step.range : null;
      const like = answerTo(same.step, range ? { ...answer, value: range.high, label: String(range.high) } : answer);
      if (!like) return null;
      same.take(like);
    }
    if (order.card) {
      same.values = order.written;
      if (!(await ask(same, orderText)) || !same.line) return null;
    }
    return same;
  }

  /** Put the order into the text, for all selected things. */
  async function give() {
    const order = composition;
    if (!order) return;
    order.isGiven = true;
    const number = ++requests;
    const sent = text.value;
    const refused = [];
    const all = [order];
    for (const thing of (order.replaces && !order.finishes) || order.card?.shop ? [] : together) {
      const same = await sameFor(thing, order, sent);
      if (same) all.push(same); else refused.push(titleOf(thing));
    }
    // New lines may move others, so they come last.
    all.sort((a, b) => Number(!a.replaces) - Number(!b.replaces));
    let next = sent;
    let line = 0;
    for (const one of all) {
      const answer = await post("/line", { orders: next, command: one.command.keyword, chosen: JSON.stringify(one.written), ...(one.card?.shop ? { values: JSON.stringify(one.values) } : {}), about: one === order ? selected?.words ?? "" : Object.values(one.preset).flat()[0] ?? "", add: "1", ...replacing(one) }).catch(() => ({ message: words.lost, hint: "" }));
      if (answer.text !== undefined) {
        next = answer.text;
        if (one === order) line = answer.number;
      } else if (one === order) {
        if (number !== requests) return;
        order.isGiven = false;
        if (!order.step && !order.back()) leave(); else question(null, { isQuiet: true });
        say(answer.hint ? `${answer.message} (${answer.hint})` : answer.message, { isError: true });
        return;
      } else refused.push(one.about);
    }
    if (number !== requests) return;
    if (text.value !== sent) { await give(); return; } // it was changed meanwhile
    if (next !== sent && !write(next)) { leave(); return; }
    editor.go(line);
    await recheck();
    if (number !== requests) return;
    composition = null;
    await written(order, line, all.length, refused);
    save();
  }

  /**
   * The order with a next step that has places, if it can be continued: by its last answer, or by another
   * way to the same place.
   */
  async function furtherOf(order) {
    if (order.step?.several && placesOf(order).size) return order;
    const last = order.answers.at(-1);
    if (!last?.step.several) return null;
    for (const way of ways) {
      const other = new Composition({ command: order.command, preset: order.preset }, order.about);
      Object.assign(other, { answers: order.answers.slice(0, -1), finishes: true, replaces: order.replaces, step: last.step });
      other.take(way);
      if (await ask(other) && placesOf(other).size) return other;
    }
    return null;
  }

  /** Begin the order that usually follows; returns whether there is one. */
  async function follow(order, said) {
    const { then } = order.command;
    const command = order.card && then && orders?.command(then.command);
    if (!command) return false;
    const { written } = order;
    const next = new Composition({ command, preset: Object.fromEntries(Object.entries(then.arguments).map(([name, from]) => [name, written[from]])) }, Object.values(then.arguments).map((from) => written[from]).join(", "));
    const number = requests;
    if (!(await ask(next)) || !next.step || number !== requests) return false;
    composition = next;
    question(null, { isQuiet: true });
    say(escapable(`${said} ${filled(words.then ?? "", { order: command.label, name: next.step.label })}`), { action: [words.undo ?? "", undo] });
    return true;
  }

  /** Say which order was given, and offer what may be added to it. */
  async function written(order, line, count, refused) {
    const sentence = lineOf(line)?.understood || lineOf(line)?.text || "";
    const note = refused.length ? ` ${filled(words.refusedFor ?? "", { names: refused.join(", ") })}` : "";
    const template = order.card?.shop ? words.stocked : count > 1 ? words.writtenAll : order.replaces ? words.replaced : words.written;
    const said = filled(template ?? "", { line, order: sentence, count }) + note;
    const most = order.answers.findIndex(({ step, value }) => step.range && value === step.range.high);
    const isSingle = order.finishes && count === 1;
    const isNew = !order.replaces;
    order.replaces = line;
    order.isChanged = order.isGiven = false;
    if (selected) select(selected, { quietly: true });
    else { panel.close(); show("plan"); }
    const number = requests;
    const further = isSingle ? await furtherOf(order) : null;
    if (number !== requests) return;
    if (further) {
      ready = further;
      board.offer(placesOf(further), further.step?.choices);
      say(`${said} ${words.further ?? ""}`, { action: [words.undo ?? "", undo] });
    } else {
      if (isNew && await follow(order, said)) return;
      if (isSingle && (order.step?.range || most >= 0)) {
        composition = order;
        order.finishes = false;
        if (most >= 0) order.rewind(most);
        question(null, { isQuiet: true, takesFocus: false });
      }
      say(said, { action: [words.undo ?? "", undo] });
    }
  }

  /* The list of orders. */
  function list() {
    const rows = checked.lines.map((line, at) => {
      const shown = button(line.understood || line.text || words.set || "", "plain order", () => showLine(line.line));
      if (line.understood && line.understood !== line.text) shown.append(element("code", "", line.text));
      const row = element("li", "", shown);
      row.dataset.line = String(line.line);
      if (line.line) {
        row.append(element("span", "tools",
          button(words.edit ?? "", "plain", () => edit(line.line)), button("↑", "plain", () => move(at, -1), words.up), button("↓", "plain", () => move(at, 1), words.down), button("×", "plain", () => remove(line.line), words.removeOrder)));
        row.draggable = true;
      }
      for (const remark of line.diagnostics) row.append(element("p", remark.severity, element("strong", "", words[remark.severity] ?? ""), `: ${remark.message}${remark.hint ? ` (${remark.hint})` : ""}`));
      return row;
    });
    $("stocks").replaceChildren(...Object.entries(checked.stocks).map(([stock, rest]) => stocked(words, stock, rest)));
    keepFocus($("lines"), () => $("lines").replaceChildren(...(rows.length ? rows : [element("li", "small", words.empty ?? "")])));
    $("count-plan").textContent = rows.length ? String(checked.lines.filter((line) => line.line).length) : "";
  }

  /** Replace the rows of a list; the focus stays at its row and button, or at the list's panel. */
  function keepFocus(list, replace) {
    const focused = document.activeElement;
    const row = focused?.closest("li");
    const at = row && list.contains(row) ? [...list.children].indexOf(row) : -1;
    const button = at >= 0 ? [...row.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (focused)) : -1;
    replace();
    if (at < 0) return;
    const next = list.children[Math.min(at, list.children.length - 1)]?.querySelectorAll("button")[button];
    (next ?? /** @type {HTMLElement} */ (list.closest(".panel"))).focus({ preventScroll: true });
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
    say(words.removed ?? "", { action: [words.undo ?? "", undo] });
    const thing = selected;
    drop();
    recheck().then(() => { if (thing && thing === selected && !composition) select(thing, { quietly: true }); });
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
    const list = /** @type {HTMLElement} */ ($("needs").querySelector("ul"));
    keepFocus(list, () => list.replaceChildren(...rows));
    return idle;
  }

  /* What has to be decided this turn: a part of the page, which lists what has no order yet. */
  const asked = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#questions li")]);
  const known = (row) => JSON.parse(row.dataset.chosen ?? "{}");

  /** The questions without an answer; the others are hidden. */
  function questions() {
    const isAnswered = (row) => checked.named.some((line) => line.command === row.dataset.command
      && Object.values(known(row)).every((word) => line.names.some(([, name]) => bare(name) === bare(word))));
    const rows = asked();
    for (const row of rows) row.hidden = isAnswered(row);
    const section = document.getElementById("questions");
    const open = rows.filter((row) => !row.hidden);
    if (section) section.hidden = !open.length;
    return open;
  }

  /** Begin the order that answers a question. @param {HTMLElement} row */
  function decide(row) {
    const command = orders?.command(row.dataset.command ?? "");
    if (!command) return;
    if (isFinal()) { offerChange(); return; }
    const words = Object.values(known(row)).map(bare);
    const thing = things.find((one) => one.yours && words.includes(bare(one.words)));
    if (thing) select(thing, { quietly: true });
    begin({ command, preset: known(row) });
  }
  $("questions")?.addEventListener("submit", (event) => {
    event.preventDefault();
    decide(/** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("li")));
  });

  /** Show beside the submit button what the player may want to look at first, each as a link. */
  function counts(idle) {
    const found = (severity) => checked.lines.filter((line) => line.diagnostics.some((remark) => remark.severity === severity));
    const links = [];
    const open = questions();
    if (open.length) links.push(button(filled(words.decisions ?? "", { count: open.length }), "plain warning", () => decide(questions()[0])));
    if (idle) links.push(button(filled(words.idle ?? "", { count: idle }), "plain", () => go(1)));
    for (const [severity, label] of [["warning", words.warnings], ["error", words.errors]]) {
      const lines = found(severity);
      if (lines.length) links.push(button(filled(label ?? "", { count: lines.length }), `plain ${severity}`, () => { show("plan"); showLine(lines[0].line); show("plan"); }));
    }
    $("counts").replaceChildren(...links);
  }

  async function go(by) {
    await settle();
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
    if (isFinal()) { offerChange(); return; }
    leave();
    panel.all(orders?.all ?? [], { begin, close: leave });
    show("thing");
    $("thing").focus();
  });
  $("undo").addEventListener("click", undo);

  /* Suggestions of a bot: a part of the page that lists them. */
  const hint = $("hint");
  if (hint) {
    hint.hidden = false;
    hint.addEventListener("click", suggest);
  }

  /** Show what a bot would order after the orders of the text. */
  async function suggest() {
    if (isFinal()) { offerChange(); return; }
    say(words.asking ?? "");
    let page;
    try { page = new DOMParser().parseFromString(await (await fetch(`${path}/hints`, { method: "POST", body: fieldsOf({ orders: text.value }) })).text(), "text/html"); } catch { say(words.lost ?? "", { isError: true }); return; }
    const part = page.getElementById("hints");
    if (signal.aborted || !part) return;
    $("hints").replaceWith(document.adoptNode(part));
    part.prepend(button("×", "plain close", () => { part.hidden = true; hint.focus(); }, words.close));
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
    part.scrollIntoView({ block: "nearest" });
    say(words.pick ?? "");
    part.addEventListener("submit", async (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const answer = await post("/line", { orders: text.value, suggested: String(new FormData(form).get("suggested")) }).catch(() => ({ message: words.lost }));
      if (answer.text === undefined) { say(answer.message, { isError: true }); return; }
      if (!write(answer.text)) return;
      form.closest("li")?.remove();
      part.focus({ preventScroll: true });
      await recheck();
      editor.go(answer.number);
      say(filled(words.written ?? "", { line: answer.number, order: lineOf(answer.number)?.understood || answer.line }), { action: [words.undo ?? "", undo] });
      save();
    });
  }
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
  loaded.then(() => {
    const [first] = isFinal() || signal.aborted || selected ? [] : questions();
    if (first) say(first.querySelector("p")?.textContent ?? "", { action: [first.querySelector("button")?.textContent ?? "", () => decide(first)] });
  });

  return {
    pick, box: add, undo, go, back, finish, submit, use, reopen, save, isChanged, loaded,
    /** Press the button with this letter in the panel; returns whether there is one. */
    press(letter) {
      const found = /** @type {HTMLElement | null} */ ($("thing").hidden ? null : $("thing").querySelector(`[data-key="${CSS.escape(letter)}"]`));
      found?.click();
      return Boolean(found);
    },
    /** The thing with this title. */
    titled: (title) => things.find((thing) => titleOf(thing) === title),
    titleOf,
    get selected() { return selected; },
    /** The player's things that can get orders. */
    get able() { return able; },
    /** The order that a click on the map continues. */
    get open() { return composition ?? ready; },
    get isComposing() { return composition !== null; },
    /** Whether an order is being put into the text. */
    get isGiving() { return Boolean(composition?.isGiven); },
    partsOf,
    /** The place of the selection. */
    get place() { return place; },
    /** Whether Escape has something to go back from. */
    isBusy: () => Boolean(composition || ready || selected),
    /** Draw the plan over the map of now again. */
    /** The moves of the latest turn. */
    get moves() { return data.last; },
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
