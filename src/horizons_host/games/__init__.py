"""Everything done with a stored game, from order intake and turns to backups and archives."""
