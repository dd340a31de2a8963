"""Wrong passwords in mails: how many are checked, and who is notified.

They are counted by seat. Mails that claim the seat's own address are counted separately from all
others, so that a guessing stranger does not lock out a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, local_time, stamp
from horizons_host.mail.addresses import mailbox_of
from horizons_host.store import GamemasterInbox, NewMail, WrongPassword

#: Number of mistakes per day without a delay.
FREE_ATTEMPTS = 5
#: The delay after one more is a minute and doubles with each further one, up to this.
LONGEST_WAIT = timedelta(hours=12)
#: Number of wrong passwords within a day about which a player is notified, once a day.
WARNING_ATTEMPTS = 3
_DAY = timedelta(days=1)


class TooManyPasswordsError(HorizonsError):
    """A password that is not checked, as too many before it were wrong."""


def check_password_limit(
    seat: str, sender: str, home: str, wrong: Sequence[WrongPassword], clock: Clock
) -> None:
    """Raise TooManyPasswordsError if no password for a seat may be checked now.

    `wrong` are the seat's wrong passwords of the last day, `own` is its address or "".
    """
    from_home = _is_from_home(sender, home)
    now = stamp(clock)  # entries in the future, from a wrong clock, do not count
    times = [g.at for g in wrong if g.at <= now and _is_from_home(g.sender, home) == from_home]
    if len(times) < FREE_ATTEMPTS:
        return
    minutes = timedelta(minutes=2 ** min(len(times) - FREE_ATTEMPTS, 20))
    until = datetime.fromisoformat(max(times)) + min(minutes, LONGEST_WAIT)
    if clock() < until:
        raise TooManyPasswordsError(
            f"{len(times)} wrong passwords were sent for {seat} within a day; no"
            f" further password is checked before {local_time(until.isoformat())}",
            "send the orders again later, or write to the gamemaster",
        )


def _is_from_home(sender: str, home: str) -> bool:
    return home != "" and mailbox_of(sender) == mailbox_of(home)


def a_day_before(clock: Clock) -> str:
    """Return the time since which wrong passwords and answers count."""
    return stamp(lambda: clock() - _DAY)


def password_warning(game: str, seat: str, wrong: Sequence[WrongPassword]) -> str:
    """Return the warning for the gamemaster."""
    senders = list(dict.fromkeys(guess.sender or "an unknown sender" for guess in wrong))
    latest = ", ".join(senders[-3:]) + (" and others" if len(senders) > 3 else "")
    ending = "s were" if len(wrong) != 1 else " was"
    return (
        f"{len(wrong)} wrong password{ending} sent for {seat} in {game} within a day, by {latest}"
    )


def password_notice(
    game: str,
    seat: str,
    address: str,
    wrong: Sequence[WrongPassword],
    inbox: GamemasterInbox,
    clock: Clock,
) -> list[NewMail]:
    """Return the mail that notifies a player of wrong passwords, if one is due."""
    if not address or len(wrong) < WARNING_ATTEMPTS:
        return []
    if inbox.noticed(seat, a_day_before(clock)):
        return []
    text = (
        f"{password_warning(game, seat, wrong)}.\n\n"
        "If that was you, check the opening line. If not, another person may be trying to submit\n"
        "orders for you. Nothing was accepted, and after a few wrong passwords no further one is\n"
        "checked for a while. This does not affect orders from your own address. The gamemaster\n"
        "knows about it, too, and can give you a new password.\n"
    )
    subject = f"[{game}] Wrong passwords for {seat}"
    return [NewMail("notice", address, subject, stamp(clock), seat=seat, body=text)]
