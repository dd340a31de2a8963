"""Changing the settings of an open game, and withdrawing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, update

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import rule_from
from horizons_host.messages import rules
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, sharing, waiting_room
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import GAMEMASTER, PLAYER, ListedGame, Membership
from horizons_host.server.games.notifications import address_of
from horizons_host.server.games.terms import (
    AT_END,
    FROM_START,
    NEVER,
    Terms,
    TermsError,
    checked_terms,
)
from horizons_host.server.games.watching import describe_rule
from horizons_host.server.jobs import server_mails
from horizons_host.server.security import rate_limits
from horizons_host.server.service import Service

MAX_REASON_LENGTH = 500
_NAMES_SHOWN = {
    FROM_START: LocalizedText("from the start"),
    AT_END: LocalizedText("after the end"),
    NEVER: LocalizedText("never"),
}
#: The sentences for settings with another value, and for those that are switched off or on.
_VALUES: Mapping[str, Callable[[Any], LocalizedText]] = {
    "title": lambda value: LocalizedText("The title is now '{title}'.", title=value),
    "players": lambda value: LocalizedText("Number of players: {number}.", number=value),
    "names": lambda value: LocalizedText(
        "Who plays which seat is shown: {time}.", time=_NAMES_SHOWN[value]
    ),
    "reliability": lambda value: LocalizedText("Reliability asked: {number} %.", number=value),
}
_FLAGS = {
    "listed": (
        LocalizedText("Only people with an invitation can join now."),
        LocalizedText("Anyone can join now."),
    ),
    "spectators": (
        LocalizedText("Spectators need an invitation."),
        LocalizedText("Anyone can watch as a spectator."),
    ),
    "hints": (
        LocalizedText("Players can't ask a bot for suggested orders any more."),
        LocalizedText("Players can ask a bot for suggested orders."),
    ),
    "shared_chance": (
        LocalizedText("Players don't contribute to the random seed any more."),
        LocalizedText("The dice are verifiable now: every player contributes to the seed."),
    ),
}


class SettingsError(HorizonsError):
    """A change of settings that an open game doesn't allow."""


def change_settings(service: Service, rights: Access, terms: Terms) -> Sequence[LocalizedText]:
    """Change the settings of an open game, tell its members, and return what was changed.

    The variant and its mods stay. Afterwards no player is ready, and shares of the random seed are
    discarded. Raises SettingsError, what `checked_terms` raises, TooManyError, and NoGameError
    for others than the organizer.
    """
    account = _arranger(rights)
    game = rights.game
    terms = evolve(terms, variant=game.terms.variant, mods=game.terms.mods, lesson=False)
    terms = checked_terms(terms)
    with service.database.writing() as connection:
        game, present = _open_game(connection, game.key, account)
        directory.demand_schedule(terms, plays=not any(m.role == GAMEMASTER for m in present))
        joined = sum(member.role == PLAYER for member in present)
        if terms.players < joined:
            raise TermsError(
                LocalizedText.plural(
                    "{count} player has joined already",
                    "{count} players have joined already",
                    count=joined,
                ),
                LocalizedText("enter at least as many players"),
            )
        changes = list(_differences(game.terms, terms))
        if not changes:
            return changes
        table = tables.games
        statement = update(table).where(table.c.key == game.key)
        connection.execute(statement.values(name=terms.title, terms=terms.to_dict()))
        sharing.discard_commitments(connection, game.key)
        _tell(service, connection, evolve(game, terms=terms), account, present, changes)
    return changes


def withdraw(service: Service, rights: Access, reason: str) -> None:
    """Withdraw an open game and tell its members why; its invitations end.

    Raises SettingsError, and NoGameError for others than the organizer.
    """
    account, reason = _arranger(rights), " ".join(reason.split())
    if len(reason) > MAX_REASON_LENGTH:
        raise SettingsError(
            LocalizedText("this text is too long"),
            LocalizedText("write at most {most:,} characters", most=MAX_REASON_LENGTH),
        )
    words = LocalizedText("{name} has withdrawn the game.", name=account.name)
    if reason:
        words = LocalizedText(
            "{name} has withdrawn the game: {reason}", name=account.name, reason=reason
        )
    with service.database.writing() as connection:
        game, present = _open_game(connection, rights.game.key, account)
        _tell(service, connection, game, account, present, [words])
        state = directory.OPEN, directory.WITHDRAWN
        directory.set_state_within(service, connection, game.key, *state)


def _arranger(rights: Access) -> Account:
    rights.demand_arranger()
    if rights.account is None or rights.game.terms.lesson:
        raise page_not_found()
    return rights.account


def _open_game(
    connection: Connection, key: str, account: Account
) -> tuple[ListedGame, list[Membership]]:
    """Return a game and its members now; raises unless it is open and the account arranges it."""
    game = directory.find_game_within(connection, key)
    present = [m for m in directory.members_of(connection, key) if m.left_at is None]
    if not Access(game, account, tuple(present)).arranges:
        raise page_not_found()
    if game.state != directory.OPEN:
        raise SettingsError(
            LocalizedText("'{title}' has already started", title=game.terms.title),
            LocalizedText("open the game"),
        )
    return game, present


def _tell(
    service: Service,
    connection: Connection,
    game: ListedGame,
    account: Account,
    present: Iterable[Membership],
    changes: Sequence[LocalizedText],
) -> None:
    """Note changes in the waiting room, and mail them to the other members."""
    rate_limits.count_attempts_within(
        service, connection, (f"settings by {account.id}", waiting_room.ENTRIES_BY_ACCOUNT)
    )
    waiting_room.note_changes_within(service, connection, game.key, account, changes)
    title = game.terms.title
    body = "\n".join(map(str, changes))
    footer = f"You may leave the game: {service.settings.public_url}/games/{game.key}"
    for number in sorted({member.account for member in present} - {account.id}):
        address = address_of(service, number)
        if address:
            text = f"{account.name} has changed the game '{title}':\n\n{body}\n\n{footer}\n"
            server_mails.queue_mail(service, connection, address, f"'{title}' has changed", text)


def _differences(before: Terms, after: Terms) -> Iterator[LocalizedText]:
    """Yield what differs between two settings of the same variant, in sentences."""
    for name, words in _VALUES.items():
        if getattr(before, name) != getattr(after, name):
            yield words(getattr(after, name))
    if _bots(before) != _bots(after):
        yield LocalizedText("Number of bots: {number} ({bot}).", number=after.bots, bot=after.bot)
    yield from _schedule_differences(before, after)
    for option in after.rules().info.options:
        yield from _option_difference(option, before.options, after.options)
    if before.press_rule != after.press_rule:
        yield LocalizedText.from_parts(
            [LocalizedText("Messages between players:"), *rules.sentences(after.press_rule)]
        )
    if before.watch_rule != after.watch_rule:
        yield describe_rule(after.watch_rule)
    for name, texts in _FLAGS.items():
        if getattr(before, name) != getattr(after, name):
            yield texts[getattr(after, name)]
    if before.text != after.text:
        yield LocalizedText("The description has changed.")


def _bots(terms: Terms) -> tuple[int, str]:
    return terms.bots, terms.bot if terms.bots else ""


def _schedule_differences(before: Terms, after: Terms) -> Iterator[LocalizedText]:
    if _rule(before) != _rule(after):
        if after.deadlines:
            yield LocalizedText.from_parts(rule_from(after.deadlines).words)
        else:
            yield LocalizedText("The gamemaster runs the turns.")
    if dict(before.missing) != dict(after.missing):
        yield missing_words(after)


def _rule(terms: Terms) -> dict[str, Any]:
    """Return the schedule without the day from which its days are counted."""
    return {name: value for name, value in terms.deadlines.items() if name != "start"}


def missing_words(terms: Terms) -> LocalizedText:
    """Return the missing-orders policy in a sentence."""
    missing = terms.missing
    if missing.get("kind") == "bot":
        return LocalizedText(
            "If orders are missing, the bot {bot} plays for at most {turns} turns in a row.",
            bot=str(missing["bot"]),
            turns=int(missing["turns"]),
        )
    if missing.get("kind") == "nothing":
        return LocalizedText("If orders are missing, the turn is run without them.")
    return LocalizedText("If orders are missing, the turn waits.")


def _option_difference(option: hz.Option, before: Any, after: Any) -> Iterator[LocalizedText]:
    old, new = before.get(option.name), after.get(option.name)
    if old == new:
        return
    name = option.name.replace("_", " ")
    if option.secret:
        yield LocalizedText("The option {name} has changed.", name=name)
    else:
        yield LocalizedText("The option {name} is now {value}.", name=name, value=str(new))
