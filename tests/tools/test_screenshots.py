"""Pictures of pages for the site: the requested ones are made, but only if there is a Chromium."""

from __future__ import annotations

import horizons_core as hz
from tools import screenshots
from tools.screenshots import COLOURS, GAMES, KINDS, SHOTS, SIZES, all_shots, main


def test_every_game_is_played_by_a_bot_of_its_own() -> None:
    assert set(GAMES) == set(hz.variants())
    assert all(bot in hz.load_variant(name).bots for name, (bot, *_) in GAMES.items())


def test_the_site_shows_every_page_every_width_and_each_game_with_its_orders_and_a_turn() -> None:
    assert {shot.kind for shot in SHOTS} == set(KINDS)
    assert {(shot.size, shot.colours) for shot in SHOTS} == {
        (size, colours) for size in SIZES for colours in COLOURS
    }
    for kind in ("game", "turn"):
        assert {shot.game for shot in SHOTS if shot.kind == kind} == set(GAMES)
    assert set(SHOTS) <= set(all_shots())
    assert len({shot.file for shot in SHOTS}) == len(SHOTS)


def test_without_a_chromium_it_says_so_and_old_pictures_go(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(screenshots, "absence", lambda: "there is no Chromium")
    (tmp_path / "screens").mkdir()
    (tmp_path / "screens" / "screens.json").write_text("[]", "utf-8")
    assert main([str(tmp_path / "screens")]) == 0
    assert "without pictures of pages: there is no Chromium" in capsys.readouterr().err
    assert not (tmp_path / "screens").exists()
