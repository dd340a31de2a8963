"""Values that views offer for arguments: names as in orders, with their class word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import Range
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model.class_words import ClassKind
from variants.far_horizons.view.ship_words import class_and_name

Offered = Callable[[View], Sequence[str]]


def own_ships(view: View) -> list[str]:
    """Return the player's ships and starbases, such as "TR5 Mover"; the gamemaster has none."""
    return [class_and_name(ship) for ship in view.get("ships", ())]


def own_starbases(view: View) -> list[str]:
    """Return the player's starbases, such as "BAS High Guardian"."""
    return [class_and_name(ship) for ship in view.get("ships", ()) if ship["class"] == "BAS"]


def funds(view: View) -> Range:
    """Return the range of amounts from the treasury; 0 is the balance of a planet."""
    return Range(0, max(0, view.get("treasury", 0)))


def technologies(_view: View) -> Sequence[str]:
    """Return the words for technologies, such as "ML"."""
    return TECHS


def own_planets(view: View) -> list[str]:
    """Return the planets with names of the player's own, such as "PL Mars"."""
    return [f"PL {colony['name']}" for colony in view.get("colonies", ())]


def met_species(view: View) -> list[str]:
    """Return the species that the player's has met, such as "SP Klingon"."""
    return [f"SP {other}" for other in view.get("met", ())]


_NAMES: Mapping[ClassKind, Offered] = {
    "ship": own_ships,
    "planet": own_planets,
    "species": met_species,
}


def names_of(*kinds: ClassKind) -> Offered:
    """Return a function that offers the names of these kinds, one kind after the other."""
    return lambda view: [name for kind in kinds if kind in _NAMES for name in _NAMES[kind](view)]
