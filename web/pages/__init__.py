"""The pages that people see: phones, table screen, bench, tags; their words and drawings."""
