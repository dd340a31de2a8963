"use strict";
// @ts-check
// Shows push notifications, and the number of waiting games on the icon of the installed app. Browsers with
// declarative push do both by themselves. It answers no requests: pages always come from the server.

const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("push", (event) => event.waitUntil(Promise.all(shown(event.data))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.navigate ?? "/"));
});

/** A browser ends the subscription of a worker that shows nothing. */
function shown(data) {
  let message = { notification: { title: "Horizons", navigate: "/" }, app_badge: undefined };
  try { message = data.json(); } catch { /* It is not for this version. */ }
  const { title, navigate, ...options } = message.notification;
  const notification = worker.registration.showNotification(title, { ...options, icon: "/pictures/icon-192.png", data: { navigate } });
  return [notification, badge(message.app_badge)];
}

/** @param {number | undefined} count */
async function badge(count) {
  if (count === undefined || !worker.navigator.setAppBadge) return;
  await (count ? worker.navigator.setAppBadge(count) : worker.navigator.clearAppBadge()).catch(() => {});
}

/** Show the window that has the page, or open one. @param {string} address */
async function open(address) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url.split("#")[0] === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}
