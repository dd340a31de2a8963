"""Wrong passwords in mails: how many are looked at, and who is told of them.

They are counted by seat. Mails that say they come from the seat's own address are counted apart
from all others, so that a stranger who guesses shuts out nobody who writes from home.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, local_time, stamp
from horizons_host.mail.addresses import mailbox_of
from horizons_host.store import Inbox, NewMail, WrongPassword

#: Slips of the pen within a day that cost no waiting.
FORGIVEN = 5
#: The wait after one more is a minute, after each further one double the time, up to this.
LONGEST_WAIT = timedelta(hours=12)
#: A player is told of so many wrong passwords within a day, once a day.
WORTH_TELLING = 3
_DAY = timedelta(days=1)


class TooManyGuessesError(HorizonsError):
    """A password that is not looked at, since too many before it were wrong."""


def demand_patience(
    seat: str, sender: str, own: str, wrong: Sequence[WrongPassword], clock: Clock
) -> None:
    """Raises TooManyGuessesError if no password for a seat is to be looked at now.

    `wrong` are the seat's wrong passwords of the last day, `own` its address or "".
    """
    from_home = _is_from_home(sender, own)
    now = stamp(clock)  # what a clock that ran ahead has noted holds nobody up until then
    times = [
        one.at for one in wrong if one.at <= now and _is_from_home(one.sender, own) == from_home
    ]
    if len(times) < FORGIVEN:
        return
    minutes = timedelta(minutes=2 ** min(len(times) - FORGIVEN, 20))
    until = datetime.fromisoformat(max(times)) + min(minutes, LONGEST_WAIT)
    if clock() < until:
        raise TooManyGuessesError(
            f"{len(times)} wrong passwords were sent for {seat} within a day; no"
            f" further password is checked before {local_time(until.isoformat())}",
            "send the orders again later, or write to the gamemaster",
        )


def _is_from_home(sender: str, own: str) -> bool:
    return own != "" and mailbox_of(sender) == mailbox_of(own)


def a_day_before(clock: Clock) -> str:
    """The time from which on wrong passwords and answers count."""
    return stamp(lambda: clock() - _DAY)


def warning_of(game: str, seat: str, wrong: Sequence[WrongPassword]) -> str:
    """What the gamemaster is told."""
    senders = list(dict.fromkeys(one.sender or "an unknown sender" for one in wrong))
    named = ", ".join(senders[-3:]) + (" and others" if len(senders) > 3 else "")
    many = "s were" if len(wrong) != 1 else " was"
    return f"{len(wrong)} wrong password{many} sent for {seat} in {game} within a day, by {named}"


def notice(
    game: str, seat: str, address: str, wrong: Sequence[WrongPassword], inbox: Inbox, clock: Clock
) -> list[NewMail]:
    """The mail that tells a player of wrong passwords, if there is reason for one."""
    if not address or len(wrong) < WORTH_TELLING:
        return []
    if inbox.noticed(seat, a_day_before(clock)):
        return []
    text = (
        f"{warning_of(game, seat, wrong)}.\n\n"
        "If that was you, check the opening line. If not, another person may be trying to submit\n"
        "orders for you. Nothing was accepted, and after a few wrong passwords no further one is\n"
        "checked for a while. This does not affect orders from your own address. The gamemaster\n"
        "knows about it, too, and can give you a new password.\n"
    )
    subject = f"[{game}] Wrong passwords for {seat}"
    return [NewMail("notice", address, subject, stamp(clock), seat=seat, body=text)]
