"""A table that kills itself does so at the chosen moment, and says where that was."""

import random
from pathlib import Path

from tests.proof.durability.child import ROW, Child, Death
from tests.proof.durability.kills import Evening, rows_in
from tests.proof.serving.phones import start, text

MOMENTS = [(when, statement) for statement in ROW for when in ("before", "after")]
OUTSIDE = {("before", "BEGIN"), ("after", "COMMIT")}


def start_a_game(evening: Evening, deadly: int) -> tuple[Death | None, bool]:
    child = Child(evening.folder, "1", deadly=deadly, aimed=ROW, wants="barracuda")
    phone = evening.phones["A"]
    phone.waiting = "the-start", text("the-start", None, start("barracuda"))
    phone.send(child.port, twice=False)
    phone.hear()
    child.kill()
    return child.death, "the-start" in [key for _, key, _, _ in rows_in(evening.folder)]


def test_a_child_dies_at_the_chosen_moment_and_one_that_lives_reports_no_death(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "barracuda", random.Random(1))
    for number, (when, statement) in enumerate(MOMENTS, start=1):  # Only after the last of them the game is on.
        dead = Death(when, statement, in_transaction=(when, statement) not in OUTSIDE)
        assert start_a_game(evening, number) == (dead, (when, statement) == ("after", "COMMIT"))
    assert start_a_game(evening, 0) == (None, True)
