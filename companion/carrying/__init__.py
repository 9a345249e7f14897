"""Games on their way between tables: the game file, from the journal's rows to bytes and back.

`making` makes a file's contents from the rows, `gamefile` packs and checks them, and `reading` folds them into the match as it
goes on here. `kept` is the record in the file of a finished game, which people keep. A file holds everybody's secrets. Who must
agree before one is given out is for `companion.agreeing`; once the rules have opened a game's books, nobody need.
"""
