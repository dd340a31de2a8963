"""The state of a game, with its empires, worlds, units and outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar, runtime_checkable

import attrs
from attrs import define, frozen

from horizons_core.codec.limits import Between
from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.model.sight import Sight, known, secret, seen_from

#: Typographic apostrophes, as phones write them.
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\uff07", "'"))
#: The number of a turn, within its limits.
Turns = Annotated[int, Between(0, 1_000_000)]


@lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """Return the form used to compare names, regardless of case, underscores and spaces.

    All kinds of apostrophes are also treated as the same. The form is for comparisons only, not for
    display.
    """
    return " ".join(name.replace("_", " ").split()).translate(_APOSTROPHES).casefold()


def typed(name: str) -> str:
    """Return the form used to compare names in orders, however they were typed.

    Case is ignored, and so are the kind of apostrophe and a full stop after the last word of a
    line; spaces count.
    """
    form = name.translate(_APOSTROPHES).casefold()
    return form.rstrip(" .") or form


@cache
def _is_at_least(version: str, minimum: str) -> bool:
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) >= Version(minimum)
    except InvalidVersion:
        return True


@define(kw_only=True)
class Entity:
    """An object of a game, with an identity that lasts from turn to turn.

    Attributes:
        id: unique among the objects of its kind in a game; never changes.
    """

    id: str = known()


@define(kw_only=True)
class Empire(Entity):
    """One player's side. Its id is the player's name at set-up and never changes.

    Attributes:
        called: the empire's name in the game, if it differs from the id.
        stock: the amounts that the ledger counts, by account (`Economy.accounts`).
        active: False once the empire is out of the game.
        address: the address for its reports, if the game knows it.
        password: the hash of a password set by an order ("" for none); None lets the host decide.
        own_key: the key of this empire's private dice of the turn just run.
        own_commitment: the hash of the next turn's private key.
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
        """The empire's name in the game: `called`, or else the id."""
        return self.called or self.id


@attrs.frozen(kw_only=True)
class Seat:
    """A person without an empire, such as an umpire or a spectator.

    Everything about a seat is public, so it is not an `Entity` and has no degrees of sight.

    Attributes:
        id: the person's name.
        role: the name of a `Role`.
    """

    id: str
    role: str

    @property
    def name(self) -> str:
        """The name in reports and orders, as for empires."""
        return self.id


@define(kw_only=True)
class World(Entity):
    """A place that does not move: a sector, star or planet."""


@define(kw_only=True)
class Unit(Entity):
    """An object that belongs to an empire and may move: a ship, group or fleet.

    Attributes:
        owner: the id of the empire that owns it.
    """

    owner: str = seen_from(Sight.SEEN, hidden="")


@attrs.frozen(kw_only=True)
class Outcome:
    """The result of a finished game.

    Attributes:
        winners: their names; several or none for a draw.
        reason: why the game ended, in words.
        turn: the last turn.
    """

    winners: tuple[str, ...]
    reason: str
    turn: Turns


@attrs.frozen
class Rank:
    """An empire's rank at the end of a game.

    Attributes:
        empire: its name in the game.
        figures: the figures that decide the rank, by name; the first counts most.
    """

    empire: str
    figures: dict[str, float]


E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)


class HasEmpires(Protocol[E_co]):
    """A game with its own class of empires."""

    @property
    def empires(self) -> Sequence[E_co]:
        """The empires, in order of joining."""


class HasParticipants(HasEmpires[E_co], Protocol[E_co]):
    """A game with its own class of empires, and seats."""

    seats: list[Seat]


class FindsEmpires(Protocol[E_co]):
    """A game whose `empire` returns its own class of empires."""

    def empire(self, name: str) -> E_co:
        """Return the empire with this id, or else with this name."""


@define(kw_only=True)
class Game:
    """The whole state of a game after `turn` turns; turn 0 is the set-up.

    Attributes:
        schema: the version of the variant's format of saved games.
        variant: the variant's name.
        version: the version of the variant whose rules apply to the game.
        rules: the digest of that version's rule data.
        mods: the names of the active house rules, in order.
        data_mods: the texts of the house rules that consist of data only, by name.
        seats: the people without an empire, such as umpires and spectators.
        name: the gamemaster's name for the game.
        options: the options chosen at set-up, by name.
        secret: the master secret behind the keys of all turns; never shown to players.
        shared_chance: the shares that make up the secret, if players contributed any: `set_up` is
            the hash of the announced set-up, `gamemaster` the hash of the gamemaster's share, and
            `players` has `commitment` and `share` by name ("" if withheld).
        turn: the number of turns that have been run.
        turn_key: the key of the public dice of the turn just run.
        commitment: the hash of the next turn's public key.
        outcome: the result; None while the game is running.
        empires: the empires in the order of joining.
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
    if TYPE_CHECKING:  # subclasses narrow the element type, which a list[Empire] would not allow
        empires: list[Any] = known(factory=list)
    else:
        empires: list[Empire] = known(factory=list)
    seats: list[Seat] = known(factory=list, omitted=True)

    def plays_by(self, version: str) -> bool:
        """Return whether the game uses the rules of this version of its variant, or later ones.

        A rule that changed checks this, so that games begun earlier keep their rules. A game
        without a version, such as a scenario's, uses the latest rules.
        """
        return not self.version or _is_at_least(self.version, version)

    @property
    def participants(self: HasParticipants[E]) -> tuple[E | Seat, ...]:
        """All participants: the empires in their order, then the seats without an empire."""
        return (*self.empires, *self.seats)

    def empire(self: HasEmpires[E], name: str) -> E:
        """Return the empire with this id, or else with this name; raises UnknownNameError.

        Case is ignored, and an underscore counts as a space.
        """
        empire: E = _named(self.empires, name, "empire")
        return empire

    def seat(self, name: str) -> Seat:
        """Return the seat without an empire of this name; raises UnknownNameError."""
        seat: Seat = _named(self.seats, name, "seat")
        return seat

    def participant(self: HasParticipants[E], name: str) -> E | Seat:
        """Return the empire of this name, or else the seat; raises UnknownNameError."""
        participant: E | Seat = _named((*self.empires, *self.seats), name, "empire")
        return participant


if TYPE_CHECKING:
    #: The class of a game. Without it, a generic class is about any game: `TurnContext` alone is
    #: `TurnContext[Game]`. At run time these have no bounds, because Python 3.11 has no defaults
    #: for type variables.
    G = TypeVar("G", bound=Game, default=Game)
    G_co = TypeVar("G_co", bound=Game, covariant=True, default=Game)
    G_contra = TypeVar("G_contra", bound=Game, contravariant=True, default=Any)
else:
    G = TypeVar("G")
    G_co = TypeVar("G_co", covariant=True)
    G_contra = TypeVar("G_contra", contravariant=True)


def damage(game: Game) -> Iterator[str]:
    """Describe the faults that no saved game may have, in any variant."""
    if not re.fullmatch("[0-9a-f]{64}", game.secret):
        yield "its secret is not 64 hexadecimal digits"
    yield from duplicate_ids(game)
    for empire in game.empires:
        if not empire.id or not empire.id.isprintable():
            yield f"an empire has the id {empire.id!r}"
    if game.outcome is not None and game.outcome.turn > game.turn:
        yield f"it ended in turn {game.outcome.turn}, which has not been run"


def duplicate_ids(game: Game) -> Iterator[str]:
    """Yield a sentence for every list of the game that contains an id twice."""
    for field in attrs.fields(type(game)):
        entities = getattr(game, field.name)
        if isinstance(entities, list) and entities and isinstance(entities[0], Entity | Seat):
            ids = [entity.id for entity in entities if entity is not None]
            if len(set(ids)) < len(ids):
                duplicate = next(id_ for index, id_ in enumerate(ids) if id_ in ids[:index])
                yield f"two of its {field.name} have the id {duplicate!r}"


def highest_number(ids: Iterable[str], before: str = "") -> int:
    """Return the highest number in ids made of the prefix `before` and a number; 0 if none match.

    Games that number their objects by a counter check it with this: a saved counter that is not
    higher would assign an id a second time.
    """
    numbers = [id_[len(before) :] for id_ in ids if id_.startswith(before)]
    return max(
        (int(number) for number in numbers if re.fullmatch("[0-9]{1,18}", number)), default=0
    )


def _named(items: Sequence[Any], name: str, noun: str) -> Any:
    for item in items:
        if item.id == name:
            return item
    wanted_name = folded(name)
    for attribute in ("id", "name"):
        for item in items:
            if folded(getattr(item, attribute)) == wanted_name:
                return item
    known_names = [item.name for item in items]
    raise UnknownNameError(f"no {noun} '{name}' in this game", did_you_mean(name, known_names))


@runtime_checkable
class Victory(Protocol[G_contra]):
    """The rule that ends a game. A variant provides it; a mod may replace or wrap it."""

    def outcome(self, game: G_contra, turn: int) -> Outcome | None:
        """Return the result if the game is over after this turn; None otherwise."""


@frozen
class NoVictory:
    """A victory rule for games that only the gamemaster ends."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:  # noqa: ARG002 - the protocol's
        """Return None: the game continues."""
        return None
