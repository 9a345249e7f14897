"""The tag reader, from the bytes on the SPI bus (`mfrc522_reader`) to "laid" and "lifted" (`presence`, `reading`)."""
