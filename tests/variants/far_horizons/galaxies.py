"""Dice, galaxies and set-up forms for the tests of Far Horizons."""

from __future__ import annotations

from collections.abc import Sequence

import horizons_core as hz
from horizons_core.rules import Example, catalogue
from variants.far_horizons.dice import Dice, dice_of
from variants.far_horizons.model import Game
from variants.far_horizons.setup.forms import SetupForm
from variants.far_horizons.setup.galaxy import Size, draw_galaxy, galaxy_size
from variants.far_horizons.setup.species import create_species, draw_templates

CATALOGUE = catalogue("far_horizons", "variants.far_horizons")


def examples(*clauses: str) -> list[Example]:
    """The catalogue's worked examples of these clauses."""
    return CATALOGUE.examples(*clauses)


def dice_for(*key: str | int) -> Dice:
    """Fair dice, the same for the same key."""
    return dice_of(hz.Stream.from_key("far horizons tests", *key))


class Loaded:
    """Dice with fixed results, and then fair ones; `asked` are the sides asked for."""

    def __init__(self, *falls: int) -> None:
        self.asked: list[int] = []
        self._falls = iter(falls)
        self._fair = dice_for("loaded")

    def __call__(self, sides: int) -> int:
        self.asked.append(sides)
        fall = next(self._falls, None)
        return self._fair(sides) if fall is None else fall


def form(number: int = 1, **changes: object) -> SetupForm:
    """An ordinary set-up form."""
    fields: dict[str, object] = {
        "name": f"Species {number}",
        "home": f"Home {number}",
        "government": "The Council",
        "government_type": "Republic",
        "levels": {"ML": 4, "GV": 4, "LS": 4, "BI": 3},
    }
    return SetupForm(**(fields | changes))


def settled(
    species: int = 5, seed: int = 1, *, separation: int = 5, size: Size | None = None
) -> Game:
    """A galaxy with its species."""
    dice = dice_for("settled", seed)
    game = draw_galaxy(size or galaxy_size(species), dice)
    forms = {f"Player {number}": form(number) for number in range(1, species + 1)}
    create_species(game, forms, draw_templates(dice), separation, dice)
    return game


def chi_square(counts: Sequence[int], shares: Sequence[float]) -> float:
    """The distance of counts from those expected by the shares."""
    total, count = sum(counts), sum(shares)
    expected = [total * share / count for share in shares]
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def at_one_percent(freedom: int) -> float:
    """The value that chi-square exceeds in 1 of 100 fair trials (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 2.326 * spread**0.5) ** 3
