"""The append-only file: `store.Journal` takes rows and gives them back; `codec` turns values into plain data and back.

`salvage` recovers a damaged file, without ever writing to it.
"""
