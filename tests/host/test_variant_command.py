"""Beginning a variant of one's own."""

from __future__ import annotations

from tests.host.helpers import fine, image, refused


def test_a_skeleton_is_written_and_every_file_named(tmp_path):
    said = fine("variant", "new", "my_game", "--dir", tmp_path / "games").stdout
    files = [path for path in (tmp_path / "games").rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert str(path) in said
    assert f"Wrote {len(files)} files." in said


def test_a_name_that_will_not_do_is_refused(tmp_path):
    refused("variant", "new", "my game!", "--dir", tmp_path / "games")
    assert not (tmp_path / "games").exists()


def test_a_variant_that_is_there_is_left_alone(tmp_path):
    fine("variant", "new", "my_game", "--dir", tmp_path)
    before = image(tmp_path)
    refused("variant", "new", "my_game", "--dir", tmp_path)
    assert image(tmp_path) == before
