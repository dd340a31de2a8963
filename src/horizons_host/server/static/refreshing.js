"use strict";
// @ts-check
// Every page follows the facts about what it shows. Elements with `data-live` are taken from the page as it
// is now; a banner announces a new turn; title and icon show that it is your turn; times are local.
import { connect, isBehind, onConnection, onFact, reconnect } from "./live.js";

const shown = document.body.dataset;
const $ = (id) => document.getElementById(id);
const filled = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
const language = document.documentElement.lang;

// The parts of the page that follow.

const parts = (page) => /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-live]")]);
const isLobby = () => "lobby" in shown;
/** Pages are fetched a moment after a fact, not by all readers at once. */
const SHORTEST_MS = 50, LONGEST_MS = 500;
/** A stream that begins this long after the page was made may have missed something. */
const LATE_MS = 5_000;
/** While there is no stream, the page is fetched this often. */
const POLL_MS = 60_000;
let timer = 0, isLate = false;

function plan() {
  // A hidden page is fetched when it is seen again: reading a page of messages marks them as read.
  if (document.hidden && shown.attention === undefined) { isLate = true; return; }
  timer ||= window.setTimeout(refresh, SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
}

async function refresh() {
  isLate = false;
  timer = 0;
  let page;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok || answer.redirected) return void tell("changed", {});
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    timer ||= window.setTimeout(refresh, POLL_MS / 10);
    return;
  }
  const now = page.body.dataset;
  const names = (from) => parts(from).map((part) => part.id).join(" ");
  if (names(page) !== names(document)) return void (isTyping(document.body) ? tell("changed", {}) : location.reload());
  for (const part of parts(document)) swap(part, page);
  const turn = Number(now.turn), before = Number(shown.turn);
  if (turn > before) tell("run", { turn });
  if (turn < before) tell("undone", { turn: before });
  for (const name of ["version", "turn", "attention"]) if (now[name] !== undefined) shown[name] = now[name];
  connect({ version: Number(shown.version ?? 0), also: followed() });
  showTimes();
  showAttention();
  document.dispatchEvent(new CustomEvent("horizons:refreshed"));
}

/** Games that a list shows as they are played. */
function followed() {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-follow]"))].map((one) => one.dataset.follow ?? "");
}

/** @param {HTMLElement} part @param {Document} page */
function swap(part, page) {
  const fresh = page.getElementById(part.id);
  if (!fresh || fresh.innerHTML === part.innerHTML) return;
  if (isTyping(part)) return void tell("changed", {});
  const open = [...part.querySelectorAll("details")].map((one) => one.open);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  part.replaceWith(document.adoptNode(fresh));
  [...fresh.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
  if (focused) $(focused)?.focus();
}

/** Whether the reader has begun to fill in a form. @param {HTMLElement} part */
function isTyping(part) {
  return [...part.querySelectorAll("input, textarea, select")].some((field) => {
    if (field instanceof HTMLSelectElement) return document.activeElement === field;
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    const { type, value, defaultValue } = /** @type {HTMLInputElement} */ (field);
    return type !== "hidden" && value !== defaultValue;
  });
}

/** Show the banner, if the page has one. @param {"run" | "undone" | "edited" | "started" | "changed"} what */
function tell(what, values) {
  const banner = $("live");
  if (banner?.dataset[what] === undefined) return;
  const { texts, link, path } = { texts: banner.dataset, link: document.createElement("a"), path: `/games/${shown.game}` };
  link.href = what === "run" && shown.seat !== undefined ? `${path}/turns/${values.turn}` : shown.game ? path : location.href;
  if (what === "changed") link.href = location.href;
  link.textContent = (what === "run" ? texts.read : texts.reload) ?? "";
  banner.replaceChildren(filled(texts[what], values), ...(what === "started" ? [] : [" ", link]));
  banner.dataset.tells = what;
  banner.hidden = false;
}

/** Kinds of facts that a hidden page shows in its title and icon. */
const NEWS = new Set(["turn-run", "turn-undone", "message-arrived", "game-started", "game-ended"]);
let hasNews = false;
/** Announce a fact on a page that has no parts to update, so that it need not be fetched. */
function tellOf({ kind, version }) {
  const turn = Number(shown.turn);
  if (kind === "turn-run") { shown.turn = String(turn + 1); tell("run", { turn: turn + 1 }); }
  if (kind === "turn-undone") { shown.turn = String(turn - 1); tell("undone", { turn }); }
  connect({ version });
}

onFact((fact) => {
  const isOurs = fact.game === shown.game;
  if (isOurs && fact.kind === "turn-started") tell("started", { turn: Number(shown.turn) + 1 });
  if (isOurs && fact.kind === "turn-stopped" && $("live")?.dataset.tells === "started") /** @type {HTMLElement} */ ($("live")).hidden = true;
  if (isOurs && fact.kind === "position-edited" && isBehind(fact)) tell("edited", {});
  if (isLobby() ? fact.kind !== "version" || isNewer(fact) : isBehind(fact)) {
    if (parts(document).length || (fact.kind === "version" && $("live"))) plan();
    else if ($("live")) tellOf(fact);  // else the page follows by itself
    if (document.hidden && NEWS.has(fact.kind)) { hasNews = true; showAttention(); }
  }
});

/** Versions of the games in the lobby. @type {Map<string, number>} */
const versions = new Map();
function isNewer({ game, version }) {
  const before = versions.get(game);
  versions.set(game, version);
  return before !== undefined && before !== version;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  hasNews = false;
  showAttention();
  if (isLate) plan();
});

// The age of what is shown.

let lost = 0, before = "connecting";
onConnection(({ state, asOf }) => {
  const line = $("as-of");
  if (state !== "lost") { window.clearInterval(lost); lost = 0; }
  else if (parts(document).length) lost ||= window.setInterval(plan, POLL_MS);
  // The stream has no version of the whole lobby to compare with.
  if (isLobby() && state === "live" && before !== "live" && performance.now() > LATE_MS) plan();
  before = state;
  if (!line || !asOf) return;
  const time = asOf.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  /** @type {HTMLElement} */ (line.firstElementChild).textContent = filled(line.dataset[state === "live" || state === "connecting" ? "now" : state], { time });
  /** @type {HTMLElement} */ (line.lastElementChild).hidden = state === "live";
  line.dataset.state = state;
  line.hidden = false;
});
$("as-of")?.lastElementChild?.addEventListener("click", reconnect);

// Title and icon.

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainTitle = document.title, plainIcon = icon?.href ?? "";
function showAttention() {
  const count = Number(shown.attention ?? 0);
  document.title = count ? `(${count}) ${plainTitle}` : hasNews ? `* ${plainTitle}` : plainTitle;
  const dotted = plainIcon.replace("%3C/svg%3E", "%3Ccircle cx='25' cy='7' r='7' fill='%23e33'/%3E%3C/svg%3E");
  if (icon) icon.href = count || hasNews ? dotted : plainIcon;
}

// Times: `data-until` counts down, `data-local` is shown in the reader's time zone, which the server learns from a
// cookie: it converts the times of later pages itself. It leaves out the year of times that are near ("short").

const root = document.documentElement.dataset;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const isForeign = Boolean(timeZone) && root.zoneChosen === undefined && root.zone !== timeZone;
if (isForeign) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
/** English as on the server: 24 hours, and the day before the month. */
const locale = language === "en" ? "en-GB" : language;
const ZONED = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]]);
/** The two largest units of a span of time. @param {number} seconds */
function span(seconds) {
  const first = Math.max(UNITS.findIndex(([, length]) => seconds >= length), 0);
  let rest = seconds;
  const counts = UNITS.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count ? new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count) : "";
  });
  return counts.filter(Boolean).join(" ");
}

function showTimes() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
    if (!one.dataset.left) continue;
    const seconds = Math.round((Date.parse(one.dataset.until ?? "") - Date.now()) / 1000);
    const text = seconds > 0 ? filled(one.dataset.left, { span: span(seconds) }) : one.dataset.passed ?? "";
    if (one.textContent !== text) one.textContent = text;
  }
  for (const one of /** @type {NodeListOf<HTMLTimeElement>} */ (isForeign ? document.querySelectorAll("time[data-local]") : [])) {
    if (one.title) continue;
    one.title = one.textContent ?? "";
    one.textContent = new Date(one.dateTime).toLocaleString(locale, one.dataset.local === "short" ? ZONED : { ...ZONED, year: "numeric" });
  }
}
window.setInterval(() => { if (!document.hidden) showTimes(); }, 1_000);

document.addEventListener("horizons:shown", showAttention); // by a page that follows by itself
showTimes();
showAttention();
// Sentences with times of day are the server's: they are fetched anew once it knows the zone.
if (isForeign && document.cookie.includes("zone=") && parts(document).length) plan();
connect({ key: shown.game ?? "", version: Number(shown.version ?? 0), account: shown.account ?? "", also: followed() });

// Buttons that copy a text, such as the link of an invitation.
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText($(button.dataset.copy ?? "")?.textContent ?? "");
    button.textContent = button.dataset.copied ?? "";
  });
}

// The reader's time zone, for forms that ask for a time of day.
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-reader-zone]"))) {
  if (isForeign && field.value === root.zone) field.value = timeZone;
}

// Push notifications, if they are on in this browser: the page itself comes first.
const PUSH_DELAY_MS = 3_000;
try {
  if (localStorage.getItem("horizons-push")) window.setTimeout(() => import("./push.js"), PUSH_DELAY_MS);
} catch { /* A browser that keeps nothing. */ }
