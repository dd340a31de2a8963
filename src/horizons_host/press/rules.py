"""What holds for messages in a game: who may write, under which name, and when it arrives."""

from __future__ import annotations

from sqlalchemy import Connection

from horizons_core.errors import did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.press.posting import Draft, Here, post, within
from horizons_host.press.texts import PressError
from horizons_host.store import ALL, NOBODY, PUBLIC, GameStore, Message, Press, PressRule, pressing

_WHO = {
    NOBODY: LocalizedText("No messages between players: only the gamemaster writes."),
    PUBLIC: LocalizedText(
        "Players write to everybody or to the gamemaster, and not to single others."
    ),
    ALL: LocalizedText("Players write to whom they like."),
}


def rule_of(store: GameStore) -> PressRule:
    """The rule that holds."""
    return Press(store).rule()


def set_rule(store: GameStore, rule: PressRule, clock: Clock = now) -> Message:
    """Have another rule hold from now on; everybody is told so, by the message given back.

    What was written before stays as the rule was then: hidden if it was to be, anonymous if it was.
    Raises PressError for a rule that there is not, or that holds already.
    """
    return _holds(store, rule, "The gamemaster has changed the rule for messages.", clock)


def _holds(store: GameStore, rule: PressRule, said: str, clock: Clock) -> Message:
    demand_known(rule)
    text = f"{said} From now on:\n\n{words(rule)}"
    draft = Draft(None, text, "The rule for messages", everybody=True)

    def change(connection: Connection, here: Here) -> Message:
        if pressing.rule(connection) == rule:
            raise PressError("this rule holds already", LocalizedText("nothing was changed"))
        pressing.insert_rule(connection, rule, stamp(clock))
        return post(connection, draft, here, clock)

    return within(store, change)


def begin(store: GameStore, rule: PressRule, clock: Clock = now) -> None:
    """Have the rule hold that was announced of a game; everybody is told if it is not the usual.

    Twice is once. Raises PressError for a rule that there is not.
    """
    try:
        if rule_of(store) != rule:
            _holds(store, rule, "This is the rule for messages in this game.", clock)
    except PressError:
        if rule_of(store) != rule:  # else another process has done the same
            raise


def demand_known(rule: PressRule) -> None:
    """Raises PressError for a rule that there is not."""
    if rule.who not in _WHO:
        raise PressError(f"nothing is called '{rule.who}'", did_you_mean(rule.who, _WHO))


def words(rule: PressRule) -> str:
    """The rule as a list for everybody, a line for each sentence."""
    return "".join(f"- {sentence}\n" for sentence in sentences(rule))


def sentences(rule: PressRule) -> list[LocalizedText]:
    """The rule in sentences for everybody."""
    lines = [_WHO[rule.who]]
    if rule.who != NOBODY:
        lines += [
            LocalizedText("Nobody is told who wrote a message.")
            if rule.anonymous
            else LocalizedText("Messages are signed."),
            LocalizedText("Messages arrive when the next turn has been run.")
            if rule.with_turn
            else LocalizedText("Messages arrive at once."),
        ]
    lines += [
        LocalizedText(
            "What is written from now on is open to everybody when the game is over, with"
            " who wrote it."
        )
        if rule.opened
        else LocalizedText(
            "What is written stays between those who wrote and got it, after the end, too."
        )
    ]
    return lines
