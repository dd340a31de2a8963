"""Pages: HTML that works without scripts."""
