"""The doctor: examine every part of a table and say what to do about each finding. Start reading at `examination`."""
