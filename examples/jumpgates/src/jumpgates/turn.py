"""The phases of a turn: moves; changes, which are retreats or adjustments; the next stage."""

from horizons_core import EventKind, Order, Outcome, Phase, TurnContext
from horizons_core.model import EVERYONE
from jumpgates.adjudication import Adjudicator, Instruction
from jumpgates.model import Fleet, Game, distance, near

MOVED = EventKind("moved", "{empire}'s fleet at {start} moves to {place}.", ("JG-MOVE",))
STOPPED = EventKind("stopped", "{empire}'s fleet at {place} does not get to {end}.", ("JG-MOVE",))
CUT = EventKind("cut", "The support of {empire}'s fleet at {place} is cut.", ("JG-SUPPORT",))
DISLODGED = EventKind("dislodged", "{empire}'s fleet at {place} is dislodged.", ("JG-RETREAT",))
RETREATED = EventKind("retreated", "{empire}'s fleet retreats to {place}.", ("JG-RETREAT",))
DISBANDED = EventKind("disbanded", "{empire}'s {fleet} at {place} is disbanded.", ("JG-ADJUST",))
BUILT = EventKind("built", "{empire} builds a fleet at {place}.", ("JG-ADJUST",))
TAKEN = EventKind("taken", "{empire} takes {place}.", ("JG-YEAR",))


def moves(context: TurnContext[Game]) -> None:
    """Carry out the orders of all players at once."""
    context.carry_out()
    if context.game.stage:
        return
    fleets = {fleet.at: fleet for fleet in context.game.fleets}
    orders = {at: _instruction(f, context.notes.get(f.id)) for at, f in fleets.items()}
    results, stopped = Adjudicator(orders), list[str]()
    for at, order in orders.items():
        if order.kind == "MOVE" and results.succeeds(at):
            fleets[at].at = order.to
            context.emit(MOVED, EVERYONE, place=order.to, empire=order.owner, start=at)
        elif order.kind == "MOVE":
            stopped += [order.to] if results.hindrance(at) else []
            context.emit(STOPPED, EVERYONE, place=at, empire=order.owner, end=order.to)
        elif order.kind == "SUPPORT" and not results.succeeds(at):
            context.emit(CUT, EVERYONE, place=at, empire=order.owner)
    closed = [*stopped, *(fleet.at for fleet in fleets.values())]
    for start, order in orders.items():
        loser = fleets.get(order.to)
        if loser and (loser.at, fleets[start].at) == (order.to, order.to):
            context.emit(DISLODGED, EVERYONE, place=loser.at, empire=loser.owner)
            ends = [end for end in near(loser.at) if end not in closed]
            loser.retreats = [end for end in ends if end != start or order.by_gates]
            if not loser.retreats:
                disband(context, loser)


def _instruction(fleet: Fleet, order: Order | None) -> Instruction:
    if order is None:
        return Instruction(fleet.owner)
    to, other = order.get("place", ""), order.get("other", "")
    by_gates = to not in near(fleet.at) or bool(order.get("way"))
    return Instruction(fleet.owner, order.keyword, to, other, by_gates)


def changes(context: TurnContext[Game]) -> None:
    """Carry out retreats, or adjustments."""
    context.carry_out()
    game, notes = context.game, context.notes if context.game.stage else {}
    ends = [notes[fleet.id]["place"] for fleet in game.fleets if fleet.id in notes]
    for fleet in [f for f in game.fleets if f.retreats and game.stage]:
        end = notes[fleet.id]["place"] if fleet.id in notes else ""
        if ends.count(end) == 1:
            fleet.at, fleet.retreats = end, []
            context.emit(RETREATED, EVERYONE, place=end, empire=fleet.owner)
        else:
            disband(context, fleet)
    for empire in [e.id for e in game.empires if game.stage == "adjustments"]:
        homes = [system.id for system in game.systems if system.home == empire]
        ways = {f.at: min(distance(f.at, home) for home in homes) for f in game.fleets}
        fleets = sorted(game.fleets_of(empire), key=lambda f: (-ways[f.at], f.at))
        for fleet in fleets[: max(0, -game.builds(empire))]:
            disband(context, fleet)


def disband(context: TurnContext[Game], fleet: Fleet) -> None:
    """Remove a fleet."""
    context.game.fleets.remove(fleet)
    context.emit(DISBANDED, EVERYONE, place=fleet.at, empire=fleet.owner, fleet=fleet.id)


def next_stage(context: TurnContext[Game]) -> None:
    """Go on to the next stage or season; an autumn ends with changes of owners (JG-YEAR)."""
    game, stage = context.game, context.game.stage
    game.stage = "retreats" if any(fleet.retreats for fleet in game.fleets) else ""
    game.season += 0 if game.stage or stage == "adjustments" else 1
    if game.stage or stage == "adjustments" or game.season % 2:
        return
    owners = {fleet.at: fleet.owner for fleet in game.fleets}
    for system in game.systems:
        if owners.get(system.id, system.owner) != system.owner:
            system.owner = owners[system.id]
            context.emit(TAKEN, EVERYONE, place=system.id, empire=system.owner)
    for empire in game.empires:
        empire.active = bool(game.owned(empire.id) or game.fleets_of(empire.id))
    game.stage = "adjustments" if any(game.builds(e.id) for e in game.empires) else ""


def awaited(game: Game) -> list[str]:
    """Return the empires with a decision to make."""
    if game.stage == "adjustments":
        return [empire.id for empire in game.empires if game.builds(empire.id)]
    return [fleet.owner for fleet in game.fleets if fleet.retreats or not game.stage]


class Victory:
    """Victory by systems (JG-END)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the winners after an autumn."""
        owned = {empire.id: len(game.owned(empire.id)) for empire in game.empires if empire.active}
        most = max(owned.values(), default=0)
        is_over = game.season >= 2 * game.options["years"] or len(owned) < 2
        if game.stage == "retreats" or not (is_over or most >= game.options["victory"]):
            return None
        winners = tuple(name for name, systems in owned.items() if systems == most)
        return Outcome(winners=winners, reason=f"{most} systems", turn=turn)


PHASES = (
    Phase("moves", moves),
    Phase("changes", changes, "Retreats and adjustments"),
    Phase("next", next_stage, "The season's end", foreseeable=False),
)
