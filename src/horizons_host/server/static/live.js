"use strict";
// @ts-check
// Facts about games as they happen: see docs/live.md. One tab of a browser has the stream and passes the
// facts on to the others; a tab without web locks has a stream of its own while it is visible.
//
//   connect({ key: "mars", version: 12000003, account: "7" });  // what the page shows; again after a change
//   onFact((fact) => { if (isBehind(fact)) ... fetch the page });    // {kind, game, version}
//   onConnection(({ state, asOf }) => ...);                     // "connecting", "live", "lost" or "asleep"
//   reconnect();                                                // now, by a button
//
// The document gets both as events: "horizons:fact" and "horizons:connection", with the same in `detail`.

/** @typedef {{kind: string, game: string, version: number}} Fact */
/** @typedef {{state: "connecting" | "live" | "lost" | "asleep", asOf: Date | null}} Connection */

const NAME = "horizons-live";
/** Heartbeats come every 20 s: after this silence a stream is opened again, or another tab takes it over. */
const SILENCE_MS = 45_000, CHECK_MS = 5_000;
/** A stream is closed after an hour without input in any tab. */
const IDLE_MS = 3_600_000;
/** A stream that is back within this time was not lost. */
const LOST_MS = 6_000;
/** Delays before a refused stream is tried again. */
const SHORTEST_MS = 2_000, LONGEST_MS = 30_000;
/** A page that is left at once needs no stream. */
const FIRST_MS = 300;
const MOST_GAMES = 20;

/** What this page shows: a game at a version, for an account, and other games that it follows. */
const page = { key: "", version: 0, account: "", also: /** @type {string[]} */ ([]) };
/** @type {Connection} */
let connection = { state: "connecting", asOf: null };
/** @type {Set<(fact: Fact) => void>} */
const factListeners = new Set();
/** @type {Set<(connection: Connection) => void>} */
const connectionListeners = new Set();
/** Latest versions that were heard of. @type {Map<string, number>} */
const versions = new Map();

/** Say what the page shows, and begin to listen. @param {{key?: string, version?: number, account?: string, also?: string[]}} shown */
export function connect(shown) {
  const isNew = (shown.also ?? []).some((game) => !page.also.includes(game));
  const isOther = isNew || page.key !== (shown.key ?? page.key) || page.account !== (shown.account ?? page.account);
  Object.assign(page, shown);
  if (started) { if (isOther) want(); return; }
  started = true;
  begin();
}

/** Call a function with each fact. @param {(fact: Fact) => void} listener */
export function onFact(listener) {
  factListeners.add(listener);
  return () => factListeners.delete(listener);
}

/** Call a function with each state of the connection, and at once. @param {(connection: Connection) => void} listener */
export function onConnection(listener) {
  connectionListeners.add(listener);
  listener(connection);
  return () => connectionListeners.delete(listener);
}

/** Whether a fact is about the page's game, and the page doesn't show it yet. @param {Fact} fact */
export const isBehind = (fact) => fact.game === page.key && fact.version !== page.version;

/** Open the stream again. */
export function reconnect() {
  if (leads) open(); else post({ type: "reopen" });
}

// Between tabs.

let started = false, leads = false, heard = Date.now(), lastInput = Date.now();
/** @type {BroadcastChannel | null} */
let channel = null;
/** @type {(() => void) | null} */
let release = null;
/** @type {AbortController | null} */
let waiting = null;
let checks = 0;
const shares = () => "BroadcastChannel" in window && navigator.locks !== undefined;

function begin() {
  heard = Date.now();
  checks = window.setInterval(check, CHECK_MS);
  if (!shares()) {
    leads = true;
    if (!document.hidden) open();
    return;
  }
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => hear(data);
  noteInput();
  lead();
  want();
}

/** Leave, so that the page can wait in the browser's history without a stream. */
function end() {
  window.clearInterval(checks);
  window.clearTimeout(losing);
  losing = 0;
  close();
  leads = false;
  waiting?.abort();
  release?.();
  waiting = release = null;
  channel?.close();
  channel = null;
}

/** Get the stream once no other tab has it, or now. */
function lead(now = false) {
  waiting?.abort();
  waiting = now ? null : new AbortController();
  const how = now ? { steal: true } : { signal: /** @type {AbortController} */ (waiting).signal };
  const held = () => new Promise((resolve) => {
    release = () => resolve(undefined);
    leads = true;
    retry = window.setTimeout(open, FIRST_MS);
  });
  const mine = channel;
  navigator.locks.request(NAME, how, held).catch(() => {
    if (mine !== channel || !channel || !leads) return;
    leads = false;  // another tab has taken it over
    close();
    lead();
  });
}

/** @param {Record<string, any>} message */
function post(message) { channel?.postMessage(message); }

/** Ask the tab with the stream for the versions of this page's games. */
function want() {
  for (const game of [...page.also, page.key]) {
    if (leads) serve(game, page.account); else post({ type: "want", game, account: page.account });
  }
}

/** @param {Record<string, any>} message */
function hear(message) {
  if (leads) {
    if (message.type === "want") serve(message.game, message.account);
    if (message.type === "reopen") open();
    if (message.type === "input") noteInput();
    return;
  }
  if (message.type === "fact") { heard = Date.now(); tell(message.fact); }
  if (message.type === "connection") { heard = Date.now(); report(message.connection); }
}

function check() {
  const quiet = Date.now() - heard;
  if (leads && stream && Date.now() - lastInput > IDLE_MS) { close(); announce("asleep"); }
  if (connection.state === "asleep" || (document.hidden && !(leads && shares()))) return;
  if (quiet < SILENCE_MS) return;
  heard = Date.now();
  if (leads) { if (stream || !retry) { announce("lost"); open(); } } else lead(true);
}

let waking = 0;
/** After sleep nothing is certain: ask, and take over if no tab answers. */
function wake() {
  if (!started) return;
  noteInput();
  if (!shares()) return void open();
  if (leads) return void (Date.now() - heard > SILENCE_MS / 2 || !stream ? open() : want());
  const asked = Date.now();
  want();
  window.clearTimeout(waking);
  waking = window.setTimeout(() => { if (!leads && heard < asked) lead(true); }, 3_000);
}

let reported = 0;
function noteInput() {
  lastInput = Date.now();
  if (leads && connection.state === "asleep") open();
  if (!leads && lastInput - reported > 60_000) { reported = lastInput; post({ type: "input" }); }
}

// The stream, in the tab that has it.

/** @type {EventSource | null} */
let stream = null;
let retry = 0, delay = SHORTEST_MS, greeted = false, losing = 0;
/** Whose cookie the stream was opened with. @type {string | null} */
let account = null;
/** Games that tabs show, and those the stream was opened for. @type {string[]} */
let games = [], requested = /** @type {string[]} */ ([]);
const covered = new Set();

/** Answer for a game to a tab, if the stream reports on it; else open one that does. */
function serve(game, forAccount) {
  const isOther = forAccount !== account;
  account = forAccount;
  if (game) games = [game, ...games.filter((other) => other !== game)].slice(0, MOST_GAMES);
  if (!stream && retry === 0 || isOther || (greeted && isMissing())) return open();
  post({ type: "connection", connection });
  const version = versions.get(game);
  if (version !== undefined && covered.has(game)) broadcast({ kind: "version", game, version });
}

/** Whether a tab shows a game that the stream was not asked for, and does not report on by itself. */
const isMissing = () => games.some((game) => !covered.has(game) && !requested.includes(game));

function open() {
  close();
  for (const game of [...page.also, page.key]) if (game && !games.includes(game)) games.unshift(game);
  account ??= page.account;
  covered.clear();
  requested = games;
  const query = new URLSearchParams(games.map((game) => ["game", game]));
  stream = new EventSource(`/events?${query}`);
  heard = Date.now();
  stream.onmessage = ({ data }) => {
    const fact = JSON.parse(data);
    heard = Date.now();
    delay = SHORTEST_MS;
    if (fact.kind !== "heartbeat") return void broadcast(fact);
    greeted = true;
    announce("live");
    if (isMissing()) open();
  };
  stream.onerror = () => {
    // The server ends each stream after an hour: the next one is there before anyone needs to know.
    if (!losing) losing = window.setTimeout(() => announce("lost"), LOST_MS);
    if (stream?.readyState !== EventSource.CLOSED) return;  // else the browser itself tries again
    close();
    retry = window.setTimeout(open, delay * (0.5 + Math.random()));
    delay = Math.min(2 * delay, LONGEST_MS);
  };
}

function close() {
  stream?.close();
  stream = null;
  greeted = false;
  window.clearTimeout(retry);
  retry = 0;
}

/** @param {Fact} fact */
function broadcast(fact) {
  covered.add(fact.game);
  post({ type: "fact", fact });
  tell(fact);
}

/** @param {Connection["state"]} state */
function announce(state) {
  window.clearTimeout(losing);
  losing = 0;
  const asOf = state === "live" ? new Date() : connection.asOf;
  post({ type: "connection", connection: { state, asOf } });
  report({ state, asOf });
}

/** @param {Fact} fact */
function tell(fact) {
  versions.set(fact.game, fact.version);
  for (const listener of factListeners) listener(fact);
  document.dispatchEvent(new CustomEvent("horizons:fact", { detail: fact }));
}

/** @param {Connection} now */
function report(now) {
  connection = now;
  for (const listener of connectionListeners) listener(now);
  document.dispatchEvent(new CustomEvent("horizons:connection", { detail: now }));
}

window.addEventListener("pagehide", () => { if (started) end(); });
window.addEventListener("pageshow", ({ persisted }) => { if (started && persisted) begin(); });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
  else if (started && !shares()) close();
});
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, noteInput, { passive: true });
