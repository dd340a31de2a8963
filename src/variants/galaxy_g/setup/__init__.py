"""The set-up: the galaxy, how fair it is, and the races in it."""
