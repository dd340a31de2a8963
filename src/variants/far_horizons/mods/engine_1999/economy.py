"""The formulas of the 1999 engine and its battle rules, where they differ from the rulebook's."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import int_sum
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.economy import Economy
from variants.far_horizons.economy.risks import SpoilsClaimant
from variants.far_horizons.formulas import percent, truncated, whole_efficiency
from variants.far_horizons.model import Colony, Planet, Species

ENGINE_1999_BATTLES = BattleRules(
    shields_need_life_support=False,
    forced_jumps_suffer_from_age=False,
    reserves_wait_for_losses=False,
    fleets_leave_at_limit=False,
    deep_space_for_defenders=False,
    idle_fleets_defend_planets=True,
    transports_need_warships=False,
    follow_ups_need_victory=False,
    bombardment_always_hurts=False,
    all_germs_are_dropped=False,
    transports_besiege=True,
    sieges_need_shots_and_a_base=False,
    combat_ends_sieges=False,
    only_allies_surprise=False,
    bystanders_see_alerts=False,
    attacks_on_allies_betray=False,
    ambushes_at_full_effect=False,
    ambushes_strike_once=False,
    ambushers_attack=False,
    ambushes_destroy_unfinished=False,
    ambushes_await_wormholes=False,
    landed_ships_distort=True,
    havens_on_the_map=False,
    short_logs_count_defenses=True,
    battles_leave_marks=True,
)


@frozen(kw_only=True, slots=False)
class EngineEconomy(Economy):
    """The economy of the engine; `docs/far-horizons-1999.md` lists each field and method."""

    #: a resort colony may need life support 6 (FH-RESORT-001)
    most_resort_lsn: int = number(6)
    #: a poisonous gas that is present with 0 percent also takes three plants (no clause)
    traces_take_plants: bool = True
    #: a species begins at most 100 new ships in a turn (FH-SHIP-008)
    most_new_ships: int | None = 100
    #: the plants of others are recycled for half of what they would cost their owner (FH-REC-003)
    plants_keep_price: bool = False
    #: the age of a starbase is rounded for each part that is added (FH-AGE-003)
    starbases_age_exactly: bool = False
    #: a level bought with knowledge counts from the end of the species' production (FH-TECH-005)
    taught_at_once: bool = False
    #: a species whose orders have no production section does not produce (FH-PROD-007)
    idle_without_orders: bool = True
    #: BUILD delivers to a planet that has only a name (FH-BUILD-010)
    delivers_to_bare_planets: bool = True
    #: BUILD delivers when it is carried out, or not at all (FH-BUILD-005)
    items_wait_for_ships: bool = False
    #: a planet can be settled in the turn of an attack by germ warfare (FH-GERM-007)
    germs_linger: bool = False
    #: fractions of each ship's strength in a siege are dropped (FH-SIEGE-002)
    sieges_round_each_ship: bool = True
    #: an intercepted ship survives if its owner's production was not done (FH-INTERCEPT-008)
    idle_ships_are_spared: bool = True
    #: the inventory of an assimilated colony is lost (FH-ASSIM-005)
    inventories_are_inherited: bool = False
    #: the next order form still installs units in a colony that was lost (FH-ASSIM-005)
    plans_outlast_colonies: bool = True

    def assimilated_shares(
        self, besiegers: Sequence[SpoilsClaimant], mining: int, manufacturing: int
    ) -> list[tuple[int, int]]:
        """Divide in turn by the besiegers' own bases, each time what is left (FH-ASSIM-006)."""
        total, shares = int_sum(sharer.base for sharer in besiegers), []
        for base in (sharer.base for sharer in besiegers):
            share = truncated(base * mining, total), truncated(base * manufacturing, total)
            mining, manufacturing = mining - share[0], manufacturing - share[1]
            shares.append(share)
        return shares

    def highest_level(self, level: int, points: int, before: int | None) -> int | None:
        """Return the unchanged limit for a technology without research; it is 0 at the beginning.

        So free levels are lost (FH-TECH-008, FH-TEACH-004).
        """
        return before if points <= 0 else Economy.highest_level(self, level, points, before)

    def paid_by_treasury(self, cost: int, production: int, treasury: int) -> int:  # noqa: ARG002
        """Return 0: the treasury pays nothing (FH-FLEET-007)."""
        return 0

    def military_discount(self, military: int) -> int:
        """Return a discount that may exceed 100 percent (FH-FLEET-003)."""
        return military // 2

    def economic_efficiency(self, base: int) -> int:
        """Return a whole percentage, from the effective base without its fraction (FH-EE-001)."""
        return whole_efficiency(base)

    def efficient(self, amount: int, efficiency: int) -> int:
        """Apply the efficiency and round to the nearest unit (FH-EE-003, FH-FLEET-004)."""
        return truncated(efficiency * amount + 50, 100)

    def efficiency_for(self, colony: Colony, planet: Planet) -> int:  # noqa: ARG002
        """Return the planet's efficiency, even for a home planet (FH-EE-004)."""
        return planet.efficiency

    def penalty(self, lsn: int, level: int) -> int:
        """Return a penalty that may exceed 100 percent (FH-PENALTY-001)."""
        if lsn == 0:
            return 0
        return 100 * lsn // level if level else 100

    def survives(self, lsn: int, level: int) -> bool:
        """Return whether a colony survives, compared in whole percent (FH-COL-006)."""
        return lsn <= level if level <= 0 else 100 * lsn // level <= 100

    def riot_loss(self, base: int, share: int) -> int:
        """Return a loss that may exceed the base, which is negative then (FH-FLEET-008)."""
        return percent(share, base)

    def hiding_cost(self, before: int, present: int) -> int:  # noqa: ARG002
        """Return a tenth of what the bases are worth after combat and riots (FH-HIDE-003)."""
        return truncated(present, 10)

    def price_for_balance(self, balance: int, before: int = 0) -> int:  # noqa: ARG002
        """Return the full balance, which leaves nothing for the premium (FH-ZERO-003)."""
        return balance

    def price_within(self, money: int, before: int = 0) -> int:  # noqa: ARG002
        """Return nine tenths of the funds, for items that IBUILD cannot pay (FH-IBUILD-009)."""
        return 9 * money // 10

    def people_used(self, wanted: int, built: int) -> int:  # noqa: ARG002
        """Return the people for the number that was ordered (FH-POP-003)."""
        return wanted

    def item_level(self, item: str) -> int:
        """Return the item's own level: PD, CU, IU and AU need level 1 (FH-INST-001)."""
        return ITEM_OF[item].level

    def told_besiegers(self, owners: Sequence[int]) -> Sequence[int]:
        """Return each besieger once for each of its ships (FH-SIEGE-022)."""
        return owners

    def detection_chance(self, siege: int, *, resident: bool) -> int:  # noqa: ARG002
        """Return the same chance for besiegers on the planet as for others (FH-SIEGE-015)."""
        return siege

    def aged_chance(self, chance: int, age: int) -> int:  # noqa: ARG002
        """Return the chance unchanged: a telescope's age has no effect (FH-GT-006, FH-AGE-005)."""
        return chance

    def distortion_number(self, species: Species) -> int:
        """Compute the number from the species' number and its Life Support (FH-FD-005)."""
        return self.computed_distortion(species)


ENGINE_ECONOMY = EngineEconomy()
