"""Result of reading a mail, for those who run the reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from horizons_host.mail.answers import Part
from horizons_host.mail.headers import Head


@frozen
class Handled:
    """What became of a mail: `outcome` in a few words, `orders` as pairs of game and player."""

    head: Head
    outcome: str
    orders: Sequence[tuple[str, str]] = ()
    recipients: Sequence[str] = ()
    defect: bool = False
    warnings: Sequence[str] = ()

    def told(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "sender": self.head.sender,
            "subject": self.head.subject,
            "message_id": self.head.message_id,
            "outcome": self.outcome,
            "orders": [{"game": game, "player": player} for game, player in self.orders],
            "answered": list(self.recipients),
            "warnings": list(self.warnings),
        }


def outcome_words(parts: Sequence[Part]) -> str:
    """The outcome of a mail with orders, in a few words."""
    taken = sum(part.taken for part in parts)
    refused = len(parts) - taken
    if not taken:
        return "orders refused"
    return "orders taken" + (f", {refused} refused" if refused else "")


def handled_mail(
    head: Head, outcome: str, parts: Sequence[Part], orders: Sequence[tuple[str, str]] = ()
) -> Handled:
    """The result of a mail to whose senders and players these parts are told."""
    recipients = list(dict.fromkeys(part.recipient for part in parts if part.recipient))
    return Handled(head, outcome, orders, recipients)
