"""The append-only log: `store.Journal` appends and reads rows, and `codec` converts values to plain data and back.

`salvage` recovers a damaged file, without ever writing to it.
"""
