"""`make pi-check`: installation, doctor and a game in an arm64 userland, the nearest thing to a fresh Pi without one."""
