"""Orders that the gamemaster submits for a player, and late orders."""

from __future__ import annotations

import pytest

from horizons_host.games.audit import entries
from horizons_host.games.edits import orders_on_behalf
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.games.verification import verify
from horizons_host.store import GameMails, GameStore
from tests.host.helpers import ORDERS, as_file, fine, image, new_game, refused, secrets

WHY = "Ada rang: her line is down"


@pytest.fixture
def store(tmp_path):
    """A game whose seat of Ada has a password."""
    words = ("--address", "Ada=ada@players.example", *secrets(tmp_path, Ada="lark"))
    with GameStore(new_game(tmp_path / "mars", *words)) as game:
        yield game


def _submit(store, text=ORDERS):
    file = as_file(store.folder, text)
    return ("orders", "submit", "-g", store.folder, "-p", "Ada", file)


def test_no_password_is_asked_for_and_everybody_may_read_why(store):
    assert "need a password" in refused(*_submit(store))
    fine(*_submit(store), "--on-behalf", WHY)
    (entry,) = entries(store, public=True)
    assert entry.words == f"Orders for turn 1 were submitted for Ada ({WHY})."
    assert "BUILD" not in str(entry)
    (submission,) = store.submissions(1)["Ada"]
    assert submission.source == "the gamemaster, for Ada"


def test_the_player_is_told_at_once_and_in_the_report(store):
    fine(*_submit(store), "--on-behalf", WHY)
    (mail,) = [entry.mail for entry in GameMails(store).outgoing() if entry.mail.kind == "notice"]
    assert mail.recipient == "ada@players.example"
    assert WHY in mail.body
    assert "BUILD 1 0 1 0 0 Probe" in mail.body
    run_and_store(store)
    codes = {
        seat: [remark["code"] for remark in store.report(1, seat)["diagnostics"]]
        for seat in ("Ada", "Brin")
    }
    assert "on-behalf" in codes["Ada"]
    assert "on-behalf" not in codes["Brin"]
    assert verify(store).sound


def test_orders_of_the_players_own_count_in_their_place(store):
    fine(*_submit(store), "--on-behalf", WHY)
    fine(
        *_submit(store, f"#EVENT mars Ada lark\n{ORDERS}#END\n".replace("#EVENT", _opening(store)))
    )
    run_and_store(store)
    assert "on-behalf" not in [remark["code"] for remark in store.report(1, "Ada")["diagnostics"]]
    assert verify(store).sound


def _opening(store):
    import horizons_core as hz

    return hz.load_variant(store.info().variant).language.envelope.opening


def test_a_reason_is_needed(store):
    before = image(store.folder)
    assert "needs a reason" in refused(*_submit(store), "--on-behalf", " ")
    assert "--strict can't be used" in refused(
        *_submit(store), "--on-behalf", "x", "--strict", status=2
    )
    assert image(store.folder) == before


def test_a_turn_run_meanwhile_gets_no_orders(store, monkeypatch):
    """The orders are read again, for the turn that comes now."""
    submit, runs = store.submit, iter([lambda: run_and_store(store)])

    def late(*words, **more):
        for run in runs:
            run()
        return submit(*words, **more)

    monkeypatch.setattr(store, "submit", late)
    receipt, submission = orders_on_behalf(store, OrderText(ORDERS, "a letter"), "Ada", WHY)
    assert (receipt.turn, submission.version) == (2, 1)


def test_orders_for_a_turn_that_was_run_are_refused_with_the_remedy(mars):
    opening = f"#{'x'}"
    with GameStore(mars) as store:
        opening = _opening(store)
    late = f"{opening} mars Ada turn 1\n{ORDERS}#END\n"
    fine("turn", "-g", mars, "--yes")
    output = refused("orders", "submit", "-g", mars, as_file(mars, late))
    assert "the opening line names turn 1, which has already been run" in output
    assert "the gamemaster must undo it: horizons undo" in output
    fine("undo", "-g", mars, "--reason", "for late orders")
    fine("orders", "submit", "-g", mars, as_file(mars, late))
