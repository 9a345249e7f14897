"""The games and the table they are played at: rules, secrecy, journal and words. Standard library only."""
