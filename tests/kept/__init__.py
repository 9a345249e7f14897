"""Files of games as people have kept them, by the rules' version, to be read by every later one."""

from pathlib import Path
from typing import Final

SAMPLE: Final = Path(__file__).parent / "barracuda-rules-4.html"
