"""The phones' pages, the table screen and the bench, built with Flask."""
