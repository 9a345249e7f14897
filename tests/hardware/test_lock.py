"""The lock: all packages that pyproject.toml asks for, with a wheel and its checksum for each Pi and laptop, nothing more."""

import re
import tomllib
from typing import Final, NamedTuple

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


def test_the_lock_has_all_that_pyproject_asks_for_with_sums_for_every_machine_and_nothing_more() -> None:
    found = entries(TEXT)
    assert [name for name, asked in ROOTS.items() if found[name].version not in asked.specifier] == []
    reached, more = set(), set(ROOTS)
    while more:
        reached |= more
        more = {name for name, one in found.items() if set(one.by) & reached} - reached
    assert set(found) == reached
    assert [name for name, one in found.items() if len({*one.sums}) != len({*one.files})] == []
    assert [fault for name, one in found.items() for fault in lacking(name, one)] == []
    assert ENTRY.sub("", TEXT).removeprefix(lock.HEAD).strip() == ""
    assert {("3.11", "aarch64"), ("3.13", "aarch64"), ("3.11", "x86_64"), ("3.13", "x86_64")} == {*lock.TARGETS}
    assert not found.keys() & {"spidev", "rpi-gpio"}, "the reader driver's dependencies come from the system"


def test_packages_that_only_one_target_needs_are_in_the_lock() -> None:
    lines = ["One; python_version < '3.10'", "Two; python_version >= '3.12'", "three[x]>1", "four; extra == 'four'"]
    assert lock._needs([*lines, "five; platform_machine == 'aarch64'"]) == {"two", "three", "five"}
