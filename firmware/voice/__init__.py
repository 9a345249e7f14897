"""The table's voice: `espeak` says a text by the system's program of that name, and `talker` lets nobody wait for it.

What is said is decided in companion.table.speaking, and how it is written in companion.words.aloud.
"""
