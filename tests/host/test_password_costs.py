"""Costs of passwords: orders are hashed when stored, once per text, two at a time."""

from __future__ import annotations

import threading

import pytest
from argon2 import PasswordHasher

import horizons_core as hz
from horizons_core.orders import MAX_REMARKS
from horizons_host.games.forecasts import forecast_of
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.mail.intake import MAX_SETS
from horizons_host.seats import passwords as password_hashes
from horizons_host.seats.changes import set_policy
from horizons_host.store import GameStore
from tests.host.helpers import fine, make_game
from tests.host.mails import ADDRESSES, Mailbox, a_mail, stored
from tests.variants.test_linear_orders import repeated

PEOPLE = ("--player", "Ada", "--player", "Brin", *ADDRESSES, "--seed", 3)
DEAR = "$argon2id$v=19$m=4194304,t=1000,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"


class Counting:
    """A hasher that records its calls."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.hashed: list[str] = []
        self.verified: list[str] = []

    def hash(self, password: str) -> str:
        self.hashed.append(password)
        return self.hasher.hash(password)

    def verify(self, password_hash: str, password: str) -> bool:
        self.verified.append(password)
        return self.hasher.verify(password_hash, password)


@pytest.fixture
def counting(monkeypatch):
    counter = Counting()
    monkeypatch.setattr(password_hashes, "hasher", lambda: counter)
    return counter


@pytest.fixture
def alpha(tmp_path):
    make_game(tmp_path / "alpha", "--variant", "galaxy_g", *PEOPLE)
    return tmp_path / "alpha"


def passwords(count):
    return "".join(f"Y lark{number}\n" for number in range(count))


def test_checks_and_forecasts_make_no_hash(alpha, counting):
    text = OrderText(passwords(30), "a test")
    with GameStore(alpha) as store:
        OrderIntake(store).examine(text, "Ada")
        forecast_of(store, "Ada", text)
    assert (counting.hashed, counting.verified) == ([], [])


@pytest.mark.parametrize("name", ["galaxy_g", "event_horizon"])
def test_no_command_is_hashed_in_checks_or_more_than_once_in_a_submission(name, tmp_path, counting):
    make_game(tmp_path / "alpha", "--variant", name, *PEOPLE)
    variant = hz.load_variant(name)
    text = OrderText(repeated(variant, 3), "a test")
    with GameStore(tmp_path / "alpha") as store:
        OrderIntake(store).examine(text, "Ada")
        forecast_of(store, "Ada", text)
        assert (counting.hashed, counting.verified) == ([], [])
        OrderIntake(store).submit(text, "Ada")
    assert len(counting.hashed) == any(command.private for command in variant.commands)


def test_a_submission_makes_one_hash_of_the_last_password(alpha, counting):
    with GameStore(alpha) as store:
        result, _ = OrderIntake(store).submit(OrderText(passwords(30), "a test"), "Ada")
        (submission,) = store.submissions(1)["Ada"]
    assert counting.hashed == ["lark29"]
    *earlier, last = submission.text.splitlines()
    assert counting.verify(last.removeprefix("Y "), "lark29")
    assert set(earlier) == {";"}
    assert [(remark["line"], remark["code"]) for remark in result.diagnostics] == [
        (29, "superseded-order")
    ]
    fine("turn", "--yes", "-g", alpha)
    with GameStore(alpha) as store, pytest.raises(Exception, match="password"):
        OrderIntake(store).submit(OrderText("O TWOCOL\n", "a test"), "Ada")


def test_a_mail_costs_one_hash_however_many_passwords_it_sets(alpha, counting, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(f"#GALAXY alpha Ada\n{passwords(40)}#END\n"))
    box.read(alpha)
    assert counting.hashed == ["lark39"]
    assert "lark" not in stored(alpha)[0]


def test_a_mail_compares_a_right_password_once_however_many_sets_it_holds(
    alpha, counting, tmp_path
):
    fine("orders", "submit", "-g", alpha, "-p", "Ada", "-", input="Y lark\n")
    fine("turn", "--yes", "-g", alpha)
    counting.verified.clear()
    box = Mailbox(tmp_path / "Maildir")
    names = ("Ada", "Player_1", '"Player 1"')
    box.add(a_mail("".join(f"#GALAXY alpha {name} lark turn 2\n#END\n" for name in names)))
    box.add(a_mail("#GALAXY alpha Ada lark turn 2\n#END\n" * (MAX_SETS + 1)))
    handled = box.read(alpha)
    assert counting.verified == ["lark"]
    assert len(stored(alpha, turn=2)) == 1, handled


@pytest.mark.parametrize(
    "lines",
    [
        "Y lark\nY other\n",
        "Y lark\nY\n",
        'Y "lark b"\n' * 3,
        "Y lark b\n" * (MAX_REMARKS + 2),
        "nonsense\n" * (MAX_REMARKS + 2) + "Y lark\nY other\n",
    ],
)
def test_no_password_is_stored_in_plain_words(alpha, lines):
    with GameStore(alpha) as store:
        result, _ = OrderIntake(store).submit(OrderText(lines, "a test"), "Ada")
        (submission,) = store.submissions(1)["Ada"]
    assert "lark" not in submission.text
    assert submission.text.count("\n") == lines.count("\n")
    assert result.diagnostics


def test_standing_orders_cost_one_hash(alpha, counting):
    with GameStore(alpha) as store:
        text = OrderText(passwords(5), "a test")
        seat = set_policy(store, "Ada", "standing", text=text)
    assert seat.name == "Ada"
    assert counting.hashed == ["lark4"]


def test_a_hash_that_would_cost_more_than_ours_is_never_computed(alpha, counting):
    assert not password_hashes.verify_hash(DEAR, "lark")
    assert counting.verified == []
    with GameStore(alpha) as store:
        OrderIntake(store).submit(OrderText(f"Y {DEAR}\n", "a test"), "Ada")
        (submission,) = store.submissions(1)["Ada"]
    assert DEAR not in submission.text


def test_two_hashes_are_made_at_once_and_no_more(monkeypatch):
    """Each thread waits in its hash until another is in one, too, or all have been let in."""
    busy, most, lock = 0, 0, threading.Lock()
    pair = threading.Barrier(2)

    class Slow:
        def hash(self, password):
            nonlocal busy, most
            with lock:
                busy += 1
                most = max(most, busy)
            pair.wait(10)
            with lock:
                busy -= 1
            return password

        def verify(self, password_hash, password):
            return bool(self.hash(password))

    monkeypatch.setattr(password_hashes, "hasher", Slow)
    hash_ = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("x")
    threads = [
        threading.Thread(target=password_hashes.hash_password, args=("x",)) for _ in range(3)
    ]
    threads += [
        threading.Thread(target=password_hashes.verify_hash, args=(hash_, "x")) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
