"""What the random bot changes in ships: parts for parts of the same mass, and modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts
from variants.campaign2e.bots.mending import is_damaged
from variants.campaign2e.bots.whims import Whims

#: What takes whose place: both have a mass of 1.
_REFITS = (("B1/6", "PDS"), ("PDS", "B1/6"))


def refit(whims: Whims) -> Iterator[str]:
    """A sound ship at an own base gets another part."""
    for ship in whims.one([ship for ship in _idle(whims) if not is_damaged(ship)]):
        design = whims.board.design_of_ship(ship)
        parts = {part.word for part in design.parts} if design is not None else set()
        for old, new in whims.one([pair for pair in _REFITS if pair[0] in parts]):
            whims.take(ship["name"])
            yield order_line("REFIT", ship["name"], old, "TO", new)


def swap(whims: Whims) -> Iterator[str]:
    """A module that lies where a ship is takes the place of another.

    It is known to fit where another ship of the design has it.
    """
    stores = {store["world"]: store["modules"] for store in whims.board.view["stores"]}
    fitting: dict[tuple[str, str], list[str]] = {}
    for ship in whims.board.ships.values():
        for slot, module in ship["slots"].items():
            fitting.setdefault((ship["design"], slot), []).append(module)
    choices = [
        (ship, slot, module)
        for ship in _idle(whims)
        if not is_damaged(ship)
        for slot, now in ship["slots"].items()
        for module in dict.fromkeys(fitting[ship["design"], slot])
        if module != now and module in stores.get(ship["at"], ())
    ]
    for ship, slot, module in whims.one(choices):
        whims.take(ship["name"])
        yield order_line("SWAP", ship["name"], slot, *module.split())


def _idle(whims: Whims) -> list[Facts]:
    """Ships at own bases on which no work is done or ordered."""
    return [ship for ship in whims.at_home() if not ship["work"] and not ship["leased"]]


#: By keyword: the chance, and what makes the orders.
WHIMS: Mapping[str, tuple[float, Callable[[Whims], Iterator[str]]]] = {
    "REFIT": (0.1, refit),
    "SWAP": (0.3, swap),
}
