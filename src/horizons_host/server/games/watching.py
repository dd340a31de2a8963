"""Watching a game: who may, which turns they see through the eyes of players, and its rule."""

from __future__ import annotations

from attrs import evolve
from sqlalchemy import update

from horizons_core.localized_text import LocalizedText
from horizons_host.games.audit import act, archive_opened, insert_entry
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.watch_rules import (
    ACCOUNTS,
    EVERYONE,
    WatchRule,
    WatchRuleError,
)
from horizons_host.server.service import Service
from horizons_host.store import GameStore

_STARTED = (directory.RUNNING, directory.ENDED)


def is_in_audience(rights: Access) -> bool:
    """Return whether the rule of a game lets an account, or a stranger, watch it."""
    audience = rights.game.terms.watch_rule.audience
    if audience == EVERYONE or rights.is_gamemaster:
        return True
    if audience == ACCOUNTS:
        return rights.account is not None and not rights.account.is_guest
    return rights.has_role(directory.SPECTATOR, directory.UMPIRE)


def has_open_archive(rights: Access, store: GameStore) -> bool:
    """Return whether a game is over and its archive open."""
    return rights.game.state == directory.ENDED and archive_opened(store)


def demand_started(rights: Access) -> None:
    """Raise NoGameError for a game that has not started, which has no store."""
    if rights.game.state not in _STARTED:
        raise page_not_found()


def demand_watcher(rights: Access, store: GameStore) -> None:
    """Raise NoGameError unless an account, or a stranger, may watch a game."""
    if not is_in_audience(rights) and not has_open_archive(rights, store):
        raise page_not_found()


def last_turn_shown(rights: Access, store: GameStore) -> int:
    """Return the last turn of which a watcher sees all players' reports; -1 for none."""
    if rights.is_gamemaster or has_open_archive(rights, store):
        return store.latest()
    delay = rights.game.terms.watch_rule.delay
    if delay is None or not is_in_audience(rights):
        return -1
    return max(store.latest() - delay, -1)


def change_rule(service: Service, rights: Access, rule: WatchRule) -> None:
    """Restrict watching, as the gamemaster; everyone can read that in the audit log.

    Players joined under the present rule, so no other may show more: raises WatchRuleError.
    """
    table, key = tables.games, rights.game.key
    with service.database.writing() as connection, service.database.game(key) as store:
        terms = directory.find_game_within(connection, key).terms
        if not rule.is_within(terms.watch_rule):
            raise WatchRuleError(
                LocalizedText("this would show more than the players agreed to"),
                LocalizedText("you can only choose a smaller audience or a longer delay"),
            )
        if rule == terms.watch_rule:
            return
        changed = evolve(terms, watching=rule.to_dict())
        connection.execute(update(table).where(table.c.key == key).values(terms=changed.to_dict()))
        words = LocalizedText("Watching was restricted: {rule}", rule=describe_rule(rule))
        with store.writing() as game:
            insert_entry(game, act("watching", store.latest(), words, service.clock))


def describe_rule(rule: WatchRule) -> LocalizedText:
    """Describe who may watch and what they see, for players and watchers."""
    audience = {
        EVERYONE: LocalizedText("Everyone who can see this game can watch it."),
        ACCOUNTS: LocalizedText("Everyone with an account who can see this game can watch it."),
    }.get(rule.audience, LocalizedText("Only spectators and the gamemaster can watch this game."))
    parts = [audience, _describe_delay(rule.delay)]
    if rule.embeds:
        parts.append(LocalizedText("Other sites can show the replay once the archive is open."))
    return LocalizedText.from_parts(parts)


def _describe_delay(delay: int | None) -> LocalizedText:
    if delay is None:
        return LocalizedText(
            "They see public information; what players see stays hidden until the archive opens."
        )
    if delay == 0:
        return LocalizedText("They see what each player sees, at once.")
    return LocalizedText.plural(
        "They see public information at once, and what each player sees {count} turn later.",
        "They see public information at once, and what each player sees {count} turns later.",
        count=delay,
    )
