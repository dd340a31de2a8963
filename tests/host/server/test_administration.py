"""Server administration on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from horizons_host.cli.main import main
from horizons_host.server.accounts import accounts
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.games import running_game


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Run a command; return its status and output."""
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    captured = capsys.readouterr()
    return int(ended.value.code or 0), captured.out + captured.err


@pytest.fixture
def data(site: Site) -> str:
    return str(site.service.database.folder)


def test_an_account_that_was_made_for_somebody_is_theirs_by_the_link(
    site: Site, data: str, capsys: Any
) -> None:
    url = "http://games.example.org"
    status, output = run(
        capsys, "account", "add", "Ada", "ada@example.org", "--data", data, "--public-url", url
    )
    assert status == 0
    match = re.search(r"http://games\.example\.org(/links/reset/[\w-]+)", output)
    assert match
    browser = site.browser().open(match[1])
    browser.send(match[1], password=PASSWORD)
    assert accounts.authenticated(site.service, "Ada", PASSWORD) is not None


def test_accounts_are_listed_and_deleted(site: Site, data: str, capsys: Any) -> None:
    site.person("Ada")
    site.person("Brin")
    status, output = run(capsys, "account", "list", "--data", data, "--json")
    assert status == 0
    assert [account["name"] for account in json.loads(output)] == ["Ada", "Brin"]
    assert run(capsys, "account", "delete", "Ada", "--data", data, "--yes")[0] == 0
    assert "Ada" not in run(capsys, "account", "list", "--data", data)[1]
    assert accounts.by_name(site.service, "Ada") is None


@pytest.mark.parametrize(
    "words",
    [("link", "Nobody"), ("delete", "Nobody", "--yes"), ("add", "Ada", "ada@example.org")],
)
def test_what_cannot_be_done_to_an_account_is_told(
    site: Site, data: str, capsys: Any, words: tuple[str, ...]
) -> None:
    site.person("Ada")
    status, output = run(capsys, "account", *words, "--data", data)
    assert status == 1
    assert "rror" in output
    assert [account.name for account in accounts.all_accounts(site.service)] == ["Ada"]


def test_a_server_goes_on_from_a_copy_of_its_folder(
    site: Site, data: str, capsys: Any, tmp_path: Path
) -> None:
    people = running_game(site)
    game = "/games/the-mars-affair"
    people["Ada"].open(f"{game}/orders").send(f"{game}/orders", orders="; mine", do="send")
    copy = tmp_path / "copy"
    status, output = run(capsys, "backup", "--server", data, "--out", str(copy))
    assert (status, "1 game" in output) == (0, True)
    people["Ada"].send(f"{game}/orders", orders="; later", do="send")

    restored = Site(copy)
    ada = restored.browser().open("/sign-in")
    ada.send("/sign-in", who="Ada", password=PASSWORD)
    page = ada.open(f"{game}/orders").text
    assert "; mine" in page
    assert "; later" not in page


def test_a_copy_of_a_server_overwrites_nothing_and_wants_a_server(
    site: Site, data: str, capsys: Any, tmp_path: Path
) -> None:
    for source, target in ((data, tmp_path), (str(tmp_path / "none"), tmp_path / "new")):
        status, output = run(capsys, "backup", "--server", source, "--out", str(target))
        assert status == 1
        assert "already exists" in output or "not a server's folder" in output
    assert run(capsys, "backup", "--server", data)[0] == 2
