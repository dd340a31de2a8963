"""The commands of `horizons`, one module each with a `command`."""
