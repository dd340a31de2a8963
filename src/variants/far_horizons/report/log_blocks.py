"""The fixed lines of the classic log: remarks on orders, messages and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Event = Mapping[str, Any]


def refusal(event: Event) -> list[str]:
    """Return the lines for a refused order: the order as written, and the reason."""
    facts = event["data"]
    return ["Order ignored:", facts["order"], facts["reason"]]


def change(event: Event) -> list[str]:
    """Return the lines for an order executed differently, with a line per sentence."""
    facts = event["data"]
    return [f"WARNING: {facts['order']}", *facts["reasons"]]


def message_lines(event: Event) -> list[str]:
    """Return the lines of a message, word for word."""
    lines = event["data"]["text"].split("\n")
    return [f"  {event['text']}", "", *lines, "  *** End of Message ***"]


def table(event: Event) -> list[str]:
    """Return a title and a table."""
    return [event["text"], "", *event["data"]["table"].split("\n")]
