"""The resolver: battles by the range-band procedure, with the rulebook's numbers or others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from attrs.validators import in_

from horizons_core.combat import BattleRecord, BattleStatistics, Key, battle_key
from horizons_core.limits import number
from variants.campaign2e.battle.fleets import (
    EXITS,
    FORMATIONS,
    INTENTS,
    CampaignBattle,
    Force,
    battle_of,
    side_of,
)
from variants.campaign2e.model import BattleOrder

if TYPE_CHECKING:
    from variants.campaign2e.battle.outcome import Outcome


@frozen(kw_only=True)
class Resolver:
    """The automatic battle of C2E-14.1-02, fought by the kernel. Its fields are its numbers.

    All are whole numbers; those that cannot be raise ValueError. Distances are in movement units.

    Attributes:
        most_turns: tactical turns of a fight of two sides.
        first_threshold: the die from which on a system is lost after the first row of hull boxes;
            after each further row it is one less.
        beam_band: the width of the bands in which a beam has a die less.
        line_depth: how far the rear line stands behind the main line.
        same_edge, edge_distance: the opening distance of sides that enter by the same edge, and
            what each edge between them adds; also what a change of the drop is worth.
        least_opening, most_opening: the limits of the opening distance.
        top_speed: the highest speed.
        least_range: the least distance.
        jump_spacing: what a ship that jumps needs around it.
        launch_range: the distance at which carriers launch.
        fighter_speed, fighter_reach: how far fighters fly in a turn, and attack.
        pds_per_group, pds_per_salvo: point defences of a ship that fire at each.
        missile_range, extended_range: of launchers and racks, and of extended-range racks.
        needle_range, submunition_range: of these guns.
        parties_together: damage-control parties that can work on one system.
        explosion: the die from which on a power core that is out explodes.
        disengage_range: the distance beyond which a force is out of reach of any beam.
        speed, formation, intent, breakoff, exit: the order of a side that has none.
    """

    most_turns: int = number(40, 1, 1_000)
    first_threshold: int = number(6, 4, 9)
    beam_band: int = number(12, 1, 1_000)
    line_depth: int = number(12, 0, 1_000)
    same_edge: int = number(24, 1, 1_000)
    least_opening: int = number(12, 1, 1_000)
    most_opening: int = number(84, 1, 1_000)
    edge_distance: int = number(12, 0, 1_000)
    top_speed: int = number(24, 1, 1_000)
    least_range: int = number(3, 1, 1_000)
    jump_spacing: int = number(6, 0, 1_000)
    launch_range: int = number(60, 0, 1_000)
    fighter_speed: int = number(24, 1, 1_000)
    fighter_reach: int = number(6, 0, 1_000)
    pds_per_group: int = number(2, 0, 1_000)
    missile_range: int = number(30, 0, 1_000)
    extended_range: int = number(42, 0, 1_000)
    pds_per_salvo: int = number(3, 0, 1_000)
    needle_range: int = number(12, 0, 1_000)
    submunition_range: int = number(12, 0, 1_000)
    parties_together: int = number(3, 1, 5)
    explosion: int = number(5, 1, 7)
    disengage_range: int = number(36, 0, 1_000)
    speed: int = number(6, 0, 24)
    formation: str = field(default="open", validator=in_(FORMATIONS))
    intent: str = field(default="optimal", validator=in_(INTENTS))
    breakoff: int = number(50, 1, 100)
    exit: str = field(default="ftl", validator=in_(EXITS))

    @property
    def defaults(self) -> BattleOrder:
        """The order of a side that has none (C2E-17.6-01)."""
        return BattleOrder(
            speed=self.speed,
            formation=self.formation,
            intent=self.intent,
            breakoff=self.breakoff,
            exit=self.exit,
        )

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """What a battle looks like as plain data, as a JSON Schema."""
        from variants.campaign2e.battle.schema import battle_schema

        return battle_schema()

    def battle(self, spec: Mapping[str, Any]) -> CampaignBattle:
        """A battle from plain data (see `battle.spec.read_spec`); raises BattleError."""
        from variants.campaign2e.battle.spec import read_spec

        return read_spec(spec, self.defaults)

    def resolve(self, battle: CampaignBattle, key: Key, run: int = 0) -> BattleRecord:
        """Fight once, attack by attack."""
        from variants.campaign2e.battle.fights import fight_once
        from variants.campaign2e.battle.record import History

        return History(battle, fight_once(battle, self.numbers, battle_key(key), run)).record()

    def simulate(
        self, battle: CampaignBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships left, lost and captured, points and boxes."""
        from variants.campaign2e.battle.fights import fight_runs
        from variants.campaign2e.battle.record import statistics_of

        return statistics_of(
            battle, fight_runs(battle, self.numbers, battle_key(key), runs, threads)
        )

    def fight(self, forces: Sequence[Force], key: Key) -> Outcome:
        """Fight a battle of the game out; the ships that it is given are not changed."""
        from variants.campaign2e.battle.fates import outcome_of
        from variants.campaign2e.battle.fights import fight_once

        battle = battle_of([side_of(force, self.defaults) for force in forces])
        return outcome_of(battle, fight_once(battle, self.numbers, battle_key(key)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the rules as the kernels take them."""
        from variants.campaign2e.battle.kernels.protocol import RULES

        return tuple(getattr(self, name) for name in RULES)
