"""One game whose mails are read: who plays in it, and what it makes of sets of orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.errors import GameOverError, TooManyStepsError
from horizons_core.model import folded
from horizons_host.clock import Clock, now, stamp
from horizons_host.mail.addresses import same
from horizons_host.mail.answers import Part, refused_part, strangers_part, taken_part
from horizons_host.mail.guesses import (
    TooManyGuessesError,
    a_day_before,
    demand_patience,
    notice,
    warning_of,
)
from horizons_host.order_claims import (
    Claim,
    Examined,
    RefusedOrdersError,
    address_of,
    examined,
    seat_named,
)
from horizons_host.order_intake import claim_of
from horizons_host.order_texts import OrderText
from horizons_host.own_words.order_sets import WrittenSet, sets_in
from horizons_host.own_words.soft_breaks import settled
from horizons_host.passwords import PasswordError
from horizons_host.report_files import rendered
from horizons_host.seating import SeatError
from horizons_host.store import (
    GameStore,
    GameStoreError,
    Inbox,
    NewMail,
    Post,
    Snapshot,
    WrongPassword,
)

#: What is wrong with a set of orders, and its sender's to mend.
Refusal = (
    *(RefusedOrdersError, SeatError, PasswordError, TooManyGuessesError, GameOverError),
    TooManyStepsError,
)


@frozen
class Outcome:
    """What a game makes of a mail: what is to be told, and the orders that count, by seat.

    Of wrong passwords in it the players are told by `notices`, the gamemaster by `warnings`.
    `after` has by seat the version that the orders replace, as their answers say.
    """

    parts: list[Part] = field(factory=list)
    orders: dict[str, Examined] = field(factory=dict)
    wrong: list[WrongPassword] = field(factory=list)
    notices: list[NewMail] = field(factory=list)
    warnings: list[str] = field(factory=list)
    after: dict[str, int] = field(factory=dict)


@frozen
class Served:
    """A game whose mails are read."""

    post: Post
    name: str
    variant: hz.Variant
    clock: Clock = now

    def snapshot(self) -> Snapshot:
        """The game, its seats and orders as they are now."""
        return self.post.store.snapshot()

    def is_meant_by(self, one: WrittenSet) -> bool:
        """Whether an opening line names this game."""
        ours = self.variant.info.envelope.opening.casefold() == one.opening.casefold()
        return ours and (not self.name or folded(one.names[0]) == folded(self.name))

    def players_at(self, address: str) -> list[str]:
        """Who of this game gets mails at this address."""
        here = self.post.store.position()
        return [s.name for s in here.seats if address and same(address_of(s, here.game), address)]

    def outcome(
        self, sender: str, arrived: datetime, sets: Sequence[WrittenSet], *, draft: bool = False
    ) -> Outcome:
        """What the game makes of the sets of orders in a mail of this sender; nothing is stored.

        Of several sets of one player the last counts. Those of a mail that says so are a `draft`.
        A password that was right is not compared a second time.
        """
        with self.post.store.moment():
            position = self.post.store.position()
            before = self.post.store.last_given(position.turn + 1)
        known = bool(self.players_at(sender))
        outcome = Outcome()
        told: dict[str, Part] = {}
        proved: set[tuple[str, str]] = set()
        for number, one in enumerate(sets):
            recipient = sender
            written, to_check = settled(one.text, self.variant.language)
            text = OrderText(written, "the orders")
            try:
                claim = claim_of(position, text, one.names[1] if one.bare else None)
                header = claim.header
                given = (claim.seat.name, (header and header.password) or "")
                if given not in proved or not given[1]:
                    self._authorise(claim, sender, outcome)
                    proved.add(given)
                known, recipient = True, claim.address or sender
                self._demand_timely(claim, arrived)
                found = evolve(examined(claim), final=not draft)
            except Refusal as problem:
                refusal = refused_part(problem, self.name, recipient)
                told[str(number)] = refusal if known else strangers_part(recipient)
            else:
                outcome.orders[claim.seat.name] = found
                newest, version = before.get(claim.seat.name, (None, 0))
                outcome.after[claim.seat.name] = version
                told[f"seat {claim.seat.name}"] = taken_part(
                    found, recipient, newest, version, one.unread + to_check
                )
        outcome.parts.extend(told.values())
        return outcome

    def _authorise(self, claim: Claim, sender: str, outcome: Outcome) -> None:
        """As `authorise`, but wrong passwords are noted, and after too many none is looked at."""
        given = claim.header is not None and claim.header.password is not None
        if not (claim.password_hash and given):
            authorise(claim, sender)
            return
        seat, inbox = claim.seat.name, Inbox(self.post.store)
        before = [one for one in outcome.wrong if one.seat == seat]
        wrong = [*inbox.wrong_passwords(seat, a_day_before(self.clock)), *before]
        demand_patience(seat, sender, claim.address, wrong, self.clock)
        try:
            authorise(claim, sender)
        except PasswordError:
            one = WrongPassword(seat, sender, stamp(self.clock))
            wrong.append(one)
            outcome.wrong.append(one)
            outcome.warnings.append(warning_of(self.name or "the game", seat, wrong))
            outcome.notices.extend(notice(self.name, seat, claim.address, wrong, inbox, self.clock))
            raise

    def _demand_timely(self, claim: Claim, arrived: datetime) -> None:
        """Raises RefusedOrdersError for orders that name no turn and may be late for the last one.

        They may if they came in before the report of that turn went out.
        """
        last = claim.turn - 1
        if (claim.header and claim.header.turn is not None) or last <= self.post.store.first():
            return
        sent = self.post.report_sent(claim.seat.name, last)
        if sent != "" and arrived >= datetime.fromisoformat(self._open_since(claim.turn, sent)):
            return
        raise RefusedOrdersError(
            "the opening line names no turn, and these orders arrived before the report of turn"
            f" {last} was sent; they may be meant for turn {last}, which has already been run",
            f"if they are meant for turn {claim.turn}, begin them with '{claim.opening_line}' and"
            " send them again",
        )

    def _open_since(self, turn: int, sent: str | None) -> str:
        """Since when orders that name no turn can only be meant for this one.

        Not before the turn before it was run (at another attempt its report may have been `sent`
        earlier), nor before an attempt at this turn was taken back.
        """
        store = self.post.store
        undone = [one.undone_at for one in store.undone(turn)]
        return max([store.stored(turn - 1).run_at, *undone, *([sent] if sent else [])])

    def repeats_form(self, one: WrittenSet) -> bool:
        """Whether a set is the order form of its player's latest report, as it was sent."""
        snapshot = self.snapshot()
        try:
            seat = seat_named(snapshot.seats, hz.load(snapshot.state), one.names[1])
            document = self.post.store.report(snapshot.turn, seat.name)
        except (SeatError, GameStoreError):
            return False
        text = rendered(lambda: self.variant, document, "text")
        forms = sets_in(text, [self.variant.info.envelope]).sets
        return any(_words(form.text) == _words(one.text) for form in forms)

    def repeats_earlier(self, one: WrittenSet) -> bool:
        """Whether a set is a version of its player's orders for the coming turn, as it is in."""
        store = self.post.store
        versions = store.given(store.latest() + 1)
        wanted = _words(one.text)
        return any(
            _words(given.text) == wanted
            for seat, texts in versions.items()
            if folded(seat) == folded(one.names[1])
            for given in texts
        )

    def has_orders_of(self, one: WrittenSet) -> bool:
        """Whether orders of a set's player are in for the coming turn."""
        return any(folded(seat) == folded(one.names[1]) for seat in self.snapshot().orders)


def served(store: GameStore, clock: Clock = now) -> Served:
    """The game in a store."""
    plate = store.plate()
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    return Served(Post(store), plate.name, variant, clock)


def _words(text: str) -> list[str]:
    """The words of a text, whatever its lines and however it is quoted."""
    return re.sub(r"^[> \t]+", "", text, flags=re.MULTILINE).split()


def authorise(claim: Claim, sender: str) -> None:
    """Raises PasswordError or RefusedOrdersError unless the orders are their player's.

    With a password, whoever gives it is the player; without one, whoever has the player's address.
    """
    if claim.password_hash:
        claim.demand_password()
        return
    if not claim.address:
        raise RefusedOrdersError(
            f"{claim.seat.name} has neither a mail address nor a password",
            "ask the gamemaster to set your address",
        )
    if not same(claim.address, sender):
        raise RefusedOrdersError(
            f"orders of {claim.seat.name} are only accepted from {claim.seat.name}'s"
            " own address, and this mail came from a different one",
            "send it from that address, or ask the gamemaster to change it",
        )
