"""What the core provides where a variant says nothing: a plug-in like any other, asked last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

import attrs

from horizons_core.codec import plain
from horizons_core.errors import PluginError
from horizons_core.model.entities import Entity, Game, Unit
from horizons_core.model.knowledge import Observer
from horizons_core.model.ledger import Accounts
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.model.victory import NoVictory
from horizons_core.model.views import View
from horizons_core.orders.grammar import OrderLanguage
from horizons_core.plugins.hooks import hookimpl

if TYPE_CHECKING:
    from horizons_core.orders.commands import Command
    from horizons_core.plugins.info import VariantInfo
    from horizons_core.report.document import ReportForm
    from horizons_core.turn.context import Phase, VariantRules


@hookimpl
def horizons_commands() -> Sequence[Command]:
    return ()


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    return ()


@hookimpl
def horizons_order_language(info: VariantInfo, commands: Sequence[Command]) -> OrderLanguage:
    """A line an order, by the package's `orders.lark` if it has one."""
    return OrderLanguage(_grammar(info), tuple(commands), info.envelope, info.style)


def _grammar(info: VariantInfo) -> str:
    if not info.package:
        return ""
    file = resources.files(info.package).joinpath("orders.lark")
    try:
        return file.read_text("utf-8") if file.is_file() else ""
    except UnicodeDecodeError as problem:
        raise PluginError(f"{info.package}/orders.lark is no UTF-8: {problem}") from problem


@hookimpl
def horizons_economy() -> Accounts:
    return Accounts()


@hookimpl
def horizons_victory() -> NoVictory:
    return NoVictory()


@hookimpl
def horizons_view(variant: VariantRules) -> KnownThings:
    return KnownThings(_constants(variant.economy))


@hookimpl
def horizons_report() -> ReportForm:
    from horizons_core.report.rendering import form_from_templates

    return form_from_templates("horizons_core.report", {"type": "object"})


def _constants(economy: object) -> dict[str, Any]:
    """The numbers and words among an economy's fields: prices and the like, which are public."""
    cls: Any = type(economy)
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    values = {field.name: getattr(economy, field.name) for field in fields}
    return {name: v for name, v in values.items() if isinstance(v, bool | int | float | str)}


@attrs.frozen
class KnownThings:
    """A view model for games whose fields say all: who owns a thing knows all of it.

    Of others' units nothing is known, of worlds and empires what is public. `constants` are those
    of the economy, which all views show.
    """

    constants: Mapping[str, Any] = attrs.field(factory=dict)

    def observer(self, game: Game, empire: str) -> Observer:  # noqa: ARG002 - a view model gets it
        def sight(entity: Entity) -> Sight:
            if empire in (entity.id, getattr(entity, "owner", None)):
                return Sight.OWN
            return Sight.NOTHING if isinstance(entity, Unit) else Sight.KNOWN

        return sight

    def spectator(self, game: Game) -> Observer:  # noqa: ARG002 - a view model gets it
        """Worlds and empires are public, units are not."""
        return lambda entity: Sight.NOTHING if isinstance(entity, Unit) else Sight.KNOWN

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """All fields of the game that are the variant's own, as plain data.

        `you` is the empire itself and `others` are the other empires; the gamemaster's view has all
        of them as `empires`. `economy` has prices and the like. What the empire does not know of a
        thing is left out.
        """
        observer = self.observer(known, empire) if empire is not None else None
        data = {name: told(getattr(known, name), observer) for name in own_fields(known)}
        if empire is not None:
            others = {each["id"]: each for each in data.pop("empires")}
            data = {"you": others.pop(empire), "others": [*others.values()], **data}
        return data | ({"economy": dict(self.constants)} if self.constants else {})

    def hypothesize(self, known: Game, empire: str) -> None:
        """Nothing of others is put into a forecast."""

    def map(self, view: View) -> dict[str, Any]:
        """A map without places."""
        return no_map(view)


#: What is no part of the game: how mails reach an empire, how it proves who it is, keys of dice.
_LEFT_OUT = frozenset({"password", "address", "own_key", "own_commitment"})


def no_map(view: View) -> dict[str, Any]:
    """The document of a map without places."""
    return {
        "title": "No map",
        "geometry": "hex",
        "width": 1,
        "height": 1,
        "wraps": False,
        "places": [],
        "empires": [],
        "you": view.empire,
        "legend": [],
    }


def own_fields(game: Game) -> list[str]:
    """The empires, and the fields that the variant's class adds to those of every game."""
    common = {field.name for field in attrs.fields(Game)} - {"empires"}
    return [field.name for field in attrs.fields(type(game)) if field.name not in common]


def told(value: Any, observer: Observer | None) -> Any:
    """A value as plain data, with what the observer knows of the things in it (None: all)."""
    if isinstance(value, list | tuple):
        return [told(item, observer) for item in value]
    if isinstance(value, dict):
        return {str(key): told(item, observer) for key, item in value.items()}
    if not isinstance(value, Entity):
        return plain(value)
    sight = observer(value) if observer else Sight.GAMEMASTER
    return {
        field.name: told(getattr(value, field.name), observer)
        for field in attrs.fields(type(value))
        if sight >= sight_of_field(field) and field.name not in _LEFT_OUT
    }


def default_bots(variant: Any) -> Mapping[str, Any]:
    """Bots for a variant that has fewer than two.

    The one gives at most one order a turn: of several, each of which makes sense, all together need
    not.
    """
    from horizons_core.bots import IdleBot, RandomBot

    drawn = RandomBot(variant.order_options, most=1, text=variant.order_text)
    return {"random": drawn, "idle": IdleBot()}
