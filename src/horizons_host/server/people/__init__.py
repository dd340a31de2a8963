"""Results, ratings and profiles of people, their friends, and trust between them."""
