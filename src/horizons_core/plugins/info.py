"""What a variant or mod says of itself, and the options a game of it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model.entities import Game
from horizons_core.model.names import folded
from horizons_core.orders.envelopes import Envelope
from horizons_core.orders.language import LanguageMaker
from horizons_core.orders.lines import OrderStyle

#: Turns the plain data of one schema version into that of the next.
Migration = Callable[[dict[str, Any]], dict[str, Any]]


@frozen
class Option:
    """One choice at set-up. `default` None means that the variant works it out.

    The options of a game are public. A `secret` one is for the set-up alone: games do not keep it.
    """

    name: str
    kind: type
    default: Any
    help: str
    minimum: int | None = None
    maximum: int | None = None
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
        if outside or (self.choices and value not in self.choices):
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


@frozen
class VariantInfo:
    """A variant's name plate.

    `package` is where its files lie: `orders.lark`, `rules.yaml`. `schema` counts the shapes that
    its saved games have had; `migrations[n]` turns data of schema n into n + 1. Games saved under
    `compatible_rules` (digests of earlier rule data) go on under today's. `style` says how order
    lines are read. `language` makes a language of the variant's own, which then needs no
    `orders.lark`.
    """

    name: str
    title: str
    version: str
    summary: str
    package: str
    game: type[Game]
    envelope: Envelope
    players: tuple[int, int]
    options: tuple[Option, ...] = ()
    schema: int = 1
    migrations: Mapping[int, Migration] = field(factory=dict)
    compatible_rules: tuple[str, ...] = ()
    style: OrderStyle = OrderStyle()
    language: LanguageMaker | None = None

    def checked_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with defaults filled in; raises OptionError for an unknown or bad one."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(f"{self.name} has no option '{name}'", did_you_mean(name, known))
        return {
            name: option.checked(given[name]) if given.get(name) is not None else option.default
            for name, option in known.items()
        }

    def check_players(self, players: list[str]) -> None:
        """Raises OptionError if the players' names or their number will not do."""
        low, high = self.players
        if not low <= len(players) <= high:
            raise OptionError(
                f"{self.title} is for {low} to {high} players, not {len(players)}",
                "name each player once",
            )
        seen: dict[str, str] = {}
        for name in players:
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
    """A house rule's name plate: the variant it changes, and what it does in one sentence."""

    name: str
    variant: str
    title: str
    version: str
    summary: str
    rules: tuple[str, ...] = ()
