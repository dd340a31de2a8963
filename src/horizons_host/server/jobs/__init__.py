"""Background work of the server: a queue of jobs, each leased by one worker at a time."""
