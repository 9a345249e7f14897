"""`make pi-check`: installation, doctor and a game in an arm64 userland, the closest to a fresh Pi without having one."""
