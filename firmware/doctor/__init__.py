"""The doctor: examine every part of a table and say what to do about each finding.

`examination.examine` takes the settings and a person to ask, and yields findings; `finding.tell` prints them. `machine` and
`data` examine the machine and the data directory, `installed` finds the table that is installed here. The doctor repairs
nothing, and leaves alone the devices of a table that is running.
"""
