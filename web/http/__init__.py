"""The server, and what applies to every request: hosts, rate limits, sizes, error pages, static files and streams."""
