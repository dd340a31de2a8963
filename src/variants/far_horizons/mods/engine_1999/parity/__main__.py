"""`python -m variants.far_horizons.mods.engine_1999.parity`."""

import sys

from variants.far_horizons.mods.engine_1999.parity.command import main

sys.exit(main())
