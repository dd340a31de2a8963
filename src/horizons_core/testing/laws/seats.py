"""Contract laws for roles without an empire, and for players who join a running game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from horizons_core.codec import canonical, dump
from horizons_core.errors import OptionError
from horizons_core.model.entities import Game
from horizons_core.plugins.loader import opening
from horizons_core.report import map_svg
from horizons_core.saves import load
from horizons_core.testing.laws.chance import secrets_of
from horizons_core.testing.laws.secrecy import everything_visible
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.secrecy import hidden_turns
from horizons_core.turn.run import Turn

#: Names that no player of the contract's games has.
WATCHER, LATECOMER = "Watcher", "Latecomer"


class SeatLaws(ContractSettings):
    """A spectator gets public information only, and joining a game is as reproducible as a turn."""

    def _watched_turns(self) -> list[Turn]:
        """Return a few turns with a spectator in the game."""
        turns = [opening(self.new_game(self.seeds[0]), self.variant)]
        turns += [played.after for played in self.some_turns(2)]
        watched = [self.variant.with_seat(turn.game, WATCHER, "spectator") for turn in turns]
        return [
            Turn(game, turn.events, turn.diagnostics, turn.ledger, self.variant)
            for game, turn in zip(watched, turns, strict=True)
        ]

    def test_a_spectator_sees_nothing_that_is_hidden(self) -> None:
        turns = self._watched_turns()
        texts = ["\n".join(command.example for command in self.variant.commands)]
        before = [everything_visible(turn, WATCHER, texts) for turn in turns]

        def law(number: int, data: st.DataObject) -> None:
            changed = data.draw(hidden_turns(turns[number], WATCHER), label="changed turn")
            for part, content in everything_visible(changed, WATCHER, texts).items():
                assert content == before[number][part], (
                    f"a secret is visible in the spectator's {part}"
                )

        self.explore(law, st.integers(0, len(turns) - 1), st.data(), examples=self.examples // 5)

    def test_the_public_view_is_that_of_a_spectator_and_its_map_can_be_drawn(self) -> None:
        for turn in self._watched_turns():
            public = self.variant.public_view(self.variant.publicly_known(turn.game))
            assert public.data == self.variant.view(turn.game, WATCHER).data
            document = self.variant.public_map(public)
            assert document["you"] is None
            if document["places"]:
                assert map_svg(document)

    def test_a_public_map_shows_nothing_that_is_hidden(self) -> None:
        turns = self._watched_turns()
        before = [self._public_map(turn.game) for turn in turns]
        if not any(document["places"] for document in before):
            return

        def law(number: int, data: st.DataObject) -> None:
            changed = data.draw(hidden_turns(turns[number], WATCHER), label="changed turn")
            assert self._public_map(changed.game) == before[number]

        self.explore(law, st.integers(0, len(turns) - 1), st.data(), examples=self.examples // 5)

    def _public_map(self, game: Game) -> dict[str, Any]:
        return self.variant.public_map(self.variant.public_view(self.variant.publicly_known(game)))

    def test_every_role_gets_every_form_of_report_and_no_secret_of_the_dice(self) -> None:
        for role in self.variant.roles:
            validator = Draft202012Validator(self.variant.report_form_for(role.name).schema())
            for played in self.some_turns(2):
                game = self.variant.with_seat(played.before, WATCHER, role.name)
                turn = self.watched_turn(game, played.orders)
                report, view = turn.report(WATCHER), self.variant.view(turn.game, WATCHER)
                assert not list(validator.iter_errors(report.data))
                assert WATCHER in report.text
                forecast = self.variant.forecast(turn.game, WATCHER, "").data
                forms = [canonical(part).decode() for part in (report.data, view.data, forecast)]
                for form in (*forms, report.text, report.html):
                    assert not [secret for secret in secrets_of(turn) if secret in form]

    def test_a_spectator_changes_no_turn(self) -> None:
        played = self.some_turns(2)[0]
        watched = self.variant.with_seat(played.before, WATCHER, "spectator")
        after = self.watched_turn(watched, played.orders).game
        after.seats.clear()
        assert dump(after) == dump(played.after.game)

    def _running_games(self) -> list[Game]:
        """Return games between two turns; none if players cannot join the variant's games."""
        if not self.variant.takes_late_players:
            return []
        games = [self.new_game(), *(played.after.game for played in self.some_turns(2))]
        return [game for game in games if game.outcome is None]

    def _join(self, game: Game) -> Game | None:
        """Join a game; returns the new game, or None if it has no room."""
        try:
            return self.variant.join(game, LATECOMER)
        except OptionError:
            return None

    def test_joining_leaves_its_game_as_it_was_and_gives_the_same_game_again(self) -> None:
        for game in self._running_games():
            before = canonical(dump(game))
            joined, repeated = self._join(game), self._join(game)
            assert canonical(dump(game)) == before
            assert (joined is None) == (repeated is None)
            assert canonical(dump(joined)) == canonical(dump(repeated))

    def test_a_game_that_was_joined_is_sound_and_continues(self) -> None:
        for game in self._running_games():
            joined = self._join(game)
            if joined is not None:
                assert [e.id for e in joined.empires] == [*(e.id for e in game.empires), LATECOMER]
                assert self.faults(joined) == []
                assert load(dump(joined), self.variant) == joined
                assert LATECOMER in opening(joined, self.variant).report(LATECOMER).text
                assert self.watched_turn(joined, {}).report(LATECOMER).data["empire"] == LATECOMER
                with pytest.raises(OptionError):
                    self.variant.join(joined, LATECOMER)
