"""Names: the rules for them, their spelling with NAMECASE, and the orders C and N."""

from __future__ import annotations

import re
from collections.abc import Callable

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import FORBIDDEN_TYPES, JUDGE, KEYWORD_NAMES, MAX_NAME_LENGTH
from variants.galaxy_g.model import Game, Planet, Race
from variants.galaxy_g.references import PLANET

RACE_RENAMED = EventKind("race.renamed", "Your race is now called {name}.", ("GG-ORDC-001",))
PLANET_RENAMED = EventKind("planet.renamed", "{before} is now called {name}.", ("GG-ORDN-001",))


class BadNameError(ValueError):
    """A name that is not allowed. The text gives the reason."""


def new_name(words: str, race: Race) -> str:
    """A name as it is stored, with spaces for underscores (GG-NAM-002). Raises BadNameError."""
    name = " ".join(words.replace("_", " ").split())
    _check(name)
    return _capitalized(name, race)


def _check(name: str) -> None:
    """Raise BadNameError for a name that is never allowed (GG-NAM-001)."""
    if not name:
        raise BadNameError("a name needs at least one character")
    if len(name) > MAX_NAME_LENGTH:
        raise BadNameError(f"'{name}' has {len(name)} characters: at most {MAX_NAME_LENGTH}")
    if any(char in name for char in '";,') or not name.isprintable():
        raise BadNameError(
            "a name may not contain double quotes, semicolons, commas or control characters"
        )


def _capitalized(name: str, race: Race) -> str:
    """The name with capitals, if the race has that option (GG-ORDO-006)."""
    if race.options["NAMECASE"]:
        name = re.sub(r"(^| )(\S)", lambda match: match[1] + _capital(match[2]), name)
    return name


def _capital(letter: str) -> str:
    """The letter in upper case, if that is also a single letter."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


def race_name(words: str, race: Race, game: Game) -> str:
    """A new name for a race. Raises BadNameError (GG-ORDC-001)."""
    name = _refuse_keyword(new_name(words, race))
    if folded(name) in (folded(game.name), folded(JUDGE)):
        raise BadNameError(f"'{name}' is reserved")
    if any(folded(name) == folded(other.name) for other in _rivals(race, game)):
        raise BadNameError(f"another race is called '{name}'")
    return name


def _rivals(race: Race, game: Game) -> list[Race]:
    """The other races, whose names a race cannot take."""
    return [other for other in game.empires if other.id != race.id and other.active]


def planet_name(words: str, race: Race, planet: Planet, game: Game) -> str:
    """A new name for a planet. Raises BadNameError (GG-ORDN-001)."""
    name = _refuse_keyword(new_name(words, race))
    other = game.planet_named(name)
    if other is not None and other is not planet:
        raise BadNameError(f"another planet is called '{name}'")
    return name


def type_name(words: str, race: Race, own_id: str = "") -> str:
    """A new name for a ship type. `own_id` is its id, if it has one. Raises BadNameError.

    (GG-ORDD-002, GG-NAM-003)
    """
    name = given_type_name(words, race)
    _refuse_taken(name, race, own_id)
    return name


def given_type_name(words: str, race: Race) -> str:
    """The receiver's name for a ship type that is given away. Raises BadNameError.

    (GG-ORDD-002, GG-ORDV-002)
    """
    name = new_name(words, race)
    if name.upper() in FORBIDDEN_TYPES:
        raise BadNameError(f"a ship type cannot be called '{name}': orders use the word")
    return name


def fleet_name(words: str, race: Race, own_id: str = "") -> str:
    """A new name for a fleet. Raises BadNameError (GG-FLO-002)."""
    name = _refuse_keyword(new_name(words, race))
    if name[0].isdigit():
        raise BadNameError("a fleet's name may not begin with a digit: it would look like a group")
    _refuse_taken(name, race, own_id)
    return name


def _refuse_keyword(name: str) -> str:
    if name.upper() in KEYWORD_NAMES:
        raise BadNameError(f"nothing can be called '{name}': orders use the word")
    return name


def _refuse_taken(name: str, race: Race, own_id: str) -> None:
    """Raise BadNameError if a type or fleet of the race has the name already (GG-NAM-003)."""
    for named in (race.type_named(name), race.fleet_named(name)):
        if named is not None and named.id != own_id:
            raise BadNameError(f"you already have a ship type or fleet called '{named.name}'")


def name_refusal(make: Callable[[], str], argument: str) -> Refusal | None:
    """The refusal of a new name, if `make` raises BadNameError."""
    try:
        make()
    except BadNameError as fault:
        return Refusal("bad-name", str(fault), "choose another name", argument)
    return None


# C


def rename_race(context: TurnContext[Game], race: Race, order: Order) -> None:
    """C new-name (GG-ORDC-001)."""
    race.called = race_name(order["name"], race, context.game)
    context.emit(RACE_RENAMED, [race.id], name=race.called)


def check_race_name(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a new name that is not allowed or not free (GG-NAM-001, GG-NAM-003).

    Another player's name is taken too, but a forecast does not know the players.
    """
    faulty = name_refusal(lambda: race_name(order["name"], race, context.game), "name")
    if faulty or context.forecast:
        return faulty
    return name_refusal(lambda: _refuse_player_name(order["name"], race, context.game), "name")


def _refuse_player_name(words: str, race: Race, game: Game) -> str:
    name = new_name(words, race)
    if any(folded(name) == folded(other.id) for other in _rivals(race, game)):
        raise BadNameError(f"the name '{name}' is taken")
    return name


# N


def rename_planet(context: TurnContext[Game], race: Race, order: Order) -> None:
    """N planet new-name (GG-ORDN-001)."""
    planet = order[PLANET]
    before, planet.name = planet.name, planet_name(order["name"], race, planet, context.game)
    context.emit(PLANET_RENAMED, [race.id], place=planet.id, before=before, name=planet.name)


def check_planet_name(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a new name that is not allowed or not free (GG-NAM-001, GG-NAM-003)."""
    planet = order[PLANET]
    return name_refusal(lambda: planet_name(order["name"], race, planet, context.game), "name")
