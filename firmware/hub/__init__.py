"""A hub: hears every table of a room over a broker, keeps each result once, and serves board, league and counter.

`line` takes in what tables tell; `store` keeps it, and is, with its `schema`, the only code that imports SQLAlchemy;
`opening` builds a running hub. What is known and what counts is decided in companion.club, and shown by web.hub.
"""
