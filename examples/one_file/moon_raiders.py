"""Moon Raiders, a whole game in one file: dig for ore, lay traps in secret, raid your neighbours.

Each turn a player may dig or raid once, and lay traps. A raid throws two dice: if they show more
than the number of traps, the raider takes half of the moon's ore; if not, the raider pays a fine.
"""

from attrs import frozen

import horizons_core as hz
from horizons_core.orders import Argument, Range, Refusal, integer

RAIDED = hz.EventKind("raided", "{by} raids {moon} with a roll of {roll}: {loser} loses {ore} ore.")


@frozen
class Economy:
    accounts: tuple[str, ...] = ("ore", "traps")  # hidden from the other players
    trap: int = 4  # price in ore
    fine: int = 10  # ore that a caught raider pays

    def loss(self, ore, *, caught):
        return min(self.fine, ore) if caught else ore // 2


class Victory:
    def outcome(self, game, turn):
        best = max(empire.stock["ore"] for empire in game.empires)
        rich = tuple(empire.id for empire in game.empires if empire.stock["ore"] == best)
        over = best >= game.options["goal"]
        return hz.Outcome(winners=rich, reason=f"{best} ore", turn=turn) if over else None


class Raider:
    def orders(self, view, stream):
        target = stream.choice(view["others"])["id"]
        job = stream.choice(["DIG", "DIG", f'RAID "{target}"'])
        return f"TRAP 1\n{job}" if affordable(view).maximum > 4 else job


def affordable(view):
    return Range(1, view["you"]["stock"]["ore"] // view["economy"]["trap"])


def moon(context, empire, order, argument):
    moons = [e for e in context.game.empires if e is not empire and e.id == order[argument]]
    return moons[0] if moons else context.reject(empire.id, order, "no-moon", "no such neighbour")


def first_job(context, empire, order):
    first = next(job for job in context.orders[empire.id] if job.keyword in {"DIG", "RAID"})
    return None if order.line == first.line else Refusal("busy", "only one DIG or RAID a turn")


def paid(context, empire, order):
    price, ore = order["count"] * context.variant.economy.trap, empire.stock["ore"]
    return None if price <= ore else Refusal("too-expensive", f"that takes {price} ore, not {ore}")


def trap(context, empire, order):
    context.post(empire, "ore", -order["count"] * context.variant.economy.trap, "traps bought")
    context.post(empire, "traps", order["count"], "traps laid")


def dig(context, empire, order):
    ore = 7 if context.forecast else context.stream(empire.id).roll("2d6")
    context.post(empire, "ore", ore, "dug")


def raid(context, empire, order):
    if not context.forecast:  # a forecast does not know the traps of others
        victim, roll = order["moon"], context.stream(empire.id).roll("2d6")
        caught = roll <= victim.stock["traps"]
        loser, winner = (empire, victim) if caught else (victim, empire)
        ore = context.variant.economy.loss(loser.stock["ore"], caught=caught)
        context.post(loser, "ore", -ore, "lost in a raid")
        context.post(winner, "ore", ore, "won in a raid")
        context.emit(RAIDED, "*", by=empire.id, moon=victim.id, roll=roll, loser=loser.id, ore=ore)


def create_game(players, options):
    empires = [hz.Empire(id=name, stock={"ore": 5, "traps": 3}) for name in players]
    return hz.Game(empires=empires, options=options)


# fmt: off
TRAP = hz.Command("TRAP", phase="traps", run=trap, checks={"paid": paid}, help="Lays traps.",
    arguments={"count": Argument(integer(1, 99), affordable)}, example="TRAP 1", mistake="TRAP 99")
RAID = hz.Command("RAID", phase="jobs", run=raid, checks={"first-job": first_job}, help="Raids.",
    arguments={"moon": Argument(offers=lambda view: [e["id"] for e in view["others"]], find=moon)},
    example="RAID Ada", mistake="RAID nobody")
DIG = hz.Command("DIG", phase="jobs", run=dig, checks={"first-job": first_job}, help="Digs ore.",
    example="DIG", mistake="DIG deep")
GOAL = hz.Option("goal", int, 60, "how much ore wins", 10, 1000)
INFO = hz.VariantInfo("moon_raiders", "Moon Raiders", "1.0", "Dig, trap and raid.", options=(GOAL,))
horizons_variant_info = hz.hookimpl(lambda: INFO)
horizons_commands = hz.hookimpl(lambda: [TRAP, RAID, DIG])
horizons_phases = hz.hookimpl(lambda: [hz.Phase("traps"), hz.Phase("jobs")])
horizons_create_game = hz.hookimpl(create_game)
horizons_economy, horizons_victory = hz.hookimpl(Economy), hz.hookimpl(Victory)
horizons_bots = hz.hookimpl(lambda: {"raider": Raider()})
