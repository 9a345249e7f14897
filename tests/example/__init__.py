"""Third-party games: Morra, the distribution that docs/adding-a-game.md walks through, and a pawnshop with other asks."""
