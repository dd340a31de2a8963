"""The yield per turn of an economic unit spent on colonies or research, for comparing plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import evolve, frozen

from horizons_core.sums import int_sum, ordered_sum
from variants.far_horizons.bots.realm import Facts, Realm
from variants.far_horizons.economy import Economy

EXPECTED_BASE = 300  #: the base in tenths that a new colony is assumed to reach soon
PROSPECTS = 4  #: number of free planets that count in the value of Life Support
_LEVELS_AHEAD = (1, 3, 6)  #: levels of Life Support to compare, because its value grows in leaps
_SAMPLE = 1000  #: number of colonists assumed when a planet is rated


@frozen(kw_only=True)
class YieldFactors:
    """The features of a planet that decide its yield: bases in tenths, difficulty in hundredths."""

    mining: int
    manufacturing: int
    difficulty: int
    life_support: int
    efficiency: int = 100
    kind: str = "colony"


@frozen(kw_only=True)
class YieldLevels:
    """The levels that decide a planet's yield."""

    mining: int
    manufacturing: int
    life_support: int


@frozen(slots=False)
class Returns:
    """Yields of a species' possible investments, by the economy of the game."""

    realm: Realm

    @property
    def economy(self) -> Economy:
        return self.realm.economy

    @cached_property
    def levels(self) -> YieldLevels:
        level = self.realm.level
        return YieldLevels(mining=level("MI"), manufacturing=level("MA"), life_support=level("LS"))

    def income(self, ground: YieldFactors, levels: YieldLevels) -> int:
        """Return a planet's income in a turn at these levels."""
        economy = self.economy
        raw = economy.raw_material(levels.mining, ground.mining, ground.difficulty)
        capacity = economy.capacity(levels.manufacturing, ground.manufacturing)
        amount = min(raw, capacity)
        if ground.kind in ("mining", "resort"):
            amount = economy.sold(raw if ground.kind == "mining" else capacity)
        penalty = economy.penalty(ground.life_support, levels.life_support)
        return economy.efficient(economy.less_penalty(amount, penalty), ground.efficiency)

    # colonies

    def of_colonists(self, difficulty: int, life_support: int) -> float:
        """Return the yield per turn of a unit spent on colonists for such a planet."""
        ground = self._expected_yield(_SAMPLE, difficulty, life_support)
        return self.income(ground, self.levels) / (2 * _SAMPLE)

    def of_colony(self, colony: Facts) -> float:
        """Return the yield of colonists for a named planet; 0 if it is uninhabitable or unknown."""
        nature = self.realm.nature(colony)
        return self.of_colonists(*nature) if nature else 0.0

    def _expected_yield(self, base: int, difficulty: int, life_support: int) -> YieldFactors:
        split = self.economy.units_for_another(base, difficulty)
        return YieldFactors(mining=split.mining, manufacturing=split.manufacturing,
                            difficulty=difficulty, life_support=life_support)  # fmt: skip

    # research

    @cached_property
    def of_research(self) -> Mapping[str, float]:
        """The yield per turn of a unit spent on Mining, Manufacturing and Life Support."""
        now, level = self.levels, self.realm.level
        more_mining = evolve(now, mining=now.mining + 1)
        more_making = evolve(now, manufacturing=now.manufacturing + 1)
        both = evolve(more_mining, manufacturing=now.manufacturing + 1)
        costs = {tech: self._cost(tech, 1) for tech in ("MI", "MA") if level(tech)}
        yields = {"LS": self._of_life_support()} if level("LS") else {}
        if "MI" in costs:
            yields["MI"] = self._gain(more_mining) / costs["MI"]
        if "MA" in costs:
            yields["MA"] = self._gain(more_making) / costs["MA"]
        if len(costs) == 2:
            joint_yield = self._gain(both) / int_sum(costs.values())
            if joint_yield > max(yields["MI"], yields["MA"]):
                yields |= {"MI": joint_yield, "MA": joint_yield}
        return yields

    def _of_life_support(self) -> float:
        now = self.levels
        steps = ((n, evolve(now, life_support=now.life_support + n)) for n in _LEVELS_AHEAD)
        return max(self._gain(levels) / self._cost("LS", n) for n, levels in steps)

    def _cost(self, tech: str, steps: int) -> int:
        """Return the points for the next `steps` levels; 1 or more."""
        level = self.realm.level(tech)
        return max(1, int_sum(map(self.economy.research_cost, range(level, level + steps))))

    def _gain(self, levels: YieldLevels) -> int:
        return self._worth(levels) - self._now

    @cached_property
    def _now(self) -> int:
        return self._worth(self.levels)

    def _worth(self, levels: YieldLevels) -> int:
        """Return the income of all planets, including the best ones to settle next."""
        prospects = sorted(
            (self.income(p, levels) for p in self._yields_of_free_planets), reverse=True
        )
        return ordered_sum(self.income(ground, levels) for ground in self._held) + ordered_sum(
            prospects[:PROSPECTS]
        )

    @cached_property
    def _held(self) -> list[YieldFactors]:
        return list(self._yields_of(self.realm.colonies))

    def _yields_of(self, colonies: Iterable[Facts]) -> Iterator[YieldFactors]:
        """Yield the inhabited planets; new colonies as they will be soon."""
        for colony in colonies:
            nature = self.realm.nature(colony)
            if nature is None:
                continue
            mining, making = colony["mining_base"], colony["manufacturing_base"]
            if mining + making >= EXPECTED_BASE or colony["kind"] in ("mining", "resort", "home"):
                yield YieldFactors(mining=mining, manufacturing=making, difficulty=nature[0],
                                   life_support=nature[1], efficiency=colony.get("efficiency", 100),
                                   kind=colony["kind"])  # fmt: skip
            else:
                yield self._expected_yield(EXPECTED_BASE, *nature)

    @cached_property
    def _yields_of_free_planets(self) -> list[YieldFactors]:
        return [
            self._expected_yield(EXPECTED_BASE, planet["mining_difficulty"], planet["life_support"])
            for _, planet in self.realm.free_planets
        ]
