"""A game with a replacement, an undo, a backup and an archive, in both kinds of databases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.host.helpers import fine
from tests.host.server.browser import Site
from tests.host.server.games import running_game

GAME = "/games/the-mars-affair"
DESK = f"{GAME}/desk"


@pytest.mark.slow
def test_a_game_changes_hands_is_set_back_and_opens_at_its_end(
    any_site: Site, tmp_path: Path
) -> None:
    site = any_site
    people = running_game(site, spectators="yes")
    cleo = people["Cleo"]

    def run() -> None:
        site.clock.advance(hours=1)
        cleo.open(DESK).send(f"{DESK}/run", anyway="yes")
        site.work()

    people["Ada"].open(f"{GAME}/orders").send(f"{GAME}/orders", orders="; here", do="send")
    run()
    people["Ada"].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    assert "with a free seat" in site.browser().open("/").words
    dara = site.person("Dara").open(GAME).send(f"{GAME}/take", seat="Ada")
    assert "; here" in dara.open(f"{GAME}/handover").words
    assert "with a free seat" not in site.browser().open("/").words
    eve = site.person("Eve").open(GAME).send(f"{GAME}/watch", seat="Eve")
    assert eve.open(f"{GAME}/turns/1/report.text").status == 200
    backups = f"{DESK}/backups"
    cleo.open(backups).send(backups)
    run()
    cleo.open(DESK).send(f"{DESK}/undo", reason="once more")
    run()
    cleo.open(backups).send(f"{DESK}/restore", number="1", sure="yes")
    assert "restored" in eve.open(f"{GAME}/audit").words, cleo.words
    run()
    cleo.open(DESK).send(f"{DESK}/end", winners="Ada", name="The Mars affair")
    cleo.open(DESK).send(f"{DESK}/archive")
    site.work()
    assert "Finished games" in site.browser().open("/").words
    file = tmp_path / "archive.zip"
    file.write_bytes(site.browser().client.get(f"{GAME}/archive.zip").content)
    verdict = json.loads(fine("verify", "--archive", file, "--json").stdout)
    assert (verdict["sound"], verdict["turns"], verdict["differences"]) == (True, 2, [])
