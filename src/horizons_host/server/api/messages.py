"""API calls for messages: those of your seat, the gamemaster's, and the message rule."""

from __future__ import annotations

from attrs import asdict, define, field
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, RequestBody

from horizons_host.messages import reading, rules
from horizons_host.messages.posting import Draft, send
from horizons_host.server.api.calling import ApiRequest, access_of
from horizons_host.server.games import directory
from horizons_host.server.games.access import page_not_found
from horizons_host.server.jobs import delivery
from horizons_host.server.people.measures import demand_may_write
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Message, MessageReport, MessagingRule


@define
class MessageSummary:
    """A message, as its reader sees it.

    `number` is the reader's own, `thread` the number of the first message of its thread. `sender`
    is "" for an anonymous message, and for the gamemaster; then `by_gamemaster` is true.
    `waits`: it is sent after the next turn has been run.
    """

    number: int
    thread: int
    subject: str
    text: str
    at: str
    turn: int
    sender: str
    by_gamemaster: bool
    anonymous: bool
    mine: bool
    to: list[str]
    to_all: bool
    to_gamemaster: bool
    read: bool
    waits: bool


@define
class MessageRequest:
    """A message to send to the seats in `to`, to all, or to the gamemaster.

    Or a reply: it `answers` the message of that number and goes to everyone in its thread.
    """

    text: str = ""
    subject: str = ""
    to: list[str] = field(factory=list)
    to_all: bool = False
    gamemaster: bool = False
    answers: int = 0


@define
class ReadRequest:
    """The numbers of the messages that you read; null for all."""

    numbers: list[int] | None = None


@define
class MessageReportRequest:
    """The reason for reporting a message to the gamemaster."""

    reason: str = ""


@define
class BlockRequest:
    """A sender to block: `sender` by name, or the writer of message `number`."""

    sender: str = ""
    number: int = 0


@define
class BlockedSender:
    """A blocked sender: `sender`, or if that is "" the writer of message `number`."""

    sender: str
    number: int
    at: str


@define
class ReportedMessage:
    """A message that a seat reported to the gamemaster."""

    id: int
    seat: str
    reason: str
    at: str
    message: MessageSummary


@define
class MessageRule:
    """The rule for messages: `who` writes ("all", "public", "none"), and what applies to all."""

    who: str = "all"
    anonymous: bool = False
    with_turn: bool = False
    opened: bool = False


def _message_summary(message: Message) -> MessageSummary:
    return MessageSummary(**message.to_dict())


def _caller_seat(request: ApiRequest, service: Service, key: str) -> str | None:
    """Return the caller's seat, or None for the gamemaster; raises NoGameError."""
    access = access_of(request, service, key)
    if access.is_gamemaster and access.game.state in {directory.RUNNING, directory.ENDED}:
        return None
    return access.demand_seat()


@get("/games/{key:str}/messages", sync_to_thread=True)
def list_messages(request: ApiRequest, service: InjectedService, key: Key) -> list[MessageSummary]:
    """List the messages of your seat, or the gamemaster's."""
    seat = _caller_seat(request, service, key)
    with service.database.game(key) as store:
        messages = (
            reading.gamemaster_messages(store) if seat is None else reading.messages_of(store, seat)
        )
    return [_message_summary(message) for message in messages]


@post("/games/{key:str}/messages", sync_to_thread=True)
def send_message(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[MessageRequest]
) -> MessageSummary:
    """Send a message or a reply; the answer is the sender's copy."""
    draft = Draft(_caller_seat(request, service, key), **asdict(data))
    demand_may_write(request.user)
    with service.database.game(key) as store:
        sent = send(store, draft, service.clock)
    delivery.wake_delivery(service, key)
    return _message_summary(sent)


@post("/games/{key:str}/messages/read", sync_to_thread=True, status_code=204)
def mark_messages_read(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[ReadRequest]
) -> None:
    """Mark messages as read."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        reading.mark_read(store, seat, data.numbers, service.clock)


@post("/games/{key:str}/messages/{number:int}/report", sync_to_thread=True, status_code=204)
def report_message(
    request: ApiRequest,
    service: InjectedService,
    key: Key,
    number: Number,
    data: RequestBody[MessageReportRequest],
) -> None:
    """Report a message to the gamemaster."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        reading.report(store, seat, number, data.reason, service.clock)
    delivery.wake_delivery(service, key)


@get("/games/{key:str}/messages/reports", sync_to_thread=True)
def list_message_reports(
    request: ApiRequest, service: InjectedService, key: Key
) -> list[ReportedMessage]:
    """List the messages that were reported, as gamemaster."""
    _demand_gamemaster(request, service, key)
    with service.database.game(key) as store:
        return [_reported_message(reported) for reported in reading.reports(store)]


def _reported_message(report: MessageReport) -> ReportedMessage:
    return ReportedMessage(
        report.id, report.seat, report.reason, report.at, _message_summary(report.message)
    )


@get("/games/{key:str}/messages/opened", sync_to_thread=True)
def list_public_messages(
    request: ApiRequest, service: InjectedService, key: Key
) -> list[MessageSummary]:
    """List the messages that became public when the game ended."""
    _demand_started(request, service, key)
    with service.database.game(key) as store:
        return [_message_summary(message) for message in reading.opened_messages(store)]


@get("/games/{key:str}/messages/blocks", sync_to_thread=True)
def list_blocks(request: ApiRequest, service: InjectedService, key: Key) -> list[BlockedSender]:
    """List the senders that you block."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return _blocked_senders(store, seat)


def _blocked_senders(store: GameStore, seat: str) -> list[BlockedSender]:
    return [BlockedSender(**sender.to_dict()) for sender in reading.blocked(store, seat)]


@post("/games/{key:str}/messages/blocks", sync_to_thread=True)
def block_sender(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[BlockRequest]
) -> list[BlockedSender]:
    """Block a sender, who is not notified."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        if data.number:
            reading.block_writer(store, seat, data.number, service.clock)
        else:
            reading.block(store, seat, data.sender, service.clock)
        return _blocked_senders(store, seat)


@delete("/games/{key:str}/messages/blocks", sync_to_thread=True, status_code=200)
def unblock_sender(
    request: ApiRequest,
    service: InjectedService,
    key: Key,
    sender: FromQuery[str] = "",
    number: FromQuery[int] = 0,
) -> list[BlockedSender]:
    """Unblock a sender."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        reading.unblock(store, seat, sender, number)
        return _blocked_senders(store, seat)


@get("/games/{key:str}/message-rule", sync_to_thread=True)
def get_message_rule(request: ApiRequest, service: InjectedService, key: Key) -> MessageRule:
    """Return the message rule."""
    _demand_started(request, service, key)
    with service.database.game(key) as store:
        return MessageRule(**rules.rule_of(store).to_dict())


@post("/games/{key:str}/message-rule", sync_to_thread=True, status_code=200)
def set_message_rule(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[MessageRule]
) -> MessageRule:
    """Change the message rule, as gamemaster; all players are notified."""
    _demand_gamemaster(request, service, key)
    with service.database.game(key) as store:
        rules.set_rule(store, MessagingRule(**asdict(data)), service.clock)
    delivery.wake_delivery(service, key)
    return data


def _demand_started(request: ApiRequest, service: Service, key: str) -> None:
    state = access_of(request, service, key).game.state
    if state not in {directory.RUNNING, directory.ENDED}:
        raise page_not_found()


def _demand_gamemaster(request: ApiRequest, service: Service, key: str) -> None:
    access_of(request, service, key).demand_gamemaster()
    _demand_started(request, service, key)


MESSAGE_CALLS: tuple[HTTPRouteHandler, ...] = (
    list_messages,
    send_message,
    mark_messages_read,
    report_message,
    list_message_reports,
    list_public_messages,
    list_blocks,
    block_sender,
    unblock_sender,
    get_message_rule,
    set_message_rule,
)
