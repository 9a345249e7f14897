"""The 128x64 display: turn a game's Screen into a picture (`screens`) and send it to the OLED (`oled_display`)."""
