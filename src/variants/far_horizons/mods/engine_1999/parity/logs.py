"""The recorded log of a species in a turn, divided among the steps that wrote it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise

from variants.far_horizons.mods.engine_1999.parity.recorded import STEPS

#: The steps that write a log, in the order of the turn, with the titles that they begin with.
_TITLES = {
    "combat": ("Combat orders:", "Combat log:"),
    "pre_departure": ("Pre-departure orders:",),
    "jump": ("Jump orders:",),
    "production": ("Production orders:",),
    "post_arrival": ("Post-arrival orders:",),
    "strike": ("Strike orders:", "Strike log:"),
    "finish": ("Other events:",),
}
#: A title that stands only where there was a battle.
BATTLES = {"combat": "Combat log:", "strike": "Strike log:"}


def divided(log: str) -> dict[str, str]:
    """What each step wrote, by its name; a step that wrote nothing is missing.

    A step's part begins at its title. Where a later step's title is missing, what it wrote counts
    as its predecessor's; what stands before the first title is the first part's.
    """
    begins: list[tuple[int, str]] = []
    position = 0
    for step, titles in _TITLES.items():
        found = [at for title in titles if (at := _find(log, title, position)) >= 0]
        if found:
            position = min(found)
            begins.append((position, step))
    if not begins:
        return {STEPS[0]: log} if log else {}
    bounds = [0, *(at for at, _ in begins[1:]), len(log)]
    steps = (step for _, step in begins)
    return {step: log[at:end] for step, (at, end) in zip(steps, pairwise(bounds), strict=True)}


def _find(log: str, title: str, start: int) -> int:
    """Where the empty line before a title stands, -1 without one."""
    return log.find(f"\n{title}\n", max(0, start - 1))


def has_battle(part: str, step: str) -> bool:
    """Whether what this step wrote tells of a battle."""
    return step in BATTLES and f"\n{BATTLES[step]}\n" in part


def doubles(log: str) -> bool:
    """Whether a species stands twice in a battle of a log."""
    for battle in log.split("\n  Battle orders were received for sector")[1:]:
        listed = " ".join(battle.partition("present:")[2].split())
        names = re.findall(r"SP ([^.]+?) (?:is mobilized and|does not appear to be) ready", listed)
        if len(names) > len(set(names)):
            return True
    return False


def unlike(ours: str, recorded: str) -> list[tuple[str, str]]:
    """Where two texts differ: pairs of our lines and the recorded ones; one may be empty."""
    if ours == recorded:
        return []
    one, other = ours.split("\n"), recorded.split("\n")
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return [
        ("\n".join(one[a:b]), "\n".join(other[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def is_remark(*texts: str) -> bool:
    """Whether texts of the log only refuse or amend orders: each line begins with `!`."""
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    return bool(lines) and all(line.startswith("!") for line in lines)
