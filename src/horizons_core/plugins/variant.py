"""A variant with its house rules, and what can be done with it: `Variant`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pluggy
from attrs import evolve

from horizons_core.bots import Bot
from horizons_core.codec import copy_of
from horizons_core.combat import Battle, CombatResolver
from horizons_core.errors import (
    OptionError,
    PluginError,
    UnknownNameError,
    did_you_mean,
)
from horizons_core.model.entities import Game, Rank, Seat
from horizons_core.model.knowledge import Observer, Shared, known_game
from horizons_core.model.ledger import Economy
from horizons_core.model.roles import SPECTATOR, Role
from horizons_core.model.victory import Victory
from horizons_core.model.views import View, ViewModel
from horizons_core.orders.commands import Command
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.orders.language import Language
from horizons_core.plugins import defaults, hooks
from horizons_core.plugins.author_errors import as_plugin_error
from horizons_core.plugins.checks import (
    VIEW_MODEL,
    check_commands,
    check_grammar,
    check_messages,
    check_options,
    check_provided,
    check_roles,
    check_unique,
)
from horizons_core.plugins.defaults import default_bots, no_map
from horizons_core.plugins.field_checks import check_game_class
from horizons_core.plugins.formats import GameFormat
from horizons_core.plugins.implementations import file_of, implementations
from horizons_core.plugins.info import ModInfo, Option, VariantInfo, checked_options
from horizons_core.plugins.joining import joined, take_seat, takes_late_players
from horizons_core.plugins.requirements import check_requirements, plate_of
from horizons_core.plugins.seats import known_to_seat, seat_data, seat_observer, seat_report_form
from horizons_core.report.document import ReportForm
from horizons_core.rng import Stream
from horizons_core.rules import Catalogue, catalogue, rules_digest
from horizons_core.turn import secrets
from horizons_core.turn.context import Phase
from horizons_core.turn.forecast import Foresight, foresee

if TYPE_CHECKING:
    from horizons_core.orders.options import OrderOptions
    from horizons_core.plugins.data_mods import DataMod


class Variant:
    """A game's rules: one variant with house rules (mods) after it, in their order.

    `module` answers the hooks of a variant: a module, a class, an object, or a mapping of names
    such as `globals()` in a notebook. Each of `mods` answers those of a mod, or is a `DataMod`.
    They need not be installed; `load_variant` gets those that are, by name.

    Raises PluginError, with file, name and remedy, for whatever can be found wrong before a game.

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
        """Check also what is asked for later: the view model, the report and the bots.

        `load_variant` leaves that out, since they take time to import.
        """
        check_provided(self._where, self.view_model, "horizons_view", VIEW_MODEL)
        check_provided(self._where, self.report_form, "horizons_report", ("text", "html"))
        for name, bot in self.bots.items():
            check_provided(self._where, bot, f"horizons_bots, '{name}',", ("orders",))

    def _check(self) -> None:
        """Raise PluginError for what can be found wrong before a game."""
        where = self._where
        check_game_class(cast(Any, self.info.game))
        check_options(where, self.options)
        check_options(where, self.info.join_options)
        check_commands(where, self.commands, self.phases)
        check_roles(where, self.roles, self.commands)
        check_grammar(where, self.language)
        check_messages(where, self.messages)
        check_provided(where, self.economy, "horizons_economy", ("accounts",))
        check_unique(where, "accounts", self.economy.accounts)
        check_provided(where, self.victory, "horizons_victory", ("outcome",))

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
        return tuple(self._provided("horizons_commands"))

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
        return tuple(self._provided("horizons_phases"))

    @cached_property
    def combat(self) -> CombatResolver:
        """What fights battles; raises PluginError if the game has none."""
        return cast(CombatResolver, self._provided("horizons_combat_resolver"))

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
        with as_plugin_error("horizons_messages"):
            gathered = [given for given in reversed(self.hook.horizons_messages()) if given]
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
        """What reports for this role ("" for empires) are rendered by."""
        return seat_report_form() if role else self.report_form

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
        with as_plugin_error("horizons_bots"):
            gathered = [bots for bots in reversed(self.hook.horizons_bots(variant=self)) if bots]
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

    def order_options(self, view: View) -> dict[str, OrderOptions]:
        """The orders that make sense with what is in a view, by keyword, with their arguments."""
        from horizons_core.orders.options import order_options

        return order_options(self.commands, view)

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

    def _provided(self, name: str, **arguments: Any) -> Any:
        with as_plugin_error(name):
            answer = getattr(self.hook, name)(**arguments)
        if answer is None:
            raise PluginError(f"{self._where} has no {name}", f"write the hook {name}")
        return answer

    def bot(self, name: str) -> Bot:
        """The bot of this name; raises UnknownNameError."""
        if name not in self.bots:
            raise UnknownNameError(
                f"{self.name} has no bot '{name}'", did_you_mean(name, self.bots)
            )
        return self.bots[name]

    @cached_property
    def formats(self) -> dict[str, GameFormat]:
        """The formats of other programs that games are read from and written in, by name."""
        gathered = [formats for formats in reversed(self.hook.horizons_formats()) if formats]
        return {name: each for formats in gathered for name, each in formats.items()}

    def format(self, name: str) -> GameFormat:
        """The format of this name; raises UnknownNameError."""
        if name not in self.formats:
            hint = did_you_mean(name, self.formats) if self.formats else "it has no formats at all"
            raise UnknownNameError(f"{self.name} has no format '{name}'", hint)
        return self.formats[name]

    # what people do with it

    def new_game(
        self,
        players: Sequence[str],
        *,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        name: str = "",
        seats: Mapping[str, str] | None = None,
    ) -> Game:
        """A game at turn 0. Without a seed its secret is 256 bits from the system's own chance.

        A seed is for tests and studies: whoever knows or guesses it knows all dice of the game.
        `seats` has people without an empire, by name, with their roles: `{"Uma": "umpire"}`.
        Raises OptionError for options, players or names that will not do, UnknownNameError for an
        unknown role.
        """
        self.info.check_players(list(players))
        self.info.check_names([*players, *(seats or {})])
        _check_name(name)
        checked = self.checked_options(options or {})
        secret = secrets.new_secret() if seed is None else secrets.secret_from_seed(seed)
        stream = Stream.from_key(secrets.turn_key(secret, 0), "create-game")
        game = self.hook.horizons_create_game(
            players=tuple(players), options=checked, stream=stream, variant=self
        )
        game.turn = 0
        for person, role in (seats or {}).items():
            take_seat(self.info, game, Seat(id=person, role=self.role(role).name))
        return self._completed(game, name, secret)

    def with_seat(self, game: Game, name: str, role: str) -> Game:
        """The game with a seat for somebody without an empire; the game given is not changed.

        Raises OptionError for a name that will not do, UnknownNameError for an unknown role.
        """
        after = copy_of(game)
        take_seat(self.info, after, Seat(id=name, role=self.role(role).name))
        return after

    def join(self, game: Game, player: str, options: Mapping[str, Any] | None = None) -> Game:
        """The game with one more player, between two turns; the game given is not changed.

        Chance comes from the game's secret, the turn and the player's name, so that it can be
        recomputed; no published key tells anything of it. Raises OptionError for a name that will
        not do, options that are refused, or a variant that takes no players into running games;
        GameOverError after the game's end.
        """
        return joined(self.info, self, game, player, options or {})

    def _completed(self, game: Any, name: str, secret: str) -> Game:
        """Fill in what every game has, at the turn at which it stands."""
        game.schema = self.info.schema
        game.variant, game.version, game.rules = self.name, self.info.version, self.rules_digest
        game.mods = tuple(mod.name for mod in self.mods)
        game.data_mods = dict(self.data_mods)
        game.name, game.secret, game.turn_key = name, secret, ""
        game.commitment = secrets.commitment(secrets.turn_key(secret, game.turn + 1))
        return cast(Game, game)

    def import_game(
        self,
        format_: str,
        folder: Path,
        *,
        players: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        name: str = "",
    ) -> Game:
        """A game of another program, read from a folder, that goes on from the turn it is at.

        `players` has them by the names of their empires in the files. The game gets a secret of its
        own. Raises UnknownNameError for a format that cannot be read, OptionError for players or a
        name that will not do, and SaveError for files that cannot be read.
        """
        read = self.format(format_).read
        if read is None:
            raise UnknownNameError(f"'{format_}' is a format that {self.name} only writes")
        _check_name(name)
        game = read(folder, players or {})
        self.info.check_players([empire.id for empire in game.empires])
        secret = secrets.new_secret() if seed is None else secrets.secret_from_seed(seed)
        return self._completed(game, name, secret)

    def export_game(self, game: Game, format_: str, folder: Path) -> None:
        """Write a game into a folder for another program; raises as `import_game` does."""
        write = self.format(format_).write
        if write is None:
            raise UnknownNameError(f"'{format_}' is a format that {self.name} only reads")
        write(game, folder)

    def observer(self, game: Game, empire: str) -> Observer:
        """How well the empire, or somebody without one, knows each entity of the game."""
        who = game.participant(empire)
        if isinstance(who, Seat):
            return seat_observer(game, self.role(who.role), self.view_model)
        return self.view_model.observer(game, who.id)

    def known(self, game: Game, empire: str, shared: Shared | None = None) -> Game:
        """The part of the game that the empire, or somebody without one, may know: a game, too.

        With `shared`, parts of it are those of other empires too: look at it, and change nothing.
        Raises UnknownNameError for a name that is no empire's.
        """
        who = game.participant(empire)
        if isinstance(who, Seat):
            return known_to_seat(game, self.role(who.role), self.view_model)
        return known_game(game, self.view_model.observer(game, who.id), shared)

    def view(self, game: Game, empire: str | None) -> View:
        """What the empire, or somebody without one, knows (None: the gamemaster's view, of all).

        Raises UnknownNameError for a name that is nobody's.
        """
        if empire is None:
            return self.view_of(game, None)
        name = game.participant(empire).id
        return self.view_of(self.known(game, name), name)

    def view_of(self, known: Game, empire: str | None) -> View:
        """The view of a game from which the secrets were taken out already (see `known`)."""
        role = next((seat.role for seat in known.seats if seat.id == empire), "")
        if role:
            data = seat_data(known, self.role(role), self.view_model)
        else:
            data = self.view_model.describe(known, empire)
        return View(self.name, known.name, known.turn, empire, data, role)

    def map(self, view: View) -> dict[str, Any]:
        """The map document of a view (`docs/formats.md`), which `horizons_core.report` draws.

        That of a role which does not see all has no places.
        """
        if not view.role:
            return self.view_model.map(view)
        if not self.role(view.role).sees_all:
            return no_map(view)
        return self.view_model.map(evolve(view, empire=None, role=""))

    def foresee(self, game: Game, empire: str, text: str) -> Foresight:
        """The turn that these orders would make if nobody else did anything.

        It is made from what the empire knows alone, and holds the remarks on the orders, the view
        after the turn and its report. Raises UnknownNameError for a name that is no empire's.
        """
        return foresee(self, game, empire, text)

    def check_orders(self, game: Game, empire: str, text: str) -> list[Diagnostic]:
        """All that can be said of an order text before the turn, from what the empire knows.

        Raises UnknownNameError for a name that is no empire's.
        """
        return self.foresee(game, empire, text).diagnostics

    def forecast(self, game: Game, empire: str, text: str) -> View:
        """The empire's view after these orders if nobody else did anything.

        `view["forecast"]` holds the events, ledger lines and diagnostics of that turn. Raises
        UnknownNameError for a name that is no empire's.
        """
        return self.foresee(game, empire, text).view

    def battle(self, spec: Mapping[str, Any]) -> Battle:
        """A battle from plain data, for `combat`; raises BattleError."""
        return self.combat.battle(spec)

    def ranking(self, game: Game) -> list[Rank]:
        """How the empires stand, the best first; empty if the variant does not say."""
        return list(self.hook.horizons_ranking(game=game, variant=self) or ())

    def put_off(self, game: Game, turn: int) -> bool:
        """Let this game not end by its last turn before that turn; False if it knows none."""
        return bool(self.hook.horizons_put_off(game=game, turn=turn))

    def invariants(self, game: Game) -> list[str]:
        """What must never be so and is so, in words; an empty list for a sound game."""
        gathered = self.hook.horizons_invariants(game=game, variant=self)
        return [fault for faults in gathered for fault in faults]


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


def _check_name(name: str) -> None:
    unfit = any(sign in name for sign in '"\r\n') or not (name + "x").isprintable()
    if unfit or len(name) > 60:
        raise OptionError(
            f"the game's name {name!r} will not do",
            "use at most 60 printable characters and no double quotes",
        )
