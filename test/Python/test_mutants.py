"""The mutants of the mutation check are still where they say."""

import importlib.util
import sys

import pytest
from conftest import ROOT

SCRIPTS = ROOT / "tools" / "scripts"


def load_check():
    sys.path.append(str(SCRIPTS))
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
