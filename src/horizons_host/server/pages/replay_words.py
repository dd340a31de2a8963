"""Texts of the battle replay, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_host.server.texts import gettext, mark_text

#: Keyed by their names in `horizons_host.replay_words`; table headings by themselves.
_TEXTS: Mapping[str, str] = {
    "arena": mark_text("The battle"),
    "you": mark_text("you"),
    "ship": mark_text("ship"),
    "ships": mark_text("ships"),
    "unit": mark_text("unit"),
    "units": mark_text("units"),
    "unknown": mark_text("strength unknown"),
    "log": mark_text("Log"),
    "more": mark_text("… and {count} more lines."),
    "peaceful": mark_text("No shots were fired."),
    "end": mark_text("Result"),
    "side": mark_text("Side"),
    "lost": mark_text("Lost"),
    "left": mark_text("Remaining"),
    "shots": mark_text("Shots"),
    "kills": mark_text("Kills"),
    "kills_hint": mark_text("enemies destroyed by this side"),
    "won": mark_text("won"),
    "not_known": mark_text("unknown"),
    "first": mark_text("Go to the start"),
    "back": mark_text("Previous salvo"),
    "next": mark_text("Next salvo"),
    "last": mark_text("Go to the end"),
    "play": mark_text("Play"),
    "pause": mark_text("Pause"),
    "play_hint": mark_text("play or pause (space)"),
    "salvo": mark_text("salvo"),
    "speed": mark_text("speed"),
    "speed_hint": mark_text("salvos per second (+ and −)"),
    "keys": mark_text("keys"),
    "keys_hint": mark_text("Control the replay with arrow keys, space, Home and End"),
    "destroyed": mark_text("destroyed"),
    "gone": mark_text("left the battle"),
    "elsewhere": mark_text("not here"),
    "of": mark_text("{left} of {most}"),
    "shield": mark_text("shield {points}"),
    "has_lost": mark_text("{what} lost"),
    "still_there": mark_text("{what} left"),
    "before": mark_text("Before the first shot"),
    "Damage": mark_text("Damage"),
    "Absorbed": mark_text("Absorbed"),
    "Components": mark_text("Components"),
    "Hits": mark_text("Hits"),
    "Strength": mark_text("Strength"),
}


def replay_texts() -> dict[str, str]:
    """Return the texts for `replay_stage`."""
    return {name: gettext(words) for name, words in _TEXTS.items()}
