"""Push notifications in a browser: turned on and off on a page, shown by the worker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from horizons_host.notifications.push import PushMessage, PushSettings
from horizons_host.server.accounts import accounts, devices
from horizons_host.server.accounts.devices import Device
from tests.browser.grounds import Grounds, grounds
from tests.browser.walking import complaints
from tests.host.server.begun import begin_game
from tests.host.server.push_service import HOST, Subscription

PAGE = "/account/notifications"
#: Stands in for the browser's push service, which is on the internet.
FAKE_SERVICE = """
(subscription => {
  const make = () => ({
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe: async () => localStorage.removeItem("subscribed"),
  });
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem("subscribed") ? make() : null;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem("subscribed", "yes");
    return make();
  };
})(%s)
"""

#: Waits for a number of notifications, and returns their facts.
SHOWN = """
async (count) => {
  const registration = await navigator.serviceWorker.ready;
  for (;;) {
    const shown = await registration.getNotifications();
    if (shown.length >= count) return shown.map((one) => [one.title, one.body, one.data.navigate]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Grounds]:
    """A server that sends push notifications, with a game of Ada and Brin."""
    push = PushSettings("mailto:cleo@games.example.org", (HOST,))
    folder = Path(tmp_path_factory.mktemp("server")) / "data"
    with grounds(folder, chromium, push=push) as ground:
        begin_game(ground.site)
        yield ground


def open_page(ground: Grounds, size: str = "a screen", **more: Any) -> Page:
    page = ground.person("Ada", size, permissions=["notifications"], **more)
    target = Subscription("/one", f"https://{HOST}/one").target
    keys = {"p256dh": target.public_key, "auth": target.auth}
    page.add_init_script(FAKE_SERVICE % json.dumps({"endpoint": target.endpoint, "keys": keys}))
    page.goto(PAGE)
    return page


def browsers(ground: Grounds) -> list[Device]:
    account = accounts.by_name(ground.site.service, "Ada")
    assert account is not None
    return devices.devices_of(ground.site.service, account.id)


def turn_on(page: Page) -> None:
    page.get_by_role("button", name="Turn on push notifications").click()
    expect(page.locator("#push-state")).to_have_text("Push notifications are on in this browser.")


def test_a_browser_turns_notifications_on_and_off(ground: Grounds) -> None:
    page = open_page(ground, "a phone")
    expect(page.locator("#push-state")).to_have_text("Push notifications are off in this browser.")
    turn_on(page)
    assert len(browsers(ground)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert complaints(page) == []
    page.get_by_role("button", name="Turn off push notifications").click()
    expect(page.locator("#push-state")).to_have_text("Push notifications are off in this browser.")
    assert browsers(ground) == []
    assert page.evaluate("localStorage.getItem('subscribed')") is None


def test_a_page_of_the_game_says_that_it_is_in_use(ground: Grounds) -> None:
    page = open_page(ground)
    turn_on(page)
    (device,) = browsers(ground)
    assert not devices.is_visiting(ground.site.service, device.account, "mars")
    with page.expect_response(lambda answer: answer.url.endswith("/presence")) as answer:
        page.goto("/games/mars")
    assert answer.value.json() == {"on": True}
    assert devices.is_visiting(ground.site.service, device.account, "mars")


@pytest.mark.slow
def test_a_subscription_that_the_browser_lost_ends_on_the_next_page(ground: Grounds) -> None:
    page = open_page(ground)
    turn_on(page)
    page.evaluate("localStorage.removeItem('subscribed')")
    with page.expect_response(lambda answer: answer.url.endswith("/presence")):
        page.goto("/games")
    page.goto(PAGE)
    expect(page.locator("#push-state")).to_have_text("Push notifications are off in this browser.")
    assert browsers(ground) == []


@pytest.mark.slow
def test_a_subscription_that_the_server_lost_is_made_again(ground: Grounds) -> None:
    page = open_page(ground)
    turn_on(page)
    (device,) = browsers(ground)
    devices.remove_device(ground.site.service, device.account, device.id)
    with page.expect_response(lambda answer: answer.url.endswith("/device")):
        page.goto("/games")
    assert len(browsers(ground)) == 1


def test_the_worker_shows_each_message_even_one_that_it_cannot_read(ground: Grounds) -> None:
    page = open_page(ground)
    turn_on(page)
    line = page.context.new_cdp_session(page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(r["registrationId"] for r in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    assert registrations
    message = PushMessage("Mars", "Your turn.", f"{ground.url}/games/mars", "mars", "en", 2, 60)
    for data in (message.payload().decode(), "not JSON"):
        deliver(line, ground.url, registrations[-1], data)
    shown = page.evaluate(SHOWN, 2)
    assert sorted(shown) == [
        ["Horizons", "", "/"],
        ["Mars", "Your turn.", f"{ground.url}/games/mars"],
    ]


def deliver(line: Any, origin: str, registration: str, data: str) -> None:
    facts = {"origin": origin, "registrationId": registration, "data": data}
    line.send("ServiceWorker.deliverPushMessage", facts)
