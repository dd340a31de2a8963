"""When a study ends before all its games are played: an interval is narrow, or a test is decided.

`{player: greedy, width: 0.1}` ends it when the interval of the player's share of wins, which may be
looked at any time, is at most so wide; `{player: greedy, p0: 0.5, p1: 0.6}` when a sequential
probability ratio test has decided between the two shares. With several cells each has a rule of its
own, and the study ends when all have said enough. Games are looked at in the order of their
numbers, and in whole rounds of rotating seats, so that the same game is the last one with any
workers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from horizons_core.errors import did_you_mean
from horizons_lab.errors import StudyError

if TYPE_CHECKING:
    from horizons_lab.statistics import StoppingRule

_WIDTH = {"width": None, "confidence": 0.95}
_TEST = {"p0": None, "p1": None, "alpha": 0.05, "beta": 0.05}


@attrs.frozen
class Stop:
    """When a study ends early.

    Attributes:
        player: whose share of wins is looked at, by label.
        settings: `width` and `confidence` of an interval, or `p0`, `p1`, `alpha` and `beta` of a
            test.
    """

    player: str
    settings: Mapping[str, float]

    def rule(self) -> StoppingRule:
        """A rule that has not looked at anything yet; raises StatisticsError for its settings."""
        from horizons_lab.statistics import Sprt, narrower_than, share_until

        given = self.settings
        if "width" in given:
            return share_until(narrower_than(given["width"]), given["confidence"])
        return Sprt(given["p0"], given["p1"], given["alpha"], given["beta"])

    def check_player(self, players: Sequence[str]) -> None:
        """Raise StudyError if its player is none of these."""
        if self.player not in players:
            hint = did_you_mean(self.player, players)
            raise StudyError(f"stop waits for '{self.player}', who does not play", hint)


def stop_of(given: Mapping[str, Any]) -> Stop:
    """What such a mapping says; raises StudyError or StatisticsError for what cannot be."""
    player = given.get("player")
    if not isinstance(player, str):
        raise StudyError("stop names no player", "write stop: {player: greedy, width: 0.1}")
    known = _WIDTH if "width" in given else _TEST
    settings = {}
    for name in given:
        if name != "player" and name not in known:
            raise StudyError(f"stop has no '{name}'", did_you_mean(str(name), ["width", *known]))
    for name, default in known.items():
        value = given.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            example = "width: 0.1, or p0: 0.5, p1: 0.6"
            raise StudyError(f"stop has {value!r} as '{name}'", f"give numbers: {example}")
        settings[name] = float(value)
    stop = Stop(player, settings)
    stop.rule()
    return stop
