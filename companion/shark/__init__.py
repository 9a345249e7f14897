"""Shark: shares of four companies, whose buildings push one another off the map, for two to six. Rules in RULEBOOK.md."""
