"""Commands on a game that `benchmarks.kills` interrupts, with the allowed states after each."""

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
from horizons_host.games.setup import create_game
from horizons_host.games.turns import run_and_store
from horizons_host.seats.seats import seats_from
from horizons_host.store import GameMails, GameStore, SubmittedOrders

#: The games, with a bot of each.
GAMES = {"event_horizon": "greedy", "galaxy_g": "expander", "far_horizons": "settler"}
NAME = "kills"
PEOPLE = {"Ada": "ada@players.example", "Brin": "brin@players.example"}
OWN = "games@host.example"


@frozen
class Target:
    """A command: its arguments, and the state of a game that it may change.

    `look` returns everything that must be as before the command or as after it. With `steps` it
    works in steps, and is sure to be complete only after it is called again.
    """

    name: str
    words: Callable[[Path], list[str]]
    look: Callable[[Path], Any]
    prepare: Callable[[Path], None]
    steps: bool = False


def base_game(folder: Path, variant: str) -> None:
    """Create a game of two players and a bot with two turns, orders for the third, and backups."""
    rules = load_variant(variant)
    bots = [("Cleo", GAMES[variant])]
    seats = seats_from(rules, tuple(PEOPLE), bots, addresses=PEOPLE.items())
    create_game(folder, rules, seats, name=NAME, seed=NAME)
    from horizons_host.games.backups import AFTER_TURN, back_up

    with GameStore(folder) as store:
        for _ in range(2):
            run_and_store(store)
            back_up(store, AFTER_TURN)
        post = GameMails(store)
        for mail in post.outgoing(["queued"]):
            post.settle(mail, "sent", "sent", at=mail.mail.created_at)
        for seat in PEOPLE:
            store.submit(SubmittedOrders(3, seat, empty_orders(variant, seat), stamp(now), NAME))


def empty_orders(variant: str, seat: str) -> str:
    """Return an order text without orders, valid in every game."""
    return load_variant(variant).language.template(NAME, seat, "")


def _other_orders(variant: str, seat: str) -> str:
    """Return orders that differ in a comment: equal orders would not be stored again."""
    opening, rest = empty_orders(variant, seat).split("\n", 1)
    return f"{opening}\n; once more\n{rest}"


def game_state(folder: Path) -> tuple[Any, ...]:
    """Return a game's state: its turn, undone turns, the orders, and the mails to send."""
    with GameStore(folder) as store:
        turn = store.latest()
        stored = store.stored(turn)
        snapshot = store.snapshot()
        people = {seat: orders.text for seat, orders in snapshot.orders.items()}
        versions = {
            (number, seat): len(orders)
            for number in range(1, turn + 2)
            for seat, orders in store.submissions(number).items()
            if seat in PEOPLE
        }
        reports = [store.report(turn, seat) for seat in store.reported(turn)]
        return (turn, stored.digest, stored.events_digest, snapshot.attempt, sorted(people.items()),
                sorted(versions.items()), len(reports), _mails(store))  # fmt: skip


def _mails(store: GameStore) -> tuple[Any, ...]:
    """Return the mails with their states; a report's text is in its document."""
    kinds = Counter(
        (
            outgoing.mail.kind,
            outgoing.mail.turn,
            outgoing.mail.seat,
            outgoing.mail.recipient,
            outgoing.state,
        )
        for outgoing in GameMails(store).outgoing()
    )
    return tuple(sorted((*map(str, key), count) for key, count in kinds.items()))


def _do_nothing(_folder: Path) -> None:
    """Do nothing: no preparation is needed."""


def _variant(folder: Path) -> str:
    with GameStore(folder) as store:
        return store.info().variant


def _with_orders(folder: Path) -> None:
    (folder / "orders.txt").write_text(_other_orders(_variant(folder), "Ada"))


def _with_mails(folder: Path) -> None:
    """Write the same mails to a Maildir and an mbox, and settings for a server."""
    variant = _variant(folder)
    mails = [_mail(address, _other_orders(variant, seat)) for seat, address in PEOPLE.items()]
    mails.append(_mail("mallory@example.net", "Greetings"))
    boxes = mailbox.Maildir(folder / "Maildir"), mailbox.mbox(folder / "mbox")
    for box in boxes:
        for mail in mails:
            box.add(mail)
        box.close()
    _settings(folder, 1)


def _mail(sender: str, text: str) -> EmailMessage:
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
    """Queue six mails: the reports of turn 2, both reports again, and two answers."""

    def prepare(folder: Path) -> None:
        from horizons_host.mail.resend import resend_report
        from horizons_host.store import NewMail

        _settings(folder, port)
        with GameStore(folder) as store:
            for seat, address in PEOPLE.items():
                for turn in (1, 2):
                    resend_report(store, seat, turn)
                GameMails(store).queue(
                    NewMail("answer", address, "Hello", stamp(now), seat, body="x")
                )

    return prepare


def _boxes(folder: Path) -> dict[str, bytes]:
    """Return the mailboxes, which must never change."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for name in ("Maildir", "mbox")
        for path in sorted([folder / name, *(folder / name).rglob("*")])
        if path.is_file()
    }


def _read_state(folder: Path) -> tuple[Any, ...]:
    return game_state(folder), _boxes(folder)


def targets(port: int) -> Mapping[str, Target]:
    """Return all commands to interrupt; a mail server listens at the port."""
    reading = ("mail", "read", "-g")
    all_targets = (
        Target("turn", lambda g: ["turn", "--yes", "-g", str(g)], game_state, _do_nothing),
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
        Target(
            "undo", lambda g: ["undo", "--reason", "a kill", "-g", str(g)], game_state, _do_nothing
        ),
        Target("restore", lambda g: ["restore", "-g", str(g), "1"], game_state, _do_nothing),
    )
    return {target.name: target for target in all_targets}


def fresh_copy(original: Path, folder: Path) -> Path:
    """Replace a folder with a copy of a game's folder."""
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(original, folder))
