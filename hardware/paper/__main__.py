"""Write the print-and-play kit of every installed game: `python -m hardware.paper FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.games import installed
from companion.words import LANGUAGES, Words
from hardware.paper.pdf import pdf
from hardware.paper.sheets import PAPERS


def main() -> None:
    """Write one PDF for each game and paper, and print the name of each."""
    parser = argparse.ArgumentParser(prog="hardware.paper", description="Draw what is in the games' boxes, to print and play.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--game", choices=installed(), action="append", help="this game only; can be given more than once")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.game or installed():
        for paper, size in PAPERS.items():
            file = given.folder / f"{name}-{paper}.pdf"
            pdf(installed()[name], Words(given.language), size).output(str(file))
            print(file)


if __name__ == "__main__":
    main()
