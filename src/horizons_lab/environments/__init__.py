"""Learning environments for PettingZoo (all seats) and Gymnasium (a single seat)."""
