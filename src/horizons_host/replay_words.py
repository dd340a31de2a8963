"""Interface texts of the replay page."""

from __future__ import annotations

from collections.abc import Mapping

#: English texts; pages in other languages pass their own, with the same keys.
WORDS: Mapping[str, str] = {
    "arena": "The battle",
    "you": "you",
    "ship": "ship",
    "ships": "ships",
    "unit": "unit",
    "units": "units",
    "unknown": "strength unknown",
    "log": "Log",
    "more": "… and {count} more lines.",
    "peaceful": "No shots were fired.",
    "end": "At the end",
    "side": "Side",
    "lost": "Lost",
    "left": "Left",
    "shots": "Shots",
    "kills": "Kills",
    "kills_hint": "enemies destroyed",
    "won": "won",
    "not_known": "unknown",
    "first": "to the start",
    "back": "one salvo back",
    "next": "one salvo forward",
    "last": "to the end",
    "play": "Play",
    "pause": "Pause",
    "play_hint": "play or pause (space)",
    "salvo": "salvo",
    "speed": "speed",
    "speed_hint": "salvos a second (+ and −)",
    "keys": "keys",
    "keys_hint": "control the replay with arrow keys, space, Home and End",
    "destroyed": "destroyed",
    "gone": "left the battle",
    "elsewhere": "not here",
    "of": "{left} of {most}",
    "shield": "shield {points}",
    "has_lost": "{what} lost",
    "still_there": "{what} left",
    "before": "Before the first shot",
}
#: Keys of the texts that the page's script shows.
OF_SCRIPT = (
    "destroyed", "gone", "elsewhere", "of", "shield", "has_lost", "still_there", "before", "play",
    "pause",
)  # fmt: skip
