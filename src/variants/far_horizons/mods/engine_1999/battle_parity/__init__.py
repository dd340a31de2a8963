"""Our battles against those that were measured on the engine of 1999."""
