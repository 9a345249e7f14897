"""The 128x64 display: a game's Screen comes in (`screens`), a picture goes to the OLED (`oled_display`)."""
