"""Second opinions: a referee for each game that knows the rules and not the program."""
