"""Set-up: the galaxy, its fairness, and the races in it."""
