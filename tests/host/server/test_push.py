"""Push notifications: to the right browsers, once, and only while they have a use."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from attrs import evolve

from horizons_host.deadlines.changes import set_rule
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import mark_read
from horizons_host.notifications.push import PushSettings, public_key_of
from horizons_host.notifications.webhooks import WebSender
from horizons_host.server.accounts import accounts, devices, sessions
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.quiet_hours import QuietHours
from horizons_host.server.games import lessons, notification_log, notifications
from horizons_host.server.jobs import delivery, push, queue, turns, worker
from horizons_host.server.tables import key_hash
from horizons_host.store import Notifications
from tests.host.server.begun import begin_game, game, submit
from tests.host.server.browser import Browser, Site
from tests.host.server.push_service import HOST, PushService, push_service
from tests.host.server.test_calls import program

PAGE = "/account/notifications"
CONTACT = "mailto:cleo@games.example.org"


@pytest.fixture
def service(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that this process trusts."""
    with push_service(tmp_path) as (service, authority):
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        yield service


@pytest.fixture
def pushing_site(any_site: Site, service: PushService) -> Site:
    """A server that sends push notifications, with a game of Ada and Brin and daily deadlines."""
    site = any_site
    begin_game(site, rule="daily 20:00 UTC")
    sender = WebSender(lambda *_: ["127.0.0.1"], lambda _: True)
    site.service = evolve(site.service, webhook_sender=sender)
    site.change_settings(push=PushSettings(CONTACT, (HOST,)))
    return site


def account(site: Site, name: str = "Ada") -> Account:
    found = accounts.by_name(site.service, name)
    assert found is not None
    return found


def signed_in(site: Site, name: str = "Ada") -> Browser:
    return site.signed_in(sessions.begin_session(site.service, account(site, name), "a test"))


def turn_on(site: Site, service: PushService, path: str = "/one", name: str = "Ada") -> Any:
    """Turn on push notifications in a new browser; returns its subscription."""
    subscription, browser = service.subscribe(path), signed_in(site, name)
    target = subscription.target
    keys = {"endpoint": target.endpoint, "public_key": target.public_key, "auth": target.auth}
    browser.open(PAGE).send(f"{PAGE}/device", **keys)
    assert browser.status == 200, browser.words
    return subscription


def run_turn(site: Site) -> None:
    turns.request_turn(site.service, "mars", anyway=True)
    work(site)


def work(site: Site) -> None:
    worker.run_housekeeping(site.service)
    delivery.wake_delivery(site.service, "mars")
    site.work()


def bodies(subscription: Any) -> list[str]:
    return [message["notification"]["body"] for message in subscription.messages]


def log(site: Site, name: str = "Ada") -> list[tuple[str, str, str]]:
    """The log of an account: kinds, states and replies."""
    entries = notification_log.deliveries_of(site.service, account(site, name).id)
    return [(entry.kind, entry.state, entry.reply) for entry in entries]


def write(site: Site, text: str = "Peace?") -> None:
    with game(site) as store:
        send(store, Draft("Brin", text, to=["Ada"]), site.clock)


def test_a_turn_is_told_once_to_each_browser_of_a_player(
    pushing_site: Site, service: PushService
) -> None:
    first, second = (turn_on(pushing_site, service, path) for path in ("/one", "/two"))
    run_turn(pushing_site)
    work(pushing_site)
    assert len(first.messages) == len(second.messages) == 1
    message = first.messages[0]
    assert message == {
        "web_push": 8030,
        "notification": {
            "title": "Mars",
            "body": "Your turn: orders for turn 2 are due in 8 hours.",
            "navigate": "http://games.example.org/games/mars",
            "tag": message["notification"]["tag"],
            "lang": "en",
            "app_badge": "1",
        },
        "app_badge": 1,
    }
    assert service.claims[0]["sub"] == CONTACT
    assert service.requests[0]["topic"] == message["notification"]["tag"]
    assert service.requests[0]["content-encoding"] == "aes128gcm"
    assert log(pushing_site)[0][:2] == ("turn", "accepted")
    assert "201 Created" in signed_in(pushing_site).open(PAGE).words


def test_who_turned_nothing_on_is_sent_nothing(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)
    notifications.set_kinds(pushing_site.service, account(pushing_site), notifications.PUSH, [])
    notifications.begin_pushes(pushing_site.service, account(pushing_site, "Brin"))
    run_turn(pushing_site)
    assert service.requests == ada.messages == []


def test_a_lesson_is_not_told(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)
    key = lessons.begin_lesson(pushing_site.service, account(pushing_site), "event_horizon").key
    with game(pushing_site, key) as store:
        send(store, Draft(None, "Welcome", to_all=True), pushing_site.clock)
    delivery.wake_delivery(pushing_site.service, key)
    pushing_site.work()
    assert ada.messages == []


def test_the_players_language_is_that_of_the_account(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    accounts.change_settings(pushing_site.service, account(pushing_site), language="de")
    write(pushing_site)
    work(pushing_site)
    assert bodies(ada) == ["Du hast eine neue Nachricht."]
    assert ada.messages[0]["notification"]["navigate"].endswith("/games/mars/messages")


def test_equal_events_within_a_minute_are_one_notification(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    for text in ("Peace?", "Please!"):
        write(pushing_site, text)
        work(pushing_site)
    assert len(ada.messages) == 1
    pushing_site.clock.advance(minutes=2)
    write(pushing_site, "Well?")
    work(pushing_site)
    assert len(ada.messages) == 2


def test_reminders_come_closer_to_the_deadline_and_stop_when_orders_are_final(
    pushing_site: Site, service: PushService
) -> None:
    ada, brin = (turn_on(pushing_site, service, f"/{name}", name) for name in ("Ada", "Brin"))
    submit(pushing_site, "Brin", final=False)
    hours = []
    for hour in range(13, 20):  # the deadline is at 20:00, and it is noon
        pushing_site.clock.advance(hours=1)
        if hour == 18:
            submit(pushing_site, "Brin")
        work(pushing_site)
        hours.append(len(ada.messages))
    assert hours == [0, 0, 0, 0, 1, 1, 2]
    assert bodies(ada) == [
        "Orders for turn 1 are due in 3 hours.",
        "Orders for turn 1 are due in 1 hour.",
    ]
    assert bodies(brin) == ["Turn 1 runs in 3 hours. Your orders are still a draft."]
    assert [entry[:2] for entry in log(pushing_site, "Brin")] == [("reminder", "accepted")]
    assert service.requests[0]["urgency"] == "high"
    assert service.requests[0]["ttl"] == str(3 * 3600)


def test_a_game_without_reminders_has_none_by_push(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    with game(pushing_site) as store:
        rule = {"rule": "daily 20:00 UTC", "reminder_hours": []}
        set_rule(store, rule, reason="", clock=pushing_site.clock)
    work(pushing_site)
    ada.messages.clear()
    pushing_site.clock.advance(hours=7)
    work(pushing_site)
    assert ada.messages == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(
    pushing_site: Site, service: PushService, status: int
) -> None:
    turn_on(pushing_site, service)
    service.statuses = [status]
    run_turn(pushing_site)
    assert devices.devices_of(pushing_site.service, account(pushing_site).id) == []
    assert log(pushing_site)[0][1] == "refused"
    run_turn(pushing_site)
    assert len(service.requests) == 1


def test_a_push_service_that_fails_is_tried_again_later_and_given_up(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    service.statuses = [503]
    run_turn(pushing_site)
    work(pushing_site)
    assert len(service.requests) == 1
    pushing_site.clock.advance(minutes=1, seconds=1)
    work(pushing_site)
    assert len(ada.messages) == 1
    service.statuses = [503] * 100
    write(pushing_site)
    for _ in range(20):
        pushing_site.clock.advance(minutes=30)
        work(pushing_site)
    entries = notification_log.deliveries_of(pushing_site.service, account(pushing_site).id)
    (refused,) = (entry for entry in entries if entry.kind == "message")
    assert (refused.state, refused.attempts) == ("refused", push.MAX_ATTEMPTS)
    assert refused.reply == "503 Service Unavailable"


def test_what_a_push_service_refuses_is_not_sent_again(
    pushing_site: Site, service: PushService
) -> None:
    turn_on(pushing_site, service)
    service.statuses = [413]
    run_turn(pushing_site)
    pushing_site.clock.advance(hours=2)
    work(pushing_site)
    assert len(service.requests) == 1
    assert log(pushing_site)[0][1] == "refused"


def test_two_workers_send_each_notification_once(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)

    def other_works() -> None:
        queue.wake_job(pushing_site.service, push.PUSH_KIND, "")
        assert notification_log.due_notifications(pushing_site.service, push._LONGEST) == []
        (entry,) = notification_log.deliveries_of(pushing_site.service, account(pushing_site).id)
        assert push._send(pushing_site.service, entry.id) == ""

    service.meanwhile = other_works
    run_turn(pushing_site)
    assert len(ada.messages) == 1


def test_a_worker_that_died_after_the_answer_was_stored_sends_nothing_again(
    pushing_site: Site, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = turn_on(pushing_site, service)
    with monkeypatch.context() as patch:

        def die(*_: object) -> None:
            raise RuntimeError("killed before it was noted in the game")

        patch.setattr("horizons_host.store.notifications.Notifications.hand_over", die)
        run_turn(pushing_site)
    pushing_site.clock.advance(minutes=3)
    work(pushing_site)
    assert len(ada.messages) == 1
    with game(pushing_site) as store:
        assert {delivery.state for delivery in Notifications(store).deliveries()} == {"sent"}


def test_a_worker_that_died_while_sending_is_replaced(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notification_log, "settle", lambda *_: None)
        run_turn(pushing_site)
    work(pushing_site)
    assert len(ada.messages) == 1
    pushing_site.clock.advance(minutes=6)
    work(pushing_site)
    work(pushing_site)
    assert len(ada.messages) == 2
    assert ada.messages[0]["notification"]["tag"] == ada.messages[1]["notification"]["tag"]


@pytest.mark.parametrize("orders", [True, False])
def test_the_player_who_uses_the_game_is_told_later_or_not_at_all(
    pushing_site: Site, service: PushService, orders: bool
) -> None:
    ada, brin = (turn_on(pushing_site, service, f"/{name}", name) for name in ("Ada", "Brin"))
    devices.note_visit(pushing_site.service, account(pushing_site), "mars")
    devices.note_visit(pushing_site.service, account(pushing_site, "Brin"), "venus")
    run_turn(pushing_site)
    assert (len(ada.messages), len(brin.messages)) == (0, 1)
    if orders:
        submit(pushing_site, "Ada")
    pushing_site.clock.advance(minutes=11)
    work(pushing_site)
    assert len(ada.messages) == (0 if orders else 1)
    if orders:
        assert ("turn", "dropped", "you had already submitted orders") in log(pushing_site)


def test_in_quiet_hours_nothing_comes_until_they_end(
    pushing_site: Site, service: PushService
) -> None:
    ada = turn_on(pushing_site, service)
    page = signed_in(pushing_site)
    page.client.cookies.set("zone", "Europe/Berlin")  # an hour ahead of UTC: it is 13:00
    page.open(PAGE).send(f"{PAGE}/quiet", begin="12", end="15")
    assert "Europe/Berlin" in page.words
    write(pushing_site)
    pushing_site.clock.advance(hours=1, minutes=59)
    work(pushing_site)
    assert ada.messages == []
    pushing_site.clock.advance(minutes=2)
    work(pushing_site)
    assert len(ada.messages) == 1
    assert page.send(f"{PAGE}/quiet", begin="24").status == 422
    assert page.open(PAGE).send(f"{PAGE}/quiet", begin="7", end="7").status == 422
    page.open(PAGE).send(f"{PAGE}/quiet", begin="")
    assert "Europe/Berlin" not in page.words


@pytest.mark.parametrize(
    ("hours", "time", "end"),
    [
        ((22, 7), "21:59", None),
        ((22, 7), "22:00", "2026-03-03T07:00"),
        ((22, 7), "06:59", "2026-03-02T07:00"),
        ((22, 7), "07:00", None),
        ((0, 23), "00:00", "2026-03-02T23:00"),
        ((12, 13), "12:30", "2026-03-02T13:00"),
        ((12, 13), "13:00", None),
    ],
)
def test_quiet_hours_may_last_over_midnight(
    hours: tuple[int, int], time: str, end: str | None
) -> None:
    until = QuietHours(*hours, "UTC").end_after(datetime.fromisoformat(f"2026-03-02T{time}+00:00"))
    assert until == (end and datetime.fromisoformat(f"{end}+00:00"))


def test_a_message_that_was_read_is_not_told(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)
    devices.note_visit(pushing_site.service, account(pushing_site), "mars")
    write(pushing_site)
    work(pushing_site)
    with game(pushing_site) as store:
        mark_read(store, "Ada", clock=pushing_site.clock)
    pushing_site.clock.advance(minutes=11)
    work(pushing_site)
    assert ada.messages == []


def test_a_page_in_use_says_so_and_hears_whether_notifications_are_on(
    pushing_site: Site, service: PushService
) -> None:
    subscription = service.subscribe()
    browser = signed_in(pushing_site).open(PAGE)
    target = subscription.target
    keys = {"endpoint": target.endpoint, "public_key": target.public_key, "auth": target.auth}
    token = dict(browser.form(f"{PAGE}/device").form_values())["_csrf_token"]

    def presence(device: str) -> Any:
        data = {"_csrf_token": token, "game": "mars", "device": device}
        return browser.client.post(f"{PAGE}/presence", data=data).json()

    own = key_hash(target.endpoint)
    assert presence(own) == {"on": False}
    browser.send(f"{PAGE}/device", **keys)
    assert not devices.is_visiting(pushing_site.service, account(pushing_site).id, "mars")
    assert presence("another") == {"on": False}
    assert presence(own) == {"on": True}
    assert devices.is_visiting(pushing_site.service, account(pushing_site).id, "mars")
    assert presence("") == {"on": False}
    assert devices.devices_of(pushing_site.service, account(pushing_site).id) == []


def test_a_browser_that_signs_out_is_sent_nothing(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)
    sessions.end_all_sessions(pushing_site.service, account(pushing_site))
    run_turn(pushing_site)
    assert ada.messages == []


@pytest.mark.parametrize(
    ("endpoint", "problem"),
    [
        ("http://push.example.net/one", "doesn't know the push service"),
        ("https://neighbour.example.net/one", "doesn't know the push service"),
        ("https://127.0.0.1/one", "doesn't know the push service"),
        ("https://notpush.example.net/one", "doesn't know the push service"),
        ("https://ada@push.example.net/one", "must not contain a name"),
        ("nonsense", "is not a web address"),
    ],
)
def test_an_address_that_is_not_a_push_services_is_refused(
    pushing_site: Site, service: PushService, endpoint: str, problem: str
) -> None:
    target = service.subscribe().target
    page = signed_in(pushing_site).open(PAGE)
    page.send(f"{PAGE}/device", endpoint=endpoint, public_key=target.public_key, auth=target.auth)
    assert page.status == 422
    assert problem in page.words


@pytest.mark.parametrize("name", ["public_key", "auth"])
def test_keys_with_which_nothing_can_be_encrypted_are_refused(
    pushing_site: Site, service: PushService, name: str
) -> None:
    target = service.subscribe().target
    keys = {"endpoint": target.endpoint, "public_key": target.public_key, "auth": target.auth}
    for value in ("", "AAAA", "é", "A" * 87):
        page = signed_in(pushing_site).open(PAGE).send(f"{PAGE}/device", **{**keys, name: value})
        assert page.status == 422
        assert "keys are not valid" in page.words


def test_a_known_host_with_an_inner_address_is_not_called(
    pushing_site: Site, service: PushService
) -> None:
    turn_on(pushing_site, service)
    inner = WebSender(lambda *_: ["127.0.0.1"])
    pushing_site.service = evolve(pushing_site.service, webhook_sender=inner)
    run_turn(pushing_site)
    assert service.requests == []
    assert log(pushing_site)[0] == ("turn", "refused", f"'{HOST}' is not a public address")


def test_an_account_has_at_most_ten_browsers(pushing_site: Site, service: PushService) -> None:
    for number in range(devices.MAX_DEVICES):
        turn_on(pushing_site, service, f"/{number}")
    target = service.subscribe("/more").target
    keys = {"endpoint": target.endpoint, "public_key": target.public_key, "auth": target.auth}
    page = signed_in(pushing_site).open(PAGE).send(f"{PAGE}/device", **keys)
    assert "the maximum" in page.words
    assert len(devices.devices_of(pushing_site.service, account(pushing_site).id)) == 10


def test_a_browser_is_tested_and_turned_off_on_the_page(
    pushing_site: Site, service: PushService
) -> None:
    subscription, browser = service.subscribe(), signed_in(pushing_site)
    target = subscription.target
    keys = {"endpoint": target.endpoint, "public_key": target.public_key, "auth": target.auth}
    browser.open(PAGE).send(f"{PAGE}/device", **keys).send(f"{PAGE}/tests/push")
    assert "on its way" in browser.words
    work(pushing_site)
    assert bodies(subscription) == ["Push notifications work in this browser."]
    (device,) = devices.devices_of(pushing_site.service, account(pushing_site).id)
    browser.open(PAGE).send(f"{PAGE}/devices/{device.id}/remove")
    assert devices.devices_of(pushing_site.service, account(pushing_site).id) == []
    other = signed_in(pushing_site, "Brin").open(PAGE)
    assert "Send test to this browser" not in other.words


def test_the_log_is_bounded(pushing_site: Site) -> None:
    service, number = pushing_site.service, account(pushing_site).id
    for index in range(notification_log.MAX_KEPT + 20):
        notification_log.log_delivery(
            service,
            number,
            "webhook",
            f"post {index}",
            game="mars",
            kind="turn",
            recipient="example.org",
            state="accepted",
            reply="200 OK",
        )
    notification_log.remove_old(service)
    assert len(notification_log.deliveries_of(service, number)) == notification_log.SHOWN
    pushing_site.clock.advance(days=3)
    notification_log.remove_old(service)
    table = notification_log.tables.notifications
    kept = service.database.select_rows(table.select())
    assert len(kept) == notification_log.MAX_KEPT
    pushing_site.clock.advance(days=30)
    notification_log.remove_old(service)
    assert service.database.select_rows(table.select()) == []


def test_the_server_keeps_its_key(pushing_site: Site, service: PushService) -> None:
    ada = turn_on(pushing_site, service)
    key = devices.signing_key(pushing_site.service)
    assert devices.signing_key(pushing_site.service) == key
    assert public_key_of(key) in signed_in(pushing_site).open(PAGE).text
    run_turn(pushing_site)
    assert service.requests[0]["authorization"].endswith(f"k={public_key_of(key)}")
    assert len(ada.messages) == 1


def test_a_preset_and_a_game_of_its_own(pushing_site: Site, service: PushService) -> None:
    turn_on(pushing_site, service)
    ada = signed_in(pushing_site).open(PAGE).send(PAGE, preset="turns")
    assert "differs from" not in ada.words

    def kinds() -> list[str]:
        with game(pushing_site) as store:
            return notifications.seat_kinds(store, "Ada", notifications.PUSH)

    assert kinds() == ["turn", "reminder"]
    own = "/games/mars/notifications"
    ada.open(own).send(f"{own}/kinds", **{"pushes-message": "yes"})
    assert kinds() == ["turn", "reminder", "message"]
    assert "differs from" in ada.open(PAGE).words
    ada.send(PAGE, preset="none")
    assert kinds() == []


def test_a_program_chooses_pushes_and_reads_the_log(
    pushing_site: Site, service: PushService
) -> None:
    turn_on(pushing_site, service)
    ada = program(signed_in(pushing_site), pushing_site)
    calls = "/api/v1/games/mars/notifications"
    assert ada.put("/api/v1/notifications", json={"mails": []}).json()["pushes"] == [
        *notifications.PUSH.usual
    ]
    assert ada.put("/api/v1/notifications", json={"pushes": ["turn"]}).json()["pushes"] == ["turn"]
    assert ada.get(calls).json()["pushes"] == ["turn"]
    assert ada.put(calls, json={"pushes": ["seat"]}).json()["pushes"] == ["seat"]
    assert ada.put(calls, json={"pushes": ["report"]}).status_code == 422
    ada.put(calls, json={"pushes": ["turn"]})
    run_turn(pushing_site)
    (entry,) = ada.get("/api/v1/notifications/deliveries").json()
    assert (entry["channel"], entry["game"], entry["kind"]) == ("push", "mars", "turn")
    assert (entry["state"], entry["reply"]) == ("accepted", "201 Created")


def test_the_site_is_an_app_with_icons_of_two_sizes(site: Site) -> None:
    browser = site.browser()
    manifest = browser.client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    facts = manifest.json()
    assert (facts["start_url"], facts["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in facts["icons"]} == {"192x192", "512x512"}
    for icon in facts["icons"]:
        picture = browser.client.get(icon["src"])
        size = int(icon["sizes"].partition("x")[0])
        assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", picture.content[16:24]) == (size, size)
    worker = browser.client.get("/push-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "fetch" not in worker.text


def test_a_server_without_push_or_mail_mentions_neither(site: Site) -> None:
    begin_game(site)
    for path in (PAGE, "/games/mars/notifications"):
        words = signed_in(site).open(path).words.casefold()
        assert "webhook" in words
        assert "push" not in words
        assert "mail" not in words
