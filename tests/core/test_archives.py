"""Untrusted archives are unpacked within limits of size, number and place."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile

import pytest

from horizons_core.archives import ArchiveError, Bounds, unpack

KINDS = ["zip", "tar", "tar.gz", "tar.bz2", "tar.xz"]
SMALL = Bounds(files=20, file_bytes=50_000, all_bytes=120_000, ratio=10, free_bytes=30_000)


def archive(folder, kind, members):
    """Write an archive with these members: their contents by name."""
    path = folder / f"archive.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, data in members.items():
                packed.writestr(name, data)
        return path
    mode = "w" if kind == "tar" else f"w:{kind.removeprefix('tar.')}"
    with tarfile.open(path, mode) as packed:
        for name, data in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            packed.addfile(about, io.BytesIO(data))
    return path


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def out(tmp_path):
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


@pytest.mark.parametrize("kind", KINDS)
def test_an_archive_within_the_bounds_is_unpacked(tmp_path, out, kind):
    members = {"a/b.txt": b"one", "c.txt": bytes(range(256)) * 100}
    unpack(archive(tmp_path, kind, members), out, SMALL)
    unpacked = {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert unpacked == members


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({f"{number}": b"" for number in range(21)}, "more than 20 files"),
        ({"large": b"x" * 50_001}, "more than 50,000 bytes in 'large'"),
        ({f"{number}": b"x" * 40_000 for number in range(4)}, "more than"),
        ({"a": b"x" * 31_000}, "more than 30,000 bytes"),
    ],
    ids=["files", "a file", "all files", "ratio"],
)
def test_an_archive_beyond_a_bound_is_refused_before_it_is_written(
    tmp_path, out, kind, members, message
):
    if kind == "tar" and message == "more than 30,000 bytes":
        return  # not compressed: the ratio cannot be too large
    with pytest.raises(ArchiveError, match="too large") as refused:
        unpack(archive(tmp_path, kind, members), out, SMALL)
    assert message in str(refused.value)
    assert size_of(out) <= SMALL.all_bytes


def test_bytes_are_counted_whatever_a_zip_says_of_its_size(tmp_path, out):
    path = archive(tmp_path, "zip", {"large": b"x" * 49_000})
    data = bytearray(path.read_bytes())
    for sign, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(sign) + at, 1_000)
    path.write_bytes(data)
    with pytest.raises(ArchiveError):
        unpack(path, out, SMALL)
    assert size_of(out) <= SMALL.free_bytes


@pytest.mark.parametrize("kind", ["tar.gz", "tar.xz"])
def test_what_lies_between_the_members_counts_too(tmp_path, out, kind):
    path = tmp_path / f"archive.{kind}"
    with tarfile.open(path, f"w:{kind.removeprefix('tar.')}") as packed:
        about = tarfile.TarInfo("a")
        about.pax_headers = {"comment": "x" * 300_000}
        packed.addfile(about, io.BytesIO())
    with pytest.raises(ArchiveError, match="too large"):
        unpack(path, out, SMALL)


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize("name", ["../out", "/etc/out", "a/../../out", "C:\\out", "..\\out"])
def test_nothing_is_written_outside_the_folder(tmp_path, out, kind, name):
    with pytest.raises(ArchiveError, match="not a file or folder inside"):
        unpack(archive(tmp_path, kind, {name: b"x"}), out / "inner", SMALL)
    assert size_of(out) == 0


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 nothing", b"\x1f\x8b nothing", b"text" * 500])
def test_what_is_no_archive_is_refused(tmp_path, out, data):
    path = tmp_path / "archive"
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match="not an archive"):
        unpack(path, out)
