"""A variant and its house rules put together: what they provide, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import pluggy
from attrs import evolve

from horizons_core.bots import Bot
from horizons_core.combat import CombatResolver
from horizons_core.errors import PluginError, UnknownNameError, did_you_mean, shortened
from horizons_core.model.ledger import Economy
from horizons_core.model.roles import GAMEMASTER, SPECTATOR, Role
from horizons_core.model.victory import Victory
from horizons_core.model.views import ViewModel
from horizons_core.orders.commands import Command
from horizons_core.orders.language import Language
from horizons_core.plugins import defaults, hooks
from horizons_core.plugins.author_errors import as_plugin_error
from horizons_core.plugins.checks import (
    VIEW_MODEL,
    check_commands,
    check_grammar,
    check_messages,
    check_options,
    check_parser,
    check_provided,
    check_roles,
    check_texts,
    check_unique,
)
from horizons_core.plugins.defaults import default_bots
from horizons_core.plugins.field_checks import check_game_class
from horizons_core.plugins.formats import GameFormat
from horizons_core.plugins.implementations import file_of, implementations
from horizons_core.plugins.info import ModInfo, Option, VariantInfo, checked_options
from horizons_core.plugins.joining import takes_late_players
from horizons_core.plugins.requirements import check_requirements, plate_of
from horizons_core.plugins.seats import seat_report_form
from horizons_core.plugins.tools import Tool
from horizons_core.report.document import ReportForm
from horizons_core.rules import Catalogue, catalogue, rules_digest
from horizons_core.turn.context import Phase

if TYPE_CHECKING:
    from horizons_core.plugins.data_mods import DataMod
    from horizons_core.report.highlights import Highlights


class Assembly:
    """One variant with its house rules, in their order: what they provide, each asked for once.

    See `horizons_core.Variant`, which adds what people do with it.

    Attributes:
        info: what the variant says of itself.
        mods: what the mods say of themselves, in order.
    """

    def __init__(self, module: Any, mods: Sequence[Any] = (), *, check_all: bool = True) -> None:
        self._manager = _manager()
        variant = implementations(module)
        self._manager.register(implementations(defaults))
        self._manager.register(variant)
        self.info: VariantInfo = plate_of(variant, "horizons_variant_info", VariantInfo)
        #: what answers the hooks: the variant's module and those of its mods, in order
        self.sources: tuple[Any, ...] = (module, *mods)
        plugins = [implementations(mod) for mod in mods]
        plates = [plate_of(plugin, "horizons_mod_info", ModInfo) for plugin in plugins]
        self.mods: tuple[ModInfo, ...] = tuple(plates)
        check_requirements(self.info, self.mods)
        data = _data_mods(mods)
        if len(plugins) > 1:
            from horizons_core.plugins.conflicts import refuse_conflicts
            from horizons_core.plugins.data_mods import refuse_same_constants

            without = (self._provided("horizons_commands"), self._provided("horizons_phases"))
            named = {info.name: plugin for info, plugin in zip(plates, plugins, strict=True)}
            refuse_conflicts(named, *map(tuple, without))
            refuse_same_constants(data)
        for plugin in plugins:
            self._manager.register(plugin)
        #: the texts of the mods that are data alone, by name
        self.data_mods = {mod.info.name: mod.text for mod in data}
        self._check()
        if check_all:
            self.check_all()

    def check_all(self) -> None:
        """Check also what takes time to look at, to make or to import.

        Those are the fields of a game's classes, the parser, the view model, the report and the
        bots. `load_variant` leaves that out; who begins a game by an installed variant asks for it.
        """
        check_game_class(cast(Any, self.info.game))
        check_parser(self._where, self.language)
        check_provided(self._where, self.view_model, "horizons_view", VIEW_MODEL)
        check_provided(self._where, self.report_form, "horizons_report", ("text", "html"))
        for name, bot in self.bots.items():
            check_provided(self._where, bot, f"horizons_bots, '{name}',", ("orders",))

    def _check(self) -> None:
        """Raise PluginError for what can be found wrong before a game."""
        where = self._where
        check_options(where, self.options)
        check_options(where, self.info.join_options)
        check_commands(where, self.commands, self.phases)
        check_roles(where, self.roles, self.commands)
        check_grammar(where, self.language)
        check_messages(where, self.messages)
        check_provided(where, self.economy, "horizons_economy", ("accounts",))
        check_texts(where, "Economy.accounts", self.economy.accounts)
        check_provided(where, self.language, "horizons_order_language", ("read", "template"))
        check_unique(where, "accounts", self.economy.accounts)
        check_provided(where, self.victory, "horizons_victory", ("outcome",))
        if any(mod.combat for mod in _data_mods(self.sources)):
            _ = self.combat  # what such a mod says of battles is held against the resolver's fields

    @property
    def _where(self) -> str:
        """The file of the variant, and the mods: what is wrong is in one of them."""
        mods = ", ".join(mod.name for mod in self.mods)
        return file_of(self.sources[0]) + (f" with {mods}" if mods else "")

    def __repr__(self) -> str:
        mods = "".join(f", mods={[mod.name for mod in self.mods]}" if self.mods else "")
        return f"load_variant({self.name!r}{mods})"

    @property
    def name(self) -> str:
        """The variant's name, as of its entry point."""
        return self.info.name

    @property
    def title(self) -> str:
        """What the game is called on reports."""
        return self.info.title

    @property
    def hook(self) -> Any:
        """The hook caller, for the engine and for tests."""
        return self._manager.hook

    @property
    def manager(self) -> pluggy.PluginManager:
        """The plug-in manager; register a listener here to follow the notices."""
        return self._manager

    # what the variant and its mods provide, each asked for once

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """The orders that players may give."""
        return tuple(self._listed("horizons_commands", self._provided("horizons_commands")))

    @cached_property
    def language(self) -> Language:
        """What reads the orders."""
        mods = [mod.name for mod in self.mods]
        answer = self._provided(
            "horizons_order_language", info=self.info, commands=self.commands, mods=mods
        )
        return cast(Language, answer)

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The steps of a turn, in their order."""
        return tuple(self._listed("horizons_phases", self._provided("horizons_phases")))

    @cached_property
    def combat(self) -> CombatResolver:
        """What fights battles; raises PluginError if the game has none."""
        return cast(CombatResolver, self._provided("horizons_combat_resolver", variant=self))

    @cached_property
    def economy(self) -> Economy:
        """The accounts, and the formulas that phases and views ask for."""
        return cast(Economy, self._provided("horizons_economy"))

    @cached_property
    def victory(self) -> Victory:
        """What ends a game, and who has won it."""
        return cast(Victory, self._provided("horizons_victory", variant=self))

    @cached_property
    def messages(self) -> Mapping[str, str]:
        """Sentences of events that differ from those of their kinds, by reason code."""
        gathered = self._gathered("horizons_messages")
        return {code: text for given in gathered for code, text in given.items()}

    @cached_property
    def view_model(self) -> ViewModel:
        """Who knows what, and how it is described."""
        return cast(ViewModel, self._provided("horizons_view", variant=self))

    @cached_property
    def report_form(self) -> ReportForm:
        """The schema and the renderings of reports."""
        return cast(ReportForm, self._provided("horizons_report", variant=self))

    def report_form_for(self, role: str) -> ReportForm:
        """What reports for this role ("" for empires) are rendered by.

        `GAMEMASTER` stands for the gamemaster, who sees all. Raises UnknownNameError.
        """
        if not role:
            return self.report_form
        sees_all = role == GAMEMASTER or self.role(role).sees_all
        return (sees_all and self.report_form.of_everything) or seat_report_form()

    @property
    def roles(self) -> tuple[Role, ...]:
        """What people without an empire can be: spectators, and what the variant adds."""
        return (SPECTATOR, *self.info.roles)

    def role(self, name: str) -> Role:
        """The role of this name; raises UnknownNameError."""
        for role in self.roles:
            if role.name == name:
                return role
        known = [role.name for role in self.roles]
        raise UnknownNameError(f"{self.name} has no role '{name}'", did_you_mean(name, known))

    @property
    def takes_late_players(self) -> bool:
        """Whether players can join a running game."""
        return takes_late_players(self.hook)

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """The bots by name, at least two; a mod's bot takes the place of one of the same name."""
        gathered = self._gathered("horizons_bots", variant=self)
        found = {name: bot for bots in gathered for name, bot in bots.items()}
        return found if len(found) > 1 else {**default_bots(self), **found}

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of a game, those of mods among them, with the defaults that mods set."""
        options = [*self.info.options, *(o for mod in self.mods for o in mod.options)]
        given = {name: value for mod in self.mods for name, value in mod.defaults.items()}
        known = [option.name for option in options]
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known)
                raise PluginError(f"{self._where}: a mod sets an unknown option '{name}'", hint)
        return tuple(evolve(o, default=given.get(o.name, o.default)) for o in options)

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with defaults filled in; raises OptionError for an unknown or bad one."""
        return checked_options(self.name, self.options, given)

    @property
    def rules(self) -> Catalogue:
        """The catalogue of the variant's clauses, and those of its mods."""
        own = catalogue(self.name, self.info.package)
        more = [c for m in self.mods if m.package for c in catalogue(self.name, m.package)]
        return Catalogue(self.name, (*own.clauses, *more)) if more else own

    @property
    def rules_digest(self) -> str:
        """The digest of the variant's own rule data."""
        return rules_digest(self.info.package)

    @property
    def source_digest(self) -> str:
        """The digest of the code that plays the game: the core's, the variant's and its mods'."""
        from horizons_core.plugins.source_digests import source_digest

        return source_digest(self.sources)

    @cached_property
    def highlights(self) -> Highlights:
        """What reports tell first, and what is measured over turns: `report/highlights.yaml`."""
        from horizons_core.report.highlights import highlights_in

        return highlights_in([self.info.package, *(mod.package for mod in self.mods)])

    def _provided(self, name: str, **arguments: Any) -> Any:
        with as_plugin_error(name):
            answer = getattr(self.hook, name)(**arguments)
        if answer is None:
            raise PluginError(f"{self._where} has no {name}", f"write the hook {name}")
        return answer

    def _listed(self, name: str, answer: Any) -> Sequence[Any]:
        """What a hook has answered, if that is a list."""
        if not isinstance(answer, list | tuple):
            raise PluginError(
                f"{self._where}: {name} answers {shortened(repr(answer), 200)}, which is no list",
                "return a list, of one thing, too: [thing]",
            )
        return answer

    def _gathered(self, name: str, **arguments: Any) -> list[Mapping[str, Any]]:
        """What all who implement a hook have answered, the variant first, if those are dicts."""
        with as_plugin_error(name):
            answers = [given for given in getattr(self.hook, name)(**arguments) if given]
        for answer in answers:
            if not isinstance(answer, Mapping) or not all(isinstance(key, str) for key in answer):
                raise PluginError(
                    f"{self._where}: {name} answers {shortened(repr(answer), 200)},"
                    " which is no dict by names",
                    "return a dict with texts for keys",
                )
        return answers[::-1]

    @cached_property
    def formats(self) -> dict[str, GameFormat]:
        """The formats of other programs that games are read from and written in, by name."""
        gathered = self._gathered("horizons_formats")
        return {name: each for formats in gathered for name, each in formats.items()}

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """Helps that need no game, by name; a mod's takes the place of one of the same name."""
        with as_plugin_error("horizons_tools"):
            gathered = reversed(self.hook.horizons_tools(variant=self))
        tools = [tool for given in gathered for tool in self._listed("horizons_tools", given)]
        return {tool.name: tool for tool in tools}


def _data_mods(mods: Sequence[Any]) -> list[DataMod]:
    """Those of the mods that are data; what reads them is imported only if there are mods."""
    if not mods:
        return []
    from horizons_core.plugins.data_mods import DataMod

    return [mod for mod in mods if isinstance(mod, DataMod)]


def _manager() -> pluggy.PluginManager:
    made = pluggy.PluginManager(hooks.PROJECT)
    made.add_hookspecs(hooks)
    return made
