"""What a view offers for the arguments of orders: names as orders write them, class word first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import Range
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model.class_words import ClassKind
from variants.far_horizons.view.ship_words import class_and_name

Offered = Callable[[View], Sequence[str]]


def own_ships(view: View) -> list[str]:
    """One's own ships and starbases, as in "TR5 Mover"; the gamemaster has none."""
    return [class_and_name(ship) for ship in view.get("ships", ())]


def own_starbases(view: View) -> list[str]:
    """One's own starbases, as in "BAS High Guardian"."""
    return [class_and_name(ship) for ship in view.get("ships", ()) if ship["class"] == "BAS"]


def funds(view: View) -> Range:
    """What can be spent from the treasury; 0 is the balance of a planet."""
    return Range(0, max(0, view.get("treasury", 0)))


def technologies(_view: View) -> Sequence[str]:
    """The words for technologies, as in "ML"."""
    return TECHS


def own_planets(view: View) -> list[str]:
    """The planets to which one has given names, as in "PL Mars"."""
    return [f"PL {colony['name']}" for colony in view.get("colonies", ())]


def met_species(view: View) -> list[str]:
    """The species that one has met, as in "SP Klingon"."""
    return [f"SP {other}" for other in view.get("met", ())]


_NAMES: Mapping[ClassKind, Offered] = {
    "ship": own_ships,
    "planet": own_planets,
    "species": met_species,
}


def names_of(*kinds: ClassKind) -> Offered:
    """The names of these kinds of things, one kind after the other."""
    return lambda view: [name for kind in kinds if kind in _NAMES for name in _NAMES[kind](view)]
