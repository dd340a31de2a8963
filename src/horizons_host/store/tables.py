"""What the modules that declare a game's tables share: the list of them all."""

from __future__ import annotations

from sqlalchemy import MetaData

metadata = MetaData()
