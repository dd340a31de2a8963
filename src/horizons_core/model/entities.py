"""What a game is made of.

Variants subclass these attrs classes. Every field says from which degree of sight on an empire may
know it (`horizons_core.model.sight`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import attrs
from attrs import define

from horizons_core.codec.limits import Between
from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.model.names import folded
from horizons_core.model.sight import Sight, known, secret, seen_from

#: How many turns a game may have been run for.
Turns = Annotated[int, Between(0, 1_000_000)]


@cache
def _is_at_least(version: str, least: str) -> bool:
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) >= Version(least)
    except InvalidVersion:
        return True


@define(kw_only=True)
class Entity:
    """A thing of a game.

    Attributes:
        id: unique among its kind within a game; it never changes.
    """

    id: str = known()


@define(kw_only=True)
class Empire(Entity):
    """One player's side. Its id is the player's name at set-up and never changes.

    Attributes:
        called: its name in the game, where that is not the id.
        stock: what the ledger counts, by account (`Economy.accounts`).
        active: False once the empire is out of the game.
        address: where its reports go, if the game knows it.
        password: the hash of one set by an order ("" for none); None leaves the matter to the host.
        own_key: the key of the dice of the turn just run that only this empire may know.
        own_commitment: the hash of the next turn's.
    """

    called: str = known(default="")
    stock: dict[str, int] = seen_from(Sight.OWN, factory=dict)
    active: bool = known(default=True)
    address: str = seen_from(Sight.OWN, default="")
    password: str | None = secret(default=None)
    own_key: str = seen_from(Sight.OWN, default="")
    own_commitment: str = seen_from(Sight.OWN, default="")

    @property
    def name(self) -> str:
        """What it is called in the game."""
        return self.called or self.id


@attrs.frozen(kw_only=True)
class Seat:
    """The place of somebody without an empire: an umpire, a spectator.

    All of it is public, so it is no `Entity`: nobody is asked who may see it.

    Attributes:
        id: the person's name.
        role: the name of a `Role`.
    """

    id: str
    role: str

    @property
    def name(self) -> str:
        """What reports and orders call it, as with empires."""
        return self.id


@define(kw_only=True)
class World(Entity):
    """A place that does not move: a sector, star or planet."""


@define(kw_only=True)
class Unit(Entity):
    """A thing that belongs to an empire and may move: a ship, group or fleet.

    Attributes:
        owner: the id of the empire that it belongs to.
    """

    owner: str = seen_from(Sight.SEEN, hidden="")


@attrs.frozen(kw_only=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: their names; several or none for a draw.
        reason: why it ended, in words.
        turn: the last turn.
    """

    winners: tuple[str, ...]
    reason: str
    turn: Turns


@attrs.frozen
class Rank:
    """An empire's place in a ranking.

    Attributes:
        empire: its name in the game.
        figures: what decides, by name; the first counts most.
    """

    empire: str
    figures: dict[str, float]


@define(kw_only=True)
class Game:
    """The whole state of a game after `turn` turns; turn 0 is the set-up.

    Attributes:
        schema: the version of the shape in which the variant saves games.
        variant: the variant's name.
        version: the version of the variant whose rules the game is played by.
        rules: the digest of that version's rule data.
        mods: the names of the house rules in force, in order.
        data_mods: the texts of those house rules that are data alone, by name.
        seats: the people without an empire, such as umpires and spectators.
        name: what the gamemaster calls it.
        options: the options chosen at the set-up, by name.
        secret: the master secret, from which the keys of all turns come; no player ever sees it.
        shared_chance: whose shares of chance the secret follows from, if players have shared it:
            the hash of the set-up that was announced as `set_up`, that of the gamemaster's share as
            `gamemaster`, and as `players`, by name, `commitment` and `share`; the share is "" of
            those who withheld it and were left out.
        turn: how many turns were run.
        turn_key: the key of the public dice of the turn just run.
        commitment: the hash of the next turn's.
        outcome: how it ended; None while it goes on.
        empires: in the order in which they came into the game.
    """

    schema: int = known(default=1)
    variant: str = known(default="")
    version: str = known(default="")
    rules: str = known(default="")
    mods: tuple[str, ...] = known(default=())
    data_mods: dict[str, str] = known(factory=dict, omitted=True)
    name: str = known(default="")
    options: dict[str, Any] = known(factory=dict)
    secret: str = secret(default="")
    shared_chance: dict[str, Any] = known(factory=dict, omitted=True)
    turn: Turns = known(default=0)
    turn_key: str = known(default="")
    commitment: str = known(default="")
    outcome: Outcome | None = known(default=None)
    if TYPE_CHECKING:  # a list of one class may not be narrowed to one of its subclasses there
        empires: list[Any] = known(factory=list)
    else:
        empires: list[Empire] = known(factory=list)
    seats: list[Seat] = known(factory=list, omitted=True)

    def plays_by(self, version: str) -> bool:
        """Whether the game is played by the rules of this version of its variant, or later ones.

        A rule that changed asks this, so that games begun before go on as they began. A game
        without a version, such as a scenario's, is played by the latest rules.
        """
        return not self.version or _is_at_least(self.version, version)

    @property
    def participants(self) -> tuple[Any, ...]:
        """Everybody who takes part: the empires in their order, then the seats without one."""
        return (*self.empires, *self.seats)

    def empire(self, name: str) -> Any:
        """The empire of this id, or else of this name; raises UnknownNameError.

        Case does not matter, nor does an underscore for a blank.
        """
        return _named(self.empires, name, "empire")

    def seat(self, name: str) -> Seat:
        """The seat without an empire of this name; raises UnknownNameError as `empire` does."""
        seat: Seat = _named(self.seats, name, "seat")
        return seat

    def participant(self, name: str) -> Any:
        """The empire of this name, or else the seat; raises UnknownNameError as `empire` does."""
        return _named(self.participants, name, "empire")


def damage(game: Game) -> Iterator[str]:
    """Name what cannot be so in any saved game, in words."""
    if not re.fullmatch("[0-9a-f]{64}", game.secret):
        yield "its secret is not 64 hexadecimal digits"
    yield from doubles(game)
    for empire in game.empires:
        if not empire.id or not empire.id.isprintable():
            yield f"an empire has the id {empire.id!r}"
    if game.outcome is not None and game.outcome.turn > game.turn:
        yield f"it ended in turn {game.outcome.turn}, which was not run yet"


def doubles(game: Game) -> Iterator[str]:
    """Name every id that two things of one list of the game have, in words."""
    for field in attrs.fields(type(game)):
        things = getattr(game, field.name)
        if isinstance(things, list) and things and isinstance(things[0], Entity | Seat):
            ids = [thing.id for thing in things if thing is not None]
            if len(set(ids)) < len(ids):
                twice = next(id_ for at, id_ in enumerate(ids) if id_ in ids[:at])
                yield f"two of its {field.name} have the id {twice!r}"


def highest_number(ids: Iterable[str], before: str = "") -> int:
    """The highest number in ids of the form `before` and a number; 0 where there is none.

    A game that numbers its things by a counter asks for it: a saved counter that is not above it
    would give an id twice.
    """
    numbers = [id_[len(before) :] for id_ in ids if id_.startswith(before)]
    return max(
        (int(number) for number in numbers if re.fullmatch("[0-9]{1,18}", number)), default=0
    )


def _named(things: Sequence[Any], name: str, what: str) -> Any:
    for thing in things:
        if thing.id == name:
            return thing
    same = folded(name)
    for word in ("id", "name"):
        for thing in things:
            if folded(getattr(thing, word)) == same:
                return thing
    known_names = [thing.name for thing in things]
    raise UnknownNameError(f"no {what} '{name}' in this game", did_you_mean(name, known_names))
