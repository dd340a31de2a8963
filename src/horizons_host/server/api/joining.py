"""API calls for open games and invitations, and for joining and leaving."""

from __future__ import annotations

from attrs import asdict, define
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.server.api.calling import ApiRequest, access_of, caller
from horizons_host.server.api.messages import MessageRule
from horizons_host.server.games import directory, invitations, joining, seats, sharing, watching
from horizons_host.server.games.terms import Terms
from horizons_host.server.games.watch_rules import SPECTATORS, watch_rule_from
from horizons_host.server.games.watching import demand_started
from horizons_host.server.people import blocks
from horizons_host.server.security.requests import InjectedService, Key
from horizons_host.server.service import Service


@define
class WatchSettings:
    """The rule for watching: `audience` is "everyone", "accounts" or "spectators".

    They see public information at once, and what each player sees `delay` turns later (null: only
    once the archive is open). `embeds`: other sites may show the replay then.
    """

    audience: str = SPECTATORS
    delay: int | None = None
    embeds: bool = False


@define
class OpenGame:
    """A game that waits for players: its settings, and the seats that are taken.

    `deadlines` is the schedule (empty: the gamemaster runs turns), `press` the rule for messages
    between players, `reliability` the percentage of turns with orders that is asked of players who
    join, apart from newcomers.
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
    watching: WatchSettings
    reliability: int


@define
class SeatRequest:
    """The name to play under; "" for the name of your account.

    `anyway` joins an open game even if people whom you have blocked are in it.
    """

    seat: str = ""
    anyway: bool = False


@define
class JoinedSeat:
    """The game and the seat that you joined."""

    game: str
    seat: str


@define
class RandomSeedShare:
    """The hash of your share of the random seed, or the share itself when revealing it."""

    share: str = ""


@define
class RandomSeedStatus:
    """The players who committed, the announcement once all did, and the shares still missing."""

    promised: list[str]
    announced: dict[str, object]
    withheld: list[str]


@define
class StartRequest:
    """A request to start a game; `without` the players whose shares are still missing, if set."""

    without: bool = False


@get("/open-games", sync_to_thread=True)
def list_open_games(request: ApiRequest, service: InjectedService) -> list[OpenGame]:
    """List the open games that anyone may join."""
    caller(request)
    open_games = directory.games_in_state(service, directory.OPEN)
    return [_open_game(service, game.key, game.terms) for game in open_games if game.terms.listed]


def _open_game(service: Service, key: str, terms: Terms) -> OpenGame:
    members = directory.members(service, key)
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
        MessageRule(**terms.press_rule.to_dict()),
        [m.seat for m in members if m.left_at is None and m.role == directory.PLAYER],
        terms.spectators,
        terms.shared_chance,
        WatchSettings(**terms.watch_rule.to_dict()),
        terms.reliability,
    )


@post("/games/{key:str}/join", sync_to_thread=True, status_code=200)
def join_game(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Join an open game; joining twice has no further effect."""
    access_of(request, service, key)
    if not data.anyway:
        blocks.warn_of_blocked(service, caller(request), key)
    joining.join(service, caller(request), key, data.seat)
    return _joined(request, service, key)


@post("/invitations/{invitation:str}", sync_to_thread=True, status_code=200)
def accept_invitation(
    request: ApiRequest, service: InjectedService, invitation: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Accept an invitation with the key at the end of its link."""
    account = caller(request)
    if not data.anyway:
        game = invitations.find_invitation(service, invitation).game
        blocks.warn_of_blocked(service, account, game)
    key = invitations.accept_invitation(service, account, invitation, data.seat)
    return _joined(request, service, key)


def _joined(request: ApiRequest, service: Service, key: str) -> JoinedSeat:
    return JoinedSeat(key, access_of(request, service, key).seat or "")


@post("/games/{key:str}/leave", sync_to_thread=True, status_code=204)
def leave_game(request: ApiRequest, service: InjectedService, key: Key) -> None:
    """Leave a game; in a running game the seat is open for another player."""
    access_of(request, service, key)
    joining.leave(service, caller(request), key)


@post("/games/{key:str}/start", sync_to_thread=True, status_code=204)
def start_game(
    request: ApiRequest,
    service: InjectedService,
    key: Key,
    data: RequestBody[StartRequest | None] = None,
) -> None:
    """Start a game once its players have joined, as its gamemaster or organizer."""
    access_of(request, service, key).demand_arranger()
    joining.start(service, key, without=data is not None and data.without)


@post("/games/{key:str}/watch", sync_to_thread=True, status_code=200)
def watch_game(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Follow a game as a spectator, if it allows them."""
    seats.watch(service, caller(request), access_of(request, service, key), data.seat)
    return _joined(request, service, key)


@get("/games/{key:str}/watch-rule", sync_to_thread=True)
def get_watch_rule(request: ApiRequest, service: InjectedService, key: Key) -> WatchSettings:
    """Return the rule for watching a game."""
    rule = access_of(request, service, key).game.terms.watch_rule
    return WatchSettings(**rule.to_dict())


@post("/games/{key:str}/watch-rule", sync_to_thread=True, status_code=200)
def restrict_watching(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[WatchSettings]
) -> WatchSettings:
    """Restrict watching, as the gamemaster; a rule that shows more is refused."""
    rights = access_of(request, service, key)
    rights.demand_gamemaster()
    demand_started(rights)
    watching.change_rule(service, rights, watch_rule_from(asdict(data)))
    return data


def _random_seed_status(service: Service, key: str) -> RandomSeedStatus:
    status = sharing.sharing_status(service, key)
    return RandomSeedStatus(
        list(status.committed), dict(status.announcement), list(status.withheld)
    )


@get("/games/{key:str}/random-seed", sync_to_thread=True)
def get_random_seed(request: ApiRequest, service: InjectedService, key: Key) -> RandomSeedStatus:
    """Return the state of the players' shares of the random seed in an open game."""
    access_of(request, service, key)
    return _random_seed_status(service, key)


@post("/games/{key:str}/random-seed/commitment", sync_to_thread=True, status_code=200)
def commit_share(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[RandomSeedShare]
) -> RandomSeedStatus:
    """Commit to your share of the random seed by its hash."""
    sharing.commit_share(service, access_of(request, service, key), data.share)
    return _random_seed_status(service, key)


@post("/games/{key:str}/random-seed/reveal", sync_to_thread=True, status_code=200)
def reveal_share(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[RandomSeedShare]
) -> RandomSeedStatus:
    """Reveal your share, once all players have committed to theirs."""
    sharing.reveal_share(service, access_of(request, service, key), data.share)
    return _random_seed_status(service, key)


JOINING_CALLS: tuple[HTTPRouteHandler, ...] = (
    list_open_games,
    join_game,
    accept_invitation,
    leave_game,
    start_game,
    watch_game,
    get_watch_rule,
    restrict_watching,
    get_random_seed,
    commit_share,
    reveal_share,
)
