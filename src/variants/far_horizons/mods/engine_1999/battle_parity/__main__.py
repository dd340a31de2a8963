"""`python -m variants.far_horizons.mods.engine_1999.battle_parity`."""

import sys

from variants.far_horizons.mods.engine_1999.battle_parity.command import main

if __name__ == "__main__":
    sys.exit(main())
