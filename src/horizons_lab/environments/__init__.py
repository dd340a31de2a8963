"""Games as learning environments: PettingZoo's for all seats, Gymnasium's for a single one."""
