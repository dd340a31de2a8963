"""The phases of a turn, and its end: moves, changes (retreats and adjustments), season."""

from attrs import define

from horizons_core import EventKind, Outcome, Phase, TurnContext
from horizons_core.model import EVERYONE
from jumpgates.adjudication import Adjudicator, Instruction
from jumpgates.model import BOARD, Fleet, Game, distance

MOVED = EventKind("moved", "{empire}'s fleet at {start} moves to {place}.", ("JG-MOVE",))
STOPPED = EventKind("stopped", "{empire}'s fleet at {place} does not get to {end}.", ("JG-MOVE",))
CUT = EventKind("cut", "The support of {empire}'s fleet at {place} is cut.", ("JG-SUPPORT",))
DISLODGED = EventKind("dislodged", "{empire}'s fleet at {place} is dislodged.", ("JG-RETREAT",))
RETREATED = EventKind("retreated", "{empire}'s fleet retreats to {place}.", ("JG-RETREAT",))
DISBANDED = EventKind("disbanded", "{empire}'s {fleet} at {place} is disbanded.", ("JG-ADJUST",))
BUILT = EventKind("built", "{empire} builds a fleet at {place}.", ("JG-ADJUST",))
TAKEN = EventKind("taken", "{empire} takes {place}.", ("JG-YEAR",))


def moves(context: TurnContext[Game]) -> None:
    """Carry out all orders of a season at once; without a way out, the dislodged are disbanded."""
    context.carry_out()
    game, orders = context.game, {}
    if game.stage:
        return
    for fleet in game.fleets:
        order = context.notes.get(fleet.id)
        to, other = (order.get("to", ""), order.get("other", "")) if order else ("", "")
        by_gates = bool(order and (order.get("way") or to not in BOARD[fleet.at].lanes))
        orders[fleet.at] = Instruction(
            fleet.owner, order.keyword if order else "HOLD", to, other, by_gates
        )
    done = Adjudicator(orders)
    left = {fleet.at: fleet for fleet in game.fleets}
    stopped = {}
    for at, order in orders.items():
        if order.kind == "MOVE" and done.succeeds(at):
            context.emit(MOVED, EVERYONE, place=order.to, empire=order.owner, start=at)
            left[at].at = order.to
        elif order.kind == "MOVE":
            stopped |= {order.to: None} if done.hindrance(at) else {}
            context.emit(STOPPED, EVERYONE, place=at, empire=order.owner, end=order.to)
        elif order.kind == "SUPPORT" and not done.succeeds(at):
            context.emit(CUT, EVERYONE, place=at, empire=order.owner)
    taken = dict.fromkeys(fleet.at for fleet in game.fleets)
    for start, order in orders.items():
        loser = left.get(order.to)
        if left[start].at != start and loser and loser.at == order.to:
            context.emit(DISLODGED, EVERYONE, place=loser.at, empire=loser.owner)
            came = "" if order.by_gates else start
            near = BOARD[loser.at].lanes
            loser.retreats = [p for p in near if p not in taken and p not in stopped and p != came]
            if not loser.retreats:
                disband(context, loser)


def changes(context: TurnContext[Game]) -> None:
    """Carry out retreats, or adjustments."""
    context.carry_out()
    game = context.game
    orders = {fleet.id: context.notes.get(fleet.id) for fleet in game.fleets if fleet.retreats}
    ends = [order["to"] for order in orders.values() if order]
    for fleet in [fleet for fleet in game.fleets if fleet.id in orders and game.stage == "retreats"]:
        order = orders[fleet.id]
        if order is None or ends.count(order["to"]) > 1:
            disband(context, fleet)
        else:
            fleet.at, fleet.retreats = order["to"], []
            context.emit(RETREATED, EVERYONE, place=fleet.at, empire=fleet.owner)
    for empire in game.empires if game.stage == "adjustments" else ():
        fleets = sorted(
            game.fleets_of(empire.id), key=lambda f: (-distance(f.at, empire.homes), f.at)
        )
        for fleet in fleets[: max(0, -game.builds(empire))]:
            disband(context, fleet)


def disband(context: TurnContext[Game], fleet: Fleet) -> None:
    """Remove a fleet."""
    context.game.fleets.remove(fleet)
    context.emit(DISBANDED, EVERYONE, place=fleet.at, empire=fleet.owner, fleet=fleet.id)


def season(context: TurnContext[Game]) -> None:
    """Go on to the next stage or season; an autumn ends with changes of owners (JG-YEAR)."""
    game = context.game
    if any(fleet.retreats for fleet in game.fleets):
        game.stage = "retreats"
        return
    is_over, game.stage = game.stage == "adjustments", ""
    if is_over:
        return
    game.season += 1
    if game.season % 2:
        return
    for system in game.systems:
        owner = next((fleet.owner for fleet in game.fleets if fleet.at == system.id), system.owner)
        if owner != system.owner:
            system.owner = owner
            context.emit(TAKEN, EVERYONE, place=system.id, empire=owner)
    for empire in game.empires:
        empire.active = bool(game.owned(empire.id) or game.fleets_of(empire.id))
    if any(map(game.builds, game.empires)):
        game.stage = "adjustments"


def awaited(game: Game) -> list[str]:
    """Return those who have a fleet to order, retreat or adjust."""
    fleets = [f for f in game.fleets if f.retreats or game.stage != "retreats"]
    owners = [fleet.owner for fleet in fleets]
    if game.stage == "adjustments":
        return [empire.id for empire in game.empires if game.builds(empire)]
    return [empire.id for empire in game.empires if empire.id in owners]


@define
class Systems:
    """Victory by systems, after an autumn (JG-END)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the winners."""
        owned = {e.id: len(game.owned(e.id)) for e in game.empires if e.active}
        most = max(owned.values(), default=0)
        is_last = game.season >= 2 * game.options["years"] or len(owned) < 2
        if game.season % 2 or game.stage == "retreats" or not (is_last or most >= game.options["victory"]):
            return None
        winners = tuple(name for name, systems in owned.items() if systems == most)
        return Outcome(winners=winners, reason=f"{most} systems", turn=turn)


PHASES = (
    Phase("moves", moves),
    Phase("changes", changes, "Retreats and adjustments"),
    Phase("season", season, foreseeable=False),
)
