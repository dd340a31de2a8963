"""A game as incoming emails need it, with its players, passwords and orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.errors import GameOverError, HorizonsError, TooManyStepsError
from horizons_core.model import folded
from horizons_host.clock import Clock, local_time, now, stamp
from horizons_host.games.order_claims import (
    ExaminedOrders,
    OrderClaim,
    RefusedOrdersError,
    address_of,
    examine_claim,
    seat_named,
)
from horizons_host.games.order_intake import claim_of
from horizons_host.games.order_texts import OrderText
from horizons_host.mail.answers import AnswerPart, accepted_part, refused_part, stranger_part
from horizons_host.mail.headers import mailbox_of, same
from horizons_host.mail.order_sets import MailedOrders, join_wrapped_lines, sets_in
from horizons_host.reports.files import rendered
from horizons_host.seats.passwords import PasswordError
from horizons_host.seats.seats import SeatError
from horizons_host.store import (
    GameMails,
    GamemasterInbox,
    GameStore,
    GameStoreError,
    NewMail,
    Snapshot,
    WrongPassword,
)

#: Number of mistakes per day without a delay.
FREE_ATTEMPTS = 5
#: The delay after one more is a minute and doubles with each further one, up to this.
MAX_WAIT = timedelta(hours=12)
#: Number of wrong passwords within a day about which a player is notified, once a day.
WARNING_ATTEMPTS = 3
_DAY = timedelta(days=1)


class TooManyPasswordsError(HorizonsError):
    """A password that is not checked, as too many before it were wrong."""


def check_password_limit(
    seat: str, sender: str, home: str, wrong: Sequence[WrongPassword], clock: Clock
) -> None:
    """Raise TooManyPasswordsError if no password for a seat may be checked now.

    `wrong` are the seat's wrong passwords of the last day, `home` is its address or "".
    """
    from_home = _is_from_home(sender, home)
    now = stamp(clock)  # entries in the future, from a wrong clock, do not count
    times = [g.at for g in wrong if g.at <= now and _is_from_home(g.sender, home) == from_home]
    if len(times) < FREE_ATTEMPTS:
        return
    minutes = timedelta(minutes=2 ** min(len(times) - FREE_ATTEMPTS, 20))
    until = datetime.fromisoformat(max(times)) + min(minutes, MAX_WAIT)
    if clock() < until:
        raise TooManyPasswordsError(
            f"{len(times)} wrong passwords were sent for {seat} within a day; no"
            f" further password is checked before {local_time(until.isoformat())}",
            "send the orders again later, or write to the gamemaster",
        )


def _is_from_home(sender: str, home: str) -> bool:
    return home != "" and mailbox_of(sender) == mailbox_of(home)


def day_before(clock: Clock) -> str:
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
    """Return the email that notifies a player of wrong passwords, if one is due."""
    if not address or len(wrong) < WARNING_ATTEMPTS:
        return []
    if inbox.noticed(seat, day_before(clock)):
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


#: Errors in an order set that the sender can fix.
OrderRefusal = (
    *(RefusedOrdersError, SeatError, PasswordError, TooManyPasswordsError, GameOverError),
    TooManyStepsError,
)


@frozen
class MailResult:
    """The result of an email for a game: the answers, and the accepted orders by seat.

    For wrong passwords `notices` inform the players, `warnings` the gamemaster. `after` has by seat
    the version that the orders replace, as their answers say.
    """

    parts: list[AnswerPart] = field(factory=list)
    orders: dict[str, ExaminedOrders] = field(factory=dict)
    wrong: list[WrongPassword] = field(factory=list)
    notices: list[NewMail] = field(factory=list)
    warnings: list[str] = field(factory=list)
    after: dict[str, int] = field(factory=dict)


@frozen
class MailedGame:
    """A game whose emails are read."""

    game_mails: GameMails
    name: str
    variant: hz.Variant
    clock: Clock = now

    def snapshot(self) -> Snapshot:
        """Return the current game with its seats and orders."""
        return self.game_mails.store.snapshot()

    def is_meant_by(self, order_set: MailedOrders) -> bool:
        """Return whether an opening line names this game."""
        matches = self.variant.info.envelope.opening.casefold() == order_set.opening.casefold()
        return matches and (not self.name or folded(order_set.names[0]) == folded(self.name))

    def players_at(self, address: str) -> list[str]:
        """List the players of this game with this email address."""
        position = self.game_mails.store.position()
        return [
            s.name
            for s in position.seats
            if address and same(address_of(s, position.game), address)
        ]

    def outcome(
        self, sender: str, arrived: datetime, sets: Sequence[MailedOrders], *, draft: bool = False
    ) -> MailResult:
        """Process the order sets in an email of this sender, without storing anything.

        Of several sets of one player the last counts. The sets are a `draft` if the email is.
        A password that was right is not compared again.
        """
        with self.game_mails.store.read_transaction():
            position = self.game_mails.store.position()
            before = self.game_mails.store.last_submissions(position.turn + 1)
        known = bool(self.players_at(sender))
        outcome = MailResult()
        parts: dict[str, AnswerPart] = {}
        proved: set[tuple[str, str]] = set()
        for number, order_set in enumerate(sets):
            recipient = sender
            checked_text, to_check = join_wrapped_lines(order_set.text, self.variant.language)
            text = OrderText(checked_text, "the orders")
            try:
                claim = claim_of(position, text, order_set.names[1] if order_set.bare else None)
                header = claim.header
                credentials = (claim.seat.name, (header and header.password) or "")
                if credentials not in proved or not credentials[1]:
                    self._authorise(claim, sender, outcome)
                    proved.add(credentials)
                known, recipient = True, claim.address or sender
                self._demand_timely(claim, arrived)
                checked = evolve(examine_claim(claim), final=not draft)
            except OrderRefusal as problem:
                refusal = refused_part(problem, self.name, recipient)
                parts[str(number)] = refusal if known else stranger_part(recipient)
            else:
                outcome.orders[claim.seat.name] = checked
                newest, version = before.get(claim.seat.name, (None, 0))
                outcome.after[claim.seat.name] = version
                parts[f"seat {claim.seat.name}"] = accepted_part(
                    checked, recipient, newest, version, order_set.unread + to_check
                )
        outcome.parts.extend(parts.values())
        return outcome

    def _authorise(self, claim: OrderClaim, sender: str, outcome: MailResult) -> None:
        """Call `authorise`, and record wrong passwords; after too many it checks none."""
        has_password = claim.header is not None and claim.header.password is not None
        if not (claim.password_hash and has_password):
            authorise(claim, sender)
            return
        seat, inbox = claim.seat.name, GamemasterInbox(self.game_mails.store)
        before = [failure for failure in outcome.wrong if failure.seat == seat]
        wrong = [*inbox.wrong_passwords(seat, day_before(self.clock)), *before]
        check_password_limit(seat, sender, claim.address, wrong, self.clock)
        try:
            authorise(claim, sender)
        except PasswordError:
            failure = WrongPassword(seat, sender, stamp(self.clock))
            wrong.append(failure)
            outcome.wrong.append(failure)
            outcome.warnings.append(password_warning(self.name or "the game", seat, wrong))
            outcome.notices.extend(
                password_notice(self.name, seat, claim.address, wrong, inbox, self.clock)
            )
            raise

    def _demand_timely(self, claim: OrderClaim, arrived: datetime) -> None:
        """Raise RefusedOrdersError for orders without a turn that may be meant for the last turn.

        They may be if they arrived before the report of that turn was sent.
        """
        last = claim.turn - 1
        if (
            claim.header and claim.header.turn is not None
        ) or last <= self.game_mails.store.first():
            return
        sent = self.game_mails.report_sent(claim.seat.name, last)
        if sent != "" and arrived >= datetime.fromisoformat(self._open_since(claim.turn, sent)):
            return
        raise RefusedOrdersError(
            "the opening line names no turn, and these orders arrived before the report of turn"
            f" {last} was sent; they may be meant for turn {last}, which has already been run",
            f"if they are meant for turn {claim.turn}, begin them with '{claim.opening_line}' and"
            " send them again",
        )

    def _open_since(self, turn: int, sent: str | None) -> str:
        """Return the time since which orders without a turn can only be meant for this one.

        That is not before the previous turn was run (at another attempt its report may have been
        `sent` earlier), nor before an attempt at this turn was undone.
        """
        store = self.game_mails.store
        undone = [attempt.undone_at for attempt in store.undone(turn)]
        return max([store.stored(turn - 1).run_at, *undone, *([sent] if sent else [])])

    def repeats_form(self, order_set: MailedOrders) -> bool:
        """Return whether a set is the unchanged order form of its player's latest report."""
        snapshot = self.snapshot()
        try:
            seat = seat_named(snapshot.seats, hz.load(snapshot.state), order_set.names[1])
            document = self.game_mails.store.report(snapshot.turn, seat.name)
        except (SeatError, GameStoreError):
            return False
        text = rendered(lambda: self.variant, document, "text")
        forms = sets_in(text, [self.variant.info.envelope]).sets
        return any(_words(form.text) == _words(order_set.text) for form in forms)

    def repeats_earlier(self, order_set: MailedOrders) -> bool:
        """Return whether a set equals a stored version of its player's orders for the next turn."""
        store = self.game_mails.store
        versions = store.submissions(store.latest() + 1)
        words = _words(order_set.text)
        return any(
            _words(orders.text) == words
            for seat, texts in versions.items()
            if folded(seat) == folded(order_set.names[1])
            for orders in texts
        )

    def has_orders_of(self, order_set: MailedOrders) -> bool:
        """Return whether a set's player has submitted orders for the coming turn."""
        return any(folded(seat) == folded(order_set.names[1]) for seat in self.snapshot().orders)


def mailed_game(store: GameStore, clock: Clock = now) -> MailedGame:
    """Return the game in a store."""
    info = store.info()
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    return MailedGame(GameMails(store), info.name, variant, clock)


def _words(text: str) -> list[str]:
    """Return the words of a text, regardless of line breaks and `>` marks."""
    return re.sub(r"^[> \t]+", "", text, flags=re.MULTILINE).split()


def authorise(claim: OrderClaim, sender: str) -> None:
    """Raise PasswordError or RefusedOrdersError unless the orders come from their player.

    If there is a password, it identifies the player; otherwise the player's address does.
    """
    if claim.password_hash:
        claim.demand_password()
        return
    if not claim.address:
        raise RefusedOrdersError(
            f"{claim.seat.name} has neither an email address nor a password",
            "ask the gamemaster to set your address",
        )
    if not same(claim.address, sender):
        raise RefusedOrdersError(
            f"orders of {claim.seat.name} are only accepted from {claim.seat.name}'s"
            " own address, and this email came from a different one",
            "send it from that address, or ask the gamemaster to change it",
        )
