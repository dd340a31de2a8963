"""Monitoring of a server: metrics for Prometheus, and a structured log."""
