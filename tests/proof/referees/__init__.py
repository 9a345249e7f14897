"""Second opinions: a referee for each game, who knows the rules and not the program."""
