"""Around a game: one mutable object, `table.Table`, and the frozen `snapshot.Snapshot` that everybody reads.

Commands come in through `Table.act`, `tap` and `press`; snapshots go out as `Table.now`. Between them are the lock, the commit
to the journal, and what a tap means just now: an act, a late act, a question, a lesson, or a pawn that opens a seat.
"""
