"""Edits of a game by its gamemaster, and orders on behalf of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.errors import GameOverError, HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.stored_games import edited
from horizons_host.clock import Clock, now, stamp
from horizons_host.games.audit import GAMEMASTER, act, public_words
from horizons_host.games.forecasts import ViewDifference, differences
from horizons_host.games.order_claims import MAX_STEPS, ExaminedOrders
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.receipts import receipt_of, receipt_text
from horizons_host.games.setup import loadable_state
from horizons_host.games.upgrades import demand_pinned, edit_in
from horizons_host.mail.report_mails import addresses
from horizons_host.reports.comparisons import edit_sentences
from horizons_host.seats.seats import SeatError
from horizons_host.store import (
    Edit,
    GameStore,
    GameStoreError,
    NewMail,
    OnBehalf,
    SeatRecord,
    Snapshot,
    Submission,
    TurnTakenError,
)

#: Attempts to edit a game while other processes change it.
_EDIT_ATTEMPTS = 5
#: Attempts to examine orders while turns are run at the same time.
_SUBMIT_ATTEMPTS = 3


@frozen
class ViewEffect:
    """Differences of an empire's view due to an edit, by parts and in sentences."""

    empire: str
    changes: Sequence[ViewDifference]
    sentences: Sequence[LocalizedText]

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {
            "empire": self.empire,
            "changes": [change.to_dict() for change in self.changes],
            "sentences": [str(sentence) for sentence in self.sentences],
        }


@frozen
class EditTrial:
    """A trial of an edit: the game after `turn` with it, and the differences for each empire.

    `kinds` are the parts of the state that it names, such as `ships`. `known` is the snapshot of
    the game before it.
    """

    turn: int
    game: Any
    kinds: Sequence[str]
    effects: Sequence[ViewEffect]
    known: Snapshot


def try_edit(store: GameStore, text: str) -> EditTrial:
    """Apply an edit to the current game, without storing it, and compare all views.

    Raises ScenarioError for an invalid edit, GameOverError after the end, PinnedError for a game
    that is pinned to another version, HorizonsError for an edit that changes nothing or makes a
    game that could not be loaded again.
    """
    state = edit_in(text)
    snapshot = store.snapshot()
    before = hz.load(snapshot.state)
    if before.outcome is not None:
        over = LocalizedText(
            "the game ended in turn {turn}: {why}",
            turn=before.outcome.turn,
            why=before.outcome.reason,
        )
        raise GameOverError(over, "undo its last turn first: horizons undo")
    demand_pinned(snapshot, before)
    variant = hz.variant_of(before)
    after = edited(variant, before, state)
    if digest_of(loadable_state(after)) == digest_of(hz.dump(before)):
        raise HorizonsError("the edit changes nothing", "the game already has this state")
    visible = [_effect(variant, empire.id, before, after) for empire in before.empires]
    return EditTrial(snapshot.turn, after, tuple(map(str, state)), visible, snapshot)


def _effect(variant: hz.Variant, empire: str, before: hz.Game, after: hz.Game) -> ViewEffect:
    old, new = (variant.view(game, empire) for game in (before, after))
    return ViewEffect(empire, differences(old.data, new.data), edit_sentences(old, new, variant))


def edit_game(
    store: GameStore,
    text: str,
    reason: str,
    words: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> EditTrial:
    """Edit the current game before its next turn, and notify all players.

    They get the reason and a description: `words`, or the parts of the state that the edit names.
    Raises the errors of `try_edit`, HorizonsError for a reason or words that can't be shown,
    TurnTakenError if a turn was run meanwhile; the game is unchanged then.
    """
    reason = public_words(reason, "an edit needs a reason, which all players can read")
    summary = words and public_words(words, "the description of an edit can't be shown to players")
    for _ in range(_EDIT_ATTEMPTS):
        tried = try_edit(store, text)
        changed = summary or ", ".join(tried.kinds)
        state, time = hz.dump(tried.game), stamp(clock)
        edit = Edit(tried.turn, text, changed, reason, by, state, digest_of(state), time)
        entry = act(
            "edit",
            tried.turn,
            LocalizedText("The game was edited ({why}): {what}.", why=reason, what=changed),
            clock,
            by,
            kinds=list(tried.kinds),
            seen_by=[effect.empire for effect in tried.effects if effect.changes],
        )
        mails = _edit_mails(tried, edit)
        if store.edit(edit, mails, expected=tried.known, entry=entry):
            return tried
    raise GameStoreError("other processes kept changing the game", "try again; nothing was changed")


def _edit_mails(tried: EditTrial, edit: Edit) -> list[NewMail]:
    game = tried.game
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] The gamemaster changed the game"
    people: list[SeatRecord] = [seat for seat in tried.known.seats if not seat.bot]
    return [
        NewMail("notice", address, subject, edit.edited_at, seat, body=_notice(edit, seat))
        for seat, address in addresses(game, people).items()
    ]


def _notice(edit: Edit, seat: str) -> str:
    lines = (
        f"{seat}, the gamemaster changed the game after turn {edit.turn}.",
        "",
        f"Changed: {edit.words}",
        f"Reason: {edit.reason}",
        "",
        "Your next report mentions it, too. After the end of the game, all players can read the",
        "edit itself and replay the game with it.",
    )
    return "".join(f"{line}\n" for line in lines)


def orders_on_behalf(
    store: GameStore,
    text: OrderText,
    player: str | None,
    reason: str,
    clock: Clock = now,
    by: str = GAMEMASTER,
    *,
    final: bool = True,
    turn: int | None = None,
    after: int | None = None,
    max_steps: int | None = MAX_STEPS,
) -> tuple[ExaminedOrders, Submission]:
    """Submit orders for a player, without their password.

    The player gets the receipt at once, and a line in the report of the turn. Submitting the same
    orders again for the same reason makes no new version. Raises the errors of
    `OrderIntake.examine` for `turn` and `max_steps`, HorizonsError for a reason that can't be
    shown, and NewerOrdersError unless `after` is the player's latest version, or None.
    """
    reason = public_words(
        reason, "submitting orders for a player needs a reason, which all players can read"
    )
    attempt = 1
    while True:
        examined = OrderIntake(store, clock, max_steps).examine(text, player, turn)
        if examined.seat.name == by:
            raise SeatError(
                f"{by} can't submit orders on behalf of {by}", "submit them as your own"
            )
        orders = examined.to_orders(clock)
        orders = evolve(
            orders,
            source=f"{by}, for {examined.seat.name}",
            final=final,
            behalf=OnBehalf(by, reason),
        )
        words = LocalizedText(
            "Orders for turn {turn} were submitted for {seat} ({why}).",
            turn=examined.turn,
            seat=examined.seat.name,
            why=reason,
        )
        facts = {"seat": examined.seat.name, "reason": reason, "errors": examined.errors}
        entry = act("orders", examined.turn - 1, words, clock, by, **facts)
        try:
            mails = _on_behalf_mails(examined, by, reason, stamp(clock))
            return examined, store.submit(orders, entry, mails, after=after)
        except TurnTakenError:
            if attempt == _SUBMIT_ATTEMPTS:
                raise
            attempt += 1


def _on_behalf_mails(examined: ExaminedOrders, by: str, reason: str, time: str) -> list[NewMail]:
    claim = examined.claim
    if not claim.address:
        return []
    title = claim.game.name or claim.variant.info.title
    subject = f"[{title}] Orders for turn {examined.turn} were submitted for you"
    body = (
        f"{examined.seat.name}, {by} submitted orders for you, for turn {examined.turn}:\n"
        f"  {reason}\n\nIf you submit orders now, they replace"
        f" these.\n\n{receipt_text(receipt_of(examined))}"
    )
    seat = examined.seat.name
    return [NewMail("notice", claim.address, subject, time, seat, examined.turn, body=body)]
