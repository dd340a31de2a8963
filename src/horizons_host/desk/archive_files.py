"""An archive that is one file, unpacked for a while."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_host.reading import FileError

#: So much an archive may hold when it is unpacked, in bytes, and so many files.
_LARGEST, _MOST = 4_000_000_000, 200_000


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """The folder into which an archive was unpacked; it is gone after the block.

    Raises FileError for a file that is no archive, that would write outside the folder, or whose
    content is beyond all measure; OSError.
    """
    with tempfile.TemporaryDirectory(prefix="horizons-archive-") as place:
        try:
            with zipfile.ZipFile(file) as packed:
                _check(file, packed)
                packed.extractall(place)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as problem:
            raise FileError(
                f"{file} is no archive, or damaged", "name the archive's folder, or fetch it anew"
            ) from problem
        yield Path(place)


def _check(file: Path, packed: zipfile.ZipFile) -> None:
    known = packed.infolist()
    if len(known) > _MOST or sum(one.file_size for one in known) > _LARGEST:
        raise FileError(f"{file} holds too much to be an archive", "fetch it anew")
    for one in known:
        parts = Path(one.filename).parts
        if one.filename.startswith(("/", "\\")) or ".." in parts:
            raise FileError(f"{file} is no archive: it holds '{one.filename}'", "fetch it anew")
