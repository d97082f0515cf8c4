"""The mutants of the mutation check are still where they say."""

import importlib.util
import pathlib

import pytest
from conftest import ROOT


def load_mutants():
    path = ROOT / "tools" / "scripts" / "mutants.py"
    spec = importlib.util.spec_from_file_location("mutants", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MUTANTS


@pytest.mark.parametrize(
    "file, text, other", [pytest.param(*m[1:], id=m[0]) for m in load_mutants()]
)
def test_text_occurs_once(file, text, other):
    assert (pathlib.Path(ROOT) / file).read_text().count(text) == 1
    assert text != other
