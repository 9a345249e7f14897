"""A third-party game: Morra, the distribution that docs/adding-a-game.md walks through."""
