"""The treasury account, and the formulas for income, prices, upkeep and the pool.

Phases, commands, views, forecasts and bots all use this object, so a house rule that changes a
field or a method changes it everywhere. Money is in hundredths of an MC.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import cast

from attrs import field, frozen

from horizons_core.amounts import half_up
from horizons_core.limits import number
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import Design, added_systems
from variants.starcluster.diplomacy import Diplomacy
from variants.starcluster.intelligence import Intelligence
from variants.starcluster.model import Race, Starcluster, StarSystem
from variants.starcluster.research import Research

#: Population units (PU) served by one freighter of the pool (SC-LOG-002).
BLOCK = 100


@frozen(kw_only=True)
class StarclusterEconomy:
    """The rulebook's economy. Its fields are the numbers, its methods the formulas.

    Attributes:
        accounts: the one account, the Imperial Treasury.
        research: costs, times and chances of research.
        diplomacy: how non-player races are met, won over and reconciled.
        intelligence: prices and chances of operations.
        unit_upkeep: share of a unit's list price due each turn.
        resale: share of the paid price of a unit scrapped or sold (SC-YRD-005, SC-BRK-003).
        freighter_resale: share of the price of a pool freighter (SC-BRK-002).
        repair: MC per point repaired (SC-YRD-004).
        craft: MC of small craft by their code (SC-DES-009).
        center_price: MC for each rating of a Science Center, times their number (SC-SCI-001).
        center_upkeep: MC a turn of each, times EL and number (SC-SCI-005); of an R&D Center,
            times its level (SC-RDC-004).
        generic_price, dedicated_price: MC of an R&D Center (SC-RDC-001, SC-RDC-002).
        pdc_price: MC of a Standard PDC, times the EL (SC-PDC-001).
        silo_price, base_price: MC of a concealed silo and a ground base (SC-CMS-002, SC-CGB-001).
        base_upkeep: MC a turn of a ground base; twice that in war (SC-CGB-002).
        freighter_price: MC of a freighter of the pool (SC-LOG-004).
        assistance: MC a turn for each expedition beyond the free ones (SC-COL-007).
        convoy: factor of convoys on the pool's requirement (SC-LOG-009).
        fee: the share of a withdrawal from the network that is its fee (SC-GTN-003).
        deposit_limit: the share of the treasury that the deposit may reach (SC-GTN-001).
        treaty: the share of the smaller gross income that a treaty brings each side.
        initialization: turns until a colony begins, by Growth Modifier (SC-COL-005).
        transit_points: cost of a transit in movement points (SC-MOV-001).
    """

    accounts: tuple[str, ...] = (TREASURY,)
    research: Research = field(factory=Research)
    diplomacy: Diplomacy = field(factory=Diplomacy)
    intelligence: Intelligence = field(factory=Intelligence)
    unit_upkeep: Fraction = number(Fraction(1, 100), 0, 1)  # SC-YRD-006
    resale: Fraction = number(Fraction(1, 4), 0, 1)
    freighter_resale: Fraction = number(Fraction(1, 10), Fraction(1, 100), 1)
    repair: int = number(2, 1)
    craft: Mapping[str, int] = number(MappingProxyType({"ST": 5, "GIG": 2, "CD": 5}))
    center_price: int = number(10_000)
    center_upkeep: int = number(100)
    generic_price: int = number(2_000)
    dedicated_price: int = number(1_000)
    pdc_price: int = number(5_000)
    silo_price: int = number(1_000)
    base_price: int = number(10_000)
    base_upkeep: int = number(10)
    freighter_price: int = number(500, 1)
    assistance: int = number(100)
    convoy: Fraction = number(Fraction(5, 4), 1, 100)
    fee: Fraction = number(Fraction(1, 10), 0, Fraction(99, 100))
    deposit_limit: Fraction = number(Fraction(1, 10), 0, 1)
    treaty: Fraction = number(Fraction(5, 100), 0, 1)
    initialization: int = number(12, 1, 1_000)
    transit_points: int = number(10, 1, 1_000)

    # income

    def wealth(self, system: StarSystem, race: Race) -> int:
        """The effective Wealth Modifier of a system (SC-RACE-004)."""
        return max(1, system.wealth + race.wealth_of_systems)

    def system_income(self, system: StarSystem, race: Race, el: int, unserved: int = 0) -> int:
        """A system's income for a turn, in hundredths of an MC.

        `unserved` is the PU there without freighter service. A revolt takes its PU times the Wealth
        Modifier; the rest is halved while the system is newly conquered, before the Global
        Wealth Modifier is added.
        """
        wealth = self.wealth(system, race)
        served = max(0, system.pu - unserved)  # SC-LOG-007
        earned = MC * wealth * served * el  # SC-ECO-002
        if system.occupied:  # SC-GND-003
            earned = half_up(earned, 2)
        if system.revolt_turns:  # SC-RACE-006
            earned -= MC * wealth * system.revolt
        return max(0, earned + MC * race.wealth)

    def dividend(self, deposit: int, roll: int) -> int:
        """The dividend of a deposit at a roll of 1d10 (SC-GTN-002)."""
        return half_up(deposit * max(0, roll - 2), 100)

    def most_deposit(self, treasury: int, deposit: int) -> int:
        """The additional deposit allowed (SC-GTN-001)."""
        return max(0, floor(treasury * self.deposit_limit) - deposit)

    # upkeep

    def upkeep_of_units(self, prices: Iterable[int]) -> int:
        """A turn's upkeep of units by their list prices (SC-YRD-006)."""
        return half_up(int_sum(prices) * self.unit_upkeep)

    def upkeep_of_science(self, el: int, centers: int) -> int:
        """A turn's upkeep of all Science Centers (SC-SCI-005)."""
        return MC * self.center_upkeep * el * centers * centers

    def upkeep_of_development(self, levels: Iterable[int]) -> int:
        """A turn's upkeep of R&D Centers by their levels (SC-RDC-004)."""
        return MC * self.center_upkeep * int_sum(levels)

    def upkeep_of_bases(self, bases: int, *, at_war: bool) -> int:
        """A turn's upkeep of concealed ground bases (SC-CGB-002)."""
        return MC * self.base_upkeep * bases * (2 if at_war else 1)

    # prices

    def unit_price(self, design: Design, race: Race, *, prototype: bool = False) -> int:
        """The price of a Large Unit for an empire (SC-RACE-007, SC-RACE-017, SC-HULL-009)."""
        share = race.ship_price * (race.military_price if design.is_military else 1)
        return half_up(design.list_price * share * (2 if prototype else 1))

    def science_price(self, el: int, number: int, rating: int = 0) -> int:
        """The price of the number-th Science Center, or of its next ratings (SC-SCI-001, 002)."""
        return MC * self.center_price * ((el + 1) * number - rating)

    def generic_center_price(self, level: int, present: int = 0) -> int:
        """The price of a Generic R&D Center, or of raising it from a level (SC-RDC-001)."""
        return MC * self.generic_price * (level * level - present * present)

    def dedicated_center_price(self, level: int, modifier: int, present: int | None = None) -> int:
        """The price of a Dedicated R&D Center, or of raising it from a level (SC-RDC-002)."""
        before = 0 if present is None else present + 1
        return MC * self.dedicated_price * modifier * (level + 1 - before)

    def defense_price(self, kind: str, el: int, level: int, race: Race) -> int:
        """The price of a PDC, CMS or CGB; the level is that of missiles or Ground Troops."""
        price = {
            "PDC": Fraction(self.pdc_price * el),  # SC-PDC-001
            "CMS": Fraction(self.silo_price * level, max(1, el - 1)),  # SC-CMS-002
            "CGB": Fraction(self.base_price * level),  # SC-CGB-001
        }[kind]
        return half_up(MC * price * race.military_price)  # SC-RACE-007

    def refit_price(self, old: Design, new: Design) -> int:
        """The price of systems added to a unit, at list prices (SC-YRD-005)."""
        return half_up(ordered_sum((part.price for part in added_systems(old, new)), Fraction(0)))

    def resale_of(self, price: int) -> int:
        """Proceeds of selling a unit bought at a price, halves rounded up (SC-TURN-003).

        (SC-YRD-005, SC-BRK-003)
        """
        return half_up(price * self.resale)

    # the pool

    def freighters_needed(
        self, pu: int, yards: int, mobile_yards: int, shops: int, bound: int
    ) -> int:
        """The freighters that an empire needs (SC-LOG-002).

        `bound` freighters serve expeditions and transfers.
        """
        return ceil(Fraction(pu, BLOCK)) + yards + mobile_yards + ceil(Fraction(shops, 5)) + bound

    def with_convoy(self, needed: int) -> int:
        """The requirement in convoys (SC-LOG-009)."""
        return ceil(needed * self.convoy)

    def assigned_in_convoy(self, pool: int) -> int:
        """The freighters of a pool too small for convoys that are assigned (SC-LOG-009)."""
        return floor(pool / self.convoy)

    # growth and colonies

    def growth(self, system: StarSystem, race: Race, roll: int) -> int:
        """A system's growth at a roll of 1d6, up to its maximum (SC-GRO-001, SC-GRO-002)."""
        special = int_sum(spell.growth for spell in system.spells)
        grown = system.growth + system.pu // 10 + roll // 2 + race.growth + special
        return max(0, min(grown, system.most_pu - system.pu))

    def habitable(self, index: int, el: int, level: int, race: Race) -> bool:
        """True if an index allows settling at a level of COL (SC-COL-002, SC-SYS-012)."""
        return index < el + level + race.habitability

    def colonists(self, system: StarSystem) -> int:
        """The PU that an expedition to a system takes along (SC-COL-003)."""
        return int_sum(20 if planet.kind == "ST" else 10 for planet in system.planets)

    def expedition_turns(self, transits: Sequence[int], generation: int) -> int:
        """Turns under way, from each transit's cost in points (SC-COL-004, SC-ANO-004)."""
        return ceil(Fraction(int_sum(transits), generation))

    def initialization_turns(self, system: StarSystem) -> int:
        """Turns until a landed colony begins (SC-COL-005)."""
        return ceil(Fraction(self.initialization, system.growth))

    def assistance_for(self, expeditions: int, el: int) -> int:
        """The cost in a turn of expeditions beyond the free ones (SC-COL-007)."""
        return MC * self.assistance * max(0, expeditions - el)


def economy_of(context: TurnContext[Starcluster]) -> StarclusterEconomy:
    """Return the economy of the turn."""
    return cast(StarclusterEconomy, context.variant.economy)
