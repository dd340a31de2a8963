"""Checks of submitted orders before they are stored, such as their seat and password."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import GameOverError, HorizonsError, UnknownNameError, did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_core.orders import Diagnostic, Header, OrderSet
from horizons_core.turn import Foresight, foresee
from horizons_host.clock import Clock, stamp
from horizons_host.games.order_texts import OrderText
from horizons_host.seats.passwords import (
    PasswordError,
    check_password,
    hash_of,
    hash_to_come,
    private_lines,
    strip_passwords,
    superseded_lines,
    superseded_remarks,
)
from horizons_host.seats.seats import SeatError, seat_of
from horizons_host.store import Position, SeatRecord, SubmittedOrders

#: Step limit of a check or forecast on a server or by email: hundreds of times what a large turn
#: takes, and a second or two of work.
MAX_STEPS = 50_000


class RefusedOrdersError(HorizonsError):
    """Orders that are not accepted: without a player, for a bot, or for another game or player."""


class OtherTurnError(RefusedOrdersError):
    """Orders that were written for a turn other than the coming one.

    Attributes:
        coming: the coming turn.
    """

    def __init__(self, turn: int, coming: int) -> None:
        super().__init__(
            LocalizedText(
                "these orders are for turn {turn}, but orders are now accepted for turn {now};"
                " nothing was stored",
                turn=turn,
                now=coming,
            ),
            LocalizedText(
                "read the report of turn {turn}, then submit them for turn"
                " {next} if they still fit",
                turn=coming - 1,
                next=coming,
            ),
        )
        self.coming = coming


@frozen
class OrderClaim:
    """A parsed order text and the seat that it claims, which is not yet authenticated.

    `game` must not be changed.
    """

    text: OrderText
    read: OrderSet
    seat: SeatRecord
    turn: int
    game: Any
    variant: hz.Variant
    max_steps: int | None = MAX_STEPS

    @property
    def header(self) -> Header | None:
        """The parsed opening line, or None."""
        return self.read.header

    @property
    def opening(self) -> str:
        """The keyword of an opening line in this game."""
        return self.variant.language.envelope.opening

    @property
    def opening_line(self) -> str:
        """An opening line for the next turn, with a placeholder for a password if needed."""
        envelope = self.variant.language.envelope
        line = envelope.opening_line(self.game.name, self.seat.name)
        return f"{line} {'password ' if self.password_hash else ''}turn {self.turn}"

    @property
    def password_hash(self) -> str | None:
        """The hash of the seat's password, or None."""
        return password_of(self.seat, self.game)

    @property
    def address(self) -> str:
        """The seat's email address; "" if none."""
        return address_of(self.seat, self.game)

    def demand_password(self) -> None:
        """Raise PasswordError unless the seat has no password or the header has the right one."""
        password = self.header.password if self.header else None
        check_password(self.seat.name, self.password_hash, password, self.opening)

    def password_remarks(self) -> list[Mapping[str, Any]]:
        """Return a remark if the password is wrong or missing, so a submission would be refused.

        Verifies the password once, which is slow.
        """
        try:
            self.demand_password()
        except PasswordError as problem:
            line, column = (self.header.line, self.header.columns[0]) if self.header else (0, 0)
            words = problem.message, line, max(column, min(line, 1)), "", problem.hint
            return [Diagnostic("error", "password", *words).to_dict()]
        return []


def password_of(seat: SeatRecord, game: Any) -> str | None:
    """Return the hash of a seat's password, or None.

    A password set by the gamemaster takes precedence over one set by an order, and that over the
    one from the set-up.
    """
    if seat.new_password is not None:
        return seat.new_password or None
    if seat.role:
        return seat.password_hash
    by_order: str | None = game.empire(seat.name).password
    return seat.password_hash if by_order is None else by_order or None


def address_of(seat: SeatRecord, game: Any) -> str:
    """Return a seat's email address: the gamemaster's setting, else the game's; "" if none."""
    original = seat.address if seat.role else game.empire(seat.name).address
    return str(original if seat.redirect is None else seat.redirect)


@frozen
class ExaminedOrders:
    """Orders checked against the game as their player knows it.

    `safe_text` is the text without passwords; a placeholder stands for the hash of a password that
    an order sets. The foresight is computed from it. Lines in `masked` are refused orders, lines in
    `dropped` are left out. Orders that are not `final` are a draft.
    """

    claim: OrderClaim
    safe_text: str
    foresight: Foresight
    final: bool = True
    masked: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()

    @property
    def diagnostics(self) -> Sequence[Mapping[str, Any]]:
        """The remarks on the orders, as plain data."""
        return [remark.to_dict() for remark in self.foresight.diagnostics]

    @property
    def seat(self) -> SeatRecord:
        """The seat of these orders."""
        return self.claim.seat

    @property
    def turn(self) -> int:
        """The turn of these orders."""
        return self.claim.turn

    @property
    def errors(self) -> int:
        """Number of errors among the remarks."""
        return sum(remark["severity"] == "error" for remark in self.diagnostics)

    def stored_text(self) -> str:
        """Return the text to store, as the turn will use it; hashes the password, if any."""
        if not private_lines(self.claim.read):
            return self.safe_text
        return _without_passwords(self.claim, self.masked, self.dropped, hash_of)

    def to_orders(self, clock: Clock) -> SubmittedOrders:
        """Return the orders in their stored form."""
        return SubmittedOrders(
            turn=self.turn,
            seat=self.seat.name,
            text=self.stored_text(),
            submitted_at=stamp(clock),
            source=self.claim.text.source,
            diagnostics=self.diagnostics,
            final=self.final,
        )


def read_claim(
    position: Position, text: OrderText, player: str | None, max_steps: int | None = MAX_STEPS
) -> OrderClaim:
    """Parse a text as orders of this player, or of the player that its header names.

    Raises RefusedOrdersError, SeatError.
    """
    info, game = position.info, position.game
    variant = hz.variant_of(game)
    read = variant.language.read(text.text)
    if read.void:
        fault = next(remark for remark in read.diagnostics if remark.severity == "error")
        raise RefusedOrdersError(_fault_text(text.source, fault), fault.hint)
    header = read.header
    if header and info.name and folded(header.game) != folded(info.name):
        raise RefusedOrdersError(
            LocalizedText(
                "{source}: the header names game '{one}', but this is '{other}'",
                source=text.source,
                one=header.game,
                other=info.name,
            ),
            LocalizedText(
                "correct line {line}, or choose the other game with -g", line=header.line
            ),
        )
    seat = _seat(position.seats, game, header, player, text.source)
    if seat.bot:
        raise RefusedOrdersError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            LocalizedText("only people can submit orders"),
        )
    claim = OrderClaim(text, read, seat, position.turn + 1, game, variant, max_steps)
    _check_turn(claim)
    return claim


def _fault_text(source: str, fault: Diagnostic) -> LocalizedText:
    if fault.line:
        return LocalizedText(
            "{source}: line {line}: {what}", source=source, line=fault.line, what=fault.message
        )
    return LocalizedText("{source}: {what}", source=source, what=fault.message)


def _check_turn(claim: OrderClaim) -> None:
    """Raise RefusedOrdersError if the opening line names a turn other than the next one."""
    turn = claim.turn if claim.header is None else claim.header.turn
    if turn is None or turn == claim.turn:
        return
    state = LocalizedText("is not the next one")
    if turn < claim.turn:
        state = LocalizedText("has already been run")
    raise RefusedOrdersError(
        LocalizedText(
            "{source}: the opening line names turn {turn}, which {how}; the next"
            " turn is {now}, and nothing was stored",
            source=claim.text.source,
            turn=turn,
            how=state,
            now=claim.turn,
        ),
        LocalizedText(
            "if these are meant for turn {turn}, begin them with '{line}' and send them"
            " again{more}",
            turn=claim.turn,
            line=claim.opening_line,
            more=_too_late(claim, turn),
        ),
    )


def _too_late(claim: OrderClaim, turn: int) -> str:
    """Return another hint if the orders are for the turn that was just run, else ""."""
    if not turn == claim.turn - 1 > 0:
        return ""
    return LocalizedText(
        "; to use them for turn {turn}, the gamemaster must undo it: horizons undo", turn=turn
    )


def _seat(
    seats: Sequence[SeatRecord], game: Any, header: Header | None, player: str | None, source: str
) -> SeatRecord:
    if player is None and header is None:
        raise RefusedOrdersError(
            LocalizedText("{source}: whose orders are these?", source=source),
            LocalizedText("add -p NAME, or begin with a header line that names the player"),
        )
    named = seat_named(seats, game, header.empire) if header else None
    if player is None:
        return named  # type: ignore[return-value]
    seat = seat_named(seats, game, player)
    if header and named != seat:
        raise RefusedOrdersError(
            LocalizedText(
                "{source}: the header names '{one}', not '{other}'",
                source=source,
                one=header.empire,
                other=seat.name,
            ),
            LocalizedText("correct line {line}, or use -p", line=header.line),
        )
    return seat


def seat_named(seats: Sequence[SeatRecord], game: Any, name: str) -> SeatRecord:
    """Find a seat by the player's or the empire's name; raises SeatError."""
    try:
        return seat_of(seats, game.participant(name).id)
    except UnknownNameError as problem:
        known = [seat.name for seat in seats]
        raise SeatError(
            LocalizedText("no player '{name}' in this game", name=name), did_you_mean(name, known)
        ) from problem


def examine_claim(claim: OrderClaim) -> ExaminedOrders:
    """Check orders against the player's view; raises GameOverError, TooManyStepsError."""
    outcome = claim.game.outcome
    if outcome is not None:
        raise GameOverError(
            LocalizedText(
                "the game ended in turn {turn}: {why}", turn=outcome.turn, why=outcome.reason
            ),
            LocalizedText("no more orders are accepted"),
        )
    masked, dropped = _dropped_lines(claim)
    foresight = _foresight(claim, _without_passwords(claim, masked, dropped))
    accepted = masked - _errors(foresight)
    if accepted:  # masking made wrong orders valid: they must not be carried out
        dropped |= accepted
        foresight = _foresight(claim, _without_passwords(claim, masked, dropped))
    for remark in _remarks_on_passwords(claim, foresight, masked, dropped):
        remarks = foresight.diagnostics
        later = (place for place, other in enumerate(remarks) if other.line > remark.line)
        remarks.insert(next(later, len(remarks)), remark)
    text = _without_passwords(claim, masked, dropped)
    return ExaminedOrders(claim, text, foresight, masked=masked, dropped=dropped)


def _dropped_lines(claim: OrderClaim) -> tuple[frozenset[int], frozenset[int]]:
    """Return lines with passwords that are refused, and those that later orders replace."""
    private = frozenset(private_lines(claim.read))
    if not private:
        return private, private
    foresight = _foresight(claim, claim.text.text)
    # If remarks were cut off, it is unknown which orders are right.
    uncertain = foresight.context.left_out.get(claim.seat.name, 0)
    masked = private if uncertain else private & _errors(foresight)
    return masked, frozenset(superseded_lines(claim.read, masked))


def _remarks_on_passwords(
    claim: OrderClaim, foresight: Foresight, masked: Collection[int], dropped: Collection[int]
) -> list[hz.Diagnostic]:
    """Return remarks on dropped lines with passwords that have none yet."""
    remarks = superseded_remarks(claim.read, superseded_lines(claim.read, masked))
    if foresight.context.left_out.get(claim.seat.name, 0):
        remarks += [
            order.fault(
                "password-not-kept",
                f"{order.keyword}: not stored: there are too many mistakes in these orders to tell"
                " whether it is correct",
                "correct the other orders, and send all of them again",
            )
            for order in claim.read.orders
            if order.line in masked and order.line in dropped
        ][-1:]
    return remarks


def _without_passwords(
    claim: OrderClaim,
    masked: Collection[int],
    dropped: Collection[int] = (),
    form: Callable[[str], str] = hash_to_come,
) -> str:
    return strip_passwords(
        claim.text.text, claim.read, claim.variant.language, masked, dropped, form
    )


def _foresight(claim: OrderClaim, text: str) -> Foresight:
    return foresee(claim.variant, claim.game, claim.seat.name, text, claim.max_steps)


def _errors(foresight: Foresight) -> set[int]:
    """Return the lines with errors."""
    return {remark.line for remark in foresight.diagnostics if remark.severity == "error"}
