"""The messages that browsers show for events in games, in the language of their readers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime, timedelta

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.decisions import LATE, WAITS
from horizons_host.deadlines.state import DRAFT, FINAL, NONE, DeadlineFacts, quick_facts
from horizons_host.messages.reading import unread_of
from horizons_host.notifications.push import PushMessage
from horizons_host.server import texts
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.devices import Device
from horizons_host.server.games import directory, players
from horizons_host.server.games.notification_log import Notification
from horizons_host.server.service import Service
from horizons_host.server.zones import ZONE_SETTING, in_zone
from horizons_host.store import GameStore

#: The kind of a message by which a player tests a browser.
TEST = "test"
#: Kinds that are about messages of players.
_MESSAGES = frozenset(("message", "announcement"))
#: How long a push service keeps a message for a browser that is offline, unless a deadline passes.
_LIFETIME = timedelta(days=1)
#: Remaining time is rounded to this.
_STEP = timedelta(minutes=5)


class OutdatedError(Exception):
    """A notification that need not be sent any more, and the reason."""

    def __init__(self, reason: LocalizedText) -> None:
        super().__init__(reason)
        self.reason = reason


def compose(service: Service, notification: Notification, device: Device) -> PushMessage:
    """Compose the message of a notification for a browser.

    Raises OutdatedError if it has no more use: the player has left the game, has done what it
    reminds of, or it is too late. Raises HorizonsError for a game that cannot be read.
    """
    account = accounts.by_id(service, device.account)
    if account is None:
        raise OutdatedError(LocalizedText("the account was deleted"))
    age = service.clock() - datetime.fromisoformat(notification.made_at)
    if age > _LIFETIME:
        raise OutdatedError(LocalizedText("it was too late"))
    language = str(account.settings.get(texts.LANGUAGE_SETTING, "")) or device.language
    title, path, seconds = "Horizons", "/account/notifications", _LIFETIME.total_seconds()
    body: str = LocalizedText("Push notifications work in this browser.")
    if notification.kind != TEST:
        game = directory.find_game(service, notification.game)
        seat = str(notification.facts["own"])
        _demand_seat(service, account, game.key, seat)
        with service.database.game(game.key) as store:
            facts = quick_facts(store)
            _demand_use(service, store, facts, notification, seat)
        if game.state == directory.ENDED and notification.kind == "turn":
            raise OutdatedError(
                LocalizedText("the game has ended")
            )  # there is a message about that
        body = _body(service, notification, facts, seat)
        title, path = game.terms.title, f"/games/{game.key}"
        path += "/messages" if notification.kind in _MESSAGES else ""
        if notification.kind == "reminder" and facts.course.deadline:
            left = facts.course.deadline - service.clock()
            seconds = min(seconds, max(left.total_seconds(), 0)) or seconds
    zone = str(account.settings.get(ZONE_SETTING, ""))
    with texts.in_language(language), in_zone(zone) if zone else nullcontext():
        text = texts.translate_plain(body)
    return PushMessage(
        title=title,
        body=text,
        link=f"{service.settings.public_url}{path}",
        tag=_tag(notification.game),
        language=language,
        badge=waiting_games(service, account),
        seconds=int(seconds),
        urgent=notification.kind == "reminder",
    )


def waiting_games(service: Service, account: Account) -> int:
    """Return the number of games that wait for an account: for orders, or with new messages."""
    return sum(game.needs_attention for game in players.account_games(service, account))


def _tag(game: str) -> str:
    """Return the tag of a game's messages: its key may be longer than a push service accepts."""
    return hashlib.sha256(f"game {game}".encode()).hexdigest()[:24]


def _demand_seat(service: Service, account: Account, game: str, seat: str) -> None:
    """Raise OutdatedError unless the account has the seat now."""
    members = directory.members(service, game)
    places = [(m.account, m.seat) for m in members if m.left_at is None]
    if (account.id, seat) not in places:
        raise OutdatedError(LocalizedText("you no longer have this seat"))


def _demand_use(
    service: Service,
    store: GameStore,
    facts: DeadlineFacts,
    notification: Notification,
    seat: str,
) -> None:
    """Raise OutdatedError if the player has done what a notification is about, or it is too late.

    A reminder before a deadline is too late when that has passed.
    """
    kind, turn, orders = notification.kind, notification.facts["turn"], _orders(facts, seat)
    if kind == "turn" and (facts.turn != turn + 1 or orders != NONE):
        raise OutdatedError(LocalizedText("you had already submitted orders"))
    if kind == "reminder" and (facts.turn != turn + 1 or orders == FINAL):
        raise OutdatedError(LocalizedText("you had already submitted orders"))
    deadline = facts.course.deadline
    early = kind == "reminder" and notification.facts["what"] not in {LATE, WAITS}
    if early and (deadline is None or deadline <= service.clock()):
        raise OutdatedError(LocalizedText("the deadline has changed or passed"))
    if kind in _MESSAGES and not unread_of(store, seat):
        raise OutdatedError(LocalizedText("you had already read it"))


def _orders(facts: DeadlineFacts, seat: str) -> str:
    """Return the state of a seat's orders for the next turn."""
    return next((place.state for place in facts.places if place.seat == seat), NONE)


def _body(service: Service, notification: Notification, facts: DeadlineFacts, seat: str) -> str:
    """Return the sentence of a notification."""
    kind, known = notification.kind, notification.facts
    if kind == "turn":
        return _turn_text(service, facts, seat)
    if kind == "reminder":
        return _reminder_text(service, facts, seat, str(known.get("what", "")))
    if kind == "deadline":
        return _deadline_text(facts)
    if kind == "undone" and known.get("ending"):
        kind = "reopened"
    return _sentences(int(known["turn"]), str(known.get("seat", "")))[kind]


def _sentences(turn: int, seat: str) -> Mapping[str, str]:
    """Return the sentences about the other kinds of events."""
    return {
        "message": LocalizedText("You have a new message."),
        "announcement": LocalizedText("The gamemaster sent an announcement."),
        "joined": LocalizedText("{seat} joined the game.", seat=seat),
        "seat": LocalizedText("{seat} has a new player.", seat=seat),
        "undone": LocalizedText("Turn {turn} was undone.", turn=turn),
        "reopened": LocalizedText("The game was reopened."),
        "ended": LocalizedText("The game has ended."),
    }


def _deadline_text(facts: DeadlineFacts) -> str:
    deadline, rule = facts.course.deadline, facts.course.rule
    if deadline is None or rule is None:
        return LocalizedText("Deadlines have changed.")
    return LocalizedText(
        "Deadlines have changed. Orders for turn {turn} are due {time}.",
        turn=facts.turn,
        time=deadline.astimezone(rule.schedule.zone),
    )


def _turn_text(service: Service, facts: DeadlineFacts, seat: str) -> str:
    needs_orders = any(p.seat == seat and p.is_person and p.needed for p in facts.places)
    if not needs_orders or facts.over:
        return LocalizedText("Turn {turn} was run. The report is ready.", turn=facts.turn - 1)
    if facts.course.deadline is None:
        return LocalizedText("Your turn: turn {turn} waits for orders.", turn=facts.turn)
    return LocalizedText(
        "Your turn: orders for turn {turn} are due in {span}.",
        turn=facts.turn,
        span=_time_left(service, facts.course.deadline),
    )


def _reminder_text(service: Service, facts: DeadlineFacts, seat: str, kind: str) -> str:
    deadline = facts.course.deadline
    if kind == WAITS:
        return LocalizedText("Turn {turn} waits for your orders.", turn=facts.turn)
    if kind == LATE or deadline is None:
        return LocalizedText(
            "The deadline of turn {turn} has passed, and you have not submitted orders.",
            turn=facts.turn,
        )
    span = _time_left(service, deadline)
    if _orders(facts, seat) == DRAFT:
        return LocalizedText(
            "Turn {turn} runs in {span}. Your orders are still a draft.",
            turn=facts.turn,
            span=span,
        )
    return LocalizedText("Orders for turn {turn} are due in {span}.", turn=facts.turn, span=span)


def _time_left(service: Service, deadline: datetime) -> timedelta:
    """Return the time to a deadline, rounded: a message takes a minute on its way."""
    return max(round((deadline - service.clock()) / _STEP), 1) * _STEP
