"""Which seat a phone holds: session, join page, taking a seat, moving it to another phone, sharing a phone, and acts."""
