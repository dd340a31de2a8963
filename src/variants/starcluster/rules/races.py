"""RACE and the other set-up orders, which define a race, and claims of systems (SC-RACE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import RACE, Empire, Race, Starcluster, StarSystem
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.model.races import ADVANTAGES, ARRAYS, DISADVANTAGES, OPPOSITES
from variants.starcluster.references import SYSTEM
from variants.starcluster.rules.charts import shortest_path
from variants.starcluster.setup.empires import give_race
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE

SETTLED = EventKind(
    "race.settled",
    "Your race: {array}, {traits}; it begins with {short_range} and {long_range}.",
    ("SC-RACE-018", "SC-START-004", "SC-START-005"),
)
WEAK = EventKind(
    "race.cannot_settle",
    "Your race is sensitive: at the start, only its home system is habitable for it.",
    ("SC-RACE-013",),
)

#: Key of a turn's notes: the race defined so far, by empire.
_DRAFTS = "races"
#: Sources of points come before purchases, in whatever order they are written.
_IN_TURN = (("RACE", "ARRAY", "SRW", "LRW"), ("DISADVANTAGE",), ("ADVANTAGE",))
#: The range of habitability at which no second colony is possible at the start.
_FRAIL = -2


def stage_of(game: Starcluster) -> str:
    """Return the stage: the choice of races in the first turn of any empire (SC-RACE-018)."""
    return RACE if any(empire.joined == game.turn for empire in game.empires) else ""


def turn_title(game: Starcluster) -> str:
    """Return the title of the first turn; later ones have only numbers."""
    return "" if game.turn else "Choice of race"


def name_race(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """RACE: the name of the race."""
    _must_be_first_turn(context, empire)
    name: str = order["words"]
    rivals = [rival for rival in context.game.empires if rival is not empire]
    if folded(name) in {folded(word) for rival in rivals for word in (rival.id, rival.name)}:
        raise Refused(
            Refusal("name-taken", f"{name} is already the name of another race", "", "words")
        )
    empire.called = name


def set_array(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """ARRAY: the three statistics (SC-RACE-002, SC-RACE-008)."""
    array = (order["determination"], order["chauvinism"], order["militancy"])
    if array not in ARRAYS:
        legal = ", ".join(map(_spaced, ARRAYS))
        raise Refused(
            Refusal("unknown-array", f"{_spaced(array)} is not an array", f"write one of {legal}")
        )
    planned = _draft_race(context, empire)
    _store_draft(context, empire, evolve(planned, array=array))


def take_advantage(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """ADVANTAGE: one of the six (SC-RACE-010)."""
    _take_trait(context, empire, order["words"], ADVANTAGES)


def take_disadvantage(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """DISADVANTAGE: one of the six (SC-RACE-011)."""
    _take_trait(context, empire, order["words"], DISADVANTAGES)


def choose_short_range(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SRW: the short-range weapon that the race starts with (SC-START-004)."""
    code = _weapon(order["weapon"], SHORT_RANGE)
    _store_draft(context, empire, evolve(_draft_race(context, empire), short_range=code))


def choose_long_range(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """LRW: the long-range weapon that the race starts with (SC-START-005)."""
    code = _weapon(order["weapon"], LONG_RANGE)
    _store_draft(context, empire, evolve(_draft_race(context, empire), long_range=code))


def apply_race_orders(context: TurnContext[Starcluster]) -> None:
    """Apply the set-up orders of races before anything else."""
    for keywords in _IN_TURN:
        context.carry_out(*keywords)
    for empire in context.game.empires:
        planned: Race | None = context.notes.get(_DRAFTS, {}).get(empire.id)
        if planned is None:
            continue
        if not planned.traits:
            planned = evolve(planned, traits=Race().traits)
        give_race(empire, planned)
        context.emit(
            SETTLED,
            [empire.id],
            array=_spaced(planned.array),
            traits=", ".join(planned.traits) or "no traits",
            short_range=planned.short_range,
            long_range=planned.long_range,
        )
        if planned.habitability <= _FRAIL:
            context.emit(WEAK, [empire.id])


def _take_trait(
    context: TurnContext[Starcluster], empire: Empire, words: str, choices: tuple[str, ...]
) -> None:
    trait = next((choice for choice in choices if folded(choice) == folded(words)), None)
    if trait is None:
        raise Refused(
            Refusal("unknown-trait", f"there is no {words}", did_you_mean(words, choices))
        )
    planned = _draft_race(context, empire)
    _store_draft(context, empire, evolve(planned, traits=(*planned.traits, trait)))


def _draft_race(context: TurnContext[Starcluster], empire: Empire) -> Race:
    """The race as planned so far, without traits until one is taken (SC-RACE-018)."""
    _must_be_first_turn(context, empire)
    race: Race | None = context.notes.get(_DRAFTS, {}).get(empire.id)
    return race or evolve(empire.race, traits=())


def _store_draft(context: TurnContext[Starcluster], empire: Empire, race: Race) -> None:
    for message, hint in _violations(race):
        raise Refused(Refusal("invalid-traits", message, hint))
    context.notes.setdefault(_DRAFTS, {})[empire.id] = race


def _violations(race: Race) -> Iterator[tuple[str, str]]:
    """Yield violations of a race, with remedies (SC-RACE-009, SC-RACE-012)."""
    for trait in race.traits:
        if race.traits.count(trait) > 1:
            yield f"{trait} is listed twice", "take each trait once"
    for advantage, opposite in OPPOSITES.items():
        if advantage in race.traits and opposite in race.traits:
            yield f"{advantage} and {opposite} are opposites", "remove one of them"
    if race.spent > race.points:
        message = f"advantages cost {race.spent} points, but you have {race.points}"
        yield message, "first take a disadvantage, or an array that gives points"


def _spaced(array: Iterable[int]) -> str:
    return " ".join(map(str, array))


def _weapon(word: str, choices: tuple[str, ...]) -> str:
    code = next((choice for choice in choices if folded(choice) == folded(word)), None)
    if code is None:
        remedy = f"write one of {', '.join(choices)}"
        kind = "short-range" if choices is SHORT_RANGE else "long-range"
        message = f"you cannot begin with {word} as a {kind} weapon"
        raise Refused(Refusal("unknown-weapon", message, remedy, "weapon"))
    return code


def _must_be_first_turn(context: TurnContext[Starcluster], empire: Empire) -> None:
    first = empire.joined + 1
    if context.turn > first:
        message = f"the race can only be changed in turn {first}"
        raise Refused(Refusal("race-fixed", message, "remove this order"))


CLAIMED = EventKind("system.claimed", "{empire} claims {system}.", ("SC-RACE-019",))
UNCLAIMED = EventKind("system.unclaimed", "{empire} no longer claims {system}.", ("SC-RACE-019",))
LAPSED = EventKind(
    "system.claim_lapsed", "{system} is colonized: your claim has lapsed.", ("SC-RACE-019",)
)

#: Maximum distance of a claimed system from a colony, in transits.
FARTHEST = 2


def claim(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """CLAIM: a surveyed system near a colony, not known to be colonized by others."""
    game = context.game
    place = order[SYSTEM]
    survey = empire.charts.surveys.get(place.id)
    if survey is None or survey.level < DETAILED:
        message = f"you have no detailed survey of {place.id}"
        raise Refused(Refusal("not-surveyed", message, "SURVEY it first", "system"))
    if survey.colony is not None and survey.colony.owner != empire.id:
        message = f"{place.id} is a colony of another empire"
        raise Refused(Refusal("colonized", message, "choose another system", "system"))
    paths = [
        shortest_path(game, empire, colony.id, place.id) for colony in game.colonies(empire.id)
    ]
    if not any(links is not None and len(links) <= FARTHEST for links in paths):
        message = f"{place.id} is more than {FARTHEST} transits from your colonies"
        raise Refused(Refusal("too-far", message, "COLONIZE nearer to it first", "system"))
    if place.id in empire.claims:
        raise Refused(Refusal("claimed", f"you already claim {place.id}", "", "system"))
    empire.claims.append(place.id)
    _announce(context, empire, place)


def unclaim(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """UNCLAIM: give up a claim."""
    place = order[SYSTEM]
    if place.id not in empire.claims:
        claims = ", ".join(empire.claims) or "none"
        message = f"you do not claim {place.id}"
        raise Refused(Refusal("not-claimed", message, f"your claims: {claims}", "system"))
    empire.claims.remove(place.id)
    readers = [*empire.readers, *_contacts(context.game, empire)]
    context.emit(UNCLAIMED, readers, empire=empire.name, system=place.id)


def drop_lapsed_claims(context: TurnContext[Starcluster]) -> None:
    """Drop claims on systems that another race has colonized.

    The empire only learns that its claim has lapsed, not the name of the colonist.
    """
    game = context.game
    for empire in game.empires:
        lost = [name for name in empire.claims if _is_colonized(game, empire, name)]
        for name in lost:
            empire.claims.remove(name)
            context.emit(LAPSED, empire.readers, place=name, system=name)


def _is_colonized(game: Starcluster, empire: Empire, name: str) -> bool:
    place = game.system(name)
    return place is None or place.owner not in ("", empire.id)


def _announce(context: TurnContext[Starcluster], empire: Empire, place: StarSystem) -> None:
    """Announce a claim to empires in contact."""
    readers = [*empire.readers, *_contacts(context.game, empire)]
    context.emit(CLAIMED, readers, empire=empire.name, system=place.id)


def _contacts(game: Starcluster, empire: Empire) -> list[str]:
    return [other.id for other in game.empires if other.active and other.id in empire.relations]
