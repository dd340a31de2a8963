"""The calls by which a program takes a seat: open games, joining, leaving, invitations."""

from __future__ import annotations

from attrs import define
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.server.api.calling import Called, access_of, caller
from horizons_host.server.api.press_shapes import MessageRule
from horizons_host.server.games import directory, invitations, joining, roles, sharing
from horizons_host.server.games.terms import Terms
from horizons_host.server.injected import Key, Served
from horizons_host.server.service import Service


@define
class OpenGame:
    """A game that waits for players: its terms, and under which names some are there.

    `deadlines` is the rule of its deadlines (empty: its gamemaster runs turns), `press` that for
    messages.
    """

    key: str
    title: str
    variant: str
    mods: list[str]
    options: dict[str, object]
    players: int
    bots: int
    text: str
    deadlines: dict[str, object]
    press: MessageRule
    present: list[str]
    spectators: bool
    shared_chance: bool


@define
class SeatRequest:
    """The name that one wants to play under; "" is that of the account."""

    seat: str = ""


@define
class JoinedSeat:
    """The game that one is in now, and under which name."""

    game: str
    seat: str


@define
class RandomSeedShare:
    """The hash of one's share of the game's chance, or, to be revealed, the share itself."""

    share: str = ""


@define
class RandomSeedStatus:
    """Whose hashes are in, what is announced once all are, and whose shares are still to come."""

    promised: list[str]
    announced: dict[str, object]
    withheld: list[str]


@define
class StartRequest:
    """Whether a game of shared chance begins without those who withhold their share."""

    without: bool = False


@get("/open-games", sync_to_thread=True)
def open_games(request: Called, service: Served) -> list[OpenGame]:
    """The games that wait for players and that everybody may join."""
    caller(request)
    waiting = directory.in_state(service, directory.OPEN)
    return [_open(service, game.key, game.terms) for game in waiting if game.terms.listed]


def _open(service: Service, key: str, terms: Terms) -> OpenGame:
    there = directory.members(service, key)
    return OpenGame(
        key,
        terms.title,
        terms.variant,
        list(terms.mods),
        dict(terms.options),
        terms.players,
        terms.bots,
        terms.text,
        dict(terms.deadlines),
        MessageRule(**terms.press_rule.told()),
        [one.seat for one in there if one.left_at is None and one.role == directory.PLAYER],
        terms.spectators,
        terms.shared_chance,
    )


@post("/games/{key:str}/join", sync_to_thread=True, status_code=200)
def join(request: Called, service: Served, key: Key, data: RequestBody[SeatRequest]) -> JoinedSeat:
    """Take a place in a game that waits for players; twice is once."""
    access_of(request, service, key)
    joining.join(service, caller(request), key, data.seat)
    return _joined(request, service, key)


@post("/invitations/{invitation:str}", sync_to_thread=True, status_code=200)
def accept(
    request: Called, service: Served, invitation: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Take the place that one is invited to, by the key at the end of the link."""
    key = invitations.accept(service, caller(request), invitation, data.seat)
    return _joined(request, service, key)


def _joined(request: Called, service: Service, key: str) -> JoinedSeat:
    return JoinedSeat(key, access_of(request, service, key).seat or "")


@post("/games/{key:str}/leave", sync_to_thread=True, status_code=204)
def leave(request: Called, service: Served, key: Key) -> None:
    """Give one's place back: in a running game somebody else may play on."""
    access_of(request, service, key)
    joining.leave(service, caller(request), key)


@post("/games/{key:str}/start", sync_to_thread=True, status_code=204)
def start(
    request: Called, service: Served, key: Key, data: RequestBody[StartRequest | None] = None
) -> None:
    """Begin a game whose players are there, as who may arrange it."""
    access_of(request, service, key).demand_arranger()
    joining.start(service, key, without=data is not None and data.without)


@post("/games/{key:str}/watch", sync_to_thread=True, status_code=200)
def look_on(
    request: Called, service: Served, key: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Follow a game as a spectator, where everybody may."""
    roles.look_on(service, caller(request), access_of(request, service, key), data.seat)
    return _joined(request, service, key)


def _sharing(service: Service, key: str) -> RandomSeedStatus:
    found = sharing.standing(service, key)
    return RandomSeedStatus(list(found.promised), dict(found.told), list(found.withheld))


@get("/games/{key:str}/random-seed", sync_to_thread=True)
def chance(request: Called, service: Served, key: Key) -> RandomSeedStatus:
    """How far the players are with their shares of the chance of a game that waits for them."""
    access_of(request, service, key)
    return _sharing(service, key)


@post("/games/{key:str}/random-seed/commitment", sync_to_thread=True, status_code=200)
def promise(
    request: Called, service: Served, key: Key, data: RequestBody[RandomSeedShare]
) -> RandomSeedStatus:
    """Promise one's share by its hash."""
    sharing.promise(service, access_of(request, service, key), data.share)
    return _sharing(service, key)


@post("/games/{key:str}/random-seed/reveal", sync_to_thread=True, status_code=200)
def reveal(
    request: Called, service: Served, key: Key, data: RequestBody[RandomSeedShare]
) -> RandomSeedStatus:
    """Reveal one's share, once all hashes are in."""
    sharing.reveal(service, access_of(request, service, key), data.share)
    return _sharing(service, key)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    open_games,
    join,
    accept,
    leave,
    start,
    look_on,
    chance,
    promise,
    reveal,
)
