"use strict";
// @ts-check
// Push notifications of this browser. The page of notifications turns them on and off; other pages say that they
// are in use, so that no notification comes about the game that the reader is playing. `refreshing.js` loads this
// file if notifications are on.

/** The account whose notifications are on in this browser. */
const FLAG = "horizons-push", WORKER = "/push-worker.js";
const PATH = "/account/notifications";
/** A page is in use for a minute after the last input. */
const INTERVAL_MS = 60_000;
const shown = document.body.dataset;
const $ = (id) => /** @type {HTMLElement | null} */ (document.getElementById(id));
const token = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=_csrf_token]"))?.value ?? "";
const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function current() {
  const registration = isSupported ? await navigator.serviceWorker.getRegistration("/") : undefined;
  return await registration?.pushManager.getSubscription() ?? null;
}

/** @param {string} text */
async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The fields by which the server knows a subscription. @param {PushSubscription} subscription */
function fields(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", public_key: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** @param {string} path @param {Record<string, string>} data */
const send = (path, data) => fetch(path, { method: "POST", redirect: "manual", body: new URLSearchParams({ _csrf_token: token(), ...data }) });

// Other pages.

/** Say that this page is in use; whether notifications are on may have changed on either side. */
async function report() {
  const subscription = await current();
  const answer = await send(`${PATH}/presence`, { game: shown.game ?? "", device: subscription ? await digest(subscription.endpoint) : "" });
  if (!answer.ok) return;
  const { on } = await answer.json();
  if (!on && subscription) await send(`${PATH}/device`, fields(subscription));  // after signing in again
  if (!subscription) localStorage.removeItem(FLAG);
}

let isUsed = false;
function follow() {
  if (localStorage.getItem(FLAG) !== shown.account) return;
  if (!document.hidden) report().catch(() => {});
  for (const name of ["pointerdown", "keydown", "scroll"]) document.addEventListener(name, () => { isUsed = true; }, { passive: true });
  window.setInterval(() => {
    if (shown.game && isUsed && !document.hidden) report().catch(() => {});
    isUsed = false;
  }, INTERVAL_MS);
  if (shown.attention !== undefined) badge(Number(shown.attention));
}

/** @param {number} count */
function badge(count) {
  const { setAppBadge } = /** @type {any} */ (navigator);
  if (setAppBadge) setAppBadge.call(navigator, count).catch(() => {});
}

// The page of notifications.

const browser = $("browser"), line = $("push-state"), on = /** @type {HTMLButtonElement | null} */ ($("push-on"));

/** @param {"on" | "off" | "denied" | "unsupported" | "install" | "failed"} state */
function tell(state) {
  if (line) line.textContent = line.dataset[state] ?? "";
  if (on) on.hidden = state !== "off" && state !== "failed";
  const ways = $("push-ways");
  if (ways) ways.hidden = state !== "on";
}

async function look() {
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  if (!isSupported) return tell(isApple ? "install" : "unsupported");
  if (Notification.permission === "denied") return tell("denied");
  const subscription = await current();
  const isOn = subscription !== null && Notification.permission === "granted" && await digest(subscription.endpoint) === browser?.dataset.device;
  if (isOn) localStorage.setItem(FLAG, browser?.dataset.account ?? "");
  else localStorage.removeItem(FLAG);
  tell(isOn ? "on" : "off");
}

async function turnOn() {
  if (await Notification.requestPermission() !== "granted") return look();
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();  // it may be for an earlier key
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: browser?.dataset.key });
  const form = /** @type {HTMLFormElement} */ ($("push-form"));
  for (const [name, value] of Object.entries(fields(subscription))) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
  form.submit();
}

async function turnOff(event) {
  event.preventDefault();
  await (await current())?.unsubscribe();
  localStorage.removeItem(FLAG);
  event.target.submit();
}

if (browser) {
  look().catch(() => tell("failed"));
  on?.addEventListener("click", () => {
    on.disabled = true;
    turnOn().catch(() => tell("failed")).finally(() => { on.disabled = false; });
  });
  $("push-off")?.addEventListener("submit", turnOff);
} else follow();
