"""The turn: market, flight, claims, digging, finish."""

from horizons_core import EventKind, Outcome, Phase, TurnContext
from horizons_core.model import EVERYONE, Dice
from horizons_core.sums import int_sum
from prospectors.combat import RobotBattle
from prospectors.model import Game, Rock

CLAIMED = EventKind("claimed", "{empire} claims rock {rock}.", ("PR-CLA",))
JUMPED = EventKind("jumped", "{empire} jumps {owner}'s claim on rock {rock}: {end}.", ("PR-JMP",))
DUG = EventKind("dug", "Your robots dug {ore} ore on rock {rock}.", ("PR-DIG",))


def market(context: TurnContext[Game]) -> None:
    """Buy robots (PR-BUY)."""
    for name, order in context.orders_for("BUY"):
        empire, cost = context.game.empire(name), 3 * order["count"]
        if cost > empire.stock["ore"]:
            message = f"{cost} ore needed, not {empire.stock['ore']}"
            context.reject(name, order, "too-expensive", message)
        else:
            context.post(empire, "ore", -cost, f"robots bought: {order['count']}", ("PR-BUY",))
            context.game.ship(name).robots += order["count"]


def flight(context: TurnContext[Game]) -> None:
    """Fly each ship once (PR-FLY)."""
    flown: set[str] = set()
    for name, order in context.orders_for("FLY"):
        ship, rock = context.game.ship(name), order["rock"]
        near = rock <= len(context.game.rocks) and context.game.distance(ship.at, rock) <= 2
        if name in flown or not near:
            context.reject(name, order, "too-far", f"rock {rock} is out of reach", argument="rock")
        else:
            ship.at = rock
            flown.add(name)


def claims(context: TurnContext[Game]) -> None:
    """Land robots in a random order (PR-CLA). Battles cannot be foreseen."""
    for name, order in context.stream("initiative").shuffled([*context.orders_for("CLAIM")]):
        ship, count = context.game.ship(name), order["count"]
        rock = context.game.rocks[ship.at - 1]
        if count > ship.robots:
            context.reject(name, order, "no-robots", f"only {ship.robots} robots on board")
            continue
        ship.robots -= count
        if rock.owner in {"", name}:
            rock.owner, rock.robots = name, rock.robots + count
            context.emit(CLAIMED, [EVERYONE], place=rock.id, empire=name, rock=rock.id)
        elif not context.forecast:
            _jump(context, name, rock, count)


def _jump(context: TurnContext[Game], name: str, rock: Rock, count: int) -> None:
    """Fight a battle for the rock; it is free if no robot is left (PR-JMP)."""
    owner, dice = rock.owner, context.stream("jump", rock.id, name)
    battle = RobotBattle((name, owner), (count, rock.robots))
    record = context.variant.combat.resolve(battle, dice)
    context.fought(battle, dice, [[name], [owner]], rock.id)
    rock.owner = "" if record.winner is None else record.sides[record.winner]
    rock.robots = int_sum(not unit.destroyed for unit in record.units)
    context.emit(
        JUMPED,
        [name, owner],
        place=rock.id,
        dice=[Dice(("claims", "jump", rock.id, name), 0, record.words)],
        data=record.to_dict(f"Rock {rock.id}"),
        empire=name,
        owner=owner,
        rock=rock.id,
        end=f"{rock.owner or 'nobody'} holds it",
    )


def digging(context: TurnContext[Game]) -> None:
    """Dig as much ore from each claim as a die says, while there is any (PR-DIG)."""
    for rock in context.game.rocks:
        ore = min(rock.ore, context.stream("dig", rock.id).die(6)) if rock.robots else 0
        if ore:
            rock.ore -= ore
            owner = context.game.empire(rock.owner)
            context.post(owner, "ore", ore, f"dug on rock {rock.id}", ("PR-DIG",))
            context.emit(DUG, [owner.id], place=rock.id, ore=ore, rock=rock.id)


def finish(context: TurnContext[Game]) -> None:
    """Let the richest win after the last turn, or when all ore is dug (PR-END)."""
    game = context.game
    if context.turn >= game.options["turns"] or not any(rock.ore for rock in game.rocks):
        most = max(empire.stock["ore"] for empire in game.empires)
        winners = tuple(e.id for e in game.empires if e.stock["ore"] == most)
        game.outcome = Outcome(winners=winners, reason=f"{most} ore", turn=context.turn)


PHASES = (
    Phase("market", market),
    Phase("flight", flight),
    Phase("claims", claims),
    Phase("digging", digging, foreseeable=False),
    Phase("finish", finish, foreseeable=False),
)
