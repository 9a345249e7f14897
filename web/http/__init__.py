"""The server and what holds for every request: who may call, how often, how large; error pages, static_files, streams."""
