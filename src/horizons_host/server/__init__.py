"""The web server: people, their games, jobs that run turns, pages and the JSON API."""
