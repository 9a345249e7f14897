"""What the author of a game imports: values, never anything that changes or that knows a table."""
