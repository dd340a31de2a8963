"""Deciding on a game's deadlines for a page or a call; the game is looked at at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from horizons_host.deadlines import changes
from horizons_host.deadlines.missing import set_game_policy
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.rules import changed
from horizons_host.server.games.access import nothing_here
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.service import Service
from horizons_host.store import SERVER, Deadlines, GameStore
from horizons_host.store.game_policy import MISSING

#: What can be decided without more words than why.
PLAIN: Mapping[str, Callable[..., Outlook]] = {
    "clear": changes.clear_rule,
    "pause": changes.pause,
    "skip": changes.skip,
    "hold": changes.hold,
    "release": changes.release,
}
#: All that can be decided on the deadline of the coming turn.
ACTS = (*PLAIN, "resume", "extend")


def decide(
    service: Service, key: str, act: str, *, reason: str = "", to: str = "", hours: int = 0
) -> None:
    """Decide one of `ACTS` as the gamemaster; raises DeadlineError, NoGameError for another."""
    if act not in ACTS:
        raise nothing_here()

    def done(store: GameStore) -> None:
        if act == "extend":
            changes.extend(store, to=to, hours=hours, reason=reason, clock=service.clock)
        elif act == "resume":
            changes.resume(store, to=to, reason=reason, clock=service.clock)
        else:
            PLAIN[act](store, reason=reason, clock=service.clock)

    apply(service, key, done)


def apply(service: Service, key: str, act: Callable[[GameStore], object]) -> None:
    """Do something to a game that may bring its turn on or put it off."""
    with service.database.game(key) as store:
        act(store)
    jobs.wake(service, key)


def announced(service: Service, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The rule that a new game is announced with, as plain data; raises DeadlineError.

    Its days are counted from the day on which the game begins.
    """
    parts = {name: value for name, value in wanted.items() if name != "start"}
    return changed(None, service.clock().date(), parts).told()


def begin(
    service: Service, store: GameStore, rule: Mapping[str, Any], policy: Mapping[str, Any]
) -> None:
    """Keep the deadlines that a game was announced with; what was set already stays."""
    kinds = {one.kind for one in Deadlines(store).changes()}
    if policy and MISSING not in kinds:
        set_game_policy(store, **policy, clock=service.clock, by=SERVER)
    if rule and "rule" not in kinds:
        parts = {name: value for name, value in rule.items() if name != "start"}
        changes.set_rule(store, parts, clock=service.clock, by=SERVER)
