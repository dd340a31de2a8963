"""The page with the notifications of an account in all games, and of its browsers."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.notifications.push import PushTarget, public_key_of
from horizons_host.notifications.texts import KINDS, SubscriptionError
from horizons_host.server.accounts import devices
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.quiet_hours import quiet_hours, set_quiet_hours
from horizons_host.server.games import directory, notifications
from horizons_host.server.games.access import access
from horizons_host.server.games.notification_log import deliveries_of
from horizons_host.server.games.notifications import channels_of, chosen_kinds
from horizons_host.server.jobs import push
from horizons_host.server.pages.notifications import CHOICE_WORDS, choices_in, shown_channels
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.server.tables import key_hash

_PATH = "/account/notifications"
#: Number of games whose own settings the page looks up.
_MAX_GAMES = 20


@get(_PATH, sync_to_thread=True)
def account_notifications_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the notification settings of the account."""
    return _settings_page(request, service)


def _settings_page(
    request: PageRequest, service: Service, problem: HorizonsError | None = None
) -> Template:
    account = demand_account(request)
    browsers = devices.devices_of(service, account.id) if service.settings.push else []
    own_session = key_hash(str(request.auth))
    device = next((browser for browser in browsers if browser.session == own_session), None)
    games = _games(service, account)
    answer = page(
        request,
        "account_notices.html.jinja",
        kinds=CHOICE_WORDS,
        all_kinds=KINDS,
        channels=shown_channels(service, lambda channel: chosen_kinds(account, channel)),
        has_address=bool(notifications.address_of(service, account.id)),
        push_key=public_key_of(devices.signing_key(service)) if service.settings.push else "",
        device=device,
        quiet=quiet_hours(account),
        device_hash=key_hash(device.target.endpoint) if device else "",
        other_devices=[browser for browser in browsers if browser != device],
        games=games,
        titles={game["key"]: game["title"] for game in games},
        deliveries=deliveries_of(service, account.id),
        tested=facts_to_show(request).get("tested", ""),
        problem=problem,
        status=422 if problem else 200,
    )
    return delete_cookie(request, answer)


def _games(service: Service, account: Account) -> list[dict[str, Any]]:
    """Return the running games in which the account has a seat, and whether settings differ."""
    seats = {
        game.key: (game.terms.title, member.seat)
        for game, member in directory.games_of(service, account)
        if member.seat and game.state == directory.RUNNING
    }
    return [
        {
            "key": key,
            "title": title,
            "own": number < _MAX_GAMES and _has_own_settings(service, account, key, seat),
        }
        for number, (key, (title, seat)) in enumerate(seats.items())
    ]


def _has_own_settings(service: Service, account: Account, key: str, seat: str) -> bool:
    try:
        with service.database.game(key) as store:
            return any(
                set(notifications.seat_kinds(store, seat, channel))
                != set(notifications.applied_kinds(account, channel))
                for channel in channels_of(service)
            )
    except HorizonsError:
        return False  # the game cannot be read now


@post(_PATH, sync_to_thread=True)
def choose_kinds_everywhere(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Set the emails and push notifications in all games."""
    account = demand_account(request)
    try:
        for channel, kinds in choices_in(service, data).items():
            notifications.set_kinds(service, account, channel, kinds)
    except HorizonsError as problem:
        return _settings_page(request, service, problem)
    return redirect_to(_PATH)


@post(f"{_PATH}/device", sync_to_thread=True)
def add_device(request: PageRequest, service: InjectedService, data: Form) -> Template | Redirect:
    """Send push notifications to this browser, by the subscription that it has made."""
    account = demand_account(request)
    target = PushTarget(*(data.get(name, "") for name in ("endpoint", "public_key", "auth")))
    agent = request.headers.get("user-agent", "")
    try:
        devices.add_device(service, account, str(request.auth), agent, target)
        notifications.begin_pushes(service, account)
    except HorizonsError as problem:
        return _settings_page(request, service, problem)
    return redirect_to(_PATH)


@post(f"{_PATH}/devices/{{number:int}}/remove", sync_to_thread=True)
def remove_device(request: PageRequest, service: InjectedService, number: Number) -> Redirect:
    """Send no more push notifications to one of the account's browsers."""
    devices.remove_device(service, demand_account(request).id, number)
    return redirect_to(_PATH)


@post(f"{_PATH}/quiet", sync_to_thread=True)
def choose_quiet_hours(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Set the hours in which no push notifications come."""
    account = demand_account(request)
    try:
        set_quiet_hours(service, account, data.get("begin", ""), data.get("end", ""))
    except HorizonsError as problem:
        return _settings_page(request, service, problem)
    return redirect_to(_PATH)


@post(f"{_PATH}/tests/{{channel:str}}", sync_to_thread=True)
def test_channel(
    request: PageRequest, service: InjectedService, channel: Key
) -> Template | Redirect:
    """Send a test by email or push."""
    account = demand_account(request)
    try:
        if channel == "push":
            push.queue_test(service, account, str(request.auth))
        elif channel == "mail":
            notifications.queue_test_mail(service, account)
        else:
            raise SubscriptionError(
                LocalizedText("there is no such kind of notification"),
                LocalizedText("choose one on this page"),
            )
    except HorizonsError as problem:
        return _settings_page(request, service, problem)
    return redirect_and_show(request, _PATH, tested=channel)


@post(f"{_PATH}/presence", sync_to_thread=True)
def note_presence(
    request: PageRequest, service: InjectedService, data: Form
) -> Response[dict[str, bool]]:
    """Note that the reader is using a page, and of which game.

    `device` is the hash of the browser's push subscription, "" if it has none. The answer says
    whether notifications are `on`: whether the server sends to this subscription. A browser that
    has lost its subscription gets no more.
    """
    account, key = demand_account(request), data.get("game", "")
    device = devices.device_of_session(service, str(request.auth))
    is_on = device is not None and key_hash(device.target.endpoint) == data.get("device", "")
    if device is not None and not data.get("device"):
        devices.remove_device(service, account.id, device.id)
    if key and is_on and access(service, account, key).seat is not None:
        devices.note_visit(service, account, key)
    return Response({"on": is_on}, status_code=200)


ACCOUNT_NOTIFICATION_PAGES = (
    account_notifications_page,
    choose_kinds_everywhere,
    add_device,
    remove_device,
    choose_quiet_hours,
    test_channel,
    note_presence,
)
