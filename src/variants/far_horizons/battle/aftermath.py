"""The aftermath of a battle for ships, money and relations."""

from __future__ import annotations

from collections.abc import Collection

from attrs import define, field

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.model import (
    BattleFighter,
    FighterState,
    Scene,
    SectorBattle,
    Side,
)
from variants.far_horizons.battle.parties import Relations
from variants.far_horizons.model import Place, ShipLocation, Species
from variants.far_horizons.step_context import StepContext

_LOST = (FighterState.DESTROYED, FighterState.HIJACKED)


def apply_aftermath(context: StepContext, scene: Scene, reserves: Collection[int] = ()) -> None:
    """Apply ages, departures and losses of fighters to their ships, and pay for captures.

    `reserves` are the identities of ships under HIDE.
    """
    battle, marks = scene.battle, scene.rules.battles_leave_marks
    for fighter in battle.fighters:
        if fighter.ship is not None:
            if marks:
                _, _, z = fighter.ship.destination
                fighter.ship.destination = (0, fighter.shield_percent, z)
            _settle_ship(scene, fighter)
            _note_loss(context, battle, fighter)
    for side in battle.sides:
        if side.species is None:
            continue
        if marks:
            _mark_reserves(side.species, battle, reserves)
        if side.gained:
            context.credit(side.species, side.gained, "captured ships")
        _remove_lost(side.species, battle)


def _mark_reserves(species: Species, battle: SectorBattle, reserves: Collection[int]) -> None:
    """Mark the hidden ships that stayed out of the battle; clear the marks of all others."""
    joined = {
        id(fighter.ship) for fighter in battle.fighters if fighter.state != FighterState.RESERVE
    }
    for ship in species.living_ships():
        ship.special = int(id(ship) in reserves and id(ship) not in joined)


def _settle_ship(scene: Scene, fighter: BattleFighter) -> None:
    ship, battle = fighter.ship, scene.battle
    assert ship is not None  # noqa: S101 - checked by the caller
    ship.age = fighter.age
    if fighter.state == FighterState.WITHDREW:
        haven = fighter.destination or battle.side_of(fighter).haven
        ship.where, ship.destination = ShipLocation.WITHDREW, haven
        ship.place = Place(battle.sector)
    elif fighter.state == FighterState.FORCED and fighter.destination is not None:
        ship.where, ship.destination = ShipLocation.FORCED, fighter.destination
        ship.place = Place(battle.sector, -1 if scene.rules.battles_leave_marks else 0)


def _note_loss(context: StepContext, battle: SectorBattle, fighter: BattleFighter) -> None:
    """Note a lost ship, so that later orders for it are not reported as mistakes."""
    species = battle.side_of(fighter).species
    if fighter.state in _LOST and species is not None:
        context.news.fallen.append((species.number, fighter.true_name))


def _remove_lost(species: Species, battle: SectorBattle) -> None:
    lost = {id(fighter.ship) for fighter in battle.fighters if fighter.state in _LOST}
    for slot, ship in enumerate(species.ships):
        if ship is not None and id(ship) in lost:
            species.ships[slot] = None


@define
class Betrayals:
    """Betrayals of a phase: triples of witness, traitor and victim."""

    rules: BattleRules
    notices: list[tuple[str, str, str]] = field(factory=list)

    def note(self, context: StepContext, relations: Relations) -> None:
        """Record the betrayals of a battle."""
        # FH-SURPRISE-005
        for victim, traitor in relations.betrayals:
            self._add(victim, traitor, victim)
        attacks = relations.attacks  # FH-SURPRISE-006
        if not self.rules.attacks_on_allies_betray:
            attacks = relations.betrayals
        # FH-SURPRISE-006
        for victim, traitor in attacks:
            for third in context.game.empires:
                if _is_friend_of_both(third, victim, traitor):
                    self.notices.append((third.id, _id(traitor), _id(victim)))

    def _add(self, witness: Side, traitor: Side, victim: Side) -> None:
        self.notices.append((_id(witness), _id(traitor), _id(victim)))

    def declare(self, context: StepContext) -> None:
        """Change attitudes at the end of the phase, and report the changes to each species."""
        for species in context.game.empires:
            for witness, traitor, victim in self.notices:
                if witness == species.id:
                    self._turn_against(
                        context, species, context.by_id[traitor], context.by_id[victim]
                    )

    def _turn_against(
        self, context: StepContext, species: Species, traitor: Species, victim: Species
    ) -> None:
        if traitor.id in species.allies:
            species.allies.remove(traitor.id)
        if traitor.id not in species.enemies:
            species.enemies.append(traitor.id)
        if traitor.id not in species.met:
            species.met.append(traitor.id)
        context.news.traitors.append((species.number, traitor.name))
        context.notify(species, messages.BETRAYAL, traitor=traitor.name, victim=victim.name)


def _id(side: Side) -> str:
    assert side.species is not None  # noqa: S101 - parties are species
    return side.species.id


def _is_friend_of_both(third: Species, victim: Side, traitor: Side) -> bool:
    pair = {_id(victim), _id(traitor)}
    return third.id not in pair and pair <= set(third.allies) and pair <= set(third.met)
