"""What a variant or mod says of itself, and the options a game of it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

import attrs
from attrs import field, frozen

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model.entities import Game
from horizons_core.model.names import folded
from horizons_core.model.roles import Role
from horizons_core.orders.envelopes import Envelope
from horizons_core.orders.lines import OrderStyle
from horizons_core.plugins.faces import Face

#: Turns the plain data of one schema version into that of the next.
Migration = Callable[[dict[str, Any]], dict[str, Any]]


@frozen
class Option:
    """One choice at set-up. The options of a game are public.

    Attributes:
        name: what it goes by.
        kind: its type: int, float, bool or str.
        default: what it is where nothing is chosen; None if the variant works it out.
        help: what it does, in a sentence.
        minimum: the least number that will do.
        maximum: the greatest.
        choices: the values that will do, if only some will.
        secret: whether it is for the set-up alone: games do not keep it, and the gamemaster's
            program keeps it only to make the set-up again.
    """

    name: str
    kind: type
    default: Any
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False

    def checked(self, value: Any) -> Any:
        """The value in the option's type; raises OptionError saying what is allowed."""
        if isinstance(value, str) and self.kind is not str:
            value = self._from_text(value)
        if type(value) is not self.kind:
            raise OptionError(f"option '{self.name}' takes {self._allowed()}, not {value!r}")
        low, high = self.minimum, self.maximum
        number: Any = value
        outside = (low is not None and number < low) or (high is not None and number > high)
        if (
            outside
            or (self.kind is float and not isfinite(number))
            or (self.choices and value not in self.choices)
        ):
            raise OptionError(f"option '{self.name}' takes {self._allowed()}, not {value!r}")
        return value

    def _from_text(self, text: str) -> Any:
        if self.kind is bool:
            return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
        try:
            return self.kind(text)
        except ValueError:
            return text

    def _allowed(self) -> str:
        if self.choices:
            return "one of " + ", ".join(self.choices)
        names = {int: "a whole number", bool: "yes or no", str: "a text", float: "a number"}
        words = names.get(self.kind, self.kind.__name__)
        if self.minimum is not None and self.maximum is not None:
            words += f" from {self.minimum} to {self.maximum}"
        return words


def checked_options(
    name: str, options: Iterable[Option], given: Mapping[str, Any]
) -> dict[str, Any]:
    """All options with defaults filled in; raises OptionError for an unknown or bad one."""
    known = {option.name: option for option in options}
    for word in given:
        if word not in known:
            raise OptionError(f"{name} has no option '{word}'", did_you_mean(word, known))
    return {
        word: option.checked(given[word]) if given.get(word) is not None else option.default
        for word, option in known.items()
    }


def _made_envelope(info: VariantInfo) -> Envelope:
    return Envelope("#" + re.sub(r"\W|_", "", info.name).upper())


@frozen
class VariantInfo:
    """What a variant says of itself.

    Attributes:
        name: what it goes by: the name of its entry point.
        title: what the game is called.
        version: the version of its program.
        summary: what it is like, in a sentence.
        package: where its files lie (`orders.lark`, `rules.yaml`, `reports/`), the name of an
            importable package; a variant of one file needs none.
        game: the class of its games.
        envelope: the lines around orders; `#NAME game empire` unless given.
        players: the least and the greatest number of players.
        options: what can be chosen at set-up.
        schema: counts the shapes that its saved games have had, from 1 on.
        migrations: `migrations[n]` turns plain data of schema n into data of n + 1.
        compatible_rules: digests of earlier rule data; games saved under them go on under today's.
        earlier_rules: by earlier version, the digests of its rule data, the last one first. The
            program still plays the rules of these versions: a game keeps its version until it is
            upgraded, and rules that have changed since ask `Game.plays_by`.
        style: how order lines are read.
        requires_core: which versions of Horizons will do, as in `>=0.1,<2`.
        roles: what people without an empire can be; everywhere they can be spectators.
        join_options: the choices of a player who joins a running game, where `horizons_join_game`
            lets players do so.
        face: what pages show beside its name.
    """

    name: str
    title: str
    version: str
    summary: str
    package: str = ""
    game: type[Game] = Game
    envelope: Envelope = field(default=attrs.Factory(_made_envelope, takes_self=True))
    players: tuple[int, int] = (2, 12)
    options: tuple[Option, ...] = ()
    schema: int = 1
    migrations: Mapping[int, Migration] = field(factory=dict)
    compatible_rules: tuple[str, ...] = ()
    earlier_rules: Mapping[str, tuple[str, ...]] = field(factory=dict)
    style: OrderStyle = OrderStyle()
    requires_core: str = ""
    roles: tuple[Role, ...] = ()
    join_options: tuple[Option, ...] = ()
    face: Face = Face()

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The variant's options without those of mods (see `Variant.checked_options`)."""
        return checked_options(self.name, self.options, given)

    def check_players(self, players: list[str]) -> None:
        """Raises OptionError if the players' names or their number will not do."""
        low, high = self.players
        if not low <= len(players) <= high:
            raise OptionError(
                f"{self.title} is for {low} to {high} players, not {len(players)}",
                "name each player once",
            )
        self.check_names(players)

    def check_names(self, names: Iterable[str]) -> None:
        """Raises OptionError if names of people will not do, together or each by itself."""
        seen: dict[str, str] = {}
        for name in names:
            if name != name.strip() or not name or not name.isprintable() or len(name) > 30:
                raise OptionError(
                    f"player's name {name!r} will not do",
                    "use 1 to 30 printable characters without blanks at the ends",
                )
            if any(character in name for character in '"#;*/\\'):
                raise OptionError(
                    f"player's name {name!r} holds a sign of the order language",
                    'leave out " # ; * / and \\',
                )
            if folded(name) in seen:
                raise OptionError(
                    f"two players are called '{seen[folded(name)]}' and '{name}'",
                    "give every player a name of their own; case does not count",
                )
            seen[folded(name)] = name


@frozen
class ModInfo:
    """What a house rule says of itself: the variant it changes, and what it does in one sentence.

    Attributes:
        name: what it goes by: the name of its entry point.
        variant: the name of the variant that it changes.
        title: what people call it.
        version: the version of its program.
        summary: what it does, in a sentence.
        rules: the clauses that it changes.
        options: options that it brings.
        defaults: other defaults for options that are there, by name.
        requires: what it fits, in words such as `galaxy_g>=1.0`, `horizons>=0.1,<2`, or another
            mod's name, which must come before it.
        package: where its own clauses lie (`rules.yaml`), the name of an importable package.
    """

    name: str
    variant: str
    title: str
    version: str
    summary: str
    rules: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    defaults: Mapping[str, Any] = field(factory=dict)
    requires: tuple[str, ...] = ()
    package: str = ""
