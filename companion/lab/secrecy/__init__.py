"""Two worlds that one viewer can't tell apart: everything that this viewer receives must be the same in both."""
