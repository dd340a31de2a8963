"""The calls about messages: those of one's seat, the gamemaster's, and the rule for all."""

from __future__ import annotations

from attrs import asdict
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, RequestBody

from horizons_host.press import moderation, reading, rules
from horizons_host.press.posting import Draft, send
from horizons_host.server.api.calling import Called, access_of
from horizons_host.server.api.press_shapes import (
    BlockedSender,
    BlockRequest,
    MessageReportRequest,
    MessageRequest,
    MessageRule,
    MessageSummary,
    ReadRequest,
    ReportedMessage,
)
from horizons_host.server.games import directory
from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.jobs import delivering
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Message, MessageReport, PressRule


def _line(message: Message) -> MessageSummary:
    return MessageSummary(**message.told())


def _who(request: Called, service: Service, key: str) -> str | None:
    """The seat whose messages these are; None: the gamemaster. Raises NoGameError."""
    found = access_of(request, service, key)
    if found.is_gamemaster and found.game.state in {directory.RUNNING, directory.ENDED}:
        return None
    return found.demand_seat()


@get("/games/{key:str}/messages", sync_to_thread=True)
def messages(request: Called, service: Served, key: Key) -> list[MessageSummary]:
    """All messages of one's seat; for the gamemaster those that are the gamemaster's."""
    seat = _who(request, service, key)
    with service.database.game(key) as store:
        found = reading.gamemasters(store) if seat is None else reading.messages_of(store, seat)
    return [_line(one) for one in found]


@post("/games/{key:str}/messages", sync_to_thread=True)
def write(
    request: Called, service: Served, key: Key, data: RequestBody[MessageRequest]
) -> MessageSummary:
    """Send a message, or an answer; the answer is what its writer has of it."""
    draft = Draft(_who(request, service, key), **asdict(data))
    with service.database.game(key) as store:
        sent = send(store, draft, service.clock)
    delivering.wake(service, key)
    return _line(sent)


@post("/games/{key:str}/messages/read", sync_to_thread=True, status_code=204)
def mark_read(request: Called, service: Served, key: Key, data: RequestBody[ReadRequest]) -> None:
    """Note that one has read messages."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        reading.mark_read(store, seat, data.numbers, service.clock)


@post("/games/{key:str}/messages/{number:int}/report", sync_to_thread=True, status_code=204)
def report(
    request: Called,
    service: Served,
    key: Key,
    number: Number,
    data: RequestBody[MessageReportRequest],
) -> None:
    """Show a message to the gamemaster."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        moderation.report(store, seat, number, data.reason, service.clock)
    delivering.wake(service, key)


@get("/games/{key:str}/messages/reports", sync_to_thread=True)
def reports(request: Called, service: Served, key: Key) -> list[ReportedMessage]:
    """The messages that were shown to the gamemaster, for whom this is."""
    _demand_gamemaster(request, service, key)
    with service.database.game(key) as store:
        return [_report(one) for one in moderation.reports(store)]


def _report(one: MessageReport) -> ReportedMessage:
    return ReportedMessage(one.id, one.seat, one.reason, one.at, _line(one.message))


@get("/games/{key:str}/messages/opened", sync_to_thread=True)
def opened(request: Called, service: Served, key: Key) -> list[MessageSummary]:
    """What is open to everybody now that the game is over."""
    _demand_begun(request, service, key)
    with service.database.game(key) as store:
        return [_line(one) for one in reading.opened(store)]


@get("/games/{key:str}/messages/blocks", sync_to_thread=True)
def blocks(request: Called, service: Served, key: Key) -> list[BlockedSender]:
    """Whose messages do not come to one's seat."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return _blocks(store, seat)


def _blocks(store: GameStore, seat: str) -> list[BlockedSender]:
    return [BlockedSender(**one.told()) for one in moderation.blocked(store, seat)]


@post("/games/{key:str}/messages/blocks", sync_to_thread=True)
def block(
    request: Called, service: Served, key: Key, data: RequestBody[BlockRequest]
) -> list[BlockedSender]:
    """Have somebody's messages come no more, and nobody told so."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        if data.number:
            moderation.block_writer(store, seat, data.number, service.clock)
        else:
            moderation.block(store, seat, data.sender, service.clock)
        return _blocks(store, seat)


@delete("/games/{key:str}/messages/blocks", sync_to_thread=True, status_code=200)
def unblock(
    request: Called,
    service: Served,
    key: Key,
    sender: FromQuery[str] = "",
    number: FromQuery[int] = 0,
) -> list[BlockedSender]:
    """Have somebody's messages come again."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        moderation.unblock(store, seat, sender, number)
        return _blocks(store, seat)


@get("/games/{key:str}/message-rule", sync_to_thread=True)
def rule(request: Called, service: Served, key: Key) -> MessageRule:
    """The rule for messages."""
    _demand_begun(request, service, key)
    with service.database.game(key) as store:
        return MessageRule(**rules.rule_of(store).told())


@post("/games/{key:str}/message-rule", sync_to_thread=True, status_code=200)
def change_rule(
    request: Called, service: Served, key: Key, data: RequestBody[MessageRule]
) -> MessageRule:
    """Have another rule hold from now on, as the gamemaster; everybody is told."""
    _demand_gamemaster(request, service, key)
    with service.database.game(key) as store:
        rules.set_rule(store, PressRule(**asdict(data)), service.clock)
    delivering.wake(service, key)
    return data


def _demand_begun(request: Called, service: Service, key: str) -> None:
    state = access_of(request, service, key).game.state
    if state not in {directory.RUNNING, directory.ENDED}:
        raise nothing_here()


def _demand_gamemaster(request: Called, service: Service, key: str) -> None:
    access_of(request, service, key).demand_gamemaster()
    _demand_begun(request, service, key)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    messages,
    write,
    mark_read,
    report,
    reports,
    opened,
    blocks,
    block,
    unblock,
    rule,
    change_rule,
)
