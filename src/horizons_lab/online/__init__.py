"""Playing a seat of a game on a server: by a bot, or by a program in any language."""

from __future__ import annotations

from horizons_lab.online.connection import Connection, ServerError, connect
from horizons_lab.online.seat import OnlineSeat, Turn

__all__ = ["Connection", "OnlineSeat", "ServerError", "Turn", "connect"]
