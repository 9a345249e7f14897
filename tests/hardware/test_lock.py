"""The lock: all packages that pyproject.toml asks for, with a wheel and its checksum for each Pi and laptop, nothing more."""

import re
import tomllib
from typing import Final, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from hardware import lock

SETTINGS: Final = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOTS: Final = {canonicalize_name(one.name): one for names in lock.wanted(SETTINGS) for one in map(Requirement, names)}
TEXT: Final = lock.LOCK.read_text(encoding="utf-8")
ENTRY: Final = re.compile(
    r"# needed by (?P<by>.+)\n(?P<files>(?:#   \S+\.whl\n)+)(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)"
    r"(?P<sums>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)


def tags(python: str, machine: str) -> set[Tag]:
    version, systems = tuple(map(int, python.split("."))), lock.platforms(python, machine)
    return {*cpython_tags(version, platforms=systems), *compatible_tags(version, f"cp{python.replace('.', '')}", systems)}


TAGS: Final = {target: tags(*target) for target in lock.TARGETS}


class Entry(NamedTuple):
    version: str
    by: list[str]
    files: list[str]
    sums: list[str]


def entries(text: str) -> dict[str, Entry]:
    words = lambda one: (re.findall(r"#   (\S+)", one["files"]), re.findall(r"sha256:(\w+)", one["sums"]))
    return {one["name"]: Entry(one["version"], one["by"].split(", "), *words(one)) for one in ENTRY.finditer(text)}


def lacking(name: str, one: Entry) -> list[str]:
    """Return for which targets none of the entry's files is a wheel of this package that runs there."""
    wheels = [parse_wheel_filename(file) for file in one.files]
    given = {tag for whose, version, _, tags in wheels if (whose, str(version)) == (name, one.version) for tag in tags}
    return [f"{name} has nothing for {python} on {machine}" for (python, machine), tags in TAGS.items() if not given & tags]


def faults(text: str) -> list[str]:
    found = entries(text)
    reached, more = set(), {name for name, one in found.items() if "pyproject.toml" in one.by} & set(ROOTS)
    while more:
        reached |= more
        more = {name for name, one in found.items() if set(one.by) & reached} - reached
    rest = [line for line in ENTRY.sub("", text).removeprefix(lock.HEAD).splitlines() if line]
    return [
        *(f"{name} is missing" for name in set(ROOTS) - set(found)),
        *(f"{name} is out of range" for name in set(ROOTS) & set(found) if found[name].version not in ROOTS[name].specifier),
        *(f"{name} is extra" for name in set(found) - reached),
        *(f"{name} has a file without a sum" for name, one in found.items() if len({*one.sums}) != len({*one.files})),
        *(fault for name, one in found.items() for fault in lacking(name, one)),
        *(f"strange line: {line}" for line in rest),
    ]


def test_the_lock_has_all_that_pyproject_asks_for_with_sums_for_every_machine_and_nothing_more() -> None:
    assert faults(TEXT) == []
    assert {("3.11", "aarch64"), ("3.13", "aarch64"), ("3.11", "x86_64"), ("3.13", "x86_64")} == {*lock.TARGETS}
    assert not entries(TEXT).keys() & {"spidev", "rpi-gpio"}, "the reader driver's dependencies come from the system"


@pytest.mark.parametrize(("pattern", "becomes", "fault"), [
    (r"\n# needed by [^\n]+\n#   segno[^#]+", "\n", "segno is missing"),
    (r"flask==3\.[\w.]+", "flask==2.9", "flask is out of range"),
    (r"# needed by [^\n]+\n(#   click)", r"# needed by left-pad\n\1", "click is extra"),
    (r"( \\\n    --hash=sha256:\w+)\n\n(# needed by [^\n]+\n#   precis)", r"\n\n\2", "pillow has a file without a sum"),
    (r"cp313-manylinux\w+_aarch64\.whl", "cp313-win_arm64.whl", "cbor2 has nothing for 3.13 on aarch64"),
    (r"\Z", "left-pad\n", "strange line: left-pad"),
])  # fmt: skip
def test_what_a_lock_lacks_or_has_too_much_is_found(pattern: str, becomes: str, fault: str) -> None:
    changed = re.sub(pattern, becomes, TEXT, count=1)
    assert changed != TEXT
    assert fault in faults(changed)


def test_packages_that_only_one_target_needs_are_in_the_lock() -> None:
    lines = ["One; python_version < '3.10'", "Two; python_version >= '3.12'", "three[x]>1", "four; extra == 'four'"]
    assert lock._needs([*lines, "five; platform_machine == 'aarch64'"]) == {"two", "three", "five"}
