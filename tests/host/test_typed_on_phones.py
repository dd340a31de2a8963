"""Orders with the characters that phones write, through the command line and by mail."""

from __future__ import annotations

import re

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import as_file, fine, horizons, image, make_game, new_game, secrets
from tests.host.mails import Mailbox, a_mail, mailed_game, outbox, stored

# ruff: noqa: RUF001 - the characters that look like others are what is tried
ORDERS = "\u200bNAME\u00a01 “Pride of Ada”\nMO\u00adVE １ NE"


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def test_on_the_command_line(mars):
    output = fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS)).output
    assert 'NAME: ship 1, name "Pride of Ada"' in output
    assert "MOVE: ship 1, direction NE" in output


@pytest.mark.parametrize("end", ["#END.", "#END", "#end!"])
def test_by_mail(tmp_path, box, end):
    mars = mailed_game(tmp_path / "mars")
    box.add(a_mail(f"#EVENTHORIZON “mars” Ada\n{ORDERS}\n{end}\nBest wishes, Ada\n"))
    assert "orders accepted: Ada in mars" in box.read(mars)
    ((_, _, receipt),) = outbox(mars)
    assert 'NAME: ship 1, name "Pride of Ada"' in receipt
    assert "were submitted." in receipt
    assert "Best wishes" not in stored(mars)[0]


def test_a_misspelt_closing_line_is_not_taken_for_an_opening_line(tmp_path, box):
    mars = mailed_game(tmp_path / "mars")
    box.add(a_mail("Hello\n#END.\n"))
    box.read(mars)
    assert "Did you mean" not in outbox(mars)[0][2]


@pytest.mark.parametrize(
    "password", ["“moon rise”", "«moon rise»", "‘moon rise’", '"moon\u00adrise"']
)
def test_a_password_in_leaning_quotes_opens_the_seat_and_is_not_kept(tmp_path, password):
    locked = new_game(tmp_path / "mars", *secrets(tmp_path, Ada="moon rise", Brin="moonrise"))
    player = "Brin" if "\u00ad" in password else "Ada"
    text = f"#EVENTHORIZON mars {player} \u200b {password} ; mine\nMOVE 1 NE\n#END.\nmoon rise\n"
    fine("orders", "submit", "-g", locked, as_file(locked, text))
    with GameStore(locked) as store:
        (saved,) = store.submissions(1)[player]
    assert saved.text.startswith(f"#EVENTHORIZON mars {player} \u200b * ; mine\nMOVE 1 NE\n#END.\n")
    assert not any(b"moon" in content for content in image(locked).values())


@pytest.mark.parametrize(
    "order", ["Y “moonrise”", "\u200bY moo\u00adnrise", "Y « moon rise", "Y moon\u00a0rise"]
)
def test_a_password_that_an_order_sets_is_not_kept(tmp_path, order):
    people = ("--player", "Ada", "--player", "Brin")
    alpha = tmp_path / "alpha"
    make_game(alpha, "--variant", "galaxy_g", *people, "--seed", 7, "--name", "alpha")
    file = as_file(alpha, f"#GALAXY alpha Ada\n{order}\n#END\n")
    horizons("orders", "submit", "-g", alpha, file)
    (text,) = stored(alpha)
    assert text.startswith("#GALAXY alpha Ada\n")
    assert not re.search("moo|rise", text)
