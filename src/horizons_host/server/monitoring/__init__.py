"""What whoever runs a server sees of it: figures for Prometheus, and a log for programs."""
