"""Untrusted ZIP and tar archives, unpacked within limits.

A few kilobytes can unpack to more than a disk holds, and the sizes that an archive declares may be
wrong. So bytes are counted while they are unpacked, and unpacking stops at the first byte beyond a
limit.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO, Any

from attrs import define, frozen

from horizons_core.errors import HorizonsError

__all__ = ["ArchiveError", "Bounds", "unpack"]

_PIECE = 65_536
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
#: The first bytes of compressed tar archives, and the functions that open them.
_OPENERS: dict[bytes, Callable[[Path], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}


class ArchiveError(HorizonsError):
    """Raised for a file that is not an archive, is damaged, or contains too much."""


@frozen
class Bounds:
    """The limits of an archive's contents.

    Attributes:
        files: the number of files and folders.
        file_bytes: the size of one file, unpacked.
        all_bytes: the size of all files, unpacked.
        ratio: the size of all files, as a multiple of the archive's size.
        free_bytes: the total size below which the ratio does not apply.
    """

    files: int = 50_000
    file_bytes: int = 200_000_000
    all_bytes: int = 1_000_000_000
    ratio: int = 100
    free_bytes: int = 20_000_000

    def max_bytes(self, packed: int) -> int:
        """Return the limit for all files of an archive with this packed size, in bytes."""
        return min(self.all_bytes, max(self.free_bytes, self.ratio * packed))


def unpack(archive: Path, folder: Path, bounds: Bounds | None = None) -> None:
    """Unpack an archive into an existing folder.

    Raises ArchiveError for a file that is not an archive or is damaged, for a member that is not a
    plain file or folder inside it, and at the first byte beyond the limits. Files that were
    unpacked before the error remain.
    """
    bounds = bounds or Bounds()
    try:
        count = _Count(archive, bounds, bounds.max_bytes(archive.stat().st_size))
        if zipfile.is_zipfile(archive):
            _unpack_zip(archive, folder, count)
        else:
            _unpack_tar(archive, folder, count)
    except _DAMAGED as problem:
        raise ArchiveError(
            f"{archive} cannot be unpacked: it is damaged, or not an archive: {problem}",
            "download it again",
        ) from problem


@define
class _Count:
    """The files and bytes unpacked so far, checked against the limits."""

    archive: Path
    bounds: Bounds
    max_bytes: int
    files: int = 0
    unpacked: int = 0

    def begin(self, name: str, size: int) -> None:
        """Begin a member with this name and declared size."""
        self.files += 1
        if self.files > self.bounds.files:
            raise self._too_much(f"more than {self.bounds.files:,} files")
        if size > self.bounds.file_bytes:
            raise self._too_much(f"more than {self.bounds.file_bytes:,} bytes in '{name}'")
        if self.unpacked + size > self.max_bytes:
            raise self._too_much(f"more than {self.max_bytes:,} bytes")

    def copy(self, name: str, source: IO[bytes], target: Path) -> None:
        """Copy a member into a file and count its bytes; its declared size is ignored."""
        size = 0
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            while piece := source.read(_PIECE):
                size += len(piece)
                self.unpacked += len(piece)
                if size > self.bounds.file_bytes:
                    raise self._too_much(f"more than {self.bounds.file_bytes:,} bytes in '{name}'")
                if self.unpacked > self.max_bytes:
                    raise self._too_much(f"more than {self.max_bytes:,} bytes")
                file.write(piece)

    def place(self, name: str, folder: Path, *, plain: bool = True) -> Path:
        """Return the path of a member of the archive in `folder`."""
        path = PurePosixPath(name)
        inside = not path.is_absolute() and ".." not in path.parts and path.parts
        if not (plain and inside) or "\\" in name or ":" in name or "\0" in name:
            raise ArchiveError(
                f"{self.archive}: '{name}' is not a file or folder inside it",
                "pack the archive again with plain files only",
            )
        return folder.joinpath(*path.parts)

    def _too_much(self, excess: str) -> ArchiveError:
        return ArchiveError(
            f"{self.archive} is too large to unpack: {excess}",
            "unpack it yourself if you trust it, and name the folder",
        )


def _unpack_zip(archive: Path, folder: Path, count: _Count) -> None:
    with zipfile.ZipFile(archive) as packed:
        for member in packed.infolist():
            count.begin(member.filename, member.file_size)
            target = count.place(member.filename, folder)
            if member.is_dir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            with packed.open(member) as source:
                count.copy(member.filename, source, target)


def _unpack_tar(archive: Path, folder: Path, count: _Count) -> None:
    with archive.open("rb") as file:
        start = file.read(8)
    opener = next((o for magic, o in _OPENERS.items() if start.startswith(magic)), None)
    with opener(archive) if opener else archive.open("rb") as stream:
        # headers and gaps between members also count
        limited: Any = _Limited(stream, count.max_bytes + 1024 * count.bounds.files)
        with tarfile.open(fileobj=limited, mode="r|") as packed:
            for member in packed:
                count.begin(member.name, member.size)
                target = count.place(member.name, folder, plain=member.isfile() or member.isdir())
                if member.isdir():
                    target.mkdir(parents=True, exist_ok=True)
                    continue
                source = packed.extractfile(member)
                if source is not None:
                    count.copy(member.name, source, target)


@define
class _Limited:
    """A stream with a limit on the bytes that are read."""

    stream: IO[bytes]
    remaining: int

    def read(self, size: int) -> bytes:
        """Return the next bytes; raises ValueError beyond the limit."""
        piece = self.stream.read(size)
        self.remaining -= len(piece)
        if self.remaining < 0:
            raise ValueError("it is too large")
        return piece
