"""Whose phone is this: the cookie, taking a seat, moving it to another phone, sharing a phone, and what a seat may do."""
