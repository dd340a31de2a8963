"""The check of orders agrees with the turn, except for other players' actions and dice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import horizons_core as hz
from horizons_core.model import Game
from horizons_core.testing.strategies import words_of
from tests.variants.starcluster.builders import new_game, variant
from tests.variants.starcluster.worked_empire import FOLDER, worked

WISHES = (FOLDER.parent / "wishes.txt").read_text("utf-8").splitlines()
#: Refusals that a check need not predict: a target's knowledge is secret, and events take money,
#: and freighters that yards need.
SURPRISES = frozenset({"unknown-to-target", "yard-idle", "no-yard", "too-expensive", "no-spare"})


def contradictions(rules: hz.Variant, game: Game, player: str, text: str) -> Iterator[str]:
    """Orders that the check passes and the turn refuses, or the other way about, in words."""
    checked = _refused(rules.check_orders(game, player, text))
    turn = hz.run_turn(game, {player: text}, variant=rules)
    refused = _refused(turn.diagnostics.get(player, ()))
    lines = text.splitlines()
    for line in sorted(checked.keys() ^ refused.keys()):
        code = (refused if line in refused else checked)[line]
        if code not in SURPRISES:
            stage = "turn" if line in refused else "check"
            yield f"only the {stage} refuses line {line}, {lines[line - 1]}: {code}"


def _refused(remarks: list[hz.Diagnostic]) -> dict[int, str]:
    return {remark.line: remark.code for remark in remarks if remark.severity == "error"}


@pytest.mark.rule("SC-ORD-001")
@pytest.mark.parametrize("number", range(14))
def test_orders_of_every_kind_are_refused_by_the_check_as_by_the_turn(number):
    stream = hz.Stream.from_key("wishes", number)
    text = "\n".join(stream.choice(WISHES) for _ in range(25))

    assert list(contradictions(variant(), worked(), "Ada", text)) == []


@pytest.mark.rule("SC-ORD-001")
@pytest.mark.parametrize("number", range(10))
def test_spoilt_orders_of_a_bot_are_refused_by_the_check_as_by_the_turn(number):
    game, rules = new_game(), variant()
    stream = hz.Stream.from_key("altered_text", number)
    orders = rules.bots["random"].orders(rules.view(game, "Ada"), stream)
    turn = hz.run_turn(game, {"Ada": orders}, variant=rules)
    view = rules.view(turn.game, "Ada")
    lines = rules.bots["random"].orders(view, stream).splitlines()
    lines += [stream.choice(rules.commands).example for _ in range(10)]
    words = [word for word in words_of(view.data) if "\n" not in word]
    for place, line in enumerate(lines):
        parts = line.split(" ")
        if len(parts) > 1:
            parts[1 + stream.below(len(parts) - 1)] = stream.choice(words)
        lines[place] = " ".join(parts)

    assert list(contradictions(rules, turn.game, "Ada", "\n".join(lines))) == []
