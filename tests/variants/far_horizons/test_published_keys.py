"""Reports and the keys in them reveal no distortion number, and no hidden die."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest import mock

import horizons_core as hz
from horizons_core import rng
from horizons_core.testing.playing import PlayedTurn, played
from horizons_core.turn import secrets
from tests.variants.far_horizons import playthrough
from tests.variants.far_horizons.battlefields import FIELD, battlefield
from variants.far_horizons.model import Game
from variants.far_horizons.rules.knowledge import MAX_DISTORTION, MIN_DISTORTION

VARIANT = hz.load_variant("far_horizons")
#: The phase in which the numbers are drawn.
PHASE = "sightings"
PLAYERS = ("Ada", "Brin", "Cato", "Dane", "Ezra", "Fay")


def turns() -> tuple[PlayedTurn, ...]:
    return played(VARIANT, PLAYERS, 4, 5, {"last_turn": 0})


def published_to(player: str) -> set[str]:
    """Everything in a player's reports that has the form of a key, including those of turn 0."""
    first = hz.opening(turns()[0].before, VARIANT)
    texts = [json.dumps(turn.report(player).data) for turn in (first, *(p.after for p in turns()))]
    return set(re.findall(r"\b[0-9a-f]{64}\b", "".join(texts)))


def found_with(keys: set[str]) -> list[tuple[int, int]]:
    """Turns and numbers of the species whose new distortion number one of the keys makes."""
    return [
        (turn, number)
        for turn, number, distortion in new_numbers()
        if distortion in {_guess(key, number) for key in keys}
    ]


def _guess(key: str, number: int) -> int:
    stream = hz.Stream.from_key(key, PHASE, "distortion", number)
    return MIN_DISTORTION + stream.below(MAX_DISTORTION - MIN_DISTORTION + 1)


def new_numbers() -> list[tuple[int, int, int]]:
    """Every distortion number that was drawn: its turn and its species."""
    return [
        (turn.after.game.turn, after.number, after.distortion)
        for turn in turns()
        for before, after in zip(turn.before.empires, turn.after.game.empires, strict=True)
        if after.distortion != before.distortion
    ]


def test_published_keys_tell_no_distortion_number():
    """The attack works: with the hidden keys it finds all numbers. With published ones it fails.

    By luck a guess is right once in 463 times.
    """
    secret = turns()[0].before.secret
    hidden = {secrets.hidden_key(secret, turn) for turn in range(1, 6)}
    keys = published_to("Ada")
    assert len(keys) >= 4 * len(turns())
    assert not keys & hidden
    drawn = [(turn, number) for turn, number, _ in new_numbers()]
    assert len(drawn) >= len(PLAYERS)
    assert found_with(hidden) == drawn
    assert len(found_with(keys)) < len(drawn) / 4


def at_war() -> tuple[Game, dict[str, str]]:
    """Two fleets in one sector, and the orders of one to attack the other."""
    game = battlefield({"Human": {"DD One": {}}, "Klingon": {"DD Bird": {}}})
    game.secret = "5" * 64
    return game, {"Human": f"START COMBAT\nBATTLE {FIELD}\nENGAGE 3\nATTACK SP Klingon\nEND\n"}


def test_who_may_know_which_dice():
    """A species knows dice about itself that nothing hidden depends on; all others are secret."""
    derive, opened = rng.derive_key, set[tuple[str, bool]]()
    games = [(turn.before, turn.orders) for turn in turns()]
    stages = (playthrough.new_game(), *(turn.game for turn in playthrough.turns()))
    games += list(zip(stages, playthrough.TURNS, strict=False))
    games.append(at_war())
    for before, orders in games:
        hidden = secrets.hidden_key(before.secret, before.turn + 1)
        own_draws = {
            secrets.own_key(before.secret, before.turn + 1, e.id): e.number for e in before.empires
        }

        def noted(
            key: str, *parts: rng.KeyPart, hidden: str = hidden, draws: Any = own_draws
        ) -> int:
            _phase, subject, *more = parts
            opened.add((str(subject), key != hidden))
            assert key == hidden or draws[key] == more[0]
            return derive(key, *parts)

        with mock.patch.object(rng, "derive_key", noted):
            hz.run_turn(before, orders)
    own_dice, nobodys = (
        {subject for subject, is_own in opened if is_own is own_keys} for own_keys in (True, False)
    )
    assert own_dice == {"growth", "riots", "terraform"}
    assert nobodys == {
        "battle", "detection", "distortion", "estimate", "interception", "jump", "land", "message",
        "research", "telescope", "telescope noticed", "transfer",
    }  # fmt: skip
