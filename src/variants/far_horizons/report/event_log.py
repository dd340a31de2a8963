"""The classic event log, laid out from the events of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from variants.far_horizons.battle import messages
from variants.far_horizons.report.chapters import TitledEvents, chapters
from variants.far_horizons.report.log_layout import EventLayout, layout_of
from variants.far_horizons.report.wrapping import wrap_line

Event = Mapping[str, Any]


def event_log(events: Iterable[Event], *, layout_1999: bool = False) -> str | None:
    """Return the event log of a turn; None without events."""
    lines = log_lines(events, layout_1999=layout_1999)
    return "".join(f"{line}\n" for line in lines) if lines else None


def log_lines(events: Iterable[Event], *, layout_1999: bool = False) -> list[str]:
    """Return the lines of the log. In 1999 each line of a notice of enmity appeared twice."""
    return [
        line for chapter in chapters(events) for line in _lines_of(chapter, layout_1999=layout_1999)
    ]


def _lines_of(chapter: TitledEvents, *, layout_1999: bool) -> list[str]:
    """Return the lines of a chapter, with empty lines between its events."""
    lines = ["", f"{chapter.title}:"] if chapter.title else []
    empty, apart = 0, False
    for event in chapter.events:
        layout = layout_of(event)
        empty = layout.before if layout.joins else empty + layout.before
        if layout.apart:
            empty, apart = empty + apart, True
        text_lines = _event_lines(event, layout)
        if layout_1999 and event["code"] == messages.BETRAYAL.code:
            text_lines = [line for line in text_lines for _ in range(2)]
        lines += [""] * empty + text_lines
        empty = layout.after
    return lines + [""] * empty


def _event_lines(event: Event, layout: EventLayout) -> list[str]:
    """Return the lines of an event alone."""
    if layout.block is not None:
        return [layout.lead + line for line in layout.block(event)]
    text: str = event["text"]
    if layout.end:
        text = text.removesuffix(".") + layout.end
    return wrap_line(layout.lead + text)
