"""A minimal game for tests of the core's extension points."""

from __future__ import annotations

from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.model import known
from horizons_core.orders import Argument, Range, Refusal, integer

FOUND = hz.EventKind("rock.found", "{empire} dug {ore} ore out of {rock}.", ("DG-1",))


@define(kw_only=True)
class Rock(hz.World):
    ore: int = known(default=0)


@define(kw_only=True)
class Game(hz.Game):
    rocks: list[Rock] = known(factory=list)


@frozen
class Digging:
    accounts: tuple[str, ...] = ("ore",)
    wage: int = 1
    prices: dict[str, int] = field(factory=lambda: {"pick": 3, "lamp": 5})

    def yield_of(self, rock: Rock, depth: int) -> int:
        return min(rock.ore, self.share(depth))

    def share(self, depth: int) -> int:
        return depth * self.wage


def find_rock(context, empire, order, argument):
    words = order[argument]
    rock = next((rock for rock in context.game.rocks if rock.id == words), None)
    if rock is None:
        context.reject(empire.id, order, "no-rock", f"no rock {words}", argument=argument)
    context.notes["looked"] = context.notes.get("looked", 0) + 1
    return rock


def is_not_empty(context, empire, order):
    return None if order["rock"].ore else Refusal("empty", "nothing is left", "dig elsewhere")


def is_not_deep(context, empire, order):
    if order["depth"] > 5:
        return Refusal("deep", "that is deep", argument="depth", severity="warning")
    return None


def dig(context, empire, order):
    rock = order["rock"]
    ore = context.variant.economy.yield_of(rock, order["depth"])
    rock.ore -= ore
    context.post(empire, "ore", ore, "dug")
    context.emit(FOUND, [empire.id], empire=empire.id, ore=ore, rock=rock.id)


DIG = hz.Command(
    "DIG",
    phase="digging",
    help="Digs.",
    example="DIG a 2",
    mistake="DIG a",
    arguments={
        "rock": Argument(find=find_rock, offers=lambda view: [r["id"] for r in view["rocks"]]),
        "depth": Argument(integer(1, 9), offers=lambda view: Range(1, 9)),
    },
    run=dig,
    checks={"not-empty": is_not_empty, "not-deep": is_not_deep},
)


class Diggers:
    @hz.hookimpl
    def horizons_variant_info(self):
        return hz.VariantInfo(
            "diggers",
            "Diggers",
            "1.2.0",
            "Digs.",
            game=Game,
            options=(hz.Option("ore", int, 9, "ore"),),
        )

    @hz.hookimpl
    def horizons_commands(self):
        return (DIG,)

    @hz.hookimpl
    def horizons_phases(self):
        return (hz.Phase("digging"), hz.Phase("rest", lambda context: None))

    @hz.hookimpl
    def horizons_economy(self):
        return Digging()

    @hz.hookimpl
    def horizons_create_game(self, players, options):
        empires = [hz.Empire(id=player, stock={"ore": 0}) for player in players]
        rocks = [Rock(id=name, ore=options["ore"]) for name in "ab"]
        return Game(empires=empires, rocks=rocks, options=dict(options))


def mod(
    name="mod", *, requires=(), options=(), defaults=None, package="", variant="diggers", **hooks
):
    """Return a mod with these hooks, as an object."""
    info = hz.ModInfo(
        name, variant, name, "1.0.0", "", (), options, defaults or {}, requires, package
    )
    hooks.setdefault("horizons_mod_info", hz.hookimpl(lambda: info))
    return type(name, (), {hook: staticmethod(function) for hook, function in hooks.items()})


def wrapper(function):
    """Return a hook that passes the answer of the other implementations through `function`."""

    @hz.hookimpl(wrapper=True)
    def hook():
        answer = yield
        return function(answer)

    return hook
