"""Compare our battles with those that were measured on the engine of 1999."""
