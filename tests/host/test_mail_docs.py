"""The page on mail is accurate: its session gives the output that it shows."""

from __future__ import annotations

import shutil

from tests.docs.pages import DOCS, FIRST_GAME
from tests.docs.sessions import disappointments, in_this_process
from tests.host.mails import smtp_server


def test_the_session_of_the_page_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(FIRST_GAME, tmp_path / "first_game")
    settings = folder / "mail.toml"
    with smtp_server() as server:
        settings.write_text(settings.read_text("utf-8").replace("2525", str(server.port)))
        faults = disappointments(DOCS / "mail.md", folder, in_this_process)
        assert not faults, "\n".join(faults)
    assert len(server.mails) == 6
    receipt = server.mails[2].get_content()
    assert "BULD 1 4 1 2 1 Lancer" in receipt
