"""Find glyphs in photographs. The picture goes to a process of its own, which may die; numbers and corners come back.

`finding` is that process, the only one that loads OpenCV, which the extra `barkeep[photo]` installs. `child` starts it.
"""
