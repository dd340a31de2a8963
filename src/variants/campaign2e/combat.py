"""The battle resolver, which follows the range-band procedure with adjustable numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen
from attrs.validators import in_

from horizons_core.combat import (
    BattleRecord,
    BattleStatistics,
    Key,
    battle_key,
    prefers_resolve,
    resolve_in_game,
)
from horizons_core.limits import number
from variants.campaign2e.battle.fleets import (
    DEFAULTS,
    EXITS,
    FORMATIONS,
    INTENTS,
    BattleForceLike,
    CampaignBattle,
    battle_of,
    side_of,
)
from variants.campaign2e.model import BattleOrder

if TYPE_CHECKING:
    from variants.campaign2e.battle.outcome import BattleOutcome


class GameCombat(Protocol):
    """The method of a resolver that games prefer to `resolve`, if it has one."""

    def fight(self, forces: Sequence[BattleForceLike], key: Key) -> BattleOutcome:
        """Fight a battle; the given ships are not modified."""


def fight_in_game(combat: Any, forces: Sequence[BattleForceLike], key: Key) -> BattleOutcome:
    """Fight a battle of the game with any resolver; raises PluginError for a bad record."""
    if not prefers_resolve(combat, "fight"):
        resolver: GameCombat = combat
        return resolver.fight(forces, key)
    from variants.campaign2e.battle.outcome import outcome_of_record

    defaults = getattr(combat, "defaults", DEFAULTS)
    battle = battle_of([side_of(force, defaults) for force in forces])
    return outcome_of_record(battle, resolve_in_game(combat, battle, key))


@frozen(kw_only=True)
class Resolver:
    """Automatic battles (C2E-14.1-02), computed by the kernels. Its fields are the rules' numbers.

    All are integers; invalid values raise ValueError. Distances are in movement units.

    Attributes:
        most_turns: maximum tactical turns of a fight between two sides.
        first_threshold: lowest die with which a system is lost after the first row of hull boxes;
            one less after each further row.
        beam_band: width of a range band; a beam loses a die in each.
        line_depth: distance of the rear line behind the main line.
        same_edge, edge_distance: opening distance of sides that enter by the same edge, and the
            addition per edge between them; also the value of a change in the drop.
        least_opening, most_opening: limits of the opening distance.
        top_speed: maximum speed.
        least_range: minimum distance.
        jump_spacing: free space needed by a jumping ship.
        launch_range: distance at which carriers launch.
        fighter_speed, fighter_reach: distances that fighters fly and attack in a turn.
        pds_per_group, pds_per_salvo: point defences of a ship that fire at each.
        missile_range, extended_range: ranges of missile launchers and racks, and of extended-range
            racks.
        needle_range, submunition_range: ranges of needle and submunition guns.
        parties_together: maximum damage-control parties on one system.
        explosion: lowest die with which a damaged power core explodes.
        disengage_range: distance beyond which a force is out of reach of any beam.
        speed, formation, intent, breakoff, exit: defaults for sides without orders.
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
        """Default orders of a side (C2E-17.6-01)."""
        return BattleOrder(
            speed=self.speed,
            formation=self.formation,
            intent=self.intent,
            breakoff=self.breakoff,
            exit=self.exit,
        )

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """JSON Schema of a battle as plain data."""
        from variants.campaign2e.battle.spec import battle_schema

        return battle_schema()

    def battle(self, spec: Mapping[str, Any]) -> CampaignBattle:
        """Parse a battle from plain data (see `battle.spec.read_spec`); raises BattleError."""
        from variants.campaign2e.battle.spec import read_spec

        return read_spec(spec, self.defaults)

    def resolve(self, battle: CampaignBattle, key: Key, run: int = 0) -> BattleRecord:
        """Fight once and return the detailed record."""
        from variants.campaign2e.battle.fights import fight_once
        from variants.campaign2e.battle.record import BattleHistory

        return BattleHistory(
            battle, fight_once(battle, self.numbers, battle_key(key), run)
        ).record()

    def simulate(
        self, battle: CampaignBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships left, lost and captured, points and boxes."""
        from variants.campaign2e.battle.fights import fight_runs
        from variants.campaign2e.battle.record import statistics_of

        return statistics_of(
            battle, fight_runs(battle, self.numbers, battle_key(key), runs, threads)
        )

    def fight(self, forces: Sequence[BattleForceLike], key: Key) -> BattleOutcome:
        """Fight a battle of the game; the given ships are not modified."""
        from variants.campaign2e.battle.fights import fight_once, outcome_of

        battle = battle_of([side_of(force, self.defaults) for force in forces])
        return outcome_of(battle, fight_once(battle, self.numbers, battle_key(key)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the rules in the order that the kernels expect."""
        from variants.campaign2e.battle.kernels.protocol import RULES

        return tuple(getattr(self, name) for name in RULES)
