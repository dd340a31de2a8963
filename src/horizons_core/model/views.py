"""Views, which are the knowledge of an empire or a role as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from attrs import define, field, frozen

from horizons_core.model.entities import G_contra, folded
from horizons_core.model.knowledge import Observer

#: The role that stands for the gamemaster in a report.
GAMEMASTER = "gamemaster"
Fact = str | int | float


@frozen
class Role:
    """The role of a person without an empire.

    Each command declares the roles that may give it (`Command.roles`).

    Attributes:
        name: the role's name, for programs.
        title: the name as reports show it.
        help: a description, in one sentence.
        sees_all: whether the role gets the gamemaster's view and all events; other roles get public
            information only.
    """

    name: str
    title: str
    help: str
    sees_all: bool = False


#: The role that every variant offers.
SPECTATOR = Role(
    "spectator", "Spectator", "Follows the game with public information only and gives no orders."
)


@frozen
class Thing:
    """An object in a view that orders can name.

    Attributes:
        words: its name in orders, without quotes.
        kind: its kind, in a word for players: "ship".
        place: the id of its place on the map; "" if it has none.
        title: a description, in a line for players.
        yours: whether it belongs to the reader.
        is_place: whether it fills its place, such as the world of a hex.
        facts: other known facts, by name, the most important first.
        owner: the owner, if it takes part in battles; "" if unknown.
        unit: the unit in a battle file; empty if it does not fight.
        selectable: whether a click on its place can select it; False for a feature that orders
            mention but that takes no orders itself, such as an exit.
        sort: its class or design, by which several at one place are listed together; "" if it has
            none.
        ranges: distances on the map that it can cover, in units of the map's coordinates (hexes on
            maps of hexes), by a short name of each.
    """

    words: str
    kind: str
    place: str = ""
    title: str = ""
    yours: bool = True
    is_place: bool = False
    facts: Mapping[str, Fact] = field(factory=dict)
    owner: str = ""
    unit: Mapping[str, Any] = field(factory=dict)
    selectable: bool = True
    sort: str = ""
    ranges: Mapping[str, float] = field(factory=dict)


@define(slots=False)
class ThingList:
    """The things of a view, and the places of its map."""

    view: View
    things: Sequence[Thing]

    @cached_property
    def by_words(self) -> Mapping[tuple[str, str], Thing]:
        """The things by kind and folded words; if several match, the first."""
        known: dict[tuple[str, str], Thing] = {}
        for thing in self.things:
            if thing.words:
                known.setdefault((thing.kind, folded(thing.words)), thing)
        return known


def facts_in(
    row: Mapping[str, Any], without: Collection[str] = (), first: Sequence[str] = ()
) -> dict[str, Fact]:
    """Return the facts in a row of a view that are words or numbers, without empty values.

    Those named by `first` precede the others. Lists of words are joined; anything more complex is
    left out.
    """
    facts: dict[str, Fact] = {}
    ordered = {name: row[name] for name in first if name in row}
    for name, value in {**ordered, **row}.items():
        if name in without or not value:
            continue
        words = name.replace("_", " ")
        if value is True:
            facts[words] = "yes"
        elif isinstance(value, str | int | float):
            facts[words] = round(value, 2) if isinstance(value, float) else value
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            facts[words] = ", ".join(value)
        elif isinstance(value, Mapping) and all(isinstance(n, int) for n in value.values()):
            listed = [f"{key} {n}" for key, n in value.items() if n]
            if listed:
                facts[words] = ", ".join(listed)
    return facts


@frozen
class View:
    """Everything that an empire knows after a turn; `view["ships"]` is a part of its data.

    Attributes:
        variant: the variant's name.
        game: the game's name.
        turn: the latest turn included; 0 for the set-up.
        empire: the empire's id; None for the gamemaster's view, which shows everything; with a
            role, the name of the person who has it.
        data: the known facts, in plain JSON types, in parts that the variant defines.
        role: the role of a person without an empire; "" for empires.
        stage: the stage of the game (`horizons_stage`); "" for an ordinary turn.
    """

    variant: str
    game: str
    turn: int
    empire: str | None
    data: Mapping[str, Any] = field(factory=dict)
    role: str = ""
    stage: str = ""

    def __getitem__(self, part: str) -> Any:
        return self.data[part]

    def get(self, part: str, default: Any = None) -> Any:
        """Return a part of the data, or `default`."""
        return self.data.get(part, default)


@runtime_checkable
class ViewModel(Protocol[G_contra]):
    """A variant's rules of visibility. `known` is always a game without its hidden information.

    Three optional methods serve spectators, who have no empire and see public information only:
    `spectator(game) -> Observer` defines what is public (by default, the empires that all others
    know of), `spectator_view(known) -> dict` describes it, and `spectator_map(view) -> dict` draws
    it, for people who watch a game on a page (by default they get no map). An optional method
    `things(view) -> list[Thing]` returns the objects of a view that orders can name, with their
    places (`horizons_core.model.views`); the optional attribute `kinds` lists their kinds. An
    optional method `stocks(view) -> dict[str, float]` returns what the reader can spend, by name.
    """

    def observer(self, game: G_contra, empire: str) -> Observer:
        """Return a function that returns how well the empire (by id) knows an entity."""

    def describe(self, known: G_contra, empire: str | None) -> dict[str, Any]:
        """Return the view's data, made from what the empire knows (None: from everything)."""

    def hypothesize(self, known: G_contra, empire: str) -> None:
        """Add placeholders for what was seen of other empires, for checks and forecasts."""

    def map(self, view: View) -> dict[str, Any]:
        """Return the map of a view as a document (`horizons_core.report`)."""
