"""The message rule of a game, which says who may write, when messages arrive and who sees names."""

from __future__ import annotations

from sqlalchemy import Connection

from horizons_core.errors import did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.messages.posting import Draft, MessageError, MessagingState, in_transaction, post
from horizons_host.store import (
    ALL_MESSAGES,
    NO_MESSAGES,
    PUBLIC_MESSAGES,
    GameMessages,
    GameStore,
    Message,
    MessagingRule,
)
from horizons_host.store.messages import insert_rule
from horizons_host.store.messages import rule as current_rule

_WHO = {
    NO_MESSAGES: LocalizedText("Only the gamemaster can write messages."),
    PUBLIC_MESSAGES: LocalizedText(
        "Players can write to everyone or to the gamemaster, but not to individual players."
    ),
    ALL_MESSAGES: LocalizedText("Players can write to anyone."),
}


def rule_of(store: GameStore) -> MessagingRule:
    """Return the current rule."""
    return GameMessages(store).rule()


def set_rule(store: GameStore, rule: MessagingRule, clock: Clock = now) -> Message:
    """Change the rule for new messages; announce it to all and return the announcement.

    Earlier messages keep the rule under which they were sent. Raises MessageError for an unknown
    rule, or if it already applies.
    """
    return _apply(store, rule, "The gamemaster has changed the rules for messages.", clock)


def _apply(store: GameStore, rule: MessagingRule, opening: str, clock: Clock) -> Message:
    demand_known(rule)
    text = f"{opening} From now on:\n\n{words(rule)}"
    draft = Draft(None, text, "Rules for messages", to_all=True)

    def change(connection: Connection, state: MessagingState) -> Message:
        if current_rule(connection) == rule:
            raise MessageError("these rules already apply", LocalizedText("nothing was changed"))
        insert_rule(connection, rule, stamp(clock))
        return post(connection, draft, state, clock)

    return in_transaction(store, change)


def begin(store: GameStore, rule: MessagingRule, clock: Clock = now) -> None:
    """Apply the announced rule of a new game; announce it to all if it is not the default.

    A repeated call does nothing. Raises MessageError for an unknown rule.
    """
    try:
        if rule_of(store) != rule:
            _apply(store, rule, "These are the rules for messages in this game.", clock)
    except MessageError:
        if rule_of(store) != rule:  # else another process has done the same
            raise


def demand_known(rule: MessagingRule) -> None:
    """Raise MessageError for an unknown rule."""
    if rule.who not in _WHO:
        raise MessageError(f"unknown value '{rule.who}'", did_you_mean(rule.who, _WHO))


def words(rule: MessagingRule) -> str:
    """Format the rule as a public list, a line per sentence."""
    return "".join(f"- {sentence}\n" for sentence in sentences(rule))


def sentences(rule: MessagingRule) -> list[LocalizedText]:
    """Describe the rule in public sentences."""
    lines = [_WHO[rule.who]]
    if rule.who != NO_MESSAGES:
        lines += [
            LocalizedText("Messages are anonymous.")
            if rule.anonymous
            else LocalizedText("Messages name their sender."),
            LocalizedText("Messages are delivered after the next turn.")
            if rule.with_turn
            else LocalizedText("Messages are delivered at once."),
        ]
    lines += [
        LocalizedText(
            "Messages sent from now on become public when the game ends, with their senders."
        )
        if rule.opened
        else LocalizedText("Messages stay private, even after the game ends.")
    ]
    return lines
