"""The rule for watching a game: for whom its pages are, and when they show what players see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText

#: Audiences, each within the one before: all who can see the game, all with an account, and its
#: spectators.
EVERYONE, ACCOUNTS, SPECTATORS = AUDIENCES = ("everyone", "accounts", "spectators")
MAX_DELAY = 999


class WatchRuleError(HorizonsError):
    """A rule for watching that no game can have."""


@frozen
class WatchRule:
    """The part of a game that people without an empire see before its archive opens.

    They see public information at once. Gamemasters always see everything.

    Attributes:
        audience: one of the `AUDIENCES`.
        delay: the number of turns after which they see what each player saw; None: they don't.
        embeds: whether pages of other sites may show the replay once the archive is open.
    """

    audience: str = SPECTATORS
    delay: int | None = None
    embeds: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)

    def is_within(self, promised: WatchRule) -> bool:
        """Return whether it shows nothing that another rule doesn't show, to nobody else."""
        if promised.delay is None:
            is_as_late = self.delay is None
        else:
            is_as_late = self.delay is None or self.delay >= promised.delay
        is_as_narrow = AUDIENCES.index(self.audience) >= AUDIENCES.index(promised.audience)
        return is_as_late and is_as_narrow and self.embeds <= promised.embeds


def watch_rule_from(data: Mapping[str, Any]) -> WatchRule:
    """Read and check the plain data of a rule; raises WatchRuleError."""
    rule = WatchRule(**data)
    if rule.audience not in AUDIENCES:
        raise WatchRuleError(
            LocalizedText("unknown audience '{name}'", name=str(rule.audience)[:40]),
            LocalizedText("known: {names}", names=", ".join(AUDIENCES)),
        )
    if rule.delay is not None and not (type(rule.delay) is int and 0 <= rule.delay <= MAX_DELAY):
        raise WatchRuleError(
            LocalizedText("a delay is 0 to {most} turns", most=MAX_DELAY),
            LocalizedText("leave it empty to show nothing before the archive opens"),
        )
    return rule
