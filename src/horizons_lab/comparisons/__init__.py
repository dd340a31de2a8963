"""Compare games with and without a change of rules, on the same dice."""
