"""The phones' pages, the table screen and the bench, over Flask."""
