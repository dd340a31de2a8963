"""A game's rules with all operations on its games (`Variant`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, cast

from attrs import evolve

from horizons_core.bots import Bot, text_of_lines
from horizons_core.codec import copy_of, put_in_order
from horizons_core.combat import Battle
from horizons_core.errors import (
    OptionError,
    PluginError,
    UnknownNameError,
    did_you_mean,
    shortened,
)
from horizons_core.gc_pause import gc_paused
from horizons_core.model.entities import G, G_co, Game, Rank, Seat
from horizons_core.model.knowledge import Observer, Shared, known_game
from horizons_core.model.views import SPECTATOR, Thing, ThingList, View
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.plugins.assembly import Assembly
from horizons_core.plugins.checks import check_stage, check_texts
from horizons_core.plugins.defaults import no_map
from horizons_core.plugins.implementations import as_plugin_error
from horizons_core.plugins.seats import (
    known_to_seat,
    seat_data,
    seat_observer,
    take_seat,
    with_player,
)
from horizons_core.plugins.tools import GameFormat
from horizons_core.rng import Stream
from horizons_core.turn import secrets
from horizons_core.turn.forecast import Foresight, foresee
from horizons_core.turn.secrets import commit_to_keys

if TYPE_CHECKING:
    from horizons_core.orders.card_fields import FilledCard
    from horizons_core.orders.choices import OrderStep
    from horizons_core.orders.commands import Command
    from horizons_core.orders.options import OrderOptions


class Variant(Assembly, Generic[G_co]):
    """A game's rules: one variant with house rules (mods), in order.

    `Variant[Game]` tells type checkers the class of its games.

    `module` implements the hooks of a variant: a module, a class, an object, or a mapping of names
    such as `globals()` in a notebook. Each of `mods` implements those of a mod, or is a `DataMod`.
    They need not be installed; `load_variant` loads installed rules by name.

    Raises PluginError, with file, name and remedy, for mistakes that can be found without a game.

    Attributes:
        info: the variant's description.
        mods: the descriptions of the mods, in order.
    """

    def new_game(
        self,
        players: Sequence[str],
        *,
        seed: int | str | None = None,
        secret: str | None = None,
        options: Mapping[str, Any] | None = None,
        name: str = "",
        seats: Mapping[str, str] | None = None,
    ) -> G_co:
        """Create a game at turn 0, with a secret of 256 bits from the system's random source.

        A seed is for tests and studies: anyone who knows or guesses it knows all dice of the game.
        `secret` is for repeating a set-up, or for a random seed that all players contributed to.
        `seats` has people without an empire, by name, with their roles: `{"Uma": "umpire"}`.
        Raises OptionError for bad options, players or names, UnknownNameError for an unknown role,
        ValueError for a secret in another format.
        """
        self.info.check_players(list(players))
        self.info.check_names([*players, *(seats or {})])
        _check_name(name)
        checked = self.checked_options(options or {})
        secret = secret or _secret_for(seed)
        stream = Stream.from_key(secrets.hidden_key(secret, 0), "create-game")
        game = self.hook.horizons_create_game(
            players=tuple(players), options=checked, stream=stream, variant=self
        )
        if not isinstance(game, self.info.game):
            raise PluginError(
                f"{self.places.of_hook('horizons_create_game')}: horizons_create_game returns"
                f" {shortened(repr(game), 200)}",
                f"return the game: a {self.info.game.__name__}",
            )
        game.turn = 0
        for person, role in (seats or {}).items():
            take_seat(self.info, game, Seat(id=person, role=self.role(role).name))
        return self._completed(game, name, secret)

    def order_options(self, view: View) -> dict[str, OrderOptions]:
        """Return the orders that make sense in a view, by keyword, with their arguments."""
        from horizons_core.orders.options import order_options

        return order_options(self.commands, view, self)

    def choices(
        self, view: View, command: str, chosen: Mapping[str, Any] | None = None
    ) -> OrderStep | None:
        """Return the next argument of an order with its choices; None if the order is complete.

        `chosen` has the values of the arguments chosen so far, by name: words, a number or a
        `Choice`; None for an argument that is left out; a list for several values, with None at its
        end when it is complete. Raises UnknownNameError for an unknown command or argument,
        OrderError for arguments that cannot be given together.
        """
        from horizons_core.orders.choices import next_step

        return next_step(self.command(command), view, chosen or {}, self)

    def card(
        self,
        view: View,
        command: str,
        chosen: Mapping[str, Any] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> FilledCard | None:
        """Return the arguments of an order that are chosen together, with figures of the result.

        `chosen` has the arguments chosen before (see `choices`), `values` those chosen on the card.
        None if another argument comes first, or if the command has no card. Raises like `choices`.
        """
        from horizons_core.orders.card_fields import fill_card

        return fill_card(self.command(command), view, chosen or {}, values or {}, self)

    def order_line(self, command: str, chosen: Mapping[str, Any] | None = None) -> str:
        """Return the order with these arguments, as players write it; see `choices`.

        Raises UnknownNameError for an unknown command or argument, OrderError if an argument is
        missing, or if these arguments cannot be given together.
        """
        from horizons_core.orders.choices import order_line

        return order_line(self.command(command), chosen or {})

    def command(self, keyword: str) -> Command:
        """Return the command with this keyword; raises UnknownNameError."""
        known = self.language.by_keyword
        if keyword not in known:
            raise UnknownNameError(
                f"{self.name} has no order '{shortened(keyword, 40)}'", did_you_mean(keyword, known)
            )
        return known[keyword]

    def stocks(self, view: View) -> dict[str, float]:
        """Return what the reader of a view can spend, by the names of the stocks.

        They come from the view model's method `stocks(view)`, and the costs of choices
        (`Choice.cost`) refer to them.
        """
        list_stocks = getattr(self.view_model, "stocks", None)
        return {} if list_stocks is None or view.role else dict(list_stocks(view))

    @property
    def earlier_versions(self) -> Collection[str]:
        """The earlier versions whose rules are still supported."""
        return self.info.earlier_rules

    def order_text(self, lines: Sequence[str]) -> str:
        """Join order lines, such as choices among `order_options`, into a text of orders.

        A language that needs more than lines, such as sections, has a method `arranged(lines)`.
        """
        arranged = getattr(self.language, "arranged", None) or text_of_lines
        return str(arranged(lines))

    def with_order(self, text: str, line: str, about: str = "") -> tuple[str, int]:
        """Insert an order into a text; return the text and the number of its line, from 1.

        `about` is the name of the object of the order, if there is one. A language whose orders
        depend on their place has a method `inserted(text, line, about)`.
        """
        from horizons_core.orders.language import with_order

        return with_order(self.language, text, line, about)

    def things(self, view: View) -> list[Thing]:
        """Return the objects of a view that orders can name, and at the end the places of the map.

        They come from the view model's method `things(view)`; every other place can be named by
        its id. People without an empire get places only.
        """
        return list(self._thing_list(view).things)

    def named_things(self, view: View) -> Mapping[tuple[str, str], Thing]:
        """Return the objects of a view that orders can name, by kind and folded words."""
        return self._thing_list(view).by_words

    def _thing_list(self, view: View) -> ThingList:
        """Return the things of a view; those of the latest view are kept.

        An order takes several steps, and listing all things takes longer than a step.
        """
        things = self._latest.things
        if things is None or things.view is not view:
            things = self._latest.things = ThingList(view, tuple(self._listed_things(view)))
        return things

    def _listed_things(self, view: View) -> list[Thing]:
        list_things = getattr(self.view_model, "things", None)
        things: list[Thing] = [] if list_things is None or view.role else list(list_things(view))
        listed_places = {thing.place for thing in things if thing.is_place}
        places = [
            Thing(place["id"], "place", place["id"], place["title"], yours=False, is_place=True)
            for place in self.map(view)["places"]
            if place["id"] not in listed_places
        ]
        return [*things, *places]

    def bot(self, name: str) -> Bot:
        """Return the bot of this name; raises UnknownNameError."""
        if name not in self.bots:
            raise UnknownNameError(
                f"{self.name} has no bot '{name}'", did_you_mean(name, self.bots)
            )
        return self.bots[name]

    def format(self, name: str) -> GameFormat:
        """Return the format of this name; raises UnknownNameError."""
        if name not in self.formats:
            hint = did_you_mean(name, self.formats) if self.formats else "it has no formats"
            raise UnknownNameError(f"{self.name} has no format '{name}'", hint)
        return self.formats[name]

    def with_seat(self, game: G, name: str, role: str) -> G:
        """Return a copy of the game with a seat for a person without an empire.

        Raises OptionError for a bad name, UnknownNameError for an unknown role.
        """
        after = copy_of(game)
        take_seat(self.info, after, Seat(id=name, role=self.role(role).name))
        return after

    def join(self, game: G, player: str, options: Mapping[str, Any] | None = None) -> G:
        """Return a copy of the game with one more player, between two turns.

        The dice depend on the game's secret, the turn and the player's name, so they can be
        recomputed; no published key reveals them. Raises OptionError for a bad name or options, or
        if the variant does not allow joining; GameOverError after the game's end.
        """
        return with_player(self.info, self, game, player, options or {})

    def _completed(self, game: Game, name: str, secret: str) -> G_co:
        """Set the fields that every game has, at its current turn."""
        game.schema = self.info.schema
        game.variant, game.version, game.rules = self.name, self.info.version, self.rules_digest
        game.mods = tuple(mod.name for mod in self.mods)
        game.data_mods = dict(self.data_mods)
        game.name, game.secret, game.turn_key = name, secret, ""
        for empire in game.empires:
            empire.own_key = ""
        commit_to_keys(game, secret)
        put_in_order(game)  # as after every turn
        return cast(G_co, game)

    def import_game(
        self,
        format_: str,
        folder: Path,
        *,
        players: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        name: str = "",
    ) -> G_co:
        """Read a game of another program from a folder; it continues from its current turn.

        `players` has them by the names of their empires in the files. The game gets a new secret.
        Raises UnknownNameError for a format that cannot be read, OptionError for bad players or a
        bad name, and SaveError for files that cannot be read.
        """
        read = self.format(format_).read
        if read is None:
            raise UnknownNameError(f"'{format_}' is a format that {self.name} only writes")
        _check_name(name)
        game = read(folder, players or {})
        try:
            self.info.check_players([empire.id for empire in game.empires])
        except OptionError as problem:
            hint = f"{problem.hint}, and name a player for each empire whose own name is not valid"
            raise OptionError(f"{folder}: {problem.message}", hint) from None
        return self._completed(game, name, _secret_for(seed))

    def export_game(self, game: Game, format_: str, folder: Path) -> None:
        """Write a game to a folder for another program; raises as `import_game` does."""
        write = self.format(format_).write
        if write is None:
            raise UnknownNameError(f"'{format_}' is a format that {self.name} only reads")
        write(game, folder)

    def observer(self, game: Game, empire: str) -> Observer:
        """Return a function that returns how well an empire or a seat knows an entity."""
        participant = game.participant(empire)
        if isinstance(participant, Seat):
            return seat_observer(game, self.role(participant.role), self.view_model)
        return self.view_model.observer(game, participant.id)

    def known(self, game: G, empire: str, shared: Shared | None = None) -> G:
        """Return as a game what an empire, or a person without an empire, may know of it.

        With `shared` it contains parts of other empires' games, so it must not be changed.
        Raises UnknownNameError for an unknown empire.
        """
        participant = game.participant(empire)
        if isinstance(participant, Seat):
            return known_to_seat(game, self.role(participant.role), self.view_model)
        return known_game(game, self.view_model.observer(game, participant.id), shared)

    def view(self, game: Game, empire: str | None) -> View:
        """Return the view of an empire or of a person without one; None stands for the gamemaster.

        Raises UnknownNameError for an unknown name.
        """
        if empire is None:
            return self.view_of(game, None)
        name = game.participant(empire).id
        return self.view_of(self.known(game, name), name)

    @gc_paused()
    def views(self, game: Game, of: Iterable[str] | None = None) -> dict[str, View]:
        """Return all participants' views, by their ids: empires, then seats (see `view`).

        With `of`, only these participants' views, in that order. Parts that several participants
        know identically are processed once, so this is faster than a `view` for each. Raises
        UnknownNameError as `view` does.
        """
        shared: Shared = {}
        participants = game.participants if of is None else map(game.participant, of)
        names = [participant.id for participant in participants]
        return {name: self.view_of(self.known(game, name, shared), name) for name in names}

    def view_of(self, known: Game, empire: str | None) -> View:
        """Return the view of a game without its hidden parts, which `known` has removed."""
        role = next((seat.role for seat in known.seats if seat.id == empire), "")
        if role:
            data = seat_data(known, self.role(role), self.view_model)
        else:
            data = self.view_model.describe(known, empire)
        return View(self.name, known.name, known.turn, empire, data, role, self.stage(known))

    def publicly_known(self, game: G) -> G:
        """Return the public part of the game, which is what a spectator may know, as a game."""
        return known_to_seat(game, SPECTATOR, self.view_model)

    def public_view(self, known: Game) -> View:
        """Return the view that spectators share, of the public part of a game."""
        data = seat_data(known, SPECTATOR, self.view_model)
        stage = self.stage(known)
        return View(self.name, known.name, known.turn, None, data, SPECTATOR.name, stage)

    def stage(self, game: Game) -> str:
        """Return the stage of the game that the next turn's orders are for; "" if ordinary.

        Raises PluginError for a stage that the variant does not declare.
        """
        if not self._names_stages:
            return ""
        with as_plugin_error("horizons_stage"):
            stage = self.hook.horizons_stage(game=game)
        check_stage(self.places, "horizons_stage", "horizons_stage returns", stage, self.stages)
        return str(stage)

    @cached_property
    def _names_stages(self) -> bool:
        """False if only the core answers the hook; then views need not call it."""
        return len(self.hook.horizons_stage.get_hookimpls()) > 1

    def turn_title(self, game: Game) -> str:
        """Return the title of the next turn in the game's own words; "" if it has none.

        Raises PluginError for a title that is not a text.
        """
        with as_plugin_error("horizons_turn_title"):
            title = self.hook.horizons_turn_title(game=game, variant=self)
        if not isinstance(title, str):
            raise PluginError(
                f"{self.places.of_hook('horizons_turn_title')}: horizons_turn_title returns"
                f" {shortened(repr(title), 200)}",
                "return a text",
            )
        return title

    def awaited(self, game: Game) -> tuple[str, ...]:
        """Return the ids of the seats whose orders the next turn needs, in the game's order.

        By default these are the empires that are still in the game; none after its end. Raises
        PluginError for an answer that does not name seats of the game.
        """
        if game.outcome is not None:
            return ()
        with as_plugin_error("horizons_awaited"):
            answer = self.hook.horizons_awaited(game=game)
        check_texts(self.places, "horizons_awaited", "the answer of horizons_awaited", answer)
        known = [participant.id for participant in game.participants]
        for name in answer:
            if name not in known:
                raise PluginError(
                    f"{self.places.of_hook('horizons_awaited')}: horizons_awaited names '{name}',"
                    " who is not in the game",
                    did_you_mean(name, known),
                )
        return tuple(name for name in known if name in answer)

    @property
    def has_stages(self) -> bool:
        """True if its turns may differ in stage or title, or need the orders of some seats only."""
        hooks = (self.hook.horizons_awaited, self.hook.horizons_turn_title)
        return bool(self.stages) or any(len(hook.get_hookimpls()) > 1 for hook in hooks)

    def map(self, view: View) -> dict[str, Any]:
        """Return the map document of a view (`docs/formats.md`) for `horizons_core.report`.

        The map of a role that does not see everything has no places.
        """
        if view.role and not self.role(view.role).sees_all:
            return no_map(view)
        document = self.view_model.map(evolve(view, empire=None, role="") if view.role else view)
        if "places" not in document:
            raise PluginError(
                f"{self.places.of_hook('horizons_view')}: the view model's map has no 'places'",
                "return a map document (docs/formats.md); for a game without a map, subclass"
                " DefaultViewModel and leave out `map`",
            )
        return document

    def public_map(self, view: View) -> dict[str, Any]:
        """Return the map document of a public view; it has no places if the map isn't public."""
        draw = getattr(self.view_model, "spectator_map", None)
        return no_map(view) if draw is None else dict(draw(view))

    def foresee(
        self, game: Game, empire: str, text: str, max_steps: int | None = None
    ) -> Foresight:
        """Return the turn that these orders would cause if nothing else happened.

        It is made only from the empire's knowledge, and includes the remarks on the orders, the
        view after the turn and its report. `max_steps` limits the work: a step is a line, an
        attempted order, an event or a booking. Raises UnknownNameError for an unknown empire,
        TooManyStepsError beyond the limit.
        """
        return foresee(self, game, empire, text, max_steps)

    def check_orders(self, game: Game, empire: str, text: str) -> list[Diagnostic]:
        """Return all remarks on an order text before the turn, from the empire's knowledge.

        Raises UnknownNameError for an unknown empire.
        """
        return self.foresee(game, empire, text).diagnostics

    def forecast(self, game: Game, empire: str, text: str) -> View:
        """Return the empire's view after these orders if nothing else happened.

        `view["forecast"]` holds the events, ledger lines and diagnostics of that turn. Raises
        UnknownNameError for an unknown empire.
        """
        return self.foresee(game, empire, text).view

    def battle(self, spec: Mapping[str, Any]) -> Battle:
        """Return a battle made from plain data, for `combat`; raises BattleError."""
        return self.combat.battle(spec)

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a battle's plain data; empty if the resolver has none."""
        return getattr(self.combat, "battle_schema", {})

    def ranking(self, game: Game) -> list[Rank]:
        """Rank the empires, best first; empty if the variant has no ranking."""
        answer = self.hook.horizons_ranking(game=game, variant=self) or ()
        return list(self._listed("horizons_ranking", answer))

    def postpone_end(self, game: Game, turn: int) -> bool:
        """Keep this game from ending by its last turn before `turn`; False if it has none."""
        return bool(self.hook.horizons_postpone_end(game=game, turn=turn))

    def invariants(self, game: Game) -> list[str]:
        """Return a sentence for each violated invariant; an empty list for a sound game."""
        gathered = self.hook.horizons_invariants(game=game, variant=self)
        return [
            fault
            for faults in gathered
            for fault in self._listed("horizons_invariants", faults or ())
        ]


def _secret_for(seed: int | str | None) -> str:
    """Return the secret for a seed; without a seed, 256 random bits."""
    return secrets.new_secret() if seed is None else secrets.secret_from_seed(seed)


def _check_name(name: str) -> None:
    unfit = any(char in name for char in '"\r\n') or not (name + "x").isprintable()
    if unfit or len(name) > 60:
        raise OptionError(
            f"the game's name {name!r} is not valid",
            "use at most 60 printable characters and no double quotes",
        )
