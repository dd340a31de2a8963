"""The commands, a module each. A module's `command` is what `horizons` calls."""
