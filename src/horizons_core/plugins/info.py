"""The description of a variant or mod, with its version, options and appearance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

import attrs
from attrs import field, frozen

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model.entities import Game, folded
from horizons_core.model.views import Role
from horizons_core.orders.envelopes import Envelope
from horizons_core.orders.lines import OrderStyle

#: Motifs that pages can draw.
MOTIFS = ("orbits", "hexes", "stars", "lanes", "warp_points", "planets")
_COLOUR = re.compile("#[0-9a-f]{6}")
#: Converts the plain data of one schema version to the next.
Migration = Callable[[dict[str, Any]], dict[str, Any]]


@frozen
class Face:
    """The look of a game.

    Attributes:
        motif: one of `MOTIFS`, drawn next to the game's name.
        light: its colour on light pages, as in `#0a5a87`; text in this colour must be legible.
        dark: its colour on dark pages.
    """

    motif: str = "orbits"
    light: str = "#0a5a87"
    dark: str = "#7cc0ee"

    def __attrs_post_init__(self) -> None:
        if self.motif not in MOTIFS:
            raise OptionError(
                f"no motif '{self.motif}' of a face", did_you_mean(self.motif, MOTIFS)
            )
        for colour in (self.light, self.dark):
            if not _COLOUR.fullmatch(colour):
                raise OptionError(
                    f"'{colour}' is not a colour for a face", "write six digits, as in #0a5a87"
                )


@frozen
class Option:
    """A choice at set-up. The options of a game are public.

    Attributes:
        name: the option's name.
        kind: its type: int, float, bool or str.
        default: the value if the option is not set; None if the variant computes it.
        help: a description, in a sentence.
        minimum: the smallest number allowed.
        maximum: the largest number allowed.
        choices: the values allowed, if they are limited.
        secret: whether only the set-up uses it: games do not store it, and the gamemaster's program
            keeps it only to repeat the set-up.
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
        """Return the value in the option's type; raises OptionError with the allowed values."""
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
    name: str, options: Iterable[Option], chosen: Mapping[str, Any]
) -> dict[str, Any]:
    """Return all options with defaults filled in; raises OptionError for a bad option."""
    known = {option.name: option for option in options}
    for word in chosen:
        if word not in known:
            raise OptionError(f"{name} has no option '{word}'", did_you_mean(word, known))
    return {
        word: option.checked(chosen[word]) if chosen.get(word) is not None else option.default
        for word, option in known.items()
    }


def _default_envelope(info: VariantInfo) -> Envelope:
    return Envelope("#" + re.sub(r"\W|_", "", info.name).upper())


@frozen
class VariantInfo:
    """The description of a variant.

    Attributes:
        name: the name of its entry point.
        title: the title of the game.
        version: the version of its program.
        summary: a description, in a sentence.
        package: the importable package with its files (`orders.lark`, `rules.yaml`, `report/`); a
            variant in a single file needs none.
        game: the class of its games.
        envelope: the lines around orders; by default `#NAME game empire`.
        players: the smallest and the largest number of players.
        options: the options at set-up.
        schema: the number of the format of its saved games, counted from 1.
        migrations: `migrations[n]` converts plain data of schema n to schema n + 1.
        compatible_rules: digests of earlier rule data whose games continue under the current rules.
        earlier_rules: the digests of the rule data of each earlier version, latest first. The
            program still supports the rules of these versions: a game keeps its version until it is
            upgraded, and changed rules check `Game.plays_by`.
        style: the syntax of order lines.
        requires_core: the versions of Horizons that it works with, as in `>=0.1,<2`.
        roles: roles for people without an empire, in addition to spectator.
        join_options: the options of a player who joins a running game (`horizons_join_game`).
        face: the look of its pages.
        stages: the titles of its stages, by name (`horizons_stage`); "" is an ordinary turn.
        stage_check: whether the core refuses orders of other stages (`Command.stages`); False if
            the variant's own rules refuse them.
        combat_protocol: the protocol of the additional resolver methods that its games call, as
            `package.module:Class`; loading checks a resolver against it.
    """

    name: str
    title: str
    version: str
    summary: str
    package: str = ""
    game: type[Game] = Game
    envelope: Envelope = field(default=attrs.Factory(_default_envelope, takes_self=True))
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
    stages: Mapping[str, str] = field(factory=dict)
    stage_check: bool = True
    combat_protocol: str = ""

    def checked_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the variant's options without those of mods (see `Variant.checked_options`)."""
        return checked_options(self.name, self.options, chosen)

    def check_players(self, players: list[str]) -> None:
        """Raise OptionError for bad names of players or a wrong number of them."""
        low, high = self.players
        if not low <= len(players) <= high:
            raise OptionError(
                f"{self.title} is for {low} to {high} players, not {len(players)}",
                "name each player once",
            )
        self.check_names(players)

    def check_names(self, names: Iterable[str]) -> None:
        """Raise OptionError for names that are not allowed, or too similar to each other."""
        names_by_form: dict[str, str] = {}
        for name in names:
            if name != name.strip() or not name or not name.isprintable() or len(name) > 30:
                raise OptionError(
                    f"player name {name!r} is not valid",
                    "use 1 to 30 printable characters, without spaces at the ends",
                )
            if any(character in name for character in '"#;*/\\'):
                raise OptionError(
                    f"player name {name!r} contains a character that orders use",
                    'leave out " # ; * / and \\',
                )
            if folded(name) in names_by_form:
                raise OptionError(
                    f"two players are called '{names_by_form[folded(name)]}' and '{name}'",
                    "give every player a different name; case is ignored",
                )
            names_by_form[folded(name)] = name


@frozen
class ModInfo:
    """The description of a house rule: the variant that it changes, and how.

    Attributes:
        name: the name of its entry point.
        variant: the name of the variant that it changes.
        title: its title.
        version: the version of its program.
        summary: a description, in a sentence.
        rules: the clauses that it changes.
        options: options that it adds.
        defaults: other defaults for existing options, by name.
        requires: its requirements, such as `galaxy_g>=1.0`, `horizons>=0.1,<2`, or the name of
            another mod, which must come before it.
        package: the importable package with its own clauses (`rules.yaml`).
        stages: the titles of stages that it adds, by name (`horizons_stage`).
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
    stages: Mapping[str, str] = field(factory=dict)
