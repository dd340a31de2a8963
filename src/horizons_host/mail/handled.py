"""Result of reading a mail, for the commands and jobs that read mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from horizons_host.mail.answers import AnswerPart
from horizons_host.mail.headers import Head


@frozen
class HandledMail:
    """The result of a mail: `outcome` in a few words, `orders` as pairs of game and player."""

    head: Head
    outcome: str
    orders: Sequence[tuple[str, str]] = ()
    recipients: Sequence[str] = ()
    defect: bool = False
    warnings: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "sender": self.head.sender,
            "subject": self.head.subject,
            "message_id": self.head.message_id,
            "outcome": self.outcome,
            "orders": [{"game": game, "player": player} for game, player in self.orders],
            "answered": list(self.recipients),
            "warnings": list(self.warnings),
        }


def outcome_words(parts: Sequence[AnswerPart]) -> str:
    """Return the outcome of a mail with orders, in a few words."""
    accepted = sum(part.accepted for part in parts)
    refused = len(parts) - accepted
    if not accepted:
        return "orders refused"
    return "orders taken" + (f", {refused} refused" if refused else "")


def handled_mail(
    head: Head, outcome: str, parts: Sequence[AnswerPart], orders: Sequence[tuple[str, str]] = ()
) -> HandledMail:
    """Return the result of a mail with these answers."""
    recipients = list(dict.fromkeys(part.recipient for part in parts if part.recipient))
    return HandledMail(head, outcome, orders, recipients)
