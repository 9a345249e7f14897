"""The phones' pages, the table screen and the bench, built with Flask.

`app.create_app` takes a table and returns the application, which `http.server` serves. Pages are made from `Table.now`; acts
go to `Table.act` for the seat of the phone's cookie. `contract` and `lab` are for tests.
"""
