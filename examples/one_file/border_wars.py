"""Border Wars, a game with a stage for retreats, in which only dislodged players give orders.

Provinces lie in a ring. An army may march to a neighbouring province and drives out an army that
stays there. Then the dislodged retreat to a free province, or are disbanded.
"""

from attrs import define

import horizons_core as hz
from horizons_core.model import known
from horizons_core.orders import Argument, Refusal

MARCHED = hz.EventKind("marched", "{empire} marches to {place}.")
DISLODGED = hz.EventKind("dislodged", "{empire} is driven out of {place}.")
DISBANDED = hz.EventKind("disbanded", "{empire} disbands its army.")


@define(kw_only=True)
class Empire(hz.Empire):
    at: str = known(default="0")  # the army's province
    dislodged: bool = known(default=False)


@define(kw_only=True)
class Game(hz.Game):
    empires: list[Empire] = known(factory=list)
    size: int = known(default=3)  # the number of provinces


def neighbours(at, size):
    return [str((int(at) + step) % size) for step in (-1, 1)]


def is_near(context, empire, order):
    near = neighbours(empire.at, context.game.size)
    return None if order["place"] in near else Refusal("far", f"choose {' or '.join(near)}")


def is_free(context, empire, order):
    if not empire.dislodged:
        return Refusal("in-place", "your army is not dislodged")
    taken = [army.at for army in context.game.empires if army.active]
    return Refusal("taken", "an army is there") if order["place"] in taken else None


def near(view):
    return neighbours(view["you"]["at"], view["size"])


def retreats(view):
    taken = [army["at"] for army in view["others"] if army["active"]]
    return [place for place in near(view) if view["you"]["dislodged"] and place not in taken]


def march(context, empire, order):
    empire.at = order["place"]
    context.notes.setdefault("marched", []).append(empire)
    context.emit(MARCHED, "*", empire=empire.name, place=empire.at)


def fight(context):
    marched = context.notes.get("marched", [])
    for army in [empire for empire in context.game.empires if empire.active]:
        attackers = [a for a in marched if a.at == army.at]
        if attackers and army is not attackers[0]:
            army.dislodged = True
            context.emit(DISLODGED, "*", empire=army.name, place=army.at)


def retreat(context, empire, order):
    empire.at, empire.dislodged = order["place"], False


def disband(context):
    context.carry_out("RETREAT")
    for army in [empire for empire in context.game.empires if empire.dislodged]:
        army.active = army.dislodged = False
        context.emit(DISBANDED, "*", empire=army.name)


class Marcher:
    """Marches anywhere near, and retreats if it can."""

    def orders(self, view, stream):
        places = retreats(view) if view.stage else near(view)
        keyword = "RETREAT" if view.stage else "MARCH"
        return f"{keyword} {stream.choice(places)}\n" if places else ""


def create_game(players):
    empires = [Empire(id=name, at=str(3 * seat)) for seat, name in enumerate(players)]
    return Game(empires=empires, size=3 * len(players))


MARCH = hz.Command(
    "MARCH",
    phase="marches",
    help="Marches to a neighbouring province.",
    example="MARCH 1",
    mistake="MARCH 99",
    arguments={"place": Argument(offers=near)},
    checks={"near": is_near},
    run=march,
    stages=("",),
)
RETREAT = hz.Command(
    "RETREAT",
    phase="retreats",
    help="Retreats to a free province.",
    example="RETREAT 1",
    mistake="RETREAT 99",
    arguments={"place": Argument(offers=retreats)},
    checks={"near": is_near, "free": is_free},
    run=retreat,
    stages=("retreats",),
)


@hz.hookimpl
def horizons_variant_info():
    return hz.VariantInfo(
        "border_wars",
        "Border Wars",
        "1.0",
        "March, and retreat in a stage of its own.",
        game=Game,
        stages={"": "Marches", "retreats": "Retreats"},
    )


@hz.hookimpl
def horizons_stage(game):
    return "retreats" if any(empire.dislodged for empire in game.empires) else ""


@hz.hookimpl
def horizons_awaited(game):
    dislodged = [empire.id for empire in game.empires if empire.dislodged]
    return dislodged or [empire.id for empire in game.empires if empire.active]


@hz.hookimpl
def horizons_phases():
    return [hz.Phase("retreats", disband), hz.Phase("marches"), hz.Phase("fights", fight)]


@hz.hookimpl
def horizons_commands():
    return [MARCH, RETREAT]


horizons_bots = hz.hookimpl(lambda: {"marcher": Marcher()})
horizons_create_game = hz.hookimpl(create_game)
