"""The pages of Far Horizons: the tutorial comes out as it is shown, the tables are the game's."""

from __future__ import annotations

import shutil

from tests.docs.pages import DOCS, ROOT
from tests.docs.sessions import disappointments, in_this_process
from tests.host.mails import smtp_server

TUTORIAL = DOCS / "tutorial-far-horizons.md"
GAME = ROOT / "examples" / "far_horizons"


def test_the_tutorial_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(GAME, tmp_path / "far_horizons")
    settings = folder / "mail.toml"
    with smtp_server() as server:
        settings.write_text(settings.read_text("utf-8").replace("2525", str(server.port)))
        faults = disappointments(TUTORIAL, folder, in_this_process)
        assert not faults, "\n".join(faults)
    assert len(server.mails) == 7
    receipt = server.mails[-1].get_content()
    assert "CT Talon will try to jump to 3 11 10" in receipt
