"""A demonstration server: two games of bots to watch, and one that waits for you."""

from __future__ import annotations

from attrs import evolve, frozen

from horizons_host.deadlines.schedules import EVERYONE_READY
from horizons_host.games.turns import run_and_store
from horizons_host.seats.missing_orders import TurnWaitsError
from horizons_host.server.accounts import accounts, links
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.links import Purpose
from horizons_host.server.games import deadlines, directory, joining
from horizons_host.server.games.terms import Terms
from horizons_host.server.games.watch_rules import EVERYONE, WatchRule
from horizons_host.server.jobs import demonstration
from horizons_host.server.service import Service

VISITOR, HOST = "Ada", "Cleo"
PASSWORD = "try the demonstration"  # noqa: S105 - shown to the visitor
#: The demonstration is the same for everyone.
SEED = "demonstration"
_TURNS_PLAYED = 6
#: Bots have no secrets from those who watch them.
_WATCHING = WatchRule(EVERYONE, delay=0, embeds=True).to_dict()
_BOT_GAMES = (
    Terms(
        "Four fleets and one sector",
        "event_horizon",
        players=0,
        bots=4,
        bot="greedy",
        watching=_WATCHING,
    ),
    Terms(
        "Cargo for the outer worlds",
        "galaxy_g",
        players=0,
        bots=3,
        bot="settler",
        watching=_WATCHING,
    ),
)
_OWN_GAME = Terms(
    "Your first war",
    "event_horizon",
    players=1,
    bots=3,
    bot="greedy",
    text="You play against three bots. The turn is run as soon as you submit final orders.",
)
#: The turns of your game run as soon as your orders are final, and wait for them otherwise.
_OWN_GAME_SCHEDULE = {"rule": EVERYONE_READY, "reminder_hours": []}


@frozen
class Demonstration:
    """The account of the demonstration, and the link that signs it in."""

    name: str
    password: str
    link: str


def prepare_demo(service: Service) -> Demonstration:
    """Create the accounts and games of the demonstration that do not exist yet."""
    you, host = (_demo_account(service, name) for name in (VISITOR, HOST))
    titles = {game.terms.title for game, _ in directory.games_of(service, you)}
    for terms in _BOT_GAMES:
        if terms.title not in titles:
            game = directory.announce(service, you, terms)
            joining.start(service, game.key, seed=SEED)
            _run_turns(service, game.key)
            demonstration.schedule_play(service, game.key)
    if _OWN_GAME.title not in titles:
        schedule = deadlines.announced_schedule(service, _OWN_GAME_SCHEDULE)
        game = directory.announce(service, host, evolve(_OWN_GAME, deadlines=schedule))
        joining.join(service, you, game.key, VISITOR)
        joining.start(service, game.key, seed=SEED)
    return Demonstration(VISITOR, PASSWORD, links.new_link(service, you, Purpose.SIGN_IN))


def _demo_account(service: Service, name: str) -> Account:
    account = accounts.by_name(service, name)
    if account is None:
        mail = f"{name.casefold()}@example.org"
        account = accounts.register(service, name, mail, PASSWORD, confirmed=True)
    assert account is not None  # noqa: S101 - the address is the demonstration's own
    return account


def _run_turns(service: Service, key: str) -> None:
    with service.database.game(key) as store:
        for _ in range(_TURNS_PLAYED):
            try:
                run_and_store(store, clock=service.clock)
            except TurnWaitsError:
                return
