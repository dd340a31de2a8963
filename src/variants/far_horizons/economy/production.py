"""Formulas for the production and growth of planets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from horizons_core.limits import number
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.economy.people import LifeSupport
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Colony, Planet, Species, Status


@frozen
class Output:
    """Raw material and capacity of a planet in a turn."""

    raw_material: int
    capacity: int


@frozen
class Site:
    """A planet as a production site of a species: its penalty and efficiency, in percent.

    A crowded planet's efficiency has a fraction.
    """

    planet: Planet
    lsn: int
    penalty: int
    efficiency: int | Fraction


@frozen
class Split:
    """Numbers of mining and of manufacturing units, or tenths of base."""

    mining: int
    manufacturing: int


@frozen(kw_only=True, slots=False)
class Production(LifeSupport):
    """Bases are in tenths, mining difficulties in hundredths, shares in percent."""

    #: growth of a home planet's bases in a turn, in thousandths (FH-RM-003, FH-PROD-002)
    home_growth: int = number(20)
    #: raw material of a mining colony that raises its difficulty by 0.01 (FH-MINECOL-004)
    mining_wear: int = number(150, 1)
    #: multiple of its balance that a recovering home planet draws from the treasury (FH-EU-006)
    recovery_draw: int = number(4)
    #: whether a species whose orders have no production section produces nothing (FH-PROD-007)
    idle_without_orders: bool = False
    #: whether BUILD delivers to a species' own uninhabited planets (FH-BUILD-010)
    delivers_to_bare_planets: bool = False
    #: whether new items wait for a ship that is absent or unfinished (FH-BUILD-005)
    items_wait_for_ships: bool = True

    # a planet's output

    def raw_material(self, level: int, base: int, difficulty: int) -> int:
        """Return raw material of a base in tenths at a Mining level (FH-RM-001, FH-RM-002)."""
        return truncated(10 * level * base, difficulty)

    def capacity(self, level: int, base: int) -> int:
        """Return the production capacity of a manufacturing base (FH-PROD-001)."""
        return truncated(level * base, 10)

    def penalty(self, lsn: int, level: int) -> int:
        """Return the production penalty in percent at a Life Support level (FH-PENALTY-001)."""
        if lsn == 0:
            return 0
        return 100 if level == 0 else min(100 * lsn // level, 100)

    def less_penalty(self, gross: int, share: int) -> int:
        """Apply a production penalty in percent (FH-PENALTY-001)."""
        return gross - percent(share, gross)

    def economic_efficiency(self, base: int) -> int | Fraction:
        """Return the efficiency in percent for the total base of all colonies (FH-EE-001)."""
        if base <= FULL_BASE:
            return 100
        return 100 * (FULL_BASE + Fraction(base - FULL_BASE, 20)) / base

    def efficiency_for(self, colony: Colony, planet: Planet) -> int | Fraction:
        """Return the efficiency that counts for a named planet; 100 at home (FH-EE-004)."""
        if colony.home:
            return 100
        if planet.crowded_base:
            return self.economic_efficiency(planet.crowded_base)
        return planet.efficiency

    def efficient(self, amount: int, efficiency: int) -> int:
        """Apply an economic efficiency in whole percent (FH-EE-003)."""
        return percent(efficiency, amount)

    def site(self, species: Species, colony: Colony, planet: Planet, home: Planet) -> Site:
        """Return a planet's production site for a species and its `home` planet (FH-LSN-001).

        The penalty applies to all kinds of planets (FH-PENALTY-002).
        """
        lsn = self.lsn(planet, home, species.atmosphere)
        efficiency = self.efficiency_for(colony, planet)
        return Site(planet, lsn, self.penalty(lsn, species.level("LS")), efficiency)

    def after_penalty(self, species: Species, colony: Colony, site: Site) -> Output:
        """Return raw material and capacity after the penalty only (FH-PENALTY-001)."""
        difficulty = site.planet.mining_difficulty
        raw = self.raw_material(species.level("MI"), colony.mining_base, difficulty)
        capacity = self.capacity(species.level("MA"), colony.manufacturing_base)
        penalty = site.penalty
        return Output(self.less_penalty(raw, penalty), self.less_penalty(capacity, penalty))

    def output(self, species: Species, colony: Colony, site: Site) -> Output:
        """Return raw material and capacity after penalty and efficiency (FH-EE-003)."""
        share = site.efficiency
        if isinstance(share, Fraction):
            return self._crowded_output(species, colony, site, share)
        net = self.after_penalty(species, colony, site)
        return Output(self.efficient(net.raw_material, share), self.efficient(net.capacity, share))

    def _crowded_output(
        self, species: Species, colony: Colony, site: Site, share: Fraction
    ) -> Output:
        """Return the output if bases beyond 200.0 have 5 percent of their effect (FH-EE-005).

        Efficiency reduces both bases in the same way. If that yields less, the colony's part of
        200.0 counts in full, divided equally between mining and manufacturing if possible, and the
        rest by 5 percent: so installing units of one kind takes nothing from the other. Fractions
        are kept until the end, because dropping them earlier could make a larger base worth less.
        """
        mining, manufacturing = colony.mining_base, colony.manufacturing_base
        # effective = full + (base - full) / 20, and effective = share * base / 100
        full = (20 * share / 100 - 1) / 19 * colony.base
        mines = min(Fraction(mining), max(full / 2, full - manufacturing))
        parted = mines + (mining - mines) / 20, full - mines + (manufacturing - full + mines) / 20
        bases: tuple[Any, Any] = (share * mining / 100, share * manufacturing / 100), parted
        alike, apart = (
            self.after_penalty(species, evolve(colony, mining_base=m, manufacturing_base=f), site)
            for m, f in bases
        )
        return max(alike, apart, key=lambda output: self.income(colony, output))

    # value of the output

    def sold(self, amount: int) -> int:
        """Return the price of the output of a special colony (FH-MINECOL-003, FH-RESORT-003)."""
        return truncated(2 * amount, 3)

    def income(self, colony: Colony, output: Output, stock: int = 0) -> int:
        """Return what a planet can spend of its output before fleet costs (FH-PROD-004).

        `stock` is raw material from earlier turns. Mining and resort colonies sell their output.
        """
        if colony.has(Status.MINING):  # FH-MINECOL-003
            return self.sold(output.raw_material)
        if colony.has(Status.RESORT):  # FH-RESORT-003
            return self.sold(output.capacity)
        return min(output.raw_material + stock, output.capacity)

    def earning_power(self, species: Species, colony: Colony, site: Site) -> int:
        """Return a planet's weight in the share that the fleet takes (FH-FLEET-004)."""
        share, stock = site.efficiency, colony.items.get("RM", 0)
        if isinstance(share, Fraction):
            return self.income(colony, self.output(species, colony, site), stock)
        net = self.after_penalty(species, colony, site)
        return self.efficient(self.income(colony, net, stock), share)

    def treasury_limit(self, balance: int, treasury: int, *, home: bool, bombed: bool) -> int:
        """Return the treasury's limit for a planet (FH-EU-005, FH-EU-006, FH-BOMB-008)."""
        if home and not bombed:
            return treasury
        return (self.recovery_draw if home else 1) * balance

    # bases

    def balanced_units(self, count: int, difficulty: int, mining: int, manufacturing: int) -> Split:
        """Split growth to balance raw material and capacity (FH-RM-003, FH-DEVELOP-002)."""
        weight = 100 + difficulty
        balance = 100 * (count + mining) - difficulty * manufacturing + weight // 2
        gained = max(min(truncated(balance, weight), count), 0)
        return Split(count - gained, gained)

    def units_for_another(self, count: int, difficulty: int) -> Split:
        """Split units for another planet, ignoring its bases (FH-DEVELOP-002)."""
        weight = 100 + difficulty
        manufacturing = (100 * count + (weight + 1) // 2) // weight
        return Split(count - manufacturing, manufacturing)

    def growth_at_home(self, colony: Colony, difficulty: int) -> Split:
        """Return the growth of a home planet's bases (FH-RM-003, FH-PROD-002)."""
        gain = truncated(self.home_growth * colony.base, 1000)
        return self.balanced_units(gain, difficulty, colony.mining_base, colony.manufacturing_base)
