"""A sealed value opens only for those whom it is for, and only in one way; and the codec lets nothing else out."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import pytest

from companion.journal import codec
from companion.kit.money import Pile
from companion.kit.sealed import Closed, Sealed, seen

SECRET = "cormorant"


@dataclass(frozen=True, slots=True)
class Inner:
    hidden: Sealed[str]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Bare:
    names: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    pile: Pile | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner | Bare
    by_seat: dict[str, Sealed[str]]
    several: tuple[Inner, ...]
    anything: Any
    bare: Bare
    maybe: Sealed[str] | None = None


def sealed(*eyes: str, outside: int = 4) -> Sealed[str]:
    return Sealed(SECRET, eyes, outside)


def outer(*eyes: str) -> Outer:
    seal = sealed(*eyes)
    return Outer(Inner(seal), {"A": seal}, (Inner(seal),), [("deep", seal)][0], Bare(("x",)), seal)


@pytest.mark.parametrize("text", [repr, str, format, "{0}".format, "{0!r:>20}".format, lambda seal: f"{[seal]}"])
def test_no_text_form_shows_the_contents(text: Callable[[Any], str]) -> None:
    for seal in (sealed("A"), sealed("A").seen_by("A"), sealed("A").seen_by("B")):
        assert SECRET not in text(seal)
        assert "4" in text(seal)
    assert SECRET not in text(outer("A"))
    assert SECRET in repr(Inner(SECRET))  # The control: unsealed, it would show.


def test_seals_are_equal_by_contents_eyes_and_outside_and_have_equal_texts_for_different_secrets() -> None:
    assert repr(Sealed("a", {"A"}, 2)) == repr(Sealed("a much longer one", {"A"}, 2))
    assert hash(Sealed("a", {"A"}, 2)) == hash(Sealed("b", {"A"}, 2))
    assert sealed("A") == sealed("A")
    for other in (sealed("B"), sealed("A", outside=5), Sealed("other", {"A"}, 4), SECRET):
        assert sealed("A") != other
    assert sealed("A").seen_by("B") == Sealed("other", {"A"}, 4).seen_by("B")


@pytest.mark.parametrize("door", [
    json.dumps, pickle.dumps, partial(pickle.dumps, protocol=0), copy.copy, copy.deepcopy, dict, list, vars,
    lambda seal: pickle.dumps(Outer(Bare(), {"A": seal}, (), None, Bare())), lambda seal: asdict(Inner(seal)),
])  # fmt: skip
def test_no_other_way_reads_a_seal(door: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        door(sealed("A"))
    assert pickle.dumps(Bare())


def test_a_seal_and_its_viewers_copies_open_and_anybody_elses_stays_empty_and_a_wider_audience_makes_a_new_one() -> None:
    seal = sealed("A", "B")
    assert seal.open() == seal.seen_by("A").open() == seal.seen_by("B").open() == SECRET
    first, second = sealed("A"), sealed("A").with_eyes({"A", "B"})
    assert (second.seen_by("B").open(), second.outside) == (SECRET, first.outside)
    assert not first.seen_by("B").is_open
    copy_ = sealed("A").seen_by("B")
    assert (copy_.is_open, copy_.outside, copy_.seen_by("A").is_open) == (False, 4, False)
    with pytest.raises(Closed) as error:
        copy_.open()
    assert SECRET not in str(error.value)
    with pytest.raises(Closed):
        copy_.seen_by("A").with_eyes({"B"})


def found(value: Any) -> list[Sealed[Any]]:
    """Return every seal in *value*, found by a walk of the tests' own."""
    if isinstance(value, Sealed):
        return [value]
    names = getattr(value, "__dataclass_fields__", ())
    inner = value if isinstance(value, tuple) else value.values() if isinstance(value, dict) else ()
    return [seal for item in (*inner, *(getattr(value, name) for name in names)) for seal in found(item)]


@pytest.mark.parametrize(("viewer", "is_open"), [("A", True), ("B", False), ("table", False)])
def test_seen_reaches_every_seal_however_deep_and_leaves_the_original_as_it_was(viewer: str, is_open: bool) -> None:
    state = outer("A")
    seals = found(seen(state, viewer))
    assert len(seals) == 5
    assert all(seal.viewed and seal.is_open == is_open for seal in seals)
    assert all(seal.is_open and not seal.viewed for seal in found(state))


def test_values_without_seals_are_not_copied_and_unions_are_searched_by_their_actual_type() -> None:
    bare, other = Bare(("x",), frozenset({"y"}), Pile(ones=1)), Outer(Bare(), {}, (), None, Bare())
    assert seen(bare, "A") is bare
    assert seen(outer("A"), "A").bare == Bare(("x",))
    assert not seen(outer("A"), "B").inner.hidden.is_open
    assert seen(other, "B") == other


@pytest.mark.parametrize("value", [[1], {1}, frozenset({sealed("A")}), 1.5, object(), bytearray()])
def test_values_that_might_hide_a_seal_are_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        seen(Outer(Bare(), {}, (), value, Bare()), "B")


def test_plain_shows_contents_only_to_their_viewers_and_the_journal_gets_them_all() -> None:
    with pytest.raises(TypeError):
        codec.plain(outer("A"))
    assert SECRET in json.dumps(codec.plain(seen(outer("A"), "A")))
    assert SECRET not in json.dumps(codec.plain(seen(outer("A"), "B")))
    assert codec.plain(sealed("A").seen_by("B")) == {"sealed": 4}
    assert SECRET in json.dumps(codec.kept(outer("A")))
    with pytest.raises(Closed):
        codec.kept(sealed("A").seen_by("B"))
