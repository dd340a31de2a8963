"""The turn: departures, arrivals with battles, production, finish."""

from horizons_core import EventKind, Outcome, Phase, TurnContext
from horizons_core.combat import resolve_in_game
from horizons_core.model import EVERYONE
from horizons_core.sums import int_sum
from konquest.combat import Duel, group
from konquest.model import Fleet, Game, Planet

LANDED = EventKind("landed", "{ships} ships land on {place}.", ("KO-FLY",))
HELD = EventKind("held", "{owner} holds {place} against {attacker}: {ships} ships are left.")
TAKEN = EventKind("taken", "{attacker} takes {place} from {owner}: {ships} ships are left.")
OUT = EventKind("out", "{empire} is out of the game.", ("KO-END",))


def arrivals(context: TurnContext[Game]) -> None:
    """Land the fleets that have arrived, the owner's first, then others in any order (KO-FLY)."""
    game = context.game
    due = [fleet for fleet in game.fleets if fleet.arrives <= context.turn]
    game.fleets = [fleet for fleet in game.fleets if fleet.arrives > context.turn]
    for planet in game.planets:
        landing = [fleet for fleet in due if fleet.target == planet.id]
        owners = [e.id for e in game.empires if any(f.owner == e.id for f in landing)]
        if not owners:
            continue
        witnesses = dict.fromkeys([*filter(None, [planet.owner]), *owners])
        owners = context.stream("order", planet.id).shuffled(owners)
        for owner in sorted(owners, key=lambda name: name != planet.owner):
            fleets = [fleet for fleet in landing if fleet.owner == owner]
            if planet.owner != owner:
                attack(context, planet, fleets)
                continue
            ships = int_sum(fleet.ships for fleet in fleets)
            planet.ships += ships
            context.emit(LANDED, [owner], place=planet.id, ships=ships)
        for name in witnesses:
            game.empire(name).charts[planet.id] = {**planet.facts, "seen": context.turn}


def attack(context: TurnContext[Game], planet: Planet, fleets: list[Fleet]) -> None:
    """Fight for a planet (KO-BATTLE)."""
    attacker, owner = fleets[0].owner, planet.owner
    groups = [group(f"fleet from {f.start}", 0, f.ships, f.kill) for f in fleets]
    groups.append(group(f"garrison of {planet.id}", 1, planet.ships, planet.kill))
    kills = (*(fleet.kill for fleet in fleets), planet.kill)
    battle = Duel((attacker, owner or "neutral ships"), tuple(groups), kills)
    stream = context.stream("battle", planet.id, attacker)
    record = resolve_in_game(context.variant.combat, battle, stream)
    context.fought(battle, stream, [[attacker], [owner] if owner else []], planet.id)
    left = [unit.left for unit in record.units]
    planet.ships = int_sum(left)
    planet.owner = attacker if record.winner == 0 else owner
    facts = {"attacker": attacker, "owner": battle.sides[1], "ships": planet.ships}
    data = record.to_dict(f"The battle of {planet.id}", turn=context.turn, **facts)
    audience, kind = [attacker, *filter(None, [owner])], TAKEN if record.winner == 0 else HELD
    context.emit(kind, audience, place=planet.id, data=data, rules=("KO-BATTLE",))


def production(context: TurnContext[Game]) -> None:
    """Build ships on the planets of players (KO-BUILD)."""
    for planet in context.game.planets:
        planet.ships += planet.production if planet.owner else 0


def finish(context: TurnContext[Game]) -> None:
    """Remove players who have neither planets nor fleets (KO-END)."""
    owners = {p.owner for p in context.game.planets} | {f.owner for f in context.game.fleets}
    for empire in context.game.empires:
        if empire.active and empire.id not in owners:
            empire.active = False
            context.emit(OUT, EVERYONE, empire=empire.id)


class Victory:
    """Victory by elimination, or by planets after the last turn (KO-END)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the winners once the game is over."""
        owners = [planet.owner for planet in game.planets]
        owned = {empire.id: owners.count(empire.id) for empire in game.empires if empire.active}
        if len(owned) > 1 and turn < game.options["turns"]:
            return None
        most = max(owned.values(), default=0)
        winners = tuple(name for name, count in owned.items() if count == most)
        return Outcome(winners=winners, reason=f"{most} planets", turn=turn)


PHASES = (
    Phase("departures", sequential=True),
    Phase("arrivals", arrivals, foreseeable=False),
    Phase("production", production),
    Phase("finish", finish, foreseeable=False),
)
