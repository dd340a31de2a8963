"""Phases 3 to 5: Attacks of Opportunity, Shield Charging and Combat.

All empires are always enemies of each other. Ships that retreat or are new are shot at before
shields are charged: they have the points left from last turn (EH-OPP-004). Then, where empires
meet, each of their ships fires a volley (EH-CBT-001), which `battle/kernels.py` implements.

Clauses: EH-SHD-002.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

from horizons_core.combat import BattleRecord, resolve_in_game
from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.event_horizon.battle.fleets import battle_of_ships
from variants.event_horizon.battle.record import apply_losses, summary, summary_for, visible_record
from variants.event_horizon.constants import BATTLE, OPPORTUNITY, SHIELDS_CHARGED, SHIP_LOST
from variants.event_horizon.economy import economy_of
from variants.event_horizon.model import Empire, Game, Place, Ship, by_sector, sector_id
from variants.event_horizon.rules.knowledge import LOST_IN, record_contact
from variants.event_horizon.rules.moves import LEFT


def fight_battles(context: TurnContext[Game]) -> None:
    """Fight in every sector with ships of two empires, one of them armed (EH-CBT-001)."""
    engagements = Engagements(context, BATTLE, "Battle")
    for place, ships in by_sector(context.game.ships):
        if len({ship.owner for ship in ships}) >= 2 and any(ship.weapons for ship in ships):
            engagements.fight(place, ships, ships)
    engagements.conclude()


@define
class Engagements:
    """All battles of one phase. Ships destroyed in it leave the game at its end."""

    context: TurnContext[Game]
    kind: EventKind
    title: str
    fought: list[tuple[Place, Sequence[Ship]]] = field(factory=list)
    lost: set[str] = field(factory=set)

    def fight(self, place: Place, shooters: Sequence[Ship], targets: Sequence[Ship]) -> None:
        """Fight a turn in a sector: `shooters` fire volleys at the enemies among `targets`."""
        context, game = self.context, self.context.game
        fires, hit = {ship.id for ship in shooters}, {ship.id for ship in targets}
        ships = _in_order(game, {ship.id: ship for ship in (*shooters, *targets)})
        present = {ship.owner for ship in ships}
        sides = [empire for empire in game.empires if empire.id in present]
        for empire in sides:
            for ship in ships:
                if ship.owner != empire.id:
                    record_contact(empire, ship, economy_of(context))
        battle = battle_of_ships(
            [empire.id for empire in sides],
            ships,
            fires=[ship.id in fires for ship in ships],
            targets=[ship.id in hit for ship in ships],
        )
        sector, stream = sector_id(place), context.stream(sector_id(place))
        record = resolve_in_game(context.variant.combat, battle, stream)
        context.fought(battle, stream, [[empire.id] for empire in sides], sector)
        self._report_battle(sector, sides, ships, record)
        for ship in apply_losses(record, ships):
            self.lost.add(ship.id)
            context.emit(
                SHIP_LOST, [ship.owner], place=sector, number=ship.number, name=ship.called
            )
        self.fought.append((place, ships))

    def _report_battle(
        self, sector: str, sides: Sequence[Empire], ships: Sequence[Ship], record: BattleRecord
    ) -> None:
        """Emit an event for each empire in the battle, in its view, and one for the gamemaster."""
        context, title = self.context, f"{self.title} in {sector}"
        dice = Dice((context.phase_name, sector), 0, record.words)
        facts = {"place": sector, "turn": context.turn, "phase": context.phase_name}
        data = record.to_dict(title, **facts, you=None)
        for index, empire in enumerate(sides):
            known, text = visible_record(empire, data, ships), summary_for(index, record)
            context.emit(
                self.kind, [empire.id], place=sector, dice=[dice], data=known, summary=text
            )
        context.emit(self.kind, (), place=sector, dice=[dice], data=data, summary=summary(record))

    def conclude(self) -> None:
        """Remove the destroyed ships from the game, and so from later phases (EH-OPP-004)."""
        game = self.context.game
        game.ships = [ship for ship in game.ships if ship.id not in self.lost]
        self._note_losses(game, self.context.notes)

    def _note_losses(self, game: Game, notes: dict[str, Any]) -> None:
        """Note the sectors where empires lost all their ships (EH-REP-009)."""
        left = {(ship.at, ship.owner) for ship in game.ships}
        for place, ships in self.fought:
            for ship in ships:
                if ship.at == place and (place, ship.owner) not in left:
                    lost_in = notes.setdefault(LOST_IN, {})
                    lost_in.setdefault(ship.owner, set()).add(sector_id(place))


def _in_order(game: Game, ships: dict[str, Ship]) -> list[Ship]:
    """Sort ships by the game's order of empires, then by number (EH-SEQ-002)."""
    rank = {empire.id: index for index, empire in enumerate(game.empires)}
    return sorted(ships.values(), key=lambda ship: (rank[ship.owner], ship.number))


def fire_at_opportunity(context: TurnContext[Game]) -> None:
    """Fire one volley in every sector with ships that fire and targets."""
    left: dict[str, Place] = context.notes.get(LEFT, {})
    retreated = _retreated(context.game.ships, left)
    engagements = Engagements(context, OPPORTUNITY, "Attack of opportunity")
    for place, present in by_sector(context.game.ships):
        stayed = [ship for ship in present if ship.id not in left]
        targets = [*retreated.get(place, ()), *_new(stayed, context.turn)]
        shooters = [ship for ship in _armed(stayed, context.turn) if _has_target(ship, targets)]
        targets = [ship for ship in targets if _has_target(ship, shooters)]
        if shooters:
            engagements.fight(place, shooters, targets)
    engagements.conclude()


def _retreated(ships: list[Ship], left: Mapping[str, Place]) -> dict[Place, list[Ship]]:
    """Return the ships that moved, by the sector that they left (EH-OPP-001)."""
    retreated: dict[Place, list[Ship]] = {}
    for ship in ships:
        if ship.id in left:
            retreated.setdefault(left[ship.id], []).append(ship)
    return retreated


def _new(stayed: list[Ship], turn: int) -> list[Ship]:
    """Return the ships newly built in a sector (EH-OPP-002)."""
    return [ship for ship in stayed if ship.built == turn]


def _armed(stayed: list[Ship], turn: int) -> list[Ship]:
    """Return the ships that fire: armed ones that neither moved nor are new (EH-OPP-003)."""
    return [ship for ship in stayed if ship.built != turn and ship.weapons]


def _has_target(ship: Ship, targets: list[Ship]) -> bool:
    """Return whether an enemy is among the ships (EH-OPP-003)."""
    return any(target.owner != ship.owner for target in targets)


def charge_shields(context: TurnContext[Game]) -> None:
    """Charge all ships (EH-SHD-001); points above a reduced maximum decay by the same rule."""
    charged = economy_of(context).charged
    changed: dict[str, int] = {}
    for ship in context.game.ships:
        points = charged(ship.points, ship.shields)
        if points != ship.points:
            ship.points = points
            changed[ship.owner] = changed.get(ship.owner, 0) + 1
    _report_charging(context, changed)


def _report_charging(context: TurnContext[Game], changed: Mapping[str, int]) -> None:
    """Report to every empire how many of its ships' shield points changed."""
    for empire in context.game.empires:
        if empire.id in changed:
            ships = changed[empire.id]
            words = f"{ships} ship{'' if ships == 1 else 's'}"
            context.emit(SHIELDS_CHARGED, [empire.id], ships=ships, words=words)
