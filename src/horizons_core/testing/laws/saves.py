"""Laws of saved games and of new games."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest

from horizons_core.codec import canonical, digest, digest_of, dump
from horizons_core.errors import HorizonsError, OptionError, SaveError
from horizons_core.model.entities import Game
from horizons_core.testing.laws.settings import ContractSettings


class SaveLaws(ContractSettings):
    """A game is saved without loss, stays readable, or is refused with a clear message."""

    def test_a_saved_game_is_the_game(self) -> None:
        for played in self.some_turns():
            game = played.after.game
            loaded = self.load(json.loads(canonical(dump(game))))
            assert loaded == game
            assert digest(loaded) == digest(game) == digest_of(dump(game))

    def test_a_loaded_game_continues_as_the_game_itself(self) -> None:
        for played in self.some_turns():
            loaded = self.load(json.loads(canonical(dump(played.before))))
            turn = self.run_turn(loaded, played.orders)
            assert turn.digest == played.after.digest
            assert turn.events_digest == played.after.events_digest
            for empire in turn.game.empires:
                expected, actual = played.after.report(empire.id), turn.report(empire.id)
                assert canonical(actual.data) == canonical(expected.data)

    def test_a_loaded_game_is_seen_as_the_game_itself(self) -> None:
        for played in self.some_turns():
            game = played.after.game
            loaded = self.load(json.loads(canonical(dump(game))))
            for viewer in (*(empire.id for empire in game.empires if empire.active), None):
                expected = canonical(self.variant.view(game, viewer).data)
                assert canonical(self.variant.view(loaded, viewer).data) == expected

    def test_old_saved_games_can_be_continued(self) -> None:
        texts = [canonical(dump(self.new_game())).decode()]
        if self.saved_games is not None:
            files = sorted(self.saved_games.glob("*.json"))
            assert files, f"no saved game in {self.saved_games}"
            texts += [file.read_text("utf-8") for file in files]
        for text in texts:
            self._assert_playable(self.load(json.loads(text)))

    def _assert_playable(self, game: Game) -> None:
        assert game.schema == self.variant.info.schema
        assert self.faults(game) == []
        if game.outcome is None:
            assert self.run_turn(game, {}).game.turn == game.turn + 1

    def test_every_older_schema_has_a_migration(self) -> None:
        assert sorted(self.variant.info.migrations) == list(range(1, self.variant.info.schema))

    @pytest.mark.parametrize(
        ("part", "value"),
        [
            ("schema", 1_000_000),
            ("schema", "one"),
            ("rules", "other rules"),
            ("empires", "none"),
            ("no_such_part", 1),
        ],
    )
    def test_a_game_that_cannot_be_read_is_refused(self, part: str, value: Any) -> None:
        with pytest.raises(SaveError):
            self.load({**dump(self.new_game()), part: value})

    def test_a_game_of_unknown_house_rules_is_refused(self) -> None:
        data = {**dump(self.new_game()), "mods": ["no_such_house_rule"]}
        with pytest.raises(HorizonsError, match="no_such_house_rule"):
            self.load(data)

    def test_options_are_explained_and_kept(self) -> None:
        game, options = self.new_game(), self.variant.options
        assert [option.name for option in options if not option.help.strip()] == []
        saved = {option.name for option in options if not option.secret}
        assert set(game.options) == saved
        for name in sorted(saved & set(self.options)):
            assert game.options[name] == self.options[name]

    def test_numbers_of_options_have_limits_at_which_a_game_can_be_loaded_again(self) -> None:
        numbers = [option for option in self.variant.options if option.kind in (int, float)]
        assert [o.name for o in numbers if o.minimum is None or o.maximum is None] == []
        for option in numbers:
            for value in (option.minimum, option.maximum):
                chosen = {option.name: option.kind(value)}
                with contextlib.suppress(OptionError):  # may conflict with other options
                    game = self.variant.new_game(self.seats, seed=1, options=chosen)
                    assert self.load(json.loads(canonical(dump(game)))) == game

    def test_unknown_options_and_numbers_of_players_are_refused(self) -> None:
        with pytest.raises(OptionError):
            self.variant.new_game(self.seats, seed=1, options={"no_such_option": 1})
        low, high = self.variant.info.players
        for count in (low - 1, high + 1):
            if count == 0:
                continue
            with pytest.raises(OptionError):
                self.variant.new_game([f"P{number}" for number in range(count)], seed=1)

    def test_the_minimum_and_maximum_of_players_can_play(self) -> None:
        for count in self.variant.info.players:
            names = [f"P{number}" for number in range(count)]
            game = self.variant.new_game(names, seed=5)
            assert [empire.id for empire in game.empires] == names
            self.watched_turn(game, {})
