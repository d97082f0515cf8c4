# RUN: %pytest %s
"""Each constraint of an op has its check, its negative test and its line in the specification."""

import re

import pytest
from conftest import ROOT

OP = re.compile(r'\ndef FP8_\w+Op\s*:\s*\w+<"(\w+)"(.*?)(?=\ndef |\Z)', re.S)
SPEC = (ROOT / "docs" / "Spec.md").read_text()
SECTIONS = dict(re.findall(r"^## fp8\.(\w+)\n(.*?)(?=^## |\Z)", SPEC, re.S | re.M))
CHECKS = "".join(path.read_text() for path in (ROOT / "lib" / "IR").iterdir() if path.suffix in (".cpp", ".h"))
TESTS = set(re.findall(r"@(\w+)", "".join(path.read_text() for path in (ROOT / "test").rglob("*.mlir"))))


def documented_ops():
    """The ops that number their constraints, with the numbers."""
    for path in sorted((ROOT / "include" / "fp8" / "IR").glob("*.td")):
        for name, text in OP.findall(path.read_text()):
            if numbers := sorted(map(int, re.findall(r"^ *- \(C(\d+)\)", text, re.M))):
                yield pytest.param(name, numbers, id=name)


@pytest.mark.parametrize("op, numbers", list(documented_ops()))
def test_constraints(op, numbers):
    assert numbers == list(range(1, len(numbers) + 1)), "numbers have gaps"
    for number in numbers:
        tag = f"{op}_c{number}"
        assert re.search(rf"\b{tag}\b", CHECKS), f"no check says {tag}"
        assert any(re.fullmatch(rf"{tag}(_\w+)?", test) for test in TESTS), f"no test is called @{tag}"
    if op in SECTIONS:
        text = SECTIONS[op]
        assert "C1" in text, f"the section of {op} lists no constraints"
        assert max(map(int, re.findall(r"\bC(\d+)\b", text))) == numbers[-1], f"the section of {op} ends elsewhere"
