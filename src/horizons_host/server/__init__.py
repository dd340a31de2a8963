"""The web server, with accounts, games, jobs that run turns, pages and a JSON API."""
