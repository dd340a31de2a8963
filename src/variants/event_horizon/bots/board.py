"""The admiral's view of the game by place, and the strength of ships by Lanchester's square law.

The power of a fleet is its number of ships times the root of one ship's damage times its endurance.
So the powers of ships that fight side by side add up, the greater sum wins, and a fleet twice as
strong as another loses about an eighth of its ships.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import define, field

from horizons_core.model import View
from horizons_core.sums import int_sum
from variants.event_horizon.bots.routes import RouteMap
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Place, place_of

#: Endurance of a shield generator in components, since it is charged every turn.
SHIELD = 5
#: A ship or a contact, as a row of the view.
Row: TypeAlias = Mapping[str, Any]


def power(components: int, weapons: int, shields: int) -> float:
    """Return the power of a ship of this size, with these weapons and shield generators."""
    return math.sqrt(weapons * (components + (SHIELD - 1) * shields))


def power_by_size(components: int, economy: Mining) -> float:
    """Return the estimated power of an armed ship of which only the size is known.

    It is assumed to have the least hull; half of the rest are weapons, and a quarter shields.
    """
    non_hull = 1
    while non_hull + 1 + economy.least_hull(non_hull + 1) <= components:
        non_hull += 1
    return power(components, (non_hull + 1) // 2, non_hull // 4)


@define
class Enemies:
    """Enemies seen in a sector: the power of armed ones, and whether one is a mothership."""

    power: float = 0.0
    mothership: bool = False


@define
class BotView:
    """The view of an empire, by place, and its orders so far.

    `unarmed` and `warships`: the empire's ships that move, without and with weapons, by number; the
    mothership is neither. `worth`: the sum of a mapped sector's values. `visible`: places with one
    of the empire's ships. `strongholds`: mapped homes of other empires.
    """

    view: View
    economy: Mining
    route_map: RouteMap
    mothership: Row | None
    unarmed: list[Row]
    warships: list[Row]
    worth: dict[Place, int]
    visible: set[Place]
    enemies: dict[Place, Enemies]
    strongholds: list[Place]
    lines: list[str] = field(factory=list)

    @classmethod
    def of(cls, view: View, economy: Mining) -> BotView:
        """Arrange the data of a view."""
        ships, sectors = view["ships"], view["sectors"]
        mobile = [ship for ship in ships if ship["thrusters"] and not ship["mothership"]]
        return cls(
            view=view,
            economy=economy,
            route_map=RouteMap(view["side"], economy.hexes),
            mothership=next((ship for ship in ships if ship["mothership"]), None),
            unarmed=[ship for ship in mobile if not ship["weapons"]],
            warships=[ship for ship in mobile if ship["weapons"]],
            worth={place_of(s["sector"]): int_sum(s["values"].values()) for s in sectors},
            visible={place_of(s["sector"]) for s in sectors if s["in_view"]},
            enemies=_enemies(view, economy),
            strongholds=_strongholds(view, economy),
        )

    @property
    def home(self) -> Place:
        """Place of the mothership, or of the home sector when it is lost."""
        return place_of(self.mothership["sector"] if self.mothership else self.view["home"])

    @property
    def last_turn(self) -> bool:
        """True if the game ends with the coming turn (EH-VIC-003)."""
        return bool(self.view.turn + 1 >= self.view["turn_limit"])

    def danger(self, place: Place) -> float:
        """Return the power of the enemies seen in a sector."""
        enemies = self.enemies.get(place)
        return enemies.power if enemies else 0.0

    def move(self, ship: Row, direction: str) -> None:
        """Order a ship to move."""
        self.lines.append(f"MOVE {ship['number']} {direction}")


def _enemies(view: View, economy: Mining) -> dict[Place, Enemies]:
    by_place: dict[Place, Enemies] = {}
    for contact in view["contacts"]:
        enemies = by_place.setdefault(place_of(contact["sector"]), Enemies())
        enemies.mothership |= contact["mothership"]
        if contact["status"] != "unarmed":
            # Strength is the root of the number of components (EH-REP-003).
            enemies.power += power_by_size(
                max(1, round(contact["strength"] * contact["strength"])), economy
            )
    return by_place


def _strongholds(view: View, economy: Mining) -> list[Place]:
    """Return other empires' homes: foreign sectors with the values of a home (EH-SET-006)."""
    return [
        place_of(sector["sector"])
        for sector in view["sectors"]
        if sector["sector"] != view["home"]
        and all(sector["values"][part] == economy.home_value for part in COMPONENTS)
    ]
