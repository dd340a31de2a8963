"""What whoever runs a server does on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from horizons_host.cli import main
from horizons_host.server.people import accounts
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.games import running_game


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The status of a command, and what it wrote."""
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    found = capsys.readouterr()
    return int(ended.value.code or 0), found.out + found.err


@pytest.fixture
def data(site: Site) -> str:
    return str(site.service.database.folder)


def test_an_account_that_was_made_for_somebody_is_theirs_by_the_link(
    site: Site, data: str, capsys: Any
) -> None:
    url = "http://games.example.org"
    status, said = ran(
        capsys, "account", "add", "Ada", "ada@example.org", "--data", data, "--public-url", url
    )
    assert status == 0
    found = re.search(r"http://games\.example\.org(/links/reset/[\w-]+)", said)
    assert found
    browser = site.browser().open(found[1])
    browser.send(found[1], password=PASSWORD)
    assert accounts.authenticated(site.service, "Ada", PASSWORD) is not None


def test_accounts_are_listed_and_deleted(site: Site, data: str, capsys: Any) -> None:
    site.person("Ada")
    site.person("Brin")
    status, said = ran(capsys, "account", "list", "--data", data, "--json")
    assert status == 0
    assert [one["name"] for one in json.loads(said)] == ["Ada", "Brin"]
    assert ran(capsys, "account", "delete", "Ada", "--data", data, "--yes")[0] == 0
    assert "Ada" not in ran(capsys, "account", "list", "--data", data)[1]
    assert accounts.by_name(site.service, "Ada") is None


@pytest.mark.parametrize(
    "words",
    [("link", "Nobody"), ("delete", "Nobody", "--yes"), ("add", "Ada", "ada@example.org")],
)
def test_what_cannot_be_done_to_an_account_is_told(
    site: Site, data: str, capsys: Any, words: tuple[str, ...]
) -> None:
    site.person("Ada")
    status, said = ran(capsys, "account", *words, "--data", data)
    assert status == 1
    assert "rror" in said
    assert [one.name for one in accounts.all_accounts(site.service)] == ["Ada"]


def test_a_server_goes_on_from_a_copy_of_its_folder(
    site: Site, data: str, capsys: Any, tmp_path: Path
) -> None:
    people = running_game(site)
    game = "/games/the-mars-affair"
    people["Ada"].open(f"{game}/orders").send(f"{game}/orders", orders="; mine", do="send")
    copy = tmp_path / "copy"
    status, said = ran(capsys, "backup", "--server", data, "--out", str(copy))
    assert (status, "1 game" in said) == (0, True)
    people["Ada"].send(f"{game}/orders", orders="; later", do="send")

    again = Site(copy)
    ada = again.browser().open("/sign-in")
    ada.send("/sign-in", who="Ada", password=PASSWORD)
    shown = ada.open(f"{game}/orders").text
    assert "; mine" in shown
    assert "; later" not in shown


def test_a_copy_of_a_server_overwrites_nothing_and_wants_a_server(
    site: Site, data: str, capsys: Any, tmp_path: Path
) -> None:
    for source, target in ((data, tmp_path), (str(tmp_path / "none"), tmp_path / "new")):
        status, said = ran(capsys, "backup", "--server", source, "--out", str(target))
        assert status == 1
        assert "already exists" in said or "not a server's folder" in said
    assert ran(capsys, "backup", "--server", data)[0] == 2
