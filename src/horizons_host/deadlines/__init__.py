"""When a turn is run: the rule, its calendar, who is ready, what will happen when."""
