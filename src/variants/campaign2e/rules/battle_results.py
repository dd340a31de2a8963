"""Results of battles, automatic or by hand: losses, captures, sightings.

Ships are lost, captured or leave the hex, and the parties learn each other's designs (C2E-12.1-01).
For battles by hand the week stops until the umpire enters their results with RESULT (C2E-14.1-01,
C2E-14.1-03).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.model import EVERYONE, Dice, EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.battle.by_hand import read_result
from variants.campaign2e.battle.record import BattleHistory, RecordedHistory
from variants.campaign2e.model import (
    Campaign,
    PendingBattle,
    Place,
    Ship,
    Sighting,
    TaskGroup,
    place_id,
)
from variants.campaign2e.references import Sender
from variants.campaign2e.rules.departures import (
    departure_to,
    split_ships_off,
    unable_to_leave,
    withdraw,
)
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.supply import count_combat
from variants.campaign2e.rules.task_groups import (
    is_name_free,
    new_group_of,
    next_ship_name,
    remove_ships,
)

BATTLE_FOUGHT = EventKind(
    "battle.fought",
    "A battle of {parties} at {place}: {result}.",
    ("C2E-14.1-02", "C2E-15.3-02"),
)
BATTLE_DESCRIBED = EventKind(
    "battle.told", "The battle at {place}, attack by attack: {end}.", ("C2E-14.1-02", "C2E-15.3-02")
)
DESIGNS_SEEN = EventKind(
    "battle.seen", "In the battle at {place} {sides}.", ("C2E-14.1-02", "C2E-15.3-01")
)
SHIP_LOST = EventKind("ship.destroyed", "{ship} is destroyed in the battle at {place}.",
    ("C2E-14.1-02",),
)  # fmt: skip
SHIP_CAPTURED = EventKind(
    "ship.captured", "{by} captures {ship} of {owner}, adrift at {place}.", ("C2E-12.1-01",)
)

#: Statuses of drifting ships, which the holder of the field captures (C2E-12.1-01).
_DRIFTING = ("adrift", "hulk", "captured")
#: Statuses of ships that left the battle, and move on next week (C2E-18.2-01).
_GONE = ("jumped", "disengaged")


class ShipFateLike(Protocol):
    """Result of a battle for a ship (C2E-14.1-03)."""

    @property
    def status(self) -> str:
        """One of in_place, jumped, disengaged, adrift, hulk, destroyed and captured."""

    @property
    def exit_speed(self) -> int | None:
        """Speed at which it jumped, if it left under fire (C2E-18.2-02)."""

    @property
    def exit_formation(self) -> str | None:
        """Formation of its jump, if it left under fire."""

    @property
    def destination(self) -> Place | None:
        """Destination of its jump, if the umpire has entered it (C2E-14.1-03)."""

    @property
    def combat_turns(self) -> int:
        """Turns of combat that count for its supply (C2E-3.7-01)."""


class BattleOutcomeLike(Protocol):
    """Result of a battle.

    Attributes:
        holder: number of the side that holds the field; None for no side.
        fates: the ships' fates by id.
        history: detailed history of an automatic battle.
    """

    @property
    def holder(self) -> int | None: ...

    @property
    def fates(self) -> Mapping[str, ShipFateLike]: ...

    @property
    def history(self) -> BattleHistory | RecordedHistory | None: ...

    def apply_to(self, ships: Iterable[Ship]) -> None:
        """Apply damage, craft and ammunition to ships."""


def apply_outcome(
    context: TurnContext[Campaign], battle: PendingBattle, outcome: BattleOutcomeLike
) -> None:
    """Apply the outcome of a battle to the campaign."""
    game = context.game
    side_of = {name: number for number, side in enumerate(battle.ships) for name in side}
    ships = [ship for ship in game.ships if ship.id in side_of]
    _report_battle(context, battle, outcome, ships)
    outcome.apply_to(ships)
    for ship in ships:
        count_combat(context, ship, outcome.fates[ship.id].combat_turns)
    destroyed = [ship for ship in ships if outcome.fates[ship.id].status == "destroyed"]
    for ship in destroyed:
        context.emit(SHIP_LOST, audience_of(ship.owner), place=place_id(battle.at), ship=ship.name)
    left = [ship for ship in ships if outcome.fates[ship.id].status != "destroyed"]
    holder = outcome.holder
    if holder is not None:
        for ship in left:
            drifts = outcome.fates[ship.id].status in _DRIFTING
            if drifts and side_of[ship.id] != holder and not ship.design.is_installation:
                capture_ship(context, ship, battle.sides[holder][0], battle.at)
    remove_ships(game, destroyed)
    _fix_departures(context, [ship for ship in left if not ship.captured], outcome)


def capture_ship(context: TurnContext[Campaign], ship: Ship, by: str, at: Place) -> None:
    """Give a drifting ship to the holder of the field, as a separate group (C2E-12.2-01)."""
    game = context.game
    context.emit(
        SHIP_CAPTURED,
        audience_of(ship.owner, by),
        place=place_id(at),
        ship=ship.name,
        owner=ship.owner or "the umpire",
        by=by or "the umpire",
    )
    make_capture(game, ship, by)
    ship.group = new_group_of(game, by, at).id


def make_capture(game: Campaign, ship: Ship, by: str) -> None:
    """Make a ship a player's capture; it keeps its name if that is free (C2E-1.5-06)."""
    captor = game.empire(by) if by else None
    for player in game.empires:
        player.jobs = [job for job in player.jobs if job.ship != ship.id]
        player.bills = [name for name in player.bills if name != ship.id]
    if captor is not None and not is_name_free(game, captor, ship.name):
        ship.name = next_ship_name(game, captor, ship.design)
    ship.owner = by
    ship.captured = True
    ship.defence = ship.bound = ship.leased = ship.strange = False
    ship.owed = 0


def _fix_departures(
    context: TurnContext[Campaign], ships: Sequence[Ship], outcome: BattleOutcomeLike
) -> None:
    """Fix the moves of ships that jumped or disengaged: they leave next week (C2E-18.2-01).

    Disengaged ships that cannot jump stay (C2E-18.3-03).
    """
    game = context.game
    departures: dict[str, dict[tuple[str, Place | None], list[Ship]]] = {}
    for ship in ships:
        fate = outcome.fates[ship.id]
        stays = ship.is_fixed and game.plays_by("1.1.0")  # C2E-8.1-03, C2E-8.2-02
        if fate.status in _GONE and not stays:
            way = (fate.status, fate.destination)
            departures.setdefault(ship.group, {}).setdefault(way, []).append(ship)
    for group in list(game.groups):
        for (status, target), leaving in departures.get(group.id, {}).items():
            part = group
            leaves_defences = group.defence and game.plays_by("1.1.0")
            if leaves_defences or len(leaving) < len(game.ships_in(group.id)):
                part = split_ships_off(game, group, leaving)
            part.withdrawn = True
            immobile = unable_to_leave(game, part) if status == "disengaged" else []
            if len(immobile) == len(leaving):
                continue
            if immobile:
                split_ships_off(game, part, immobile).withdrawn = True
            first = max(leaving, key=lambda ship: ship.design.points)
            fate = outcome.fates[first.id]
            speed, formation = fate.exit_speed, fate.exit_formation
            withdraw(context, part, target or _withdrawal_target(part), speed, formation)


def _withdrawal_target(group: TaskGroup) -> Place | None:
    return group.contact.to if group.contact is not None else None


def _report_battle(
    context: TurnContext[Campaign],
    battle: PendingBattle,
    outcome: BattleOutcomeLike,
    ships: Sequence[Ship],
) -> None:
    """Tell everyone who held the field, and the parties the designs and losses."""
    game = context.game
    holder = outcome.holder
    names = [" and ".join(owner or "the umpire" for owner in side) for side in battle.sides]
    everyone = [owner for side in battle.sides for owner in side]
    context.emit(
        BATTLE_FOUGHT,
        [EVERYONE],
        place=place_id(battle.at),
        battle=battle.id,
        sides=battle.sides,
        parties=" against ".join(names),
        result=f"the field is held by {'nobody' if holder is None else names[holder]}",
        holder=holder,
    )
    by_id = {ship.id: ship for ship in ships}
    sides = [_summary([by_id[name] for name in side], outcome) for side in battle.ships]
    context.emit(
        DESIGNS_SEEN,
        audience_of(*everyone),
        place=place_id(battle.at),
        battle=battle.id,
        sides="; ".join(
            f"{name}: {_summary_words(s)}" for name, s in zip(names, sides, strict=True)
        ),
        summary=sides,
    )
    _report_attacks(context, battle, outcome, audience_of(*everyone))
    for player in game.empires:
        if player.id in everyone:
            enemies = [ship for ship in ships if ship.owner != player.id]
            sightings = _sightings(game, battle, enemies)
            new = {(sighting.at, sighting.owner, sighting.defences) for sighting in sightings}
            older = [s for s in player.sightings if (s.at, s.owner, s.defences) not in new]
            player.sightings = older + sightings


def _report_attacks(
    context: TurnContext[Campaign],
    battle: PendingBattle,
    outcome: BattleOutcomeLike,
    parties: Sequence[str],
) -> None:
    """Send each party its view of the battle, and the umpire the full record (C2E-15.3-02)."""
    if outcome.history is None:
        return
    place = place_id(battle.at)
    for reader in (*parties, None):
        record = outcome.history.record(reader)
        words = Dice((context.phase_name, "battle", battle.id), 0, record.words)
        fate = "nobody holds the field"
        if record.winner is not None:
            fate = f"{record.sides[record.winner]} hold the field"
        context.emit(
            BATTLE_DESCRIBED,
            [] if reader is None else [reader],
            place=place,
            dice=[words],
            data=record.to_dict(f"Battle at {place}", battle=battle.id, you=reader, end=fate),
        )


def _summary(ships: Sequence[Ship], outcome: BattleOutcomeLike) -> dict[str, dict[str, int]]:
    """Return the number of ships that fought, in total and per fate, by design."""
    summary: dict[str, dict[str, int]] = {}
    for ship in ships:
        row = summary.setdefault(ship.design.name, {"ships": 0})
        row["ships"] += 1
        status = outcome.fates[ship.id].status
        row[status] = row.get(status, 0) + 1
    return summary


def _summary_words(summary: Mapping[str, Mapping[str, int]]) -> str:
    """Format a side's summary, as in: 2 Argent (1 destroyed), 3 Heron."""
    entries = []
    for design, row in summary.items():
        fates = [
            f"{count} {status.replace('_', ' ')}"
            for status, count in row.items()
            if status not in ("ships", "in_place")
        ]
        entries.append(f"{row['ships']} {design}" + (f" ({', '.join(fates)})" if fates else ""))
    return ", ".join(entries)


def _sightings(game: Campaign, battle: PendingBattle, ships: Sequence[Ship]) -> list[Sighting]:
    """Return a party's sightings of the others' designs (C2E-15.3-01)."""
    defences = {group.id for group in game.groups if group.defence}
    forces: dict[tuple[str, bool], Counter[str]] = {}
    for ship in ships:
        key = (ship.owner, ship.group in defences)
        forces.setdefault(key, Counter())[ship.design.name] += 1
    return [
        Sighting(
            week=game.week, at=battle.at, owner=owner, designs=dict(designs), defences=is_defence
        )
        for (owner, is_defence), designs in forces.items()
    ]


def keep_orders(context: TurnContext[Campaign]) -> None:
    """Store all orders of a week that stops for a battle, for its continuation."""
    game = context.game
    if not game.kept:
        game.kept = {
            sender.id: "\n".join(order.text for order in context.orders.get(sender.id, ()))
            for sender in game.participants
        }


def enter_results(context: TurnContext[Campaign]) -> None:
    """RESULT: enter results; after the last one the week continues."""
    game = context.game
    context.carry_out("RESULT")
    if not game.pending:
        game.kept = {}


def pending_battle(
    context: TurnContext[Campaign], _sender: Sender, order: Order, argument: str
) -> PendingBattle:
    """Return the battle named by an argument; raises Refused."""
    game = context.game
    for battle in game.pending:
        if folded(battle.id) == folded(order[argument]):
            return battle
    names = [battle.id for battle in game.pending]
    hint = did_you_mean(order[argument], names) if names else "no battle needs a result"
    message = f"there is no battle {order[argument]} that needs a result"
    raise Refused(Refusal("unknown-battle", message, hint, argument))


def enter_result(context: TurnContext[Campaign], _umpire: Sender, order: Order) -> None:
    """RESULT: apply the record of a battle fought elsewhere to the campaign (C2E-14.1-03)."""
    game = context.game
    battle: PendingBattle = order["battle"]
    names = {name for side in battle.ships for name in side}

    def can_reach(place: Place) -> bool:
        return departure_to(game, battle.at, place) is not None

    ships = [ship for ship in game.ships if ship.id in names]
    try:
        unchecked = not game.plays_by("1.1.0")
        outcome = read_result(
            _recorded_battle(order), battle, ships, can_reach, unchecked=unchecked
        )
    except BattleError as problem:
        raise Refused(Refusal("bad-result", problem.message, problem.hint, "record")) from problem
    game.pending.remove(battle)
    apply_outcome(context, battle, outcome)


def _recorded_battle(order: Order) -> Any:
    """Parse the record after FILE in the original text, including quotes."""
    text = re.split(r"\sFILE\s", order.text, maxsplit=1, flags=re.IGNORECASE)[1]
    try:
        return read_yaml(text)
    except DataError as problem:
        raise BattleError(
            f"cannot read the record: {problem.reason}",
            "write it on one line, as {tactical_turns: 7, field_held_by: none, ships: {...}}",
        ) from problem
