"""Column types used by the migrations; they never change."""

from __future__ import annotations

import sqlalchemy as sa

#: Texts are compared by their bytes.
WORDS = sa.String().with_variant(sa.String(collation="C"), "postgresql")
LONG_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
