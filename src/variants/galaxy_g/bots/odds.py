"""The expander's odds calculator: who would win a battle, as far as it can know."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.rng import Stream
from variants.galaxy_g.battle.model import BattleGroup, GalaxyBattle
from variants.galaxy_g.bots.board import Board, Facts, Squad
from variants.galaxy_g.model import Design

RUNS = 100
#: The levels of others are hidden: they may be so many times one's own.
CAUTION = 1.1
#: What an unknown ship is taken for, at so many times.
_UNKNOWN = Design(10.0, 1, 10.0, 10.0, 0.0)


def chance_to_win(
    board: Board, squads: Sequence[Squad], aliens: Sequence[Facts], stream: Stream
) -> float:
    """How likely squads are to destroy these groups of others, by so many trial battles."""
    if not aliens:
        return 1.0
    if not any(squad.design.armed for squad in squads):
        return 0.0
    ours = tuple(
        BattleGroup(0, s.type, s.ships, s.design, s.techs.weapons, s.techs.shields) for s in squads
    )
    weapons, shields = CAUTION * board.techs.weapons, CAUTION * board.techs.shields
    theirs = tuple(
        BattleGroup(
            1,
            seen["type"],
            seen["ships"],
            board.designs.get((seen["race"], seen["type"]), _UNKNOWN),
            weapons,
            shields,
        )
        for seen in aliens
    )
    battle = GalaxyBattle(sides=("ours", "theirs"), groups=ours + theirs, hostile=((0, 1),))
    return board.combat.simulate(battle, RUNS, stream).wins(0) / RUNS


def bomb_damage(board: Board, squads: Sequence[Squad]) -> float:
    """What squads do to a planet in one bombing (GG-BOM-002)."""
    guns: dict[float, int] = {}
    for squad in squads:
        each = board.combat.bomb(squad.design, squad.techs.weapons, CAUTION * board.techs.shields)
        guns[each] = guns.get(each, 0) + squad.design.attacks * squad.ships
    return board.combat.bomb_damage(guns)
