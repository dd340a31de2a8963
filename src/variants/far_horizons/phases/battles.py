"""The combat and the strike phase: their orders are read and checked; nothing is fought yet.

What is wrong with an order is said as it will be when battles are fought; an order that is right
gets the answer that it has no effect yet.
"""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.desk import Desk, Refused
from variants.far_horizons.model import Sector, Species, Where
from variants.far_horizons.order_text.names import find_ship, find_species, ship_hint, species_hint
from variants.far_horizons.order_text.places import numbers_of
from variants.far_horizons.order_text.words import Words
from variants.far_horizons.phases.carrying_out import Handler, carry_out, section

#: Engagement options that are for a planet, and those that a strike cannot be (FH-TURN-005).
_AT_A_PLANET = {2, 4, 5, 6, 7}
_LAST_OPTION, _LAST_OF_A_STRIKE = 7, 4
_LAST_TARGET = 4
_MOST_PLANETS = 9


def combat(desk: Desk) -> None:
    """Answer the orders of the combat phase."""
    _answer(desk, "COMBAT", "Combat orders:")


def strikes(desk: Desk) -> None:
    """Answer the orders of the strike phase."""
    _answer(desk, "STRIKES", "Strike orders:")


def _answer(desk: Desk, name: str, title: str) -> None:
    for species in desk.game.empires:
        given = section(desk, species, name)
        if given is not None:
            desk.title(species, title)
            carry_out(desk, species, given, _handlers())


def _handlers() -> dict[str, Handler]:
    """The functions for the orders of one section; they know whether a battle was named."""
    places: list[Sector] = []

    def battle(desk: Desk, species: Species, order: Order, words: Words) -> None:
        place = _sector(words, "BATTLE")
        if not _is_at(species, place):
            reason = "You have nothing there that could fight."
            raise Refused("not-at-battle", reason, "a battle is fought where you are")
        places.append(place)
        _has_no_effect(desk, species, order)

    def after_battle(check: Handler) -> Handler:
        def checked(desk: Desk, species: Species, order: Order, words: Words) -> None:
            if not places:
                hint = "begin with BATTLE x y z"
                raise Refused("no-battle", "No battle was named before this order.", hint)
            check(desk, species, order, words)
            _has_no_effect(desk, species, order)

        return checked

    checks = {
        "ATTACK": _enemy,
        "ENGAGE": _engage,
        "HAVEN": _haven,
        "HIDE": _hide,
        "HIJACK": _enemy,
        "SUMMARY": _summary,
        "TARGET": _target,
        "WITHDRAW": _withdraw,
    }
    return {"BATTLE": battle, **{word: after_battle(check) for word, check in checks.items()}}


def _has_no_effect(desk: Desk, species: Species, order: Order) -> None:
    message = "battles are not resolved yet: the order was read and has no effect"
    desk.note(species, order, "no-battles", message)


def _sector(words: Words, keyword: str) -> Sector:
    numbers = numbers_of(words, 3)
    if len(numbers) < 3:
        reason = f"Invalid coordinates in {keyword} command."
        raise Refused("no-sector", reason, "three numbers are needed: x y z", words.rest)
    x, y, z = numbers
    return (x, y, z)


def _is_at(species: Species, sector: Sector) -> bool:
    """Whether a species has people or ships there that could be in a battle."""
    if any(c.populated and c.place.sector == sector for c in species.living_colonies()):
        return True
    gone = (Where.WITHDREW, Where.FORCED)
    return any(s.place.sector == sector and s.where not in gone for s in species.living_ships())


def _enemy(desk: Desk, species: Species, order: Order, words: Words) -> None:
    number = words.class_word("species") and words.number()
    if number is None:
        number = words.number()
    if number is None and find_species(desk.game, words) is None:
        reason = f"Invalid species name in {order.keyword} command."
        raise Refused(
            "unknown-species", reason, species_hint(desk.game, species, words), words.rest
        )


def _engage(desk: Desk, species: Species, order: Order, words: Words) -> None:
    option = _between(words, "ENGAGE", 0, _LAST_OPTION)
    if order["section"] == "STRIKES" and option > _LAST_OF_A_STRIKE:
        reason = "Invalid ENGAGE option for the strike phase."
        hint = "bombardment, germ warfare and siege are for the COMBAT section of the next turn"
        raise Refused("not-in-strike", reason, hint, words.piece)
    if option in _AT_A_PLANET:
        _between(words, "ENGAGE", 1, _MOST_PLANETS, "the number of a planet")


def _haven(desk: Desk, species: Species, order: Order, words: Words) -> None:
    _sector(words, "HAVEN")


def _hide(desk: Desk, species: Species, order: Order, words: Words) -> None:
    found = find_ship(species, words)
    if found is None:
        reason = "Invalid ship name in HIDE command."
        raise Refused("unknown-ship", reason, ship_hint(species, words), words.rest)
    if found.thing.where != Where.LANDED:
        raise Refused("not-landed", "Only landed ships may HIDE.", "land it first", found.piece)


def _summary(desk: Desk, species: Species, order: Order, words: Words) -> None:
    """SUMMARY has no arguments."""


def _target(desk: Desk, species: Species, order: Order, words: Words) -> None:
    _between(words, "TARGET", 1, _LAST_TARGET)


def _withdraw(desk: Desk, species: Species, order: Order, words: Words) -> None:
    for what in ("transports", "warships", "the fleet"):
        _between(words, "WITHDRAW", 0, 100, f"the limit for {what}")


def _between(words: Words, keyword: str, least: int, most: int, what: str = "a number") -> int:
    number = words.number()
    if number is None or not least <= number <= most:
        reason = f"Invalid or missing number in {keyword} command."
        hint = f"{what} from {least} to {most} is needed"
        raise Refused("bad-number", reason, hint, words.piece if number is not None else words.rest)
    return number
