"""An archive that is one file, unpacked for a while."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from horizons_core.archives import ArchiveError, unpack
from horizons_host.reading import FileError


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """The folder into which an archive was unpacked; it is gone after the block.

    Raises FileError for a file that is no archive, that would write outside the folder, or that
    holds too much; OSError.
    """
    with tempfile.TemporaryDirectory(prefix="horizons-archive-") as place:
        try:
            unpack(file, Path(place))
        except ArchiveError as problem:
            raise FileError(problem.message, problem.hint) from problem
        yield Path(place)
