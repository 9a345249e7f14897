"""A room full of tables, as a hub sees it: what tables tell, results that are counted once, and the league. Pure values.

`reports` reads what comes over the broker, and believes nothing of it; `hall` holds what is known of each table; `standings`
counts points, and `seasons` says of which results; `ledger` names what is kept, and what a store of it has to do; `exports`
writes the league as files.
"""
