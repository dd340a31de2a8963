"""Laws of secrecy: nothing that an empire cannot see affects anything it gets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from horizons_core.codec import canonical, digest, dump
from horizons_core.model.entities import Empire, Game, Unit
from horizons_core.model.sight import Sight
from horizons_core.plugins.games import opening
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.secrecy import (
    containers_in,
    entities_of,
    hidden_changes,
    hidden_turns,
    seen_entities,
    unmarked_fields,
)
from horizons_core.turn.forecast import foresee
from horizons_core.turn.run import Turn


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
        for game in games:
            observers = [self.variant.view_model.observer(game, me) for me in self.seats]
            for entity in entities_of(game):
                owned = any(observer(entity) >= Sight.OWN for observer in observers)
                kind: type = type(entity)
                for name in unmarked_fields(kind):
                    unmarked[name] = owned or unmarked.get(name, False)
        faults = [name for name, known in unmarked.items() if not known]
        assert not faults, "\n".join(
            f"{name} is known to nobody: mark it with known() or seen_from(...), or secret()"
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
