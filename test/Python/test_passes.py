# RUN: %pytest %s
"""Remarks and statistics of passes follow one scheme."""

import re

import pytest
from conftest import ROOT

DEFINITIONS = "".join(path.read_text() for path in sorted((ROOT / "include" / "fp8").rglob("*.td")))
PASSES = {
    flag: text
    for flag, text in re.findall(r'\ndef \w+\s*:\s*Pass<"([\w-]+)"(.*?)(?=\ndef |\Z)', DEFINITIONS, re.S)
}
REMARK = re.compile(r"RemarkOpts::name\(\s*(\w+|\"[^\"]*\")\s*\)\s*\.category\(\s*\"([^\"]*)\"\s*\)")
SOURCES = sorted(path for path in (ROOT / "lib").rglob("*") if path.suffix in (".cpp", ".h"))
# Tiles are refused by ops, whichever pass asks.
BESIDE_PASSES = {"fp8-tile"}


def test_categories():
    """The category of a remark is the flag of its pass, and its name is the topic."""
    seen = set()
    for path in SOURCES:
        text = path.read_text()
        found = REMARK.findall(text)
        assert len(found) == text.count("RemarkOpts::name"), f"{path}: a remark without a category in its place"
        for name, category in found:
            assert category in PASSES or category in BESIDE_PASSES, f"{path}: {category} is no flag of a pass"
            assert re.fullmatch(r'"[a-z-]+"|name', name), f"{path}: {name}"
            seen.add(category)
    assert len(seen) > 15


@pytest.mark.parametrize("flag", sorted(PASSES))
def test_statistics(flag):
    """A pass has a statistic for each option for bisection, and no other one."""
    text = PASSES[flag]
    limits = len(re.findall(r"for bisection", text))
    assert len(re.findall(r"\bStatistic<", text)) == limits
