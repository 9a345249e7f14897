"""Morra as its author distributes it: installed by pip beside Barkeep, seen in the lobby, and played to its end."""

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.evenings.thumbs import Phone, open_room
from tests.example.conftest import good
from tests.test_documents import BIN, DOCUMENTS, ROOT, commands
from tests.test_packaging import run
from tests.web.browser.inspecting import violations

pytestmark = pytest.mark.broad
# The commands that the guide says to type.
INSTALL, SIMULATE, RUN, _, COMPILE, TEST = commands(DOCUMENTS["docs/adding-a-game.md"])[:6]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with Morra as pip has installed it; from a copy, because pip builds among the sources."""
    copy = shutil.copytree(ROOT / "docs" / "morra", tmp_path_factory.mktemp("copy") / "morra")
    there, words = tmp_path_factory.mktemp("games"), shlex.split(INSTALL)
    places = {".venv/bin/python": sys.executable, "build/games": str(there), "docs/morra": str(copy)}
    assert [word for word in words if word in places] == list(places)
    run(*(places.get(word, word) for word in words), "--no-build-isolation", cwd=copy)
    return there


def test_it_is_a_game_like_any_other_to_the_command(games: Path) -> None:
    place, *words = shlex.split(SIMULATE.replace(".venv/bin", str(BIN)))
    assert RUN.startswith(f"{place} ")
    assert re.search(r"ended 20\n  points +20\n", run("env", f"PYTHONPATH={games}", *words, cwd=games))


HELD = """
import barkeep_morra, pytest
from companion.lab.contract import Contract
@pytest.mark.parametrize("game", [barkeep_morra])
class TestMorra(Contract): games = 1
"""


def test_its_author_holds_it_to_the_contract_in_a_folder_of_their_own(games: Path, tmp_path: Path) -> None:
    source, copy = "docs/morra", tmp_path / "morra"
    shutil.copytree(ROOT / source, copy, ignore=shutil.ignore_patterns("*.mo"))
    (copy / "test_mine.py").write_text(HELD, encoding="utf-8")
    run(*shlex.split(COMPILE.replace(".venv/bin", str(BIN)).replace(source, str(copy))), cwd=ROOT)
    place, _, *words, tests = shlex.split(TEST)
    assert (place, tests) == (shlex.split(RUN)[0], "tests/example/test_contract.py")
    run("env", f"PYTHONPATH={games}", sys.executable, *words, copy, "-k", "playthrough or words", cwd=ROOT)


@pytest.mark.browser
def test_it_is_offered_and_played_out(games: Path, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(games))
    with open_room(tmp_path, browser) as room:
        room.sit_down("AB")
        room.phones["B"].sees("Morra")
        room.start("morra", points="1")
        noor, emile = room.phones["A"], room.phones["B"]
        show(noor, fingers=2, guess=4)
        fist = noor.page.wait_for_selector("#page .morra .mine .fist")
        assert fist.evaluate("one => getComputedStyle(one, '::after').borderRadius") == "14px"  # It has the game's own style.
        good(noor.page)
        room.shows("text=Noor has a hand on the table.")
        show(emile, fingers=3, guess=3)
        room.shows("text=5 fingers. Nobody had guessed it.")
        assert violations(room.screen) == []
        noor.tap("#page >> text=Next round")
        show(noor, fingers=2, guess=5)
        show(emile, fingers=3, guess=3)
        for phone in (noor, emile):
            phone.page.wait_for_selector("[data-page=over] >> text=Noor wins.")
            phone.sees("5 fingers: a point for Noor.")


def show(phone: Phone, *, fingers: int, guess: int) -> None:
    """Show *fingers* fingers and guess *guess*, on the panel that has opened by itself."""
    phone.tap(f"#panel [data-panel=show][data-pick='{fingers}']")
    phone.page.wait_for_selector(f"#panel [data-pick='{fingers}'][aria-pressed=true]")
    good(phone.page)
    phone.page.fill("#panel input[name=guess]", str(guess))
    phone.send("#panel [data-confirm]:enabled")
