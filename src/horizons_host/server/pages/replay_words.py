"""Texts of the battle replay, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_host.server.texts import gettext, later

#: Keyed by their names in `horizons_host.replay_words`; table headings by themselves.
_WORDS: Mapping[str, str] = {
    "arena": later("The battle"),
    "you": later("you"),
    "ship": later("ship"),
    "ships": later("ships"),
    "unit": later("unit"),
    "units": later("units"),
    "unknown": later("strength unknown"),
    "log": later("Log"),
    "more": later("… and {count} more lines."),
    "peaceful": later("No shots were fired."),
    "end": later("Result"),
    "side": later("Side"),
    "lost": later("Lost"),
    "left": later("Remaining"),
    "shots": later("Shots"),
    "kills": later("Kills"),
    "kills_hint": later("enemies destroyed by this side"),
    "won": later("won"),
    "not_known": later("unknown"),
    "first": later("Go to the start"),
    "back": later("Previous salvo"),
    "next": later("Next salvo"),
    "last": later("Go to the end"),
    "play": later("Play"),
    "pause": later("Pause"),
    "play_hint": later("play or pause (space)"),
    "salvo": later("salvo"),
    "speed": later("speed"),
    "speed_hint": later("salvos per second (+ and −)"),
    "keys": later("keys"),
    "keys_hint": later("Control the replay with arrow keys, space, Home and End"),
    "destroyed": later("destroyed"),
    "gone": later("left the battle"),
    "elsewhere": later("not here"),
    "of": later("{left} of {most}"),
    "shield": later("shield {points}"),
    "has_lost": later("{what} lost"),
    "still_there": later("{what} left"),
    "before": later("Before the first shot"),
    "Damage": later("Damage"),
    "Absorbed": later("Absorbed"),
    "Components": later("Components"),
    "Hits": later("Hits"),
    "Strength": later("Strength"),
}


def replay_words() -> dict[str, str]:
    """Return the texts for `replay_stage`."""
    return {name: gettext(words) for name, words in _WORDS.items()}
