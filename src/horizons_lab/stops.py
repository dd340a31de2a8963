"""Early ends of a study: when an interval is narrow, or a test is decided.

`{player: greedy, width: 0.1}` ends it when the interval of the player's win rate, which holds at
any time, has at most this width; `{player: greedy, p0: 0.5, p1: 0.6}` when a sequential probability
ratio test has decided between the two shares. Each of several cells has its own rule, and the study
ends when all are decided. Games count in the order of their numbers, and in whole rounds of
rotating seats, so that the same game is the last one with any workers.
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
    """A rule to end a study early.

    Attributes:
        player: the label of the player whose win rate counts.
        settings: `width` and `confidence` of an interval, or `p0`, `p1`, `alpha` and `beta` of a
            test.
    """

    player: str
    settings: Mapping[str, float]

    def rule(self) -> StoppingRule:
        """Return a new rule without games; raises StatisticsError for wrong settings."""
        from horizons_lab.statistics import Sprt, narrower_than, share_until

        settings = self.settings
        if "width" in settings:
            return share_until(narrower_than(settings["width"]), settings["confidence"])
        return Sprt(settings["p0"], settings["p1"], settings["alpha"], settings["beta"])

    def check_player(self, players: Sequence[str]) -> None:
        """Raise StudyError if its player is none of these."""
        if self.player not in players:
            hint = did_you_mean(self.player, players)
            raise StudyError(f"stop names '{self.player}', who does not play", hint)


def parse_stop(data: Mapping[str, Any]) -> Stop:
    """Parse such a mapping; raises StudyError or StatisticsError for invalid values."""
    player = data.get("player")
    if not isinstance(player, str):
        raise StudyError("stop names no player", "write stop: {player: greedy, width: 0.1}")
    known = _WIDTH if "width" in data else _TEST
    settings = {}
    for name in data:
        if name != "player" and name not in known:
            raise StudyError(f"stop has no '{name}'", did_you_mean(str(name), ["width", *known]))
    for name, default in known.items():
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            example = "width: 0.1, or p0: 0.5, p1: 0.6"
            raise StudyError(f"'{name}' of stop is {value!r}", f"use numbers: {example}")
        settings[name] = float(value)
    stop = Stop(player, settings)
    stop.rule()
    return stop
