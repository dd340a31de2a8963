"""Takes orders from incoming emails and prepares the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from attrs import evolve

import horizons_core as hz
from horizons_core.errors import HorizonsError, PhaseError, did_you_mean, nearest
from horizons_core.model import folded
from horizons_host.clock import Clock, now, stamp
from horizons_host.games.order_texts import MAX_TEXT_SIZE
from horizons_host.mail.answers import (
    AnswerPart,
    HandledMail,
    answer_part_from,
    answers,
    handled_mail,
    help_part,
    last_part,
    outcome_words,
    refused_part,
    stranger_part,
    unreadable_part,
)
from horizons_host.mail.bodies import MailText, mail_texts
from horizons_host.mail.guarded import guarded_texts
from horizons_host.mail.headers import (
    Head,
    content_key,
    is_draft_subject,
    is_proved,
    mailbox_of,
    same,
)
from horizons_host.mail.limits import TOO_LARGE, too_complex
from horizons_host.mail.mailed_game import MailedGame, MailResult, day_before, mailed_game
from horizons_host.mail.order_sets import (
    MailedOrders,
    OrderSearchResult,
    counting_sets,
    envelopes_of,
    with_unread,
)
from horizons_host.mail.parts import not_read, sets_of, unread_remarks
from horizons_host.mail.replies import (
    RepliedMessage,
    add_reply,
    replied_message,
    reply_refused_part,
)
from horizons_host.mail.resend import MAX_PER_DAY, forwarded_mail, inbox_mail_of
from horizons_host.mail.sources import IncomingMail, Source
from horizons_host.messages.posting import MessageError
from horizons_host.seats.passwords import verify_dummy
from horizons_host.seats.seats import SeatError
from horizons_host.store import (
    GamemasterInbox,
    GameStore,
    InboxMail,
    NewerOrdersError,
    ReadMail,
    TurnTakenError,
)
from horizons_host.store.mails import COPY

#: Number of answers within a day after which an address gets no further refusal.
MAX_REFUSALS = 20
#: Maximum number of sets of orders in an email: a player has one for each game.
MAX_SETS = 50
_ATTEMPTS = 3


class MailReader:
    """Reads emails for one or several games.

    `own_address` is the address that they are sent to, `gamemaster` the one that emails without
    orders are forwarded to, or "". With `authenticated_by`, a mail server's name, emails count only
    if that server confirms their senders in `Authentication-Results`. `muted` are seats, with the
    names of their games, that may not write messages; emails from `banned` addresses, casefolded,
    are not answered.
    """

    def __init__(
        self,
        stores: Iterable[GameStore],
        own_address: str,
        clock: Clock = now,
        gamemaster: str = "",
        authenticated_by: str = "",
        muted: Collection[tuple[str, str]] = (),
        banned: Collection[str] = (),
    ) -> None:
        self._games = [mailed_game(store, clock) for store in stores]
        self._own_address = own_address
        self._gamemaster = gamemaster
        self._authenticated_by = authenticated_by
        self._muted, self._banned = muted, banned
        self._patience = MAX_REFUSALS
        self._clock = clock
        self._envelopes = envelopes_of(
            {name: info.envelope for name, info in hz.variants().items()}
            | {game.variant.name: game.variant.info.envelope for game in self._games}
        )
        names = [folded(game.name) for game in self._games]
        for game in self._games:
            if names.count(folded(game.name)) > 1:
                raise HorizonsError(
                    f"two of these games have the name '{game.name}'",
                    "read their emails separately, from two mailboxes",
                )

    def read(self, source: Source) -> Iterator[HandledMail]:
        """Read all new emails, and yield the result of each.

        Raises MailboxError, and GameStoreError or SaveError for a game that cannot be read: the
        remaining emails are read the next time.
        """
        for mail in source.mails(self._is_new):
            handled = self._read_mail(mail)
            if handled is not None:
                yield handled

    def _read_mail(self, mail: IncomingMail) -> HandledMail | None:
        """Handle an email, with a record that it is being read.

        An email during which the program was killed before is parsed in another process; one that
        has killed it twice is set aside, as is one that reveals a defect.
        """
        first_game, key = self._games[0].game_mails, content_key(mail.head, mail.data)
        if self._is_copy(mail.head, key):
            first_game.take(self._note(mail.head, COPY))
            return None
        mail = evolve(mail, head=evolve(mail.head, key=key, copy=mail.head.key))
        broken_off = first_game.begin_reading(key)
        try:
            if broken_off > 1:
                return self._set_aside(mail.head, "the program was ended twice while it read it")
            return self._handle(mail, guarded_texts if broken_off else mail_texts)
        except PhaseError as problem:  # one email must not hold up all others
            return self._set_aside(mail.head, problem.message)
        except (HorizonsError, OSError):
            raise
        except Exception as problem:  # noqa: BLE001
            description = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
            return self._set_aside(mail.head, f"a defect of the program, {description}")
        finally:
            first_game.end_reading(key)

    def _set_aside(self, head: Head, reason: str) -> HandledMail | None:
        handled = self._finish(head, [unreadable_part(head.sender)], f"set aside: {reason}")
        return None if handled is None else evolve(handled, defect=True)

    def _is_copy(self, head: Head, key: str) -> bool:
        """Return whether an email was read before: more than its Message-ID must be the same."""
        if not self._is_new(key):
            return True
        before = not self._is_new(head.identity)  # as older versions recorded it, without a digest
        return before and not any(game.game_mails.has_copies(head.identity) for game in self._games)

    def _is_new(self, key: str) -> bool:
        marks = (game.game_mails.mark(key) for game in self._games)
        return not any(mark is not None and mark.is_done for mark in marks)

    def _handle(
        self, mail: IncomingMail, parse: Callable[[bytes], Sequence[MailText]]
    ) -> HandledMail | None:
        head = mail.head
        if not self._is_new(head.key):
            return None  # its duplicate was read a moment ago
        from_us = head.sender != "" and same(head.sender, self._own_address)
        reason = "it comes from our own address" if from_us else head.automatic
        if head.sender.casefold() in self._banned:
            reason = "its sender is banned"
        if reason or not self._is_clear(head):
            unclear = "refused without an answer: its sender is not certain"
            return self._finish(head, [], f"not answered: {reason}" if reason else unclear)
        refusal = TOO_LARGE if mail.data is None else too_complex(mail.data)
        texts = () if refusal or mail.data is None else parse(mail.data)
        body, search = sets_of(texts, self._envelopes)
        if len(search.sets) > MAX_SETS:
            refusal = (
                f"Your email has {len(search.sets):,} order sets; at most {MAX_SETS} are read."
            )
            return self._answer_with_help(head, texts, refusal)
        sets = counting_sets([self._with_player(head, order_set) for order_set in search.sets])
        orders = [order_set for order_set in sets if not self._is_only_repeated(order_set, search)]
        if orders:
            return self._take(
                head, with_unread(orders, unread_remarks(texts, body, search, self._envelopes))
            )
        original = (
            None if refusal else replied_message([game.game_mails for game in self._games], head)
        )
        if original is not None:
            return self._pass_on(head, texts, original)
        more = "".join(f" {not_read(part)}" for part in texts if part.unread)
        return self._answer_with_help(
            head, texts, refusal or f"{self._reason_for_no_orders(body, search)}{more}"
        )

    def _is_clear(self, head: Head) -> bool:
        """Return whether an email has exactly one sender, confirmed by a server if necessary."""
        server = self._authenticated_by
        return head.sender != "" and (
            not server or is_proved(head.authentication, server, head.sender)
        )

    def _pass_on(
        self, head: Head, texts: Sequence[MailText], original: RepliedMessage
    ) -> HandledMail | None:
        """Add the reply to a message between seats to its thread."""
        read = self._note(head, "a message passed on")
        try:
            self._demand_may_write(original)
            stored = add_reply(original, head, texts, read, self._clock)
        except MessageError as problem:
            refused = [reply_refused_part(problem, head.sender)]
            return self._finish(head, refused, "a message not passed on")
        return HandledMail(head, read.outcome, recipients=[head.sender]) if stored else None

    def _demand_may_write(self, original: RepliedMessage) -> None:
        """Raise MessageError for the reply of a muted seat."""
        if (original.game_mails.store.info().name, original.seat) in self._muted:
            raise MessageError(
                "the moderators have muted you, so you can't write messages",
                "see your account page on the server",
            )

    def _with_player(self, head: Head, order_set: MailedOrders) -> MailedOrders:
        """Return a set without an opening line under the name of the only player it can be of."""
        if not order_set.bare:
            return order_set
        candidates = [
            (game.name, player)
            for game in self._games
            if game.variant.info.envelope.opening == order_set.opening
            for player in game.players_at(head.sender)
        ]
        return evolve(order_set, names=candidates[0]) if len(candidates) == 1 else order_set

    def _is_only_repeated(self, order_set: MailedOrders, search: OrderSearchResult) -> bool:
        """Return whether a set only quotes stored orders, or the order form of a report.

        The form counts in an email that says nothing else, if there are no orders yet.
        """
        game = next((game for game in self._games if game.is_meant_by(order_set)), None)
        if game is None or order_set.is_own:
            return False
        if game.repeats_earlier(order_set):
            return True
        if not game.repeats_form(order_set):
            return False
        return search.has_more_words or game.has_orders_of(order_set)

    # emails without orders

    def _reason_for_no_orders(self, body: MailText | None, search: OrderSearchResult) -> str:
        if body is not None and len(body.text) > MAX_TEXT_SIZE:
            return f"The text of your email is longer than {MAX_TEXT_SIZE:,} characters."
        if search.sets:
            return (
                "Your email only quotes the unchanged order form of your report, or orders that you"
                " sent before. Nothing was submitted, and your earlier orders still count."
            )
        openings = [envelope.opening for envelope in self._envelopes]
        for word in search.misspelt:
            near = nearest(word, openings)
            if near is not None:
                return (
                    f"No orders found in your email: '{word}' is not an opening line."
                    f" Did you mean {near}?"
                )
        if body is None or not body.text.strip():
            return "Your email has no text."
        return "No orders found in your email: it has no opening line."

    def _answer_with_help(
        self, head: Head, texts: Sequence[MailText], reason: str
    ) -> HandledMail | None:
        """Answer an email without orders, and keep it for the gamemaster."""
        openings = self._openings(head)
        kinds = dict.fromkeys(game.variant.info.envelope.opening for game in self._games)
        forms = [f"{opening} game player [password] [turn n]" for opening in kinds]
        inbox_mail, remarks = inbox_mail_of(head, texts, self._clock)
        inbox_mails = [] if inbox_mail is None or self._has_enough(head.sender) else [inbox_mail]
        part = help_part(
            head.sender,
            f"{reason} {remarks if inbox_mails else ''}".rstrip(),
            openings or forms,
            forwarded=bool(inbox_mails),
            stranger=not openings,
        )
        outcome = "no orders in it" + (", kept for the gamemaster" if inbox_mails else "")
        return self._finish(head, [part], outcome, inbox_mails)

    def _has_enough(self, sender: str) -> bool:
        """Return whether a limit of emails without orders today is reached, in all or by sender."""
        inbox, since = GamemasterInbox(self._games[0].game_mails.store), day_before(self._clock)
        senders = inbox.senders_since(since)
        of_sender = sum(mailbox_of(other) == mailbox_of(sender) for other in senders)
        return len(senders) >= MAX_PER_DAY or of_sender >= MAX_REFUSALS

    def _openings(self, head: Head) -> list[str]:
        """Return the opening lines of the sender's next orders."""
        return [
            game.variant.info.envelope.opening_line(
                game.name, player, game.game_mails.store.latest() + 1
            )
            for game in self._games
            for player in game.players_at(head.sender)
        ]

    def _finish(
        self,
        head: Head,
        parts: list[AnswerPart],
        outcome: str,
        inbox_mails: Sequence[InboxMail] = (),
    ) -> HandledMail | None:
        """Record with the first game that an email without any orders was read, and answer it."""
        first_game = self._games[0]
        allowed = self._allowed(parts)
        outcome += ", no further answer today" if parts and not allowed else ""
        mails = answers(allowed, head, stamp(self._clock))
        if self._gamemaster and not same(head.sender, self._gamemaster):
            mails += [forwarded_mail(inbox_mail, self._gamemaster) for inbox_mail in inbox_mails]
        read = self._note(head, outcome, answers=mails, inbox_mails=inbox_mails)
        return handled_mail(head, outcome, allowed) if first_game.game_mails.take(read) else None

    def _note(self, head: Head, outcome: str, **more: Any) -> ReadMail:
        more = {"copy": head.copy, **more}
        return ReadMail(head.key, head.message_id, head.sender, stamp(self._clock), outcome, **more)

    def _allowed(self, parts: Sequence[AnswerPart]) -> list[AnswerPart]:
        """Return the parts without refusals to addresses with too many today, maybe programs."""
        since = day_before(self._clock)
        answers_today = Counter(
            mailbox_of(address)
            for game in self._games
            for address in game.game_mails.answered_addresses(since)
        )
        left = {part: MAX_REFUSALS - answers_today[mailbox_of(part.recipient)] for part in parts}
        return [
            last_part(part) if left[part] == 1 and not part.accepted else part
            for part in parts
            if part.accepted or left[part] > 0
        ]

    # emails with orders

    def _take(self, head: Head, sets: Sequence[MailedOrders]) -> HandledMail | None:
        parts: list[AnswerPart] = []
        by_game: dict[int, list[MailedOrders]] = {}
        for order_set in sets:
            index = next(
                (i for i, game in enumerate(self._games) if game.is_meant_by(order_set)), None
            )
            if index is None:
                parts.append(self._unknown_game(head, order_set))
            else:
                by_game.setdefault(index, []).append(order_set)
        if not by_game:
            self._equalize_time(parts, looked=False)
            return self._finish(head, parts, "orders refused")
        orders: list[tuple[str, str]] = []
        warnings: list[str] = []
        *first, last = ((self._games[index], order_sets) for index, order_sets in by_game.items())
        for game, order_sets in first:
            if waiting := game.game_mails.mark(head.key):
                parts += [answer_part_from(data) for data in waiting.parts]
                continue
            outcome = self._store(game, head, order_sets, None)
            if outcome is None:
                return None
            parts += outcome.parts
            orders += [(game.name, seat) for seat in outcome.orders]
            warnings += outcome.warnings
        game, order_sets = last
        outcome = self._store(game, head, order_sets, parts)
        if outcome is None:
            return None
        for earlier, _ in first:
            earlier.game_mails.finish(head.key)
        parts += outcome.parts
        orders += [(game.name, seat) for seat in outcome.orders]
        handled = handled_mail(head, outcome_words(parts), parts, orders)
        return evolve(handled, warnings=[*warnings, *outcome.warnings])

    def _unknown_game(self, head: Head, unknown: MailedOrders) -> AnswerPart:
        games_of_sender = [game.name for game in self._games if game.players_at(head.sender)]
        if not games_of_sender:
            return stranger_part(head.sender)
        if unknown.bare:
            missing = SeatError(
                "your orders have no opening line, and could belong to several players",
                "begin them with "
                + " or ".join(f"'{opening}'" for opening in self._openings(head)),
            )
            return refused_part(missing, "", head.sender)
        name = unknown.names[0]
        problem = SeatError(
            f"there is no game '{name}' here with orders that begin with {unknown.opening}",
            did_you_mean(name, games_of_sender),
        )
        return refused_part(problem, "", head.sender)

    def _store(
        self,
        game: MailedGame,
        head: Head,
        sets: Sequence[MailedOrders],
        before: list[AnswerPart] | None,
    ) -> MailResult | None:
        """Store an email's orders for a game; with the parts before it the answer is made too.

        Returns None if another process has done so meanwhile. Raises TurnTakenError or
        NewerOrdersError if turns or orders keep coming at the same time.
        """
        for attempt in range(_ATTEMPTS):
            outcome = game.outcome(
                head.sender, self._arrival(head), sets, draft=is_draft_subject(head.subject)
            )
            self._equalize_time(outcome.parts, looked=bool(outcome.wrong))
            try:
                return outcome if game.game_mails.take(self._read(head, outcome, before)) else None
            except (TurnTakenError, NewerOrdersError):
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _equalize_time(self, parts: Sequence[AnswerPart], *, looked: bool) -> None:
        """Let the refusal of a stranger take the same time with and without a password check.

        So response times do not reveal which games and players exist. Only the first refusals of a
        flood take that long, so that they do not hold up other mails.
        """
        strangers = any(part.text == stranger_part(part.recipient).text for part in parts)
        if strangers and not looked and self._patience:
            self._patience -= 1
            verify_dummy()

    def _arrival(self, head: Head) -> datetime:
        """Return when an email arrived; the time of reading if nothing gives an earlier one."""
        return min(head.arrived or self._clock(), self._clock())

    def _read(self, head: Head, outcome: MailResult, before: list[AnswerPart] | None) -> ReadMail:
        source = f"mail from {head.sender or 'an unknown sender'}"
        orders = [checked.to_orders(self._clock) for checked in outcome.orders.values()]
        with_source = [evolve(orders_of_seat, source=source) for orders_of_seat in orders]
        more = {"orders": with_source, "wrong": outcome.wrong, "after": outcome.after}
        if before is None:
            waiting = [part.to_dict() for part in outcome.parts]
            words = outcome_words(outcome.parts)
            return self._note(
                head, words, is_done=False, parts=waiting, answers=outcome.notices, **more
            )
        parts = [*before, *outcome.parts]
        mails = answers(self._allowed(parts), head, stamp(self._clock)) + outcome.notices
        return self._note(head, outcome_words(parts), answers=mails, **more)
