"""The doctor: examine every part of a table and say what to do about each finding.

`examination.examine` takes the settings and a person who lends hands, eyes and ears, and yields findings; `finding.tell` prints
them. `machine` and `kept` examine the machine and the data, `installed` finds the table that is installed here. The doctor
repairs nothing, and leaves alone the devices of a table that is running.
"""
