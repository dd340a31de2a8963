"""Battles with a predetermined outcome, for tests of the steps before and after a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

import horizons_core as hz
from horizons_core.rng import Stream
from tests.variants.campaign2e.builders import fleet, variant
from variants.campaign2e.model import Campaign, ContactOrder, Ship
from variants.campaign2e.rules.contact import BattleForce

#: An empty hex, far from the worlds of a test.
AWAY = (3, 3)


@frozen
class ShipFate:
    """The predetermined fate of a ship."""

    status: str = "in_place"
    exit_speed: int | None = None
    exit_formation: str | None = None
    combat_turns: int = 5
    destination: tuple[int, int] | None = None


@frozen
class Decree:
    """A resolver that records the forces it receives and returns the predetermined outcome.

    Attributes:
        holder: the name of the force that holds the field; "" for none.
        fates: by the name of a ship; the others stay in place.
        lost: the fate of all ships of the forces that do not hold the field.
    """

    holder: str = ""
    fates: Mapping[str, ShipFate] = field(factory=dict)
    lost: ShipFate = field(factory=ShipFate)
    forces: list[Sequence[BattleForce]] = field(factory=list)

    def battle(self, spec: Mapping[str, Any]) -> Any:
        """Never called: no battle from a file is fought."""

    def resolve(self, battle: Any, key: Any, run: int = 0) -> Any:
        """Never called: `fight` does it."""

    def simulate(self, battle: Any, runs: int, key: Any, threads: int = 1) -> Any:
        """Never called."""

    def fight(self, forces: Sequence[BattleForce], _key: Stream) -> Decreed:
        self.forces.append(list(forces))
        names = [force.name for force in forces]
        holder = names.index(self.holder) if self.holder in names else None
        fates = {
            ship.id: self.fates.get(ship.name, ShipFate() if number == holder else self.lost)
            for number, force in enumerate(forces)
            for ship in force.ships
        }
        return Decreed(holder, fates)


@frozen
class Decreed:
    """The outcome."""

    holder: int | None
    fates: Mapping[str, ShipFate]
    history: None = None

    def apply_to(self, ships: Iterable[Ship]) -> None:
        """Apply no damage."""


def run_decreed(game: Campaign, decree: Decree, **orders: str) -> hz.Turn:
    """Run a week whose battles end as predetermined."""

    class Mod:
        @hz.hookimpl
        def horizons_combat_resolver(self) -> Any:
            return decree

        @hz.hookimpl
        def horizons_mod_info(self) -> hz.ModInfo:
            return hz.ModInfo("decree", "campaign2e", "Decree", "1.0", "Battles end as decreed.")

    rules = variant(Mod)
    game.mods = ("decree",)
    return hz.run_turn(game, orders, variant=rules)


def meet(game: Campaign) -> None:
    """Ada's and Brin's cruisers attack each other at 3,3."""
    for player in ("Ada", "Brin"):
        fleet(game, player, AWAY, "g1", CH=1).contact = ContactOrder(attack="ANY")
