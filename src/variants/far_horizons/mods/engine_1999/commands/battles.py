"""Changes to battle orders: the species that a number means, and bad numbers in WITHDRAW."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from horizons_core.orders import Handler, Order, Refusal
from variants.far_horizons.battle.model import DeclaredAttack, HostileAct
from variants.far_horizons.model import Species
from variants.far_horizons.model.names import name_in
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.mods.engine_1999.commands.changes import Commands, wrap_find, wrap_run
from variants.far_horizons.orders.references import Finder, deferred
from variants.far_horizons.rules.battles import BattleSection, bearer
from variants.far_horizons.step_context import OrderRefused, StepContext

_LIMITS = ("transports", "warships", "fleet")


def global_distortion_numbers(commands: Commands) -> None:
    """A number means the first species of the whole game that has it (FH-ATTACK-007)."""

    def anywhere(context: StepContext, _species: Species, order: Order, argument: str) -> Species:
        return bearer(context, order, argument, context.game.empires)

    def wrapper(_find: Finder) -> Finder:
        return deferred(anywhere)

    for keyword in ("ATTACK", "HIJACK"):
        wrap_find(commands, keyword, "distortion", wrapper)


def require_class_word(commands: Commands) -> None:
    """The word after ATTACK and HIJACK is not read as part of the name (FH-ATTACK-001).

    It should be SP, but any word will do.
    """

    def wrapper(find: Finder) -> Finder:
        def species(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            written: WrittenName | None = order[argument]
            if written is not None and written.word is None:
                rest = name_in(f"SP {written.plain_name.partition(' ')[2]}", "species")
                order = order.with_found({argument: rest})
            return find(context, species, order, argument)

        return species

    for keyword in ("ATTACK", "HIJACK"):
        wrap_find(commands, keyword, "species", wrapper)


def enemies_one_by_one(commands: Commands) -> None:
    """ATTACK 0 names each declared enemy, one after the other, present or not (FH-ATTACK-002)."""

    def wrapper(run: Handler) -> Handler:
        def attack(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            if "number" not in order.arguments:
                run(context, species, order)
                return
            named_before, count = list(section.intent.named), section.named
            run(context, species, order)
            section.intent.named[:], section.named = named_before, count
            hostile_act = HostileAct.HIJACK if order.keyword == "HIJACK" else HostileAct.ATTACK
            for enemy in context.game.empires:
                if enemy.id in species.enemies and enemy is not species:
                    section.enlist(DeclaredAttack(hostile_act, enemy.number))

        return attack

    for keyword in ("ATTACK", "HIJACK"):
        wrap_run(commands, keyword, wrapper)


def refused_hijacks_count(commands: Commands) -> None:
    """A refused HIJACK still makes the species a hijacker (FH-HIJACK-002)."""

    def weaken(context: StepContext) -> None:
        section: BattleSection = context.shared
        if section.current is not None:
            section.intent.hijacked = True

    def wrapper(find: Finder) -> Finder:
        def species(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            weaken(context)
            return find(context, species, order, argument)

        return species

    def check(context: StepContext, _species: Species, _order: Order) -> Refusal | None:
        weaken(context)
        return None

    wrap_find(commands, "HIJACK", "species", wrapper)
    hijack = commands["HIJACK"]
    checks = {"refused_hijacks_count": check, **hijack.checks}
    commands["HIJACK"] = evolve(hijack, checks=checks)


def piecemeal_withdrawals(commands: Commands) -> None:
    """A bad number in WITHDRAW does not cancel the numbers before it (FH-WITHDRAW-004)."""

    def wrapper(run: Handler) -> Handler:
        def withdraw(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            limits = section.intent.limits
            for name in _LIMITS:
                limit: int | OrderRefused = order[name]
                if isinstance(limit, OrderRefused):
                    raise limit
                setattr(limits, name, limit)
            run(context, species, order)

        return withdraw

    for name in _LIMITS:
        wrap_find(commands, "WITHDRAW", name, deferred)
    wrap_run(commands, "WITHDRAW", wrapper)
