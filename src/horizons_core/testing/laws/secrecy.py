"""Laws of secrecy: nothing that an empire cannot see affects anything it gets."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from horizons_core.codec import canonical, converter, digest, dump
from horizons_core.model.entities import Empire, Game, Unit, folded
from horizons_core.model.sight import Sight
from horizons_core.model.views import View
from horizons_core.orders.commands import Command
from horizons_core.plugins.implementations import place_of
from horizons_core.plugins.loader import opening
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.secrecy import (
    containers_in,
    entities_of,
    hidden_changes,
    hidden_turns,
    seen_entities,
    unmarked_fields,
)
from horizons_core.turn.forecast import foresee, view_after_orders
from horizons_core.turn.run import Turn

#: Fields of a saved game that hold a name.
_NAME_FIELDS = ("id", "name", "called")
#: The name that replaces a hidden name.
_SUBSTITUTE = "Zzyzx"
#: Number of names tried for each empire, unless HORIZONS_EXAMPLES is set.
_NAMES_TRIED = 2


def everything_visible(turn: Turn, empire: str, texts: Sequence[str]) -> dict[str, bytes]:
    """Return everything that an empire gets after a turn or can request before the next."""
    variant, report = turn.variant, turn.report(empire)
    view = variant.view(turn.game, empire)
    documents = {
        "view": canonical(view.data),
        "report": canonical(report.data),
        "report as text": report.text.encode("utf-8", "surrogatepass"),
        "report as HTML": report.html.encode("utf-8", "surrogatepass"),
        "map": canonical(variant.map(view)),
    }
    for number, text in enumerate(texts):
        foresight = foresee(variant, turn.game, empire, text)
        documents[f"check {number}"] = canonical([r.to_dict() for r in foresight.diagnostics])
        documents[f"forecast {number}"] = canonical(foresight.view.data)
        documents[f"report of forecast {number}"] = canonical(foresight.report.data)
        for phase in variant.phases:
            later = view_after_orders(variant, turn.game, empire, text, phase.name)
            documents[f"choices of {phase.name} {number}"] = canonical(later and later.data)
    return documents


class SecrecyLaws(ContractSettings):
    """Information hidden by the marks on the fields stays hidden."""

    def test_nothing_hidden_shows(self) -> None:
        first = opening(self.new_game(self.seeds[0]), self.variant)
        turns = [first, *(p.after for p in self.some_turns())]
        examples = "\n".join(command.example for command in self.variant.commands)

        @cache
        def before(number: int, empire: str) -> tuple[tuple[str, ...], dict[str, bytes]]:
            played = [p for p in self.played() if p.before is turns[number].game]
            orders = [p.orders[empire] for p in played if empire in p.orders]
            texts = (examples, *orders)
            return texts, everything_visible(turns[number], empire, texts)

        def law(number: int, empire: str, data: st.DataObject) -> None:
            texts, documents = before(number, empire)
            changed = data.draw(hidden_turns(turns[number], empire), label="changed turn")
            for name, content in everything_visible(changed, empire, texts).items():
                assert content == documents[name], (
                    f"the {name} shows information hidden from {empire}"
                )

        places = (st.integers(0, len(turns) - 1), st.sampled_from(self.seats), st.data())
        self.explore(law, *places)

    def test_every_empire_knows_the_stage_and_awaited_seats_can_be_named(self) -> None:
        for played in self.some_turns():
            game = played.after.game
            stages = {self.variant.stage(self.variant.known(game, me)) for me in self.seats}
            assert stages == {self.variant.stage(game)}, (
                "horizons_stage depends on what some empires do not know"
            )
            assert len(self.variant.awaited(game)) <= len(list(game.participants))

    def test_there_is_something_to_hide_and_it_can_change(self) -> None:
        game: Game = self.played()[-1].after.game
        me = next((empire.id for empire in game.empires if empire.active), self.seats[0])
        differences: list[bool] = []

        def law(changed_game: Game) -> None:
            differences.append({**dump(changed_game), "secret": ""} != {**dump(game), "secret": ""})
            assert self.load(dump(changed_game)) == changed_game

        changes = hidden_changes(game, me, self.variant, loadable=True)
        for _ in range(10):  # a few random changes may all be of the seed alone
            if not any(differences):
                self.explore(law, changes, examples=min(5, self.examples))
        assert any(differences), "the fields hide nothing except the random seed"

    def test_every_field_is_known_to_someone_or_marked_as_secret(self) -> None:
        """A field without a mark is known to its owner, so something must own the entity."""
        games = [self.new_game(), *(played.after.game for played in self.some_turns())]
        unmarked: dict[str, bool] = {}
        places: dict[str, str] = {}
        for game in games:
            observers = [self.variant.view_model.observer(game, me) for me in self.seats]
            for entity in entities_of(game):
                owned = any(observer(entity) >= Sight.OWN for observer in observers)
                kind: type = type(entity)
                for name in unmarked_fields(kind):
                    places[name] = places.get(name) or place_of(kind)
                    unmarked[name] = owned or unmarked.get(name, False)
        faults = [name for name, known in unmarked.items() if not known]
        assert not faults, "\n".join(
            f"{places[name]}: {name} is known to nobody: mark it with known() or seen_from(...),"
            " or secret()"
            for name in faults
        )

    def test_no_empire_owns_what_is_another_s(self) -> None:
        for played in self.some_turns():
            for me in self.seats:
                for entity, sight in seen_entities(played.after.game, me, self.variant):
                    owner = entity.id if isinstance(entity, Empire) else me
                    owner = entity.owner if isinstance(entity, Unit) else owner
                    assert owner in {me, ""} or sight < Sight.OWN, f"{me} owns {entity}"

    def test_the_views_of_all_are_the_views_of_each(self) -> None:
        for turn in {id(turn): turn for turn, _ in self.reported_turns()}.values():
            before = digest(turn.game)
            views = self.variant.views(turn.game)
            assert views == {name: self.variant.view(turn.game, name) for name in views}
            assert list(views) == [participant.id for participant in turn.game.participants]
            assert digest(turn.game) == before

    def test_changing_a_view_leaves_the_game_as_it_was(self) -> None:
        for turn in {id(turn): turn for turn, _ in self.reported_turns()}.values():
            places = {id(container): place for place, container in containers_in(turn.game)}
            for view in self.variant.views(turn.game).values():
                for place, container in containers_in(view.data):
                    own = places.get(id(container))
                    assert own is None, f"{place} of a view is {own} of the game itself: copy it"

    def test_what_is_known_can_be_known_again(self) -> None:
        """Removing hidden information from a view's game a second time removes nothing more."""
        for played in self.some_turns():
            for empire in self.seats:
                known = self.variant.known(played.after.game, empire)
                assert dump(self.variant.known(known, empire)) == dump(known)


class HiddenNameLaws(ContractSettings):
    """A name that is missing from an empire's view is treated like a name that does not exist."""

    def test_an_order_does_not_reveal_whether_a_hidden_name_exists(self) -> None:
        """Each name is tried with every other command, and with the rest in the next turn."""
        for turn, (played, me) in enumerate(zip(self.some_turns(2), self.seats, strict=False)):
            game, view = played.after.game, self.variant.view(played.after.game, me)
            for number, name in enumerate(names_out_of_sight(game, [me, view.data]), start=turn):
                self._assert_same(game, view, me, name, self.variant.commands[number % 2 :: 2])

    def _assert_same(
        self, game: Game, view: View, me: str, name: str, commands: Iterable[Command]
    ) -> None:
        renamed_game = converter().structure(renamed(dump(game), name), type(game))
        for command in commands:
            orders = [*naming(self._order_in(command), name)]
            text = self.as_set(command, orders, view)
            answers = [self._answers(state, me, text) for state in (game, renamed_game)]
            assert answers[0] == answers[1], f"{me} learns from {command.keyword} what '{name}' is"

    def _order_in(self, command: Command) -> str:
        """Return the example of a command without the lines above its order."""
        orders = self.variant.language.read(command.example).orders
        line = next(order.line for order in orders if order.keyword == command.keyword)
        return "\n".join(command.example.split("\n")[line - 1 :])

    def _answers(self, game: Game, me: str, text: str) -> bytes:
        foresight = foresee(self.variant, game, me, text)
        return canonical([[r.to_dict() for r in foresight.diagnostics], foresight.view.data])


def names_out_of_sight(game: Game, known_data: Any) -> list[str]:
    """Return names in a game that do not appear in the known data; a sample, if there are many."""
    known = {folded(text) for text in _strings(known_data)}
    names = dict.fromkeys(_names(dump(game)))
    hidden = [name for name in names if re.search(r"[^\W\d]", name) and folded(name) not in known]
    maximum = int(os.environ.get("HORIZONS_EXAMPLES") or _NAMES_TRIED)
    return hidden[:: max(1, math.ceil(len(hidden) / maximum))]


def renamed(data: Any, name: str) -> Any:
    """Return a dumped game with everything of this name renamed."""
    if isinstance(data, dict):
        return {renamed(key, name): renamed(value, name) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, name) for value in data]
    return _SUBSTITUTE if data == name else data


def naming(example: str, name: str) -> Iterator[str]:
    """Yield an order's example with the name in place of each word, with and without the rest."""
    first_line, *other_lines = example.split("\n")
    for word in list(re.finditer(r'"[^"]*"|[^\s,]+', first_line))[1:]:
        for spelling in dict.fromkeys((name, f'"{name}"', name.replace(" ", "_"))):
            for rest in dict.fromkeys((first_line[word.end() :], "")):
                yield "\n".join([first_line[: word.start()] + spelling + rest, *other_lines])


def _names(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (data[key] for key in _NAME_FIELDS if isinstance(data.get(key), str))
        for value in data.values():
            yield from _names(value)
    elif isinstance(data, list):
        for value in data:
            yield from _names(value)


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)
    elif isinstance(data, str):
        yield data
