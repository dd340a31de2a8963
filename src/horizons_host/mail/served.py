"""One game whose mails are read: who plays in it, and what it makes of sets of orders."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

import horizons_core as hz
from horizons_core.errors import GameOverError
from horizons_core.model import folded
from horizons_host.mail.answers import Part, refused_part, strangers_part, taken_part
from horizons_host.mail.order_sets import WrittenSet
from horizons_host.order_intake import (
    Claim,
    Examined,
    RefusedOrdersError,
    address_of,
    claim_of,
    examined,
)
from horizons_host.order_texts import OrderText
from horizons_host.passwords import PasswordError
from horizons_host.seating import SeatError
from horizons_host.store import GameStore, Post, Snapshot

#: What is wrong with a set of orders, and its sender's to mend.
Refusal = (RefusedOrdersError, SeatError, PasswordError, GameOverError)


@frozen
class Outcome:
    """What a game makes of a mail: what is to be told, and the orders that count, by seat."""

    parts: list[Part] = field(factory=list)
    orders: dict[str, Examined] = field(factory=dict)


@frozen
class Served:
    """A game whose mails are read."""

    post: Post
    name: str
    variant: hz.Variant

    def snapshot(self) -> Snapshot:
        """The game, its seats and orders as they are now."""
        return self.post.store.snapshot()

    def is_meant_by(self, one: WrittenSet) -> bool:
        """Whether an opening line names this game."""
        ours = self.variant.info.envelope.opening.casefold() == one.opening.casefold()
        return ours and (not self.name or folded(one.names[0]) == folded(self.name))

    def players_at(self, address: str) -> list[str]:
        """Who of this game gets mails at this address."""
        snapshot = self.snapshot()
        game = hz.load(snapshot.state)
        return [s.name for s in snapshot.seats if address and same(address_of(s, game), address)]

    def outcome(self, sender: str, sets: Sequence[WrittenSet]) -> Outcome:
        """What the game makes of the sets of orders in a mail of this sender; nothing is stored.

        Of several sets of one player the last counts.
        """
        snapshot = self.snapshot()
        known = bool(self.players_at(sender))
        outcome = Outcome()
        told: dict[str, Part] = {}
        for number, one in enumerate(sets):
            recipient = sender
            text = OrderText(one.text, "the orders")
            try:
                claim = claim_of(snapshot, text, None)
                authorise(claim, sender)
                known, recipient = True, claim.address or sender
                found = examined(claim)
            except Refusal as problem:
                refusal = refused_part(problem, self.name, recipient)
                told[str(number)] = refusal if known else strangers_part(recipient)
            else:
                outcome.orders[claim.seat.name] = found
                told[f"seat {claim.seat.name}"] = taken_part(found, recipient)
        outcome.parts.extend(told.values())
        return outcome


def served(store: GameStore) -> Served:
    """The game in a store."""
    plate = store.plate()
    return Served(
        Post(store), plate.name, hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    )


def authorise(claim: Claim, sender: str) -> None:
    """Raises PasswordError or RefusedOrdersError unless the orders are their player's.

    With a password, whoever gives it is the player; without one, whoever has the player's address.
    """
    if claim.password_hash:
        claim.demand_password()
        return
    if not claim.address:
        raise RefusedOrdersError(
            f"neither a mail address nor a password of {claim.seat.name} is known",
            "ask the gamemaster to note yours",
        )
    if not same(claim.address, sender):
        raise RefusedOrdersError(
            f"orders of {claim.seat.name} are taken from {claim.seat.name}'s own address only,"
            " and this mail does not come from there",
            "send it from that address, or ask the gamemaster to note another",
        )


def same(address: str, other: str) -> bool:
    """Whether two mail addresses are one; case does not matter."""
    return address.casefold() == other.casefold()
