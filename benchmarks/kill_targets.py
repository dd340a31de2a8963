"""What `benchmarks.kills` interrupts: commands on a game, and what may be left after each."""

from __future__ import annotations

import mailbox
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.plugins import load_variant
from horizons_host.clock import now, stamp
from horizons_host.games import create_game
from horizons_host.seating import seats_from
from horizons_host.store import GameStore, GivenOrders, Post
from horizons_host.turns import run_and_store

#: The games, and a bot of each.
GAMES = {"event_horizon": "greedy", "galaxy_g": "expander", "far_horizons": "settler"}
NAME = "kills"
PEOPLE = {"Ada": "ada@players.example", "Brin": "brin@players.example"}
OWN = "games@host.example"


@frozen
class Target:
    """A command: what is typed, and what of a game it may change.

    `look` tells all that must be as before the command or as after it. With `steps` it does its
    work piece by piece, and what was begun is only sure to be done after it was called again.
    """

    name: str
    words: Callable[[Path], list[str]]
    look: Callable[[Path], Any]
    prepare: Callable[[Path], None]
    steps: bool = False


def base_game(folder: Path, variant: str) -> None:
    """A game of two people and a bot, of two turns, with orders in for the third, and backups."""
    rules = load_variant(variant)
    bots = [("Cleo", GAMES[variant])]
    seats = seats_from(rules, tuple(PEOPLE), bots, addresses=PEOPLE.items())
    create_game(folder, rules, seats, name=NAME, seed=NAME)
    from horizons_host.backups import AFTER_TURN, back_up

    with GameStore(folder) as store:
        for _ in range(2):
            run_and_store(store)
            back_up(store, AFTER_TURN)
        post = Post(store)
        for mail in post.outgoing(["queued"]):
            post.settle(mail, "sent", "sent", at=mail.mail.created_at)
        for seat in PEOPLE:
            store.submit(GivenOrders(3, seat, a_set(variant, seat), stamp(now), NAME))


def a_set(variant: str, seat: str) -> str:
    """A set of orders without orders, as every game understands it."""
    return load_variant(variant).language.template(NAME, seat, "")


def _another_set(variant: str, seat: str) -> str:
    """A set that differs from `a_set` in a comment: equal orders would not be stored again."""
    opening, rest = a_set(variant, seat).split("\n", 1)
    return f"{opening}\n; once more\n{rest}"


def game_state(folder: Path) -> tuple[Any, ...]:
    """Where a game stands: its turn, what was taken back, the orders, and what waits to be sent."""
    with GameStore(folder) as store:
        turn = store.latest()
        stored = store.stored(turn)
        snapshot = store.snapshot()
        people = {seat: given.text for seat, given in snapshot.orders.items()}
        versions = {
            (number, seat): len(given)
            for number in range(1, turn + 2)
            for seat, given in store.given(number).items()
            if seat in PEOPLE
        }
        reports = [store.report(turn, seat) for seat in store.reported(turn)]
        return (turn, stored.digest, stored.events_digest, snapshot.attempt, sorted(people.items()),
                sorted(versions.items()), len(reports), _mails(store))  # fmt: skip


def _mails(store: GameStore) -> tuple[Any, ...]:
    """The mails that were made, and how far they are; a report's text is in its document."""
    kinds = Counter(
        (one.mail.kind, one.mail.turn, one.mail.seat, one.mail.recipient, one.state)
        for one in Post(store).outgoing()
    )
    return tuple(sorted((*map(str, key), count) for key, count in kinds.items()))


def _ready(_folder: Path) -> None:
    """Nothing more is needed."""


def _variant(folder: Path) -> str:
    with GameStore(folder) as store:
        return store.plate().variant


def _with_orders(folder: Path) -> None:
    (folder / "orders.txt").write_text(_another_set(_variant(folder), "Ada"))


def _with_mails(folder: Path) -> None:
    """The same mails in a Maildir and an mbox, and settings for a server."""
    variant = _variant(folder)
    mails = [_a_mail(address, _another_set(variant, seat)) for seat, address in PEOPLE.items()]
    mails.append(_a_mail("mallory@example.net", "Greetings"))
    boxes = mailbox.Maildir(folder / "Maildir"), mailbox.mbox(folder / "mbox")
    for box in boxes:
        for mail in mails:
            box.add(mail)
        box.close()
    _settings(folder, 1)


def _a_mail(sender: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, OWN, "Orders"
    message["Message-ID"] = f"<{sender}>"
    message.set_content(text)
    return message


def _settings(folder: Path, port: int) -> None:
    (folder / "mail.toml").write_text(
        f'from = "{OWN}"\n[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
    )


def _queued(port: int) -> Callable[[Path], None]:
    """Six mails wait: the reports of turn 2, once more to each, and two answers."""

    def prepare(folder: Path) -> None:
        from horizons_host.mail.resend import resend_report
        from horizons_host.store import NewMail

        _settings(folder, port)
        with GameStore(folder) as store:
            for seat, address in PEOPLE.items():
                for turn in (1, 2):
                    resend_report(store, seat, turn)
                Post(store).queue(NewMail("answer", address, "Hello", stamp(now), seat, body="x"))

    return prepare


def _boxes(folder: Path) -> dict[str, bytes]:
    """The mailboxes, which are never changed."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for place in ("Maildir", "mbox")
        for path in sorted([folder / place, *(folder / place).rglob("*")])
        if path.is_file()
    }


def _read_state(folder: Path) -> tuple[Any, ...]:
    return game_state(folder), _boxes(folder)


def targets(port: int) -> Mapping[str, Target]:
    """All commands that are interrupted; a mail server listens at the port."""
    reading = ("mail", "read", "-g")
    found = (
        Target("turn", lambda g: ["turn", "--yes", "-g", str(g)], game_state, _ready),
        Target(
            "submit",
            lambda g: ["orders", "submit", "-g", str(g), str(g / "orders.txt")],
            game_state,
            _with_orders,
        ),
        Target(
            "read maildir",
            lambda g: [*reading, str(g), "--maildir", str(g / "Maildir")],
            _read_state,
            _with_mails,
            steps=True,
        ),
        Target(
            "read mbox",
            lambda g: [*reading, str(g), "--mbox", str(g / "mbox")],
            _read_state,
            _with_mails,
            steps=True,
        ),
        Target(
            "send", lambda g: ["mail", "send", "-g", str(g)], game_state, _queued(port), steps=True
        ),
        Target("undo", lambda g: ["undo", "--reason", "a kill", "-g", str(g)], game_state, _ready),
        Target("restore", lambda g: ["restore", "-g", str(g), "1"], game_state, _ready),
    )
    return {target.name: target for target in found}


def fresh_copy(original: Path, folder: Path) -> Path:
    """A copy of a game's folder in the place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(original, folder))
