"""Which seat a phone holds: the session, taking a seat, moving it to another phone, sharing a phone, and acts."""
