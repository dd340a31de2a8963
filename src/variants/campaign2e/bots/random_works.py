"""Random refits with parts of the same mass, and module swaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts
from variants.campaign2e.bots.mending import is_damaged
from variants.campaign2e.bots.whims import RandomChoices

#: Old and new parts, all of mass 1.
_REFITS = (("B1/6", "PDS"), ("PDS", "B1/6"))


def refit(choices: RandomChoices) -> Iterator[str]:
    """Refit an undamaged ship at one of the player's bases."""
    for ship in choices.pick([ship for ship in _idle(choices) if not is_damaged(ship)]):
        design = choices.bot.design_of_ship(ship)
        parts = {part.word for part in design.parts} if design is not None else set()
        for old, new in choices.pick([pair for pair in _REFITS if pair[0] in parts]):
            choices.take(ship["name"])
            yield order_line("REFIT", ship["name"], old, "TO", new)


def swap(choices: RandomChoices) -> Iterator[str]:
    """Swap a module stored at a ship's place for the installed one.

    A module fits if another ship of the design has it in the same slot.
    """
    stores = {store["world"]: store["modules"] for store in choices.bot.view["stores"]}
    fitting: dict[tuple[str, str], list[str]] = {}
    for ship in choices.bot.ships.values():
        for slot, module in ship["slots"].items():
            fitting.setdefault((ship["design"], slot), []).append(module)
    options = [
        (ship, slot, module)
        for ship in _idle(choices)
        if not is_damaged(ship)
        for slot, installed in ship["slots"].items()
        for module in dict.fromkeys(fitting[ship["design"], slot])
        if module != installed and module in stores.get(ship["at"], ())
    ]
    for ship, slot, module in choices.pick(options):
        choices.take(ship["name"])
        yield order_line("SWAP", ship["name"], slot, *module.split())


def _idle(choices: RandomChoices) -> list[Facts]:
    """Return ships at the player's bases without work done or ordered."""
    return [ship for ship in choices.at_home() if not ship["work"] and not ship["leased"]]


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "REFIT": (0.1, refit),
    "SWAP": (0.3, swap),
}
