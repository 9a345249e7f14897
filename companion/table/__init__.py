"""Everything around a game: one mutable object, `table.Table`, and the frozen `snapshot.Snapshot` that everybody reads.

Commands come in through `Table.act`, `tap` and `press`; snapshots go out as `Table.now`.
"""
