"""Battles in small games: ships, their places, and the orders.

    game = battlefield({"Human": {"DD Hammer": {}}, "Klingon": {"TR5 Mule": {"age": 4}}})
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", Klingon="ENGAGE 3")
    fought.log("Human")

All ships are in the deep space of sector 12 13 10 by default; it is uninhabited and has two
planets. BATTLE 12 13 10 is put before the orders of each species; a species with the orders None
gives none at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.variants.far_horizons.single_steps import Stepped, game_with, step
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.model import (
    Action,
    ActionKind,
    BattleFighter,
    FighterKind,
    HostileAct,
    Scene,
    SectorBattle,
    Side,
)
from variants.far_horizons.battle.strengths import prepare
from variants.far_horizons.combat import Resolver
from variants.far_horizons.model import Game
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

FIELD = "12 13 10"
#: A galaxy where no side can hurt another except by order.
PLAYERS = ("Human", "Klingon", "Romulan", "Vulcan")
#: A step by the habits and battle rules of the engine of 1999.
ENGINE: dict[str, Any] = {"in_1999": True, "combat": Resolver(ENGINE_1999_BATTLES)}


class Told(list):
    """A battle's log: kinds with facts."""

    def __call__(self, kind, **facts):
        self.append((kind, facts))

    def of(self, kind):
        return [facts for k, facts in self if k is kind]

    def stage(self, action):
        """Record nothing."""

    def listed(self, fighters):
        """Record nothing."""

    def shot(self, shooter, target, **facts):
        """Record nothing."""


def battlefield(
    ships: Mapping[str, Mapping[str, Mapping[str, Any]]],
    planets: Mapping[str, Mapping[str, Mapping[str, Any]]] | None = None,
    players: Sequence[str] = PLAYERS,
    **species: Mapping[str, Any],
) -> Game:
    """A game with these ships and planets by species; keywords are further facts of species."""
    state: dict[str, dict[str, Any]] = {name: dict(facts) for name, facts in species.items()}
    for name, fleet in ships.items():
        placed = {title: {"at": FIELD, **facts} for title, facts in fleet.items()}
        state.setdefault(name, {})["ships"] = placed
    for name, colonies in (planets or {}).items():
        placed = {title: {"at": f"{FIELD} #1", **facts} for title, facts in colonies.items()}
        state.setdefault(name, {})["planets"] = placed
    return game_with({"species": state}, players)


def combat(game: Game, *, phase: str = "combat", options: Mapping[str, Any] | None = None,
           **orders: str | None) -> Stepped:  # fmt: skip
    """The combat phase with these orders below BATTLE; `options` are those of `step`."""
    texts = {name: f"BATTLE {FIELD}\n{text}" for name, text in orders.items() if text is not None}
    return step(phase, game, texts, **(options or {}))


def side(index: int = 0, **facts: Any) -> Side:
    """A side with all technologies at 10."""
    levels = {"military": 10, "life_support": 10, "gravitics": 10, "biology": 10}
    return Side(index=index, number=index + 1, name=f"SP {index + 1}", **(levels | facts))


def fighter(
    side: int = 0, *, kind: FighterKind = FighterKind.WARSHIP, **facts: Any
) -> BattleFighter:
    """A fighter; a destroyer by default."""
    return BattleFighter(side=side, kind=kind, **({"name": "DD One", "tonnage": 15} | facts))


def duel(
    *fighters: BattleFighter,
    act: ActionKind = ActionKind.DEEP_SPACE,
    rules: BattleRules = RULEBOOK_BATTLES,
    sides: Sequence[Side] = (),
    rounds: int = 10_000,
) -> tuple[Scene, Action]:
    """A battle of all sides against each other, ready to be fought."""
    all_sides = list(sides) or [side(index) for index in range(1 + max(f.side for f in fighters))]
    for party in all_sides:
        for other in all_sides:
            if party is not other:
                party.enemies.setdefault(other.index, HostileAct.ATTACK)
    battle = SectorBattle(sector=(12, 13, 10), sides=all_sides, fighters=list(fighters))
    action = Action(
        act=act,
        planet=0 if act is ActionKind.DEEP_SPACE else 1,
        fighters=list(fighters),
        most_rounds=rounds,
    )
    prepare(battle, action, rules)
    return Scene(rules, battle), action
