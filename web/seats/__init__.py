"""Which seat a phone holds, and what it may do with it.

A request's cookie comes in and a seat goes out (`session`); nothing else in a request can name the seat that acts. `joining`
and `taking` seat a phone, `moving` takes its seat to another phone, `sharing` lets several players use one, and `acts` passes
their commands to the table.
"""
