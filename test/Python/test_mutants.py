# RUN: %pytest %s
"""The mutants of the mutation check are where they say, and drawn as they say."""

import importlib.util
import itertools
import sys

import pytest
from conftest import ROOT

SCRIPTS = ROOT / "tools" / "scripts"
sys.path.append(str(SCRIPTS))

import mutation_areas  # noqa: E402
import mutation_build  # noqa: E402
import mutation_sites  # noqa: E402
import mutation_tests  # noqa: E402


def load_check():
    path = SCRIPTS / "mutation-check.py"
    spec = importlib.util.spec_from_file_location("mutation_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK = load_check()


@pytest.mark.parametrize(
    "mutant", [pytest.param(mutant, id=mutant[0]) for mutant in CHECK.MUTANTS]
)
def test_text_occurs_once(mutant):
    CHECK.check_texts([mutant])


def test_text_that_moved():
    name, file, text, other = CHECK.MUTANTS[0]
    with pytest.raises(CHECK.Refused, match="0 times"):
        CHECK.check_texts([(name, file, text + other + text, other)])


def find(text):
    """The changes of a text: the operator and the whole new text."""
    return [(m.operator, m.apply(text)) for m in mutation_sites.find_mutants("a.cpp", text)]


@pytest.mark.parametrize(
    "text, mutants",
    [
        ("x = a < b", [("comparison", "x = a <= b"), ("comparison", "x = a > b")]),
        ("x = a == b", [("comparison", "x = a != b")]),
        ("f(CmpIPredicate::ult, a)", [("comparison", "f(CmpIPredicate::ule, a)")]),
        ("f(CmpFPredicate::OGE, a)", [("comparison", "f(CmpFPredicate::OGT, a)")]),
        ("x = a && b", [("and-or", "x = a || b")]),
        ("a +\n b", [("plus-minus", "a -\n b")]),
        ("a -= b", [("plus-minus", "a += b")]),
        ("x(std::min(a, b)", [("min-max", "x(std::max(a, b)")]),
        ("arith::MaxSIOp::create(a", [("min-max", "arith::MinSIOp::create(a")]),
        ("return true;", [("return", "return false;")]),
        ("return failure();", [("return", "return success();")]),
        ("  x = 7u", [("constant", "  x = 8u"), ("constant", "  x = 6u")]),
        ("  x = 0xFF", [("constant", "  x = 0x100"), ("constant", "  x = 0xFE")]),
        ("  x = 1.5f", [("constant", "  x = 2.5f")]),
        ("  if (f(x))", [("condition", "  if (!(f(x)))")]),
        ("  a.push_back(b);", [("statement", "  ;")]),
        ("  a = b;", [("statement", "  ;")]),
        ("  ++a;", [("statement", "  ;")]),
        # Neither a value nor an operator, nor code that runs.
        ("SmallVector<int, 4> a", []),
        ("f(a.b<c>(), d->e, std::move(f))", []),
        ("// a < b", []),
        ('  x("a < 1 && b")', []),
        ("assert(a < 1 &&\n       b)", []),
        ("static_assert(a < 1)", []),
        ("#if a < 1", []),
        ("  int size;", []),
        ("  int size(int a);", []),
        ("  a.reserve(b);", []),
        ("  if (int *a = f())", []),
    ],
)
def test_mistakes(text, mutants):
    assert find(text) == mutants


def test_lines_that_occur_twice():
    assert find("a < b\nc\na < b")[2:] == [
        ("comparison", "a < b\nc\na <= b"),
        ("comparison", "a < b\nc\na > b"),
    ]


def draw(seed, count, files=None):
    files = files or {"one": [("x/a.cpp", "a < b\nc == 1\nd && e")], "two": [("y/b.cpp", "f - 2")]}
    return [str(m) for m in itertools.islice(mutation_sites.draw(files, seed), count)]


def test_only_the_seed_decides():
    assert draw(1, 100) == draw(1, 100)
    assert draw(1, 100) != draw(2, 100)
    assert sorted(draw(1, 100)) == sorted(draw(2, 100))
    assert draw(1, 3) == draw(1, 100)[:3]
    # Each area in turn, as long as it has some.
    assert [m[0] for m in draw(1, 100)] == ["x", "y", "x", "y", "x", "y", "x", "x", "x"][: len(draw(1, 100))]


def test_files_may_move_and_grow():
    before = draw(1, 100, {"one": [("x/a.cpp", "a < b\nc == 1\nd && e")]})
    moved = draw(1, 100, {"one": [("z/w/a.cpp", "a < b\nc == 1\nd && e")]})
    assert moved == [m.replace("x/", "z/w/") for m in before]
    grown = draw(1, 100, {"one": [("x/a.cpp", "a < b\ng > h\nc == 1\nd && e")]})
    assert [m for m in grown if "g" not in m] == before


def test_every_area_has_sources_and_tests():
    areas = CHECK.read_areas()
    assert len(areas) == 6
    for area, files in areas.items():
        assert sum(1 for file, text in files for _ in mutation_sites.find_mutants(file, text)) > 200, area
    rows = [row for area in mutation_areas.AREAS.values() for row in area] + mutation_areas.BY_HAND
    for sources, near, wide in rows:
        for pattern in near + wide:
            if pattern.startswith("Unit/"):
                folder, name = pattern.rsplit("/", 1)
                assert name in (ROOT / "test" / folder / "CMakeLists.txt").read_text()
            else:
                assert CHECK.find_paths(ROOT, pattern)
    for _, file, _, _ in CHECK.MUTANTS:
        CHECK.find_row(file)


def test_equivalent_mutants_are_still_there():
    drawn = {
        (m.file.split("/")[-1], m.line.strip(), m.replacement.strip())
        for files in CHECK.read_areas().values()
        for file, text in files
        for m in mutation_sites.find_mutants(file, text)
    }
    for *mutant, reason in CHECK.EQUIVALENT:
        assert tuple(mutant) in drawn
        assert reason


class Linked:
    """A build that only notes what is linked."""

    def __init__(self, folder):
        self.folder, self.targets = folder, []

    def link(self, target):
        self.targets.append(target)
        return "true"

    def link_runtime(self):
        self.targets.append("the runtime")


def test_unit_tests_run_the_runtime_of_the_mutant(tmp_path):
    """They open it as a library: their own link does not contain it."""
    build = Linked(tmp_path)
    assert mutation_tests.Tests(ROOT, "lit").find_unit_failure(build, "Unit/Runtime/Tests") == ""
    assert build.targets == ["test/Unit/Runtime/Tests", "the runtime"]


def test_older_runtimes_may_be_left(tmp_path):
    source, build = tmp_path / "source", tmp_path / "build"
    for folder in ("source/test", "build/bin", "build/lib", "build/test/LyingPass", "build/test/MockCUDA"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("LyingPass", "MockCUDA"):
        (source / "test" / name).mkdir()
    (build / "compile_commands.json").write_text("[]")
    (build / "test" / "lit.site.cfg.py").write_text("")
    for version in (4, 5, 6):
        (build / "lib" / f"libfp8rt.so.{version}").touch()
    (build / "lib" / "libfp8rt.so").symlink_to("libfp8rt.so.5")
    assert mutation_build.MutantBuild(source, build, tmp_path / "mutant").runtime == "libfp8rt.so.5"
