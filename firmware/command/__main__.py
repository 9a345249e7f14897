"""`python -m firmware.command` is the same as `barkeep`, for a checkout that isn't installed."""

import sys

from firmware.command import main

if __name__ == "__main__":
    sys.exit(main())
