"""The fixed lines of the classic log: remarks on orders, letters and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Event = Mapping[str, Any]


def refusal(event: Event) -> list[str]:
    """An order that was not carried out, as it was written, and why."""
    facts = event["data"]
    return ["Order ignored:", facts["order"], facts["reason"]]


def change(event: Event) -> list[str]:
    """An order that was carried out otherwise than written, and a line for each sentence on it."""
    facts = event["data"]
    return [f"WARNING: {facts['order']}", *facts["reasons"]]


def letter(event: Event) -> list[str]:
    """A message, word for word."""
    lines = event["data"]["text"].split("\n")
    return [f"  {event['text']}", "", *lines, "  *** End of Message ***"]


def table(event: Event) -> list[str]:
    """What it is, and the table."""
    return [event["text"], "", *event["data"]["table"].split("\n")]
