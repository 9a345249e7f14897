"""Two worlds that one viewer cannot tell apart: whatever that viewer receives must be the same in both."""
