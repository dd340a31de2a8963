"""Ships of a game into a battle, and its outcome back into ships, memories and events."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from horizons_core.combat import BattleRecord, Fighter
from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.event_horizon.combat import battle_of
from variants.event_horizon.constants import SHIP_LOST
from variants.event_horizon.knowledge import LOST_IN, sight
from variants.event_horizon.model import Empire, Game, Place, Ship, sector_id


@define
class Engagements:
    """All fights of one phase. Ships destroyed in it leave the game together, at its end."""

    context: TurnContext
    kind: EventKind
    fought: list[tuple[Place, Sequence[Ship]]] = field(factory=list)
    lost: set[str] = field(factory=set)

    def fight(self, place: Place, shooters: Sequence[Ship], targets: Sequence[Ship]) -> None:
        """One turn in a sector: `shooters` fire a volley each at the enemies among `targets`."""
        context, game = self.context, self.context.game
        fires, hit = {ship.id for ship in shooters}, {ship.id for ship in targets}
        ships = _in_order(game, {ship.id: ship for ship in (*shooters, *targets)})
        present = {ship.owner for ship in ships}
        sides = [empire for empire in game.empires if empire.id in present]
        for empire in sides:
            for ship in ships:
                if ship.owner != empire.id:
                    sight(empire, ship)
        battle = battle_of(
            [empire.id for empire in sides],
            ships,
            fires=[ship.id in fires for ship in ships],
            targets=[ship.id in hit for ship in ships],
        )
        sector = sector_id(place)
        record = context.variant.combat.resolve(battle, context.stream(sector))
        dice = Dice((context.phase_name, sector), 0, record.words)
        _tell(context, self.kind, sector, sides, ships, record, dice)
        self._apply(sector, ships, record)
        self.fought.append((place, ships))

    def _apply(self, sector: str, ships: Sequence[Ship], record: BattleRecord) -> None:
        for ship, unit in zip(ships, record.units, strict=True):
            for part, value in unit.after.items():
                setattr(ship, part, value)
            if unit.destroyed:
                self.lost.add(ship.id)
                self.context.emit(
                    SHIP_LOST, [ship.owner], place=sector, number=ship.number, name=ship.called
                )

    def conclude(self) -> None:
        """Take the destroyed out of the game; note which empires lost all ships in a sector."""
        game, notes = self.context.game, self.context.notes
        if not self.lost:
            return
        game.ships = [ship for ship in game.ships if ship.id not in self.lost]
        left = {(ship.at, ship.owner) for ship in game.ships}
        for place, ships in self.fought:
            for ship in ships:
                if ship.at == place and (place, ship.owner) not in left:
                    lost_in = notes.setdefault(LOST_IN, {})
                    lost_in.setdefault(ship.owner, set()).add(sector_id(place))


def _in_order(game: Game, ships: dict[str, Ship]) -> list[Ship]:
    """Empires in the game's list order, ships by number (EH-SEQ-002)."""
    rank = {empire.id: index for index, empire in enumerate(game.empires)}
    return sorted(ships.values(), key=lambda ship: (rank[ship.owner], ship.number))


def _tell(
    context: TurnContext,
    kind: EventKind,
    sector: str,
    sides: Sequence[Empire],
    ships: Sequence[Ship],
    record: BattleRecord,
    dice: Dice,
) -> None:
    """An event for each empire in the battle, told its way, and one for the gamemaster."""
    facts = {"place": sector, "turn": context.turn, "phase": context.phase_name}
    title = f"{'Battle' if context.phase_name == 'combat' else 'Attack of opportunity'} in {sector}"
    for index, empire in enumerate(sides):
        told = record.told(title, **facts, you=empire.id)
        for unit, ship in zip(told["units"], ships, strict=True):
            if ship.owner != empire.id:
                unit.update(name=empire.contacts[ship.id].name, before={}, after={})
        for shot in told["shots"]:
            if ships[shot["target"]].owner != empire.id:
                shot["lost"] = []
        summary = _summary(record.units, index)
        context.emit(kind, [empire.id], place=sector, dice=[dice], data=told, summary=summary)
    told = record.told(title, **facts, you=None)
    destroyed = sum(unit.destroyed for unit in record.units)
    summary = f"{', '.join(record.sides)}: {_ships(destroyed)} destroyed"
    context.emit(kind, (), place=sector, dice=[dice], data=told, summary=summary)


def _summary(units: Sequence[Fighter], side: int) -> str:
    own = sum(unit.destroyed for unit in units if unit.side == side)
    enemy = sum(unit.destroyed for unit in units if unit.side != side)
    if not own and not enemy:
        return "no ship was destroyed"
    return f"{_ships(own)} of yours and {_ships(enemy)} of the enemy destroyed"


def _ships(count: int) -> str:
    return f"{count} ship{'' if count == 1 else 's'}"
