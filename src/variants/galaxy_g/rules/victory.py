"""Races that leave, by the order Q, for missing orders or by extinction; and the end of a game."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EVERYONE, EventKind, Outcome, Rank, folded
from horizons_core.orders import Order, Refusal
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext, VariantRules
from variants.galaxy_g.constants import MISSED_BEFORE_REQUEST
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Game, Race
from variants.galaxy_g.rules import ownership

RACE_QUIT = EventKind(
    "race.quit", "The race {race} has left the galaxy.", ("GG-ORDQ-001", "GG-IDL-003")
)
RACE_REMOVED = EventKind(
    "race.removed",
    "The race {race} sent no orders for too long and was removed.",
    ("GG-IDL-001", "GG-IDL-003"),
)
RACE_EXTINCT = EventKind(
    "race.extinct",
    "The race {race} has neither planets nor ships left and is extinct.",
    ("GG-VIC-002",),
)
ORDERS_WANTED = EventKind(
    "orders.wanted",
    (
        "You have sent no orders for {missed} turns. Without orders for the next turn, your race"
        " leaves the game."
    ),
    ("GG-IDL-001",),
)

#: Key of a turn's notes: the ids of races that quit.
QUIT = "quit"


def refuse_departed(_context: TurnContext[Game], race: Race, _order: Order) -> Refusal | None:
    """Refuse all orders of a race that has left the game."""
    if race.active:
        return None
    message, hint = "your race is out of the game", "ask the gamemaster if that is a mistake"
    return Refusal("eliminated", message, hint)


def quit_game(context: TurnContext[Game], race: Race, _order: Order) -> None:
    """Q your-race: the turn is played to its end first (GG-ORDQ-001)."""
    context.notes.setdefault(QUIT, set()).add(race.id)


def names_own_race(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse any name but that of the player's race, as a safeguard (GG-ORDQ-001)."""
    if folded(order["race"]) == folded(race.name):
        return None
    message = f"'{order['race']}' is not the name of your race"
    hint = f"write Q {race.name.replace(' ', '_')} to confirm"
    return Refusal("not-your-race", message, hint, "race")


def count_missed(context: TurnContext[Game]) -> None:
    """Count turns in a row without orders. Empty orders are orders (GG-IDL-001, GG-IDL-002)."""
    for race in context.game.empires:
        if race.active:
            race.missed = 0 if race.id in context.senders else race.missed + 1


def remove_departed(context: TurnContext[Game]) -> None:
    """Remove races that quit (GG-ORDQ-001) or were silent for too long. They get no report."""
    quitters: set[str] = context.notes.get(QUIT, set())
    for race in [race for race in context.game.empires if race.active]:
        if race.id in quitters:
            _remove_race(context, race, RACE_QUIT)
        else:
            _warn_or_remove(context, race)


def _warn_or_remove(context: TurnContext[Game], race: Race) -> None:
    """Ask a silent race for orders, and remove it if it stays silent (GG-IDL-001)."""
    if race.missed > MISSED_BEFORE_REQUEST:
        _remove_race(context, race, RACE_REMOVED)
    elif race.missed == MISSED_BEFORE_REQUEST:
        context.emit(ORDERS_WANTED, [race.id], missed=race.missed)


def remove_extinct(context: TurnContext[Game]) -> None:
    """Remove races without planets and ships. They get a last report (GG-VIC-002)."""
    owners = {planet.owner for planet in context.game.planets}
    for race in context.game.empires:
        if race.active and race.id not in owners and not race.groups:
            _end_relations(context.game, race)
            context.emit(RACE_EXTINCT, [EVERYONE], race=race.name)


def _remove_race(context: TurnContext[Game], race: Race, kind: EventKind) -> None:
    """Remove all that a race has, and give it no report (GG-IDL-003)."""
    for planet in context.game.planets_of(race.id):
        ownership.wipe_out(context.game, planet)
    race.groups, race.fleets = [], {}
    _end_relations(context.game, race)
    context.unreported.add(race.id)
    context.emit(kind, [EVERYONE], race=race.name)


def _end_relations(game: Game, race: Race) -> None:
    """End all relations of the race and with it."""
    race.active = False
    race.war, race.allies, race.attack, race.guard, race.allied_planets = [], [], [], [], []
    for other in game.empires:
        for names in (other.war, other.allies):
            if race.id in names:
                names.remove(race.id)


GAME_ENDED = EventKind("game.ended", "The game is over: {reason}.", ("GG-VIC-001",))


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """The races by production points, then population, then list order (GG-VIC-001).

    A race that was removed has nothing left, and comes after those that play.
    """
    industry: Industry = variant.economy
    ranks = []
    for race in game.empires:
        planets = game.planets_of(race.id)
        points = ordered_sum(industry.points(planet) for planet in planets)
        people = ordered_sum(planet.population for planet in planets)
        figures = {"production points": points, "population": people}
        ranks.append(((not race.active, -points, -people), Rank(race.name, figures)))
    return [rank for _, rank in sorted(ranks, key=lambda row: row[0])]


@frozen
class HostEnds:
    """The game continues until the gamemaster ends it, or no race is left (GG-VIC-001)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """The end of a game without races, or None."""
        if any(race.active for race in game.empires):
            return None
        return Outcome(winners=(), reason="no race is left", turn=turn)


def check_victory(context: TurnContext[Game]) -> None:
    """End the game if its victory conditions are met."""
    outcome = context.variant.victory.outcome(context.game, context.turn)
    if outcome is not None:
        context.game.outcome = outcome
        context.emit(GAME_ENDED, [EVERYONE], reason=outcome.reason)
