"""Divide the recorded log of a species in a turn among the steps that wrote it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise

from variants.far_horizons.mods.engine_1999.parity.recorded import STEPS

#: The steps that write a log, in the order of the turn, with the titles at their beginning.
_TITLES = {
    "combat": ("Combat orders:", "Combat log:"),
    "pre_departure": ("Pre-departure orders:",),
    "jump": ("Jump orders:",),
    "production": ("Production orders:",),
    "post_arrival": ("Post-arrival orders:",),
    "strike": ("Strike orders:", "Strike log:"),
    "finish": ("Other events:",),
}
#: A title that is present only if there was a battle.
BATTLES = {"combat": "Combat log:", "strike": "Strike log:"}


def divide_log(log: str) -> dict[str, str]:
    """Return the text that each step wrote, by its name; a step that wrote nothing is missing.

    A step's part begins at its title. Without a title, its text counts as its predecessor's; text
    before the first title belongs to the first part.
    """
    begins: list[tuple[int, str]] = []
    position = 0
    for step, titles in _TITLES.items():
        positions = [start for title in titles if (start := _find_title(log, title, position)) >= 0]
        if positions:
            position = min(positions)
            begins.append((position, step))
    if not begins:
        return {STEPS[0]: log} if log else {}
    bounds = [0, *(start for start, _ in begins[1:]), len(log)]
    steps = (step for _, step in begins)
    return {step: log[a:b] for step, (a, b) in zip(steps, pairwise(bounds), strict=True)}


def _find_title(log: str, title: str, start: int) -> int:
    """Return the position of the empty line before a title, -1 without one."""
    return log.find(f"\n{title}\n", max(0, start - 1))


def has_battle(part: str, step: str) -> bool:
    """Tell whether a step's text has a battle."""
    return step in BATTLES and f"\n{BATTLES[step]}\n" in part


def doubles(log: str) -> bool:
    """Tell whether a species is twice in a battle of a log."""
    for battle in log.split("\n  Battle orders were received for sector")[1:]:
        listed = " ".join(battle.partition("present:")[2].split())
        names = re.findall(r"SP ([^.]+?) (?:is mobilized and|does not appear to be) ready", listed)
        if len(names) > len(set(names)):
            return True
    return False


def unlike(ours: str, recorded: str) -> list[tuple[str, str]]:
    """Return where two texts differ: pairs of our lines and the recorded ones; one may be empty."""
    if ours == recorded:
        return []
    our_lines, their_lines = ours.split("\n"), recorded.split("\n")
    matcher = SequenceMatcher(None, our_lines, their_lines, autojunk=False)
    return [
        ("\n".join(our_lines[a:b]), "\n".join(their_lines[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def is_remark(*texts: str) -> bool:
    """Tell whether texts of the log only refuse or amend orders: each line begins with `!`."""
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    return bool(lines) and all(line.startswith("!") for line in lines)
