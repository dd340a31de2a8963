"""Games as environments for learning programs: PettingZoo's for all seats, Gymnasium's for one."""
