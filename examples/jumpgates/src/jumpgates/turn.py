"""The phases of a turn: moves, retreats or adjustments by the stage; then the next stage."""

from horizons_core import EventKind, Outcome, Phase, TurnContext
from horizons_core.model import EVERYONE
from jumpgates.adjudication import Adjudicator, Instruction
from jumpgates.model import Fleet, Game, near

MOVED = EventKind("moved", "{empire}'s fleet at {start} moves to {place}.", ("JG-MOVE",))
FAILED = EventKind("failed", "{empire}'s {order} from {place} to {to} fails.", ("JG-MOVE",))
DISLODGED = EventKind("dislodged", "{empire}'s fleet at {place} is dislodged.", ("JG-RETREAT",))
DISBANDED = EventKind("disbanded", "{empire}'s fleet at {place} is disbanded.", ("JG-ADJUST",))
BUILT = EventKind("built", "{empire} builds a fleet at {place}.", ("JG-ADJUST",))
TAKEN = EventKind("taken", "{empire} takes {place}.", ("JG-YEAR",))


def carry_out(context: TurnContext[Game]) -> None:
    """Carry out the orders of the stage."""
    context.carry_out()
    {"": _moves, "retreats": _retreats, "adjustments": _adjustments}[context.game.stage](context)


def _moves(context: TurnContext[Game]) -> None:
    fleets = {fleet.at: fleet for fleet in context.game.fleets}
    orders = {at: context.notes.get(at, Instruction(f.owner)) for at, f in fleets.items()}
    results = Adjudicator(orders)
    for at, order in orders.items():
        if order.kind == "MOVE" and results.succeeds(at):
            fleets[at].at = order.to
            context.emit(MOVED, EVERYONE, place=order.to, empire=order.owner, start=at)
        elif order.kind in {"MOVE", "SUPPORT"} and not results.succeeds(at):
            facts = {"empire": order.owner, "order": order.kind, "to": order.to}
            context.emit(FAILED, EVERYONE, place=at, data=facts)
    closed = [*fleets, *(order.to for order in orders.values() if order.kind == "MOVE")]
    for start, order in orders.items():
        loser = fleets.get(order.to)
        if loser and (loser.at, fleets[start].at) == (order.to, order.to):
            context.emit(DISLODGED, EVERYONE, place=loser.at, empire=loser.owner)
            loser.retreats = [end for end in near(loser.at) if end not in closed]
            if not loser.retreats:
                disband(context, loser)


def _retreats(context: TurnContext[Game]) -> None:
    ends = [order.to for order in context.notes.values()]
    for fleet in [fleet for fleet in context.game.fleets if fleet.retreats]:
        order = context.notes.get(fleet.at)
        if order and ends.count(order.to) == 1:
            context.emit(MOVED, EVERYONE, place=order.to, empire=fleet.owner, start=fleet.at)
            fleet.at, fleet.retreats = order.to, []
        else:
            disband(context, fleet)


def _adjustments(context: TurnContext[Game]) -> None:
    for empire in () if context.forecast else context.game.empires:  # a forecast shows what is left
        surplus = max(0, -context.game.builds(empire.id))
        for fleet in context.game.fleets_of(empire.id)[::-1][:surplus]:
            disband(context, fleet)


def disband(context: TurnContext[Game], fleet: Fleet) -> None:
    """Remove a fleet."""
    context.game.fleets.remove(fleet)
    context.emit(DISBANDED, EVERYONE, place=fleet.at, empire=fleet.owner)


def next_stage(context: TurnContext[Game]) -> None:
    """Go on to the next stage or year; systems change owners after moves and retreats (JG-YEAR)."""
    game = context.game
    last, game.stage = game.stage, ""
    if any(fleet.retreats for fleet in game.fleets):
        game.stage = "retreats"
    elif last != "adjustments":
        owners = {fleet.at: fleet.owner for fleet in game.fleets}
        for system in game.systems:
            if owners.get(system.id, system.owner) != system.owner:
                system.owner = owners[system.id]
                context.emit(TAKEN, EVERYONE, place=system.id, empire=system.owner)
        for empire in game.empires:
            empire.active = bool(game.owned(empire.id) or game.fleets_of(empire.id))
        game.stage = "adjustments" if any(game.builds(e.id) for e in game.empires) else ""
    game.year += 0 if game.stage else 1


def awaited(game: Game) -> list[str]:
    """Return the empires with a decision to make."""
    if game.stage == "adjustments":
        return [empire.id for empire in game.empires if game.builds(empire.id)]
    return [fleet.owner for fleet in game.fleets if fleet.retreats or not game.stage]


class Victory:
    """Victory by systems (JG-END)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the winners, if a year or the game is over."""
        owned = {empire.id: len(game.owned(empire.id)) for empire in game.empires if empire.active}
        most = max(owned.values(), default=0)
        is_over = game.year >= game.options["years"] or len(owned) < 2
        if game.stage == "retreats" or not (is_over or most >= game.options["victory"]):
            return None
        winners = tuple(name for name, systems in owned.items() if systems == most)
        return Outcome(winners=winners, reason=f"{most} systems", turn=turn)


PHASES = (
    Phase("orders", carry_out),
    Phase("next", next_stage, "The end of the stage", foreseeable=False),
)
