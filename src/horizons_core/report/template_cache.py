"""Compiled templates kept on disk, beside Python's own byte code: compiling one takes 50 ms."""

from __future__ import annotations

import contextlib
import importlib.util
from importlib import metadata
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from horizons_core.version import VERSION

#: What compiled templates depend on besides their text.
_VERSIONS = f"horizons {VERSION}, jinja2 {metadata.version('jinja2')}"


class TemplateCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates in `__pycache__`, as far as that folder can be written to.

    A template whose text, or whose compiler, has changed is compiled afresh.
    """

    def __init__(self) -> None:
        self.folder = Path(importlib.util.cache_from_source(__file__)).parent
        super().__init__(str(self.folder))

    def get_source_checksum(self, source: str) -> str:
        """A digest of the template's text and of what compiles it."""
        return super().get_source_checksum(f"{_VERSIONS}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in what is kept of a template, as far as it can be read."""
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template; where that cannot be done, it is compiled each time."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
