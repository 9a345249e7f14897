"""Building a table: the guide and the drawings (`drawings`), the case, and the installation (`installing`).

The program imports none of this. The wiring comes in from `firmware.wiring` and the doctor's messages from the catalogues; out
go the drawings, the guide's tables, `lock.txt` and the archive that is copied onto a Pi.
"""
