"""`python -m variants.far_horizons.parity`."""

import sys

from variants.far_horizons.parity.command import main

sys.exit(main())
