"""A hub's pages: the board for everybody in the room, the league for those who want one, and the counter for who runs it.

They show what companion.club knows, and have the guards of a table's pages. `accounts` says who is signed in; only then does
`counter` show how tables are, and `directing` change what counts.
"""
