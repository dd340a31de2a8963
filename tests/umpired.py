"""A small game with an umpire and with players who join late, for tests; it is not installed.

Each player has a hidden treasury and claims one world; the umpire fines players and drops rocks.
"""

from __future__ import annotations

from attrs import define

import horizons_core as hz
from horizons_core.model import EVERYONE, Accounts, known, secret
from horizons_core.orders import Argument, Refusal
from horizons_core.plugins import Variant, loader

UMPIRE = hz.Role("umpire", "Umpire", "Sees all, and fines those who deserve it.", sees_all=True)
HERALD = hz.Role("herald", "Herald", "Says things, and sees no more than anybody.")

FINED = hz.EventKind("fined", "{empire} was fined {coins} by {umpire}.")
CLAIMED = hz.EventKind("claimed", "{world} is yours.")
SAID = hz.EventKind("said", "{who} says: {words}")
ADMITTED = hz.EventKind("admitted", "{house} is admitted.")
ROCK = hz.EventKind("rock", "A rock will fall.")


@define(kw_only=True)
class House(hz.Empire):
    omen: int = 0


@define(kw_only=True)
class Rock(hz.Unit):
    size: int = known(default=1)


@define(kw_only=True)
class Claims(hz.Game):
    empires: list[House] = known(factory=list)
    worlds: list[hz.World] = known(factory=list)
    claims: dict[str, str] = known(factory=dict)
    rocks: list[Rock] = known(factory=list)
    plot: str = secret(default="")


def find_house(context, sender, order, name):
    return context.game.empire(order[name])


def claim(context, empire, order):
    context.game.claims[order["world"]] = empire.id
    context.emit(CLAIMED, [empire.id], world=order["world"])


def fine(context, umpire, order):
    house, coins = order["house"], order["coins"]
    context.post(house, "coins", -coins, "a fine")
    context.emit(FINED, [EVERYONE], empire=house.name, coins=coins, umpire=umpire.name)


def admit(context, umpire, order):
    house = new_house(order["words"], context.stream("admit", order["words"]))
    context.game.empires.append(house)
    context.emit(ADMITTED, [EVERYONE], house=house.id)


def drop(context, umpire, order):
    context.game.rocks.append(Rock(id=f"rock {len(context.game.rocks) + 1}", owner=""))
    context.emit(ROCK, [])


def say(context, sender, order):
    context.emit(SAID, [EVERYONE], who=sender.name, words=order["words"])


def can_pay(context, umpire, order):
    stock = order["house"].stock["coins"]
    if stock < order["coins"]:
        return Refusal("too-poor", f"{order['house'].name} has {stock} coins")
    return None


COMMANDS = [
    hz.Command(
        "CLAIM", phase="deeds", help="Claims a world.", example="CLAIM Io", mistake="CLAIM",
        arguments={"world": str}, run=claim,
    ),
    hz.Command(
        "FINE", phase="deeds", help="Fines somebody.", example="FINE Ada 3", mistake="FINE Ada",
        arguments={"house": Argument(find=find_house), "coins": int},
        run=fine, checks={"can pay": can_pay}, roles=("umpire",),
    ),
    hz.Command(
        "DROP", phase="deeds", help="Drops a rock.", example="DROP", mistake="DROP it", run=drop,
        roles=("umpire",),
    ),
    hz.Command(
        "ADMIT", phase="deeds", help="Takes somebody in.", example="ADMIT Cara", mistake="ADMIT",
        arguments={"words": str}, run=admit, roles=("umpire",),
    ),
    hz.Command(
        "SAY", phase="deeds", help="Tells everybody.", example="SAY hello", mistake="SAY",
        arguments={"words": str}, run=say, roles=("", "herald"),
    ),
]  # fmt: skip


def new_house(name, stream, coins=10):
    return House(id=name, stock={"coins": coins}, omen=stream.below(1_000_000))


class Umpired:
    """The hooks of the game."""

    @hz.hookimpl
    def horizons_variant_info(self):
        return hz.VariantInfo(
            "umpired",
            "Umpired Claims",
            "1.0.0",
            "Worlds are claimed under an umpire's eyes.",
            game=Claims,
            players=(1, 4),
            roles=(UMPIRE, HERALD),
            join_options=(hz.Option("coins", int, 5, "What they begin with.", 0, 100),),
        )

    @hz.hookimpl
    def horizons_commands(self):
        return COMMANDS

    @hz.hookimpl
    def horizons_phases(self):
        return [hz.Phase("deeds")]

    @hz.hookimpl
    def horizons_economy(self):
        return Accounts(("coins",))

    @hz.hookimpl
    def horizons_create_game(self, players, stream):
        houses = [new_house(name, stream) for name in players]
        return Claims(empires=houses, worlds=[hz.World(id="Io")], plot="an invasion")

    @hz.hookimpl
    def horizons_join_game(self, game, player, options, stream):
        game.worlds.append(hz.World(id=f"{player}'s world"))
        return new_house(player, stream, options["coins"])

    @hz.hookimpl
    def horizons_invariants(self, game):
        return [f"{empire.id} has no omen" for empire in game.empires if empire.omen < 0]


class Impostor:
    """A mod that from the third turn on returns an unknown empire."""

    @hz.hookimpl
    def horizons_mod_info(self):
        return hz.ModInfo("impostor", "umpired", "Impostor", "1.0.0", "It gives another empire.")

    @hz.hookimpl
    def horizons_join_game(self, game):
        return None if game.turn < 3 else House(id="somebody else")


VARIANT = Variant(Umpired)


def installed(monkeypatch, source=Umpired):
    """Make the game available by its name for the rest of a test, as if it were installed."""
    variant, loaded = Variant(source), loader._loaded

    def with_this(name, *rest):
        return variant if name == variant.name else loaded(name, *rest)

    monkeypatch.setattr(loader, "_loaded", with_this)
    return variant
