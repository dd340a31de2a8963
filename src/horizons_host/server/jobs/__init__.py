"""A queue of background jobs, each leased by one worker at a time."""
