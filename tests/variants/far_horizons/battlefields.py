"""Battles in small games: who is where, with what, and the orders for it.

    game = battlefield({"Human": {"DD Hammer": {}}, "Klingon": {"TR5 Mule": {"age": 4}}})
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", Klingon="ENGAGE 3")
    fought.log("Human")

All ships are in the deep space of sector 12 13 10 unless they are told to be elsewhere; nobody
lives there, and it has two planets. BATTLE 12 13 10 is put before the orders of each species; a
species with the orders None gives none at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.variants.far_horizons.single_steps import Stepped, game_with, step
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.model import Act, Action, Battle, Enmity, Fighter, Kind, Side
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.battle.strengths import prepare
from variants.far_horizons.combat import Resolver
from variants.far_horizons.model import Game
from variants.far_horizons.mods.engine_1999.battle.rules import ENGINE_1999_BATTLES

FIELD = "12 13 10"
#: A galaxy where nobody can hurt anybody but by order.
PLAYERS = ("Human", "Klingon", "Romulan", "Vulcan")
#: A step by the habits and battle rules of the engine of 1999.
ENGINE: dict[str, Any] = {"in_1999": True, "combat": Resolver(ENGINE_1999_BATTLES)}


class Told(list):
    """A battle's log: kinds with facts."""

    def __call__(self, kind, **facts):
        self.append((kind, facts))

    def of(self, kind):
        return [facts for told, facts in self if told is kind]

    def stage(self, action):
        """Nothing is replayed."""

    def listed(self, fighters):
        """Nothing is replayed."""

    def shot(self, shooter, target, **facts):
        """Nothing is replayed."""


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
    given = {name: f"BATTLE {FIELD}\n{text}" for name, text in orders.items() if text is not None}
    return step(phase, game, given, **(options or {}))


def side(index: int = 0, **facts: Any) -> Side:
    """A side with all technologies at 10."""
    levels = {"military": 10, "life_support": 10, "gravitics": 10, "biology": 10}
    return Side(index=index, number=index + 1, name=f"SP {index + 1}", **(levels | facts))


def fighter(side: int = 0, *, kind: Kind = Kind.WARSHIP, **facts: Any) -> Fighter:
    """A fighter; a destroyer unless told otherwise."""
    return Fighter(side=side, kind=kind, **({"name": "DD One", "tonnage": 15} | facts))


def duel(
    *fighters: Fighter,
    act: Act = Act.DEEP_SPACE,
    rules: BattleRules = RULEBOOK_BATTLES,
    sides: Sequence[Side] = (),
    rounds: int = 10_000,
) -> tuple[Scene, Action]:
    """A battle of everybody against everybody, ready to be fought."""
    found = list(sides) or [side(index) for index in range(1 + max(f.side for f in fighters))]
    for one in found:
        for other in found:
            if one is not other:
                one.enemies.setdefault(other.index, Enmity.ATTACK)
    battle = Battle(sector=(12, 13, 10), sides=found, fighters=list(fighters))
    action = Action(act=act, planet=0 if act is Act.DEEP_SPACE else 1, fighters=list(fighters),
                    most_rounds=rounds)  # fmt: skip
    prepare(battle, action, rules)
    return Scene(rules, battle), action
