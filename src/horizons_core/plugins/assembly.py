"""Assembles and checks everything that a variant and its house rules provide."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import pluggy
from attrs import evolve

from horizons_core.bots import Bot
from horizons_core.combat import CombatResolver
from horizons_core.errors import PluginError, UnknownNameError, did_you_mean, shortened
from horizons_core.model.entities import Victory
from horizons_core.model.ledger import Economy
from horizons_core.model.views import GAMEMASTER, SPECTATOR, Role, ThingList, ViewModel
from horizons_core.orders.commands import Command
from horizons_core.orders.language import Language
from horizons_core.plugins import defaults, hooks
from horizons_core.plugins.checks import (
    check_clauses,
    check_commands,
    check_game_class,
    check_grammar,
    check_messages,
    check_options,
    check_parser,
    check_roles,
    check_stages,
    check_texts,
    check_things,
    check_unique,
)
from horizons_core.plugins.defaults import default_bots
from horizons_core.plugins.implementations import (
    Plugin,
    as_plugin_error,
    check_targets,
    file_of,
    implementations,
    place_of,
)
from horizons_core.plugins.info import ModInfo, Option, VariantInfo, checked_options
from horizons_core.plugins.places import Sources
from horizons_core.plugins.seats import seat_report_form, takes_late_players
from horizons_core.plugins.signatures import (
    BOT,
    ECONOMY,
    LANGUAGE,
    REPORT_FORM,
    VICTORY,
    VIEW_MODEL,
    check_functions,
    check_provided,
    check_resolver,
    check_tools,
)
from horizons_core.plugins.tools import GameFormat, Tool
from horizons_core.plugins.versions import check_requirements, declared_info
from horizons_core.report.document import ReportForm
from horizons_core.rules import Catalogue, catalogue, rules_digest
from horizons_core.turn.context import Phase

if TYPE_CHECKING:
    from horizons_core.plugins.data_mods import DataMod
    from horizons_core.report.highlights import Highlights


class _Latest(threading.local):
    """The view whose things a thread listed last, with these things.

    Each thread has its own, because threads of a server work on different views.
    """

    things: ThingList | None = None


class Assembly:
    """A variant with its house rules, in order, and everything they provide; cached.

    `horizons_core.Variant` adds the operations on games.

    Attributes:
        info: the variant's description.
        mods: the descriptions of the mods, in order.
    """

    def __init__(self, module: Any, mods: Sequence[Any] = (), *, check_all: bool = True) -> None:
        self._manager = _manager()
        self._latest = _Latest()
        variant = implementations(module)
        self._manager.register(implementations(defaults))
        self._manager.register(variant)
        self.info: VariantInfo = declared_info(variant, "horizons_variant_info", VariantInfo)
        #: the objects that answer the hooks: the variant's module and those of its mods, in order
        self.sources: tuple[Any, ...] = (module, *mods)
        plugins = [implementations(mod) for mod in mods]
        infos = [declared_info(plugin, "horizons_mod_info", ModInfo) for plugin in plugins]
        self.mods: tuple[ModInfo, ...] = tuple(infos)
        self._plugins = (variant, *plugins)
        places = [
            _place_of_info(variant, "horizons_variant_info"),
            *(_place_of_info(mod, "horizons_mod_info") for mod in plugins),
        ]
        check_requirements(self.info, self.mods, places)
        data_mods = _data_mods(mods)
        if len(plugins) > 1:
            from horizons_core.plugins.conflicts import refuse_conflicts
            from horizons_core.plugins.data_mods import refuse_same_constants

            parts = (self._provided("horizons_commands"), self._provided("horizons_phases"))
            by_name = {info.name: plugin for info, plugin in zip(infos, plugins, strict=True)}
            refuse_conflicts(by_name, *map(tuple, parts))
            refuse_same_constants(data_mods)
        for plugin in plugins:
            self._manager.register(plugin)
        #: the texts of the mods that consist of data only, by name
        self.data_mods = {mod.info.name: mod.text for mod in data_mods}
        self._check()
        if check_all:
            self.check_all()

    def check_all(self) -> None:
        """Run all checks, including slow ones.

        The slow ones cover the fields of the game's classes, the parser, the view model, the report
        and the bots. `load_variant` skips them; a new game of an installed variant runs them.
        """
        places = self.places
        check_targets(self._plugins[0])
        check_game_class(cast(Any, self.info.game))
        check_parser(places, self.language)
        check_provided(places, self.view_model, "horizons_view", VIEW_MODEL)
        check_things(places, self.view_model, self.commands)
        check_provided(places, self.report_form, "horizons_report", REPORT_FORM)
        if self._have_resolver(self.sources):
            check_resolver(places, self.combat, self.info.combat_protocol)
        check_tools(places, self.tools, self.formats)
        for name, bot in self.bots.items():
            check_provided(places, bot, f"horizons_bots: the bot '{name}'", BOT)
        if any(mod.rules for mod in self.mods):
            check_clauses(places, self.mods, self.rules)

    def _check(self) -> None:
        """Raise PluginError for mistakes that can be found without a game."""
        places, mods = self.places, self._plugins[1:]
        for mod in mods:
            check_targets(mod)
        check_options(places, self.options)
        check_options(places, self.info.join_options)
        check_commands(places, self.commands, self.phases)
        check_functions(places, self.commands, self.phases)
        check_roles(places, self.roles, self.commands)
        check_stages(places, self.stages, self.commands)
        check_grammar(places, self.language)
        check_messages(places, self.messages)
        check_provided(places, self.economy, "horizons_economy", ECONOMY)
        check_texts(places, "horizons_economy", "Economy.accounts", self.economy.accounts)
        check_provided(places, self.language, "horizons_order_language", LANGUAGE)
        check_unique(places, "accounts", self.economy.accounts)
        check_provided(places, self.victory, "horizons_victory", VICTORY)
        if any(mod.combat for mod in _data_mods(self.sources)):
            _ = self.combat  # checks the mods' battle rules against the resolver's fields
        if self._have_resolver(self.sources[1:]):
            check_resolver(places, self.combat, self.info.combat_protocol)

    def _have_resolver(self, sources: Sequence[Any]) -> bool:
        """Return whether the code of these sources provides or changes the resolver."""
        plugins = self._plugins[-len(sources) :] if sources else ()
        return any(
            hasattr(plugin, "horizons_combat_resolver") and not _data_mods([source])
            for source, plugin in zip(sources, plugins, strict=True)
        )

    @cached_property
    def places(self) -> Sources:
        """Finds the places of mistakes in the author's files."""
        mods = ", ".join(mod.name for mod in self.mods)
        with_mods = f" with {mods}" if mods else ""
        return Sources(file_of(self.sources[0]), with_mods, self.sources, self._plugins)

    def __repr__(self) -> str:
        mods = "".join(f", mods={[mod.name for mod in self.mods]}" if self.mods else "")
        return f"load_variant({self.name!r}{mods})"

    @property
    def name(self) -> str:
        """The name of the variant's entry point."""
        return self.info.name

    @property
    def title(self) -> str:
        """The title of the game on reports."""
        return self.info.title

    @property
    def hook(self) -> Any:
        """The hook caller, for the engine and for tests."""
        return self._manager.hook

    @property
    def manager(self) -> pluggy.PluginManager:
        """The plug-in manager; register a listener here to follow the notices."""
        return self._manager

    # provided by the variant and its mods; each hook is called once

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """The commands that players may give."""
        return tuple(self._listed("horizons_commands", self._provided("horizons_commands")))

    @cached_property
    def language(self) -> Language:
        """The parser of orders."""
        mods = [mod.name for mod in self.mods]
        answer = self._provided(
            "horizons_order_language", info=self.info, commands=self.commands, mods=mods
        )
        return cast(Language, answer)

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases of a turn, in order."""
        return tuple(self._listed("horizons_phases", self._provided("horizons_phases")))

    @cached_property
    def combat(self) -> CombatResolver:
        """The resolver of battles; raises PluginError if the game has none."""
        return cast(CombatResolver, self._provided("horizons_combat_resolver", variant=self))

    @cached_property
    def economy(self) -> Economy:
        """The accounts, and the formulas that phases and views use."""
        return cast(Economy, self._provided("horizons_economy"))

    @cached_property
    def victory(self) -> Victory:
        """The rule that ends a game and names the winners."""
        return cast(Victory, self._provided("horizons_victory", variant=self))

    @cached_property
    def messages(self) -> Mapping[str, str]:
        """Sentences that replace those of event kinds, by reason code."""
        gathered = self._gathered("horizons_messages")
        return {code: text for messages in gathered for code, text in messages.items()}

    @cached_property
    def view_model(self) -> ViewModel:
        """The rules of visibility, and the description of what is known."""
        return cast(ViewModel, self._provided("horizons_view", variant=self))

    @cached_property
    def report_form(self) -> ReportForm:
        """The schema and the renderings of reports."""
        return cast(ReportForm, self._provided("horizons_report", variant=self))

    def report_form_for(self, role: str) -> ReportForm:
        """Return the renderings of reports for this role ("" for empires).

        `GAMEMASTER` stands for the gamemaster, who sees all. Raises UnknownNameError.
        """
        if not role:
            return self.report_form
        sees_all = role == GAMEMASTER or self.role(role).sees_all
        return (sees_all and self.report_form.of_everything) or seat_report_form()

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles of people without an empire: spectator, and those that the variant adds."""
        return (SPECTATOR, *self.info.roles)

    def role(self, name: str) -> Role:
        """Return the role of this name; raises UnknownNameError."""
        for role in self.roles:
            if role.name == name:
                return role
        known = [role.name for role in self.roles]
        raise UnknownNameError(f"{self.name} has no role '{name}'", did_you_mean(name, known))

    def report_title(self, report: Mapping[str, Any]) -> str:
        """Return the title of a report's turn in the game's own words; "" if it has none."""
        title = self.report_form_for(report.get("role", "")).title
        return title(report) if title else ""

    @cached_property
    def stages(self) -> Mapping[str, str]:
        """The titles of the game's stages, by name, including those of mods."""
        return {**self.info.stages, **{n: t for mod in self.mods for n, t in mod.stages.items()}}

    @property
    def stage_check(self) -> bool:
        """True if the core refuses orders of other stages, rather than the variant's own rules."""
        return self.info.stage_check

    @property
    def takes_late_players(self) -> bool:
        """Return whether players can join a running game."""
        return takes_late_players(self.hook)

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """The bots by name: the variant's own, then `random` and `idle` unless it has its own."""
        own = self.own_bots
        return {**own, **{n: b for n, b in default_bots(self).items() if n not in own}}

    @cached_property
    def own_bots(self) -> dict[str, Bot]:
        """The bots of the variant and its mods; if there are fewer than two, also the core's.

        A mod's bot replaces the variant's of the same name.
        """
        gathered = self._gathered("horizons_bots", variant=self)
        by_name = {name: bot for bots in gathered for name, bot in bots.items()}
        return by_name if len(by_name) > 1 else {**default_bots(self), **by_name}

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of a game, including those of mods, with the defaults that mods set."""
        options = [*self.info.options, *(o for mod in self.mods for o in mod.options)]
        defaults = {name: value for mod in self.mods for name, value in mod.defaults.items()}
        known = [option.name for option in options]
        for name in defaults:
            if name not in known:
                hint = did_you_mean(name, known)
                place = self.places.of_text(name)
                raise PluginError(f"{place}: a mod sets an unknown option '{name}'", hint)
        return tuple(evolve(o, default=defaults.get(o.name, o.default)) for o in options)

    def checked_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options with defaults filled in; raises OptionError for a bad option."""
        return checked_options(self.name, self.options, chosen)

    @property
    def rules(self) -> Catalogue:
        """The catalogue of the clauses of the variant and its mods."""
        rulebook = catalogue(self.name, self.info.package)
        added = [c for m in self.mods if m.package for c in catalogue(self.name, m.package)]
        return Catalogue(self.name, (*rulebook.clauses, *added)) if added else rulebook

    @property
    def rules_digest(self) -> str:
        """The digest of the variant's own rule data."""
        return rules_digest(self.info.package)

    @property
    def source_digest(self) -> str:
        """The digest of the code of the core, the variant and its mods."""
        from horizons_core.plugins.versions import source_digest

        return source_digest(self.sources)

    @cached_property
    def highlights(self) -> Highlights:
        """The report's highlights and the statistics over turns: `report/highlights.yaml`."""
        from horizons_core.report.highlights import highlights_in

        return highlights_in([self.info.package, *(mod.package for mod in self.mods)])

    def _provided(self, name: str, **arguments: Any) -> Any:
        with as_plugin_error(name):
            answer = getattr(self.hook, name)(**arguments)
        if answer is None:
            raise PluginError(f"{self.places} has no {name}", f"write the hook {name}")
        return answer

    def _listed(self, name: str, answer: Any) -> Sequence[Any]:
        """Return a hook's answer; raises PluginError unless it is a list or tuple."""
        if not isinstance(answer, list | tuple):
            raise PluginError(
                (
                    f"{self.places.of_hook(name)}: {name} returns"
                    f" {shortened(repr(answer), 200)}, which is not a list"
                ),
                "return a list, even for one item: [item]",
            )
        return answer

    def _gathered(self, name: str, **arguments: Any) -> list[Mapping[str, Any]]:
        """Return the answers of all implementations, the variant's first; each must be a dict."""
        with as_plugin_error(name):
            answers = [answer for answer in getattr(self.hook, name)(**arguments) if answer]
        for answer in answers:
            if not isinstance(answer, Mapping) or not all(isinstance(key, str) for key in answer):
                raise PluginError(
                    (
                        f"{self.places.of_hook(name)}: {name} returns"
                        f" {shortened(repr(answer), 200)}, which is not a dict by name"
                    ),
                    "return a dict with text keys",
                )
        return answers[::-1]

    @cached_property
    def formats(self) -> dict[str, GameFormat]:
        """The formats of other programs for import and export, by name."""
        gathered = self._gathered("horizons_formats")
        return {name: format_ for formats in gathered for name, format_ in formats.items()}

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """Tools that need no game, by name; a mod may replace a tool of the variant."""
        with as_plugin_error("horizons_tools"):
            gathered = reversed(self.hook.horizons_tools(variant=self))
        tools = [tool for answer in gathered for tool in self._listed("horizons_tools", answer)]
        return {tool.name: tool for tool in tools}


def _place_of_info(plugin: Plugin, hook: str) -> str:
    return place_of(getattr(plugin, hook))


def _data_mods(mods: Sequence[Any]) -> list[DataMod]:
    """Return the mods that consist of data; their reader is imported only if there are mods."""
    if not mods:
        return []
    from horizons_core.plugins.data_mods import DataMod

    return [mod for mod in mods if isinstance(mod, DataMod)]


def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    return manager
