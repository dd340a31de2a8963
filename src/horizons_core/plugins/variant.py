"""A game's rules, and what people do with them: `Variant`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

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
from horizons_core.model.entities import Game, Rank, Seat
from horizons_core.model.knowledge import Observer, Shared, known_game
from horizons_core.model.things import Thing
from horizons_core.model.views import View
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.plugins.assembly import Assembly
from horizons_core.plugins.defaults import no_map
from horizons_core.plugins.formats import GameFormat
from horizons_core.plugins.joining import joined, take_seat
from horizons_core.plugins.seats import known_to_seat, seat_data, seat_observer
from horizons_core.rng import Stream
from horizons_core.turn import secrets
from horizons_core.turn.forecast import Foresight, foresee
from horizons_core.turn.keys import promise

if TYPE_CHECKING:
    from horizons_core.orders.options import OrderOptions


class Variant(Assembly):
    """A game's rules: one variant with house rules (mods) after it, in their order.

    `module` answers the hooks of a variant: a module, a class, an object, or a mapping of names
    such as `globals()` in a notebook. Each of `mods` answers those of a mod, or is a `DataMod`.
    They need not be installed; `load_variant` gets those that are, by name.

    Raises PluginError, with file, name and remedy, for whatever can be found wrong before a game.

    Attributes:
        info: what the variant says of itself.
        mods: what the mods say of themselves, in order.
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
    ) -> Game:
        """A game at turn 0. Its secret is 256 bits from the system's own chance.

        A seed is for tests and studies: whoever knows or guesses it knows all dice of the game.
        `secret` is for making a set-up once more, or for chance that all players have shared.
        `seats` has people without an empire, by name, with their roles: `{"Uma": "umpire"}`.
        Raises OptionError for options, players or names that will not do, UnknownNameError for an
        unknown role, ValueError for a secret of another form.
        """
        self.info.check_players(list(players))
        self.info.check_names([*players, *(seats or {})])
        _check_name(name)
        checked = self.checked_options(options or {})
        secret = secret or _drawn(seed)
        stream = Stream.from_key(secrets.hidden_key(secret, 0), "create-game")
        game = self.hook.horizons_create_game(
            players=tuple(players), options=checked, stream=stream, variant=self
        )
        if not isinstance(game, self.info.game):
            raise PluginError(
                f"{self._where}: horizons_create_game answers {shortened(repr(game), 200)}",
                f"return the game: a {self.info.game.__name__}",
            )
        game.turn = 0
        for person, role in (seats or {}).items():
            take_seat(self.info, game, Seat(id=person, role=self.role(role).name))
        return self._completed(game, name, secret)

    def order_options(self, view: View) -> dict[str, OrderOptions]:
        """The orders that make sense with what is in a view, by keyword, with their arguments."""
        from horizons_core.orders.options import order_options

        return order_options(self.commands, view)

    @property
    def earlier_versions(self) -> Collection[str]:
        """The earlier versions by whose rules games are still played."""
        return self.info.earlier_rules

    def order_text(self, lines: Sequence[str]) -> str:
        """A text of orders, such as those that were chosen among `order_options`, an order a line.

        An order language that asks for more, such as sections, has a method `arranged(lines)`.
        """
        arranged = getattr(self.language, "arranged", None) or text_of_lines
        return str(arranged(lines))

    def with_order(self, text: str, line: str, about: str = "") -> tuple[str, int]:
        """A text with one more order, where it belongs, and the number of its line, from 1 on.

        `about` is the name of the thing that the order is about, if there is one. A language in
        which the place counts has a method `inserted(text, line, about)`.
        """
        from horizons_core.orders.inserting import with_order

        return with_order(self.language, text, line, about)

    def things(self, view: View) -> list[Thing]:
        """The things of a view that orders can name, those that are places of the map at the end.

        A view model with a method `things(view)` says which; every place that is none of them can
        be named by its id. Of somebody without an empire there are places alone.
        """
        own = getattr(self.view_model, "things", None)
        found: list[Thing] = [] if own is None or view.role else list(own(view))
        told = {thing.place for thing in found if thing.is_place}
        places = [
            Thing(place["id"], "place", place["id"], place["title"], yours=False, is_place=True)
            for place in self.map(view)["places"]
            if place["id"] not in told
        ]
        return [*found, *places]

    def bot(self, name: str) -> Bot:
        """The bot of this name; raises UnknownNameError."""
        if name not in self.bots:
            raise UnknownNameError(
                f"{self.name} has no bot '{name}'", did_you_mean(name, self.bots)
            )
        return self.bots[name]

    def format(self, name: str) -> GameFormat:
        """The format of this name; raises UnknownNameError."""
        if name not in self.formats:
            hint = did_you_mean(name, self.formats) if self.formats else "it has no formats at all"
            raise UnknownNameError(f"{self.name} has no format '{name}'", hint)
        return self.formats[name]

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
        for empire in game.empires:
            empire.own_key = ""
        promise(game, secret)
        put_in_order(game)  # as after every turn
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
        try:
            self.info.check_players([empire.id for empire in game.empires])
        except OptionError as problem:
            hint = f"{problem.hint}, and say who plays an empire whose own name will not do"
            raise OptionError(f"{folder}: {problem.message}", hint) from None
        return self._completed(game, name, _drawn(seed))

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

    @gc_paused()
    def views(self, game: Game, of: Iterable[str] | None = None) -> dict[str, View]:
        """The views of everybody, by their ids: empires, then seats without one (see `view`).

        With `of` those of these alone, in their order. What several know alike is looked at once,
        so this takes less time than a view of each. Raises UnknownNameError as `view` does.
        """
        shared: Shared = {}
        names = [one.id for one in (game.participants if of is None else map(game.participant, of))]
        return {name: self.view_of(self.known(game, name, shared), name) for name in names}

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

    def foresee(
        self, game: Game, empire: str, text: str, most_steps: int | None = None
    ) -> Foresight:
        """The turn that these orders would make if nobody else did anything.

        It is made from what the empire knows alone, and holds the remarks on the orders, the view
        after the turn and its report. With `most_steps` the work is limited: a step is a line, an
        order tried, an event or a booking. Raises UnknownNameError for a name that is no empire's,
        TooManyStepsError beyond the limit.
        """
        return foresee(self, game, empire, text, most_steps)

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

    @property
    def battle_schema(self) -> Mapping[str, Any]:
        """What a battle looks like as plain data, as a JSON Schema; empty if nobody says."""
        return getattr(self.combat, "battle_schema", {})

    def ranking(self, game: Game) -> list[Rank]:
        """How the empires stand, the best first; empty if the variant does not say."""
        answer = self.hook.horizons_ranking(game=game, variant=self) or ()
        return list(self._listed("horizons_ranking", answer))

    def put_off(self, game: Game, turn: int) -> bool:
        """Let this game not end by its last turn before that turn; False if it knows none."""
        return bool(self.hook.horizons_put_off(game=game, turn=turn))

    def invariants(self, game: Game) -> list[str]:
        """What must never be so and is so, in words; an empty list for a sound game."""
        gathered = self.hook.horizons_invariants(game=game, variant=self)
        return [
            fault
            for faults in gathered
            for fault in self._listed("horizons_invariants", faults or ())
        ]


def _drawn(seed: int | str | None) -> str:
    """The secret of a seed; without one, 256 bits that nobody can guess."""
    return secrets.new_secret() if seed is None else secrets.secret_from_seed(seed)


def _check_name(name: str) -> None:
    unfit = any(sign in name for sign in '"\r\n') or not (name + "x").isprintable()
    if unfit or len(name) > 60:
        raise OptionError(
            f"the game's name {name!r} will not do",
            "use at most 60 printable characters and no double quotes",
        )
