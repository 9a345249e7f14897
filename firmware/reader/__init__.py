"""The tag reader, from bytes on the SPI bus (`mfrc522_reader`) to "laid" and "lifted" (`presence`, `reading`)."""
