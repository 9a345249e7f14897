from __future__ import annotations

import copy
import json
import pickle
from dataclasses import asdict, dataclass
from typing import Any

import pytest

from companion import codec
from companion.money import Pile, Purse
from companion.sealed import Closed, Sealed, seen

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


@dataclass(frozen=True, slots=True)
class Unsure:
    anything: Any


def sealed(*eyes: str, outside: int = 4) -> Sealed[str]:
    return Sealed(SECRET, eyes, outside)


def outer(*eyes: str) -> Outer:
    seal = sealed(*eyes)
    return Outer(Inner(seal), {"A": seal}, (Inner(seal),), [("deep", seal)][0], Bare(("x",)), seal)


# What a seal shows


@pytest.mark.parametrize(
    "text",
    [
        repr,
        str,
        format,
        lambda seal: f"{seal}",
        lambda seal: f"{seal!r:>20}",
        lambda seal: f"{[seal]}",
    ],
)
def test_no_text_form_shows_the_contents(text) -> None:
    for seal in (sealed("A"), sealed("A").seen_by("A"), sealed("A").seen_by("B")):
        assert SECRET not in text(seal)
        assert "4" in text(seal)


def test_the_text_of_whatever_holds_a_seal_shows_nothing_either() -> None:
    assert SECRET not in repr(outer("A"))
    assert SECRET in repr(Inner(SECRET))  # The control: unsealed it would.


def test_equal_texts_for_different_secrets() -> None:
    assert repr(Sealed("a", {"A"}, 2)) == repr(Sealed("a much longer one", {"A"}, 2))
    assert hash(Sealed("a", {"A"}, 2)) == hash(Sealed("b", {"A"}, 2))


@pytest.mark.parametrize("door", [json.dumps, pickle.dumps, copy.copy, copy.deepcopy, dict, list, vars])
def test_no_other_door_leads_out(door) -> None:
    with pytest.raises(TypeError):
        door(sealed("A"))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_nothing_that_holds_a_seal_is_pickled(protocol: int) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(outer("A"), protocol)
    assert pickle.dumps(Bare(), protocol)


def test_a_dataclass_with_a_seal_is_not_copied_into_a_dict() -> None:
    with pytest.raises(TypeError):
        asdict(Inner(sealed("A")))


# Opening


def test_the_true_seal_opens_and_so_does_the_copy_of_whom_it_is_for() -> None:
    seal = sealed("A", "B")
    assert seal.open() == SECRET
    assert seal.seen_by("A").open() == seal.seen_by("B").open() == SECRET


def test_anybody_elses_copy_is_empty() -> None:
    copy_ = sealed("A").seen_by("B")
    assert not copy_.is_open
    assert copy_.outside == 4
    with pytest.raises(Closed) as error:
        copy_.open()
    assert SECRET not in str(error.value)


def test_an_empty_copy_stays_empty() -> None:
    copy_ = sealed("A").seen_by("B").seen_by("A")
    assert not copy_.is_open
    with pytest.raises(Closed):
        copy_.with_eyes({"B"})


def test_a_wider_audience_is_another_seal() -> None:
    first = sealed("A")
    second = first.with_eyes({"A", "B"})
    assert second.seen_by("B").open() == SECRET
    assert not first.seen_by("B").is_open
    assert second.outside == first.outside


def test_seals_are_equal_by_contents_eyes_and_outside() -> None:
    assert sealed("A") == sealed("A")
    assert sealed("A") != sealed("B")
    assert sealed("A") != sealed("A", outside=5)
    assert sealed("A") != Sealed("other", {"A"}, 4)
    assert sealed("A").seen_by("B") == Sealed("other", {"A"}, 4).seen_by("B")
    assert sealed("A") != SECRET


# seen


def found(value: Any) -> list[Sealed[Any]]:
    """Every seal in *value*, by a walk of its own."""
    if isinstance(value, Sealed):
        return [value]
    if isinstance(value, tuple):
        return [seal for item in value for seal in found(item)]
    if isinstance(value, dict):
        return found(tuple(value.values()))
    names = getattr(value, "__dataclass_fields__", ())
    return [seal for name in names for seal in found(getattr(value, name))]


def test_seen_reaches_every_seal_however_deep() -> None:
    for viewer, is_open in (("A", True), ("B", False), ("table", False)):
        seals = found(seen(outer("A"), viewer))
        assert len(seals) == 5
        assert all(seal.viewed and seal.is_open == is_open for seal in seals)


def test_seen_leaves_the_original_as_it_was() -> None:
    state = outer("A")
    seen(state, "B")
    assert all(seal.is_open and not seal.viewed for seal in found(state))


def test_what_holds_no_seal_is_not_copied() -> None:
    bare = Bare(("x",), frozenset({"y"}), Pile(ones=1))
    assert seen(bare, "A") is bare
    assert seen(outer("A"), "A").bare == Bare(("x",))


def test_a_union_is_looked_into_by_what_it_is() -> None:
    state = outer("A")
    other = Outer(Bare(), {}, (), None, Bare())
    assert not seen(state, "B").inner.hidden.is_open
    assert seen(other, "B") == other


@pytest.mark.parametrize("value", [[1], {1}, frozenset({sealed("A")}), 1.5, object(), bytearray()])
def test_what_might_hide_a_seal_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        seen(Unsure(value), "B")


@pytest.mark.parametrize("value", [None, True, 3, "text", (), {}, Purse(3, 2)])
def test_bare_values_are_seen_as_they_are(value: Any) -> None:
    assert seen(Unsure(value), "B").anything == value


# The two doors of the codec


def test_a_seal_that_nobody_looked_at_never_leaves() -> None:
    with pytest.raises(TypeError):
        codec.plain(outer("A"))
    assert SECRET in json.dumps(codec.kept(outer("A")))


def test_plain_shows_contents_to_whom_they_are_for_alone() -> None:
    assert SECRET in json.dumps(codec.plain(seen(outer("A"), "A")))
    assert SECRET not in json.dumps(codec.plain(seen(outer("A"), "B")))
    assert codec.plain(sealed("A").seen_by("B")) == {"sealed": 4}


def test_an_empty_copy_does_not_pass_the_journals_door() -> None:
    with pytest.raises(Closed):
        codec.kept(sealed("A").seen_by("B"))
