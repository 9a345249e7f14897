"""Tools for developers, which no server loads: what a viewer is sent, and whether pages and what they say are right.

`site` records everything that a viewer is sent, so that two worlds can be compared; `leaking` has leaks that this must find.
`looking`, `announcing`, `printing`, `reaching` and `remembering` check pages, sentences, the sheet, keys and the books.
`web.contract` holds every game to them.
"""
