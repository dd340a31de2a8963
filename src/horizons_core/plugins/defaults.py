"""The core's default answers to hooks, as a plug-in that is asked last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, Self

import attrs

from horizons_core.codec import plain
from horizons_core.errors import PluginError
from horizons_core.model.entities import Entity, Game, NoVictory, Unit
from horizons_core.model.knowledge import Observer
from horizons_core.model.ledger import Accounts, Economy
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.model.views import View
from horizons_core.orders.grammar import OrderLanguage
from horizons_core.plugins.hooks import hookimpl

if TYPE_CHECKING:
    from horizons_core.orders.commands import Command
    from horizons_core.plugins.info import VariantInfo
    from horizons_core.report.document import ReportForm
    from horizons_core.turn.context import Phase, VariantRules

#: Fields that views never show: email addresses, passwords, keys of dice.
_LEFT_OUT = frozenset({"password", "address", "own_key", "own_commitment"})


@hookimpl
def horizons_commands() -> Sequence[Command]:
    return ()


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    return ()


@hookimpl
def horizons_order_language(info: VariantInfo, commands: Sequence[Command]) -> OrderLanguage:
    """Parse orders line by line, with the package's `orders.lark` if it has one."""
    return OrderLanguage(_grammar(info), tuple(commands), info.envelope, info.style)


def _grammar(info: VariantInfo) -> str:
    if not info.package:
        return ""
    file = resources.files(info.package).joinpath("orders.lark")
    try:
        return file.read_text("utf-8") if file.is_file() else ""
    except UnicodeDecodeError as problem:
        raise PluginError(f"{info.package}/orders.lark is not UTF-8: {problem}") from problem


@hookimpl
def horizons_stage() -> str:
    """Make every turn an ordinary one."""
    return ""


@hookimpl
def horizons_turn_title(game: Game, variant: VariantRules) -> str:
    """Title the turn by its stage."""
    return variant.stages.get(variant.stage(game), "")


@hookimpl
def horizons_awaited(game: Game) -> Sequence[str]:
    """Wait for every empire that is still in the game."""
    return [empire.id for empire in game.empires if empire.active]


@hookimpl
def horizons_economy() -> Accounts:
    return Accounts()


@hookimpl
def horizons_victory() -> NoVictory:
    return NoVictory()


@hookimpl
def horizons_view(variant: VariantRules) -> DefaultViewModel:
    return DefaultViewModel.of(variant.economy)


@hookimpl
def horizons_report() -> ReportForm:
    from horizons_core.report.rendering import form_from_templates

    return form_from_templates("horizons_core.report", {"type": "object"})


def _constants(economy: object) -> dict[str, Any]:
    """Return the numbers and texts among an economy's fields, such as prices, which are public."""
    cls: Any = type(economy)
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    values = {field.name: getattr(economy, field.name) for field in fields}
    return {name: v for name, v in values.items() if isinstance(v, bool | int | float | str)}


@attrs.frozen
class DefaultViewModel:
    """A view model based only on the fields: an owner knows all of an entity.

    Other empires' units are unknown, and worlds and empires have their public fields. `constants`
    are those of the economy, shown in all views, and `accounts` the order of stocks.
    """

    constants: Mapping[str, Any] = attrs.field(factory=dict)
    accounts: tuple[str, ...] = ()

    @classmethod
    def of(cls, economy: Economy) -> Self:
        """Return a view model that shows the constants of an economy."""
        return cls(_constants(economy), tuple(economy.accounts))

    def observer(self, game: Game, empire: str) -> Observer:  # noqa: ARG002 - the protocol's
        """Return an observer to whom other empires' units are unknown."""

        def sight(entity: Entity) -> Sight:
            if empire in (entity.id, getattr(entity, "owner", None)):
                return Sight.OWN
            return Sight.NOTHING if isinstance(entity, Unit) else Sight.KNOWN

        return sight

    def spectator(self, game: Game) -> Observer:  # noqa: ARG002 - the protocol's
        """Return an observer to whom worlds and empires are public and units are not."""
        return lambda entity: Sight.NOTHING if isinstance(entity, Unit) else Sight.KNOWN

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the fields that the variant adds to a game, as plain data.

        `you` is the empire itself and `others` are the other empires; the gamemaster's view has all
        of them as `empires`. `economy` has prices and other constants. Unknown fields are left out.
        """
        observer = self.observer(known, empire) if empire is not None else None
        data = {name: known_data(getattr(known, name), observer) for name in own_fields(known)}
        for row in data["empires"]:
            stock = row.get("stock")
            if isinstance(stock, dict):
                order = [name for name in self.accounts if name in stock]
                row["stock"] = {name: stock[name] for name in dict.fromkeys([*order, *stock])}
        if empire is not None:
            rivals = {other["id"]: other for other in data.pop("empires")}
            data = {"you": rivals.pop(empire), "others": [*rivals.values()], **data}
        return data | ({"economy": dict(self.constants)} if self.constants else {})

    def hypothesize(self, known: Game, empire: str) -> None:
        """Add nothing: other empires have no part in forecasts."""

    def map(self, view: View) -> dict[str, Any]:
        """Return a map without places."""
        return no_map(view)


def no_map(view: View) -> dict[str, Any]:
    """Return the document of a map without places."""
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
    """Return "empires" and the names of the fields that the variant adds to every game's."""
    common = {field.name for field in attrs.fields(Game)} - {"empires"}
    return [field.name for field in attrs.fields(type(game)) if field.name not in common]


def known_data(value: Any, observer: Observer | None) -> Any:
    """Return a value as plain data, with the fields that the observer knows (None: all)."""
    if isinstance(value, list | tuple):
        return [known_data(item, observer) for item in value]
    if isinstance(value, dict):
        return {str(key): known_data(item, observer) for key, item in value.items()}
    if not isinstance(value, Entity):
        return plain(value)
    sight = observer(value) if observer else Sight.GAMEMASTER
    return {
        field.name: known_data(getattr(value, field.name), observer)
        for field in attrs.fields(type(value))
        if sight >= sight_of_field(field) and field.name not in _LEFT_OUT
    }


def default_bots(variant: Any) -> Mapping[str, Any]:
    """Return bots for a variant that has fewer than two."""
    from horizons_core.bots import IdleBot, RandomBot

    return {"random": RandomBot(variant), "idle": IdleBot()}
