"""Races that leave the game: those that quit or were idle, and the extinct (GG-IDL, GG-VIC-002)."""

from __future__ import annotations

from horizons_core.model import EVERYBODY, EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g import ownership
from variants.galaxy_g.commands.settings import QUIT
from variants.galaxy_g.constants import MISSED_BEFORE_REQUEST
from variants.galaxy_g.model import Game, Race

RACE_QUIT = EventKind(
    "race.quit", "The race {race} has left the galaxy.", ("GG-ORDQ-001", "GG-IDL-003")
)
RACE_REMOVED = EventKind(
    "race.removed",
    "The race {race} was not heard of any more and is gone.",
    ("GG-IDL-001", "GG-IDL-003"),
)
RACE_EXTINCT = EventKind(
    "race.extinct",
    "The race {race} has neither planets nor ships left and is extinct.",
    ("GG-VIC-002",),
)
ORDERS_WANTED = EventKind(
    "orders.wanted",
    "There were no orders from you for {missed} turns. Without orders for the next turn your race"
    " leaves the game.",
    ("GG-IDL-001",),
)


def count_missed(context: TurnContext) -> None:
    """Count the turns in a row without orders; an empty set is one (GG-IDL-001, GG-IDL-002)."""
    for race in context.game.empires:
        if race.active:
            race.missed = 0 if race.id in context.heard else race.missed + 1


def remove_departed(context: TurnContext) -> None:
    """Remove those who quit or were silent for too long; they get no report."""
    quitters: set[str] = context.notes.get(QUIT, set())
    for race in [race for race in context.game.empires if race.active]:
        if race.id in quitters:
            _remove(context, race, RACE_QUIT)
        elif race.missed > MISSED_BEFORE_REQUEST:
            _remove(context, race, RACE_REMOVED)
        elif race.missed == MISSED_BEFORE_REQUEST:
            context.emit(ORDERS_WANTED, [race.id], missed=race.missed)


def remove_extinct(context: TurnContext) -> None:
    """Remove races without planets and ships; they get a last report (GG-VIC-002)."""
    owners = {planet.owner for planet in context.game.planets}
    for race in context.game.empires:
        if race.active and race.id not in owners and not race.groups:
            _leave(context.game, race)
            context.emit(RACE_EXTINCT, [EVERYBODY], race=race.name)


def _remove(context: TurnContext, race: Race, kind: EventKind) -> None:
    for planet in context.game.planets_of(race.id):
        ownership.wipe_out(context.game, planet)
    race.groups, race.fleets = [], {}
    _leave(context.game, race)
    context.unreported.add(race.id)
    context.emit(kind, [EVERYBODY], race=race.name)


def _leave(game: Game, race: Race) -> None:
    """A race that is gone has no relations, and nobody has any with it."""
    race.active = False
    race.war, race.allies, race.attack, race.guard, race.allied_planets = [], [], [], [], []
    for other in game.empires:
        for names in (other.war, other.allies):
            if race.id in names:
                names.remove(race.id)
