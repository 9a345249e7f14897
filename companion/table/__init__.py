"""What happens around a game: one object that changes, `table.Table`, and the frozen `snapshot.Snapshot` that everybody reads.

Commands come in through `Table.act`, `tap` and `press`; what there is to see goes out as `Table.now`.
"""
