"""Chooses random mutants of C++ sources, by a seed.

A mutant is one line of one file with one small mistake in it. Its rank comes
from a hash of the seed, the name of the file and the mistake. If a line changes
or a file moves to another folder, the ranks of other mutants stay.
"""

import dataclasses
import hashlib
import re
from collections.abc import Iterator


@dataclasses.dataclass(frozen=True)
class Mutant:
    # The path below the sources.
    file: str
    operator: str
    line: str
    # Equal lines of the file, from 0, are told apart by their order.
    occurrence: int
    replacement: str

    def __str__(self) -> str:
        place = f"#{self.occurrence + 1}" if self.occurrence else ""
        return f"{self.file}{place}: {self.line.strip()} => {self.replacement.strip()}"

    def key(self) -> tuple[str, str, int, str]:
        """Stays the same when the file moves to another folder."""
        return (self.file.split("/")[-1], self.line, self.occurrence, self.replacement)

    def apply(self, text: str) -> str:
        """Returns the text of the file with the mistake in it."""
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if line == self.line]
        lines[places[self.occurrence]] = self.replacement
        return "\n".join(lines)


# Text in which an operator does not mean anything.
IGNORED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""",
    re.DOTALL,
)
# Calls that a release build leaves out, and calls that only save time.
UNUSED_CALL = re.compile(r"\b(?:assert|static_assert|llvm_unreachable|LLVM_DEBUG|reserve)\(")
UNUSED_LINE = re.compile(r"\s*(?:#|using\b|namespace\b|template\b|extern\b)")


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def find_end_of_call(text: str, begin: int) -> int:
    """Returns the position after the parenthesis that closes the parenthesis at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return len(text)


def mask(text: str) -> str:
    """Returns the text with blanks instead of all parts that must not change.
    Quotes of strings stay."""

    def hide(match: re.Match) -> str:
        found = match.group(0)
        if found[0] in "\"'":
            return found[0] + blank(found[1:-1]) + found[-1]
        return blank(found)

    text = IGNORED.sub(hide, text)
    while call := UNUSED_CALL.search(text):
        end = find_end_of_call(text, call.end() - 1)
        text = text[: call.start()] + blank(text[call.start() : end]) + text[end:]
    return "\n".join(blank(line) if UNUSED_LINE.match(line) else line for line in text.split("\n"))


# Matches an operator between blanks, as the formatter writes it. The `<` of a
# template has no blanks.
def between_blanks(operators: str) -> str:
    return rf"(?<= )(?:{operators})(?=[ \n]|$)"


# (operator, pattern, replacements)
SWAPS = [
    ("comparison", between_blanks("<=|>=|<|>|==|!="),
     {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
      "==": ["!="], "!=": ["=="]}),
    ("comparison", r"(?<=Predicate::)(?:slt|sle|sgt|sge|ult|ule|ugt|uge|eq|ne)\b",
     {"slt": ["sle"], "sle": ["slt"], "sgt": ["sge"], "sge": ["sgt"],
      "ult": ["ule"], "ule": ["ult"], "ugt": ["uge"], "uge": ["ugt"],
      "eq": ["ne"], "ne": ["eq"]}),
    ("comparison", r"(?<=Predicate::)[OU](?:LT|LE|GT|GE|EQ|NE)\b",
     {a + b: [a + c] for a in "OU" for b, c in
      [("LT", "LE"), ("LE", "LT"), ("GT", "GE"), ("GE", "GT"), ("EQ", "NE"), ("NE", "EQ")]}),
    ("and-or", between_blanks(r"&&|\|\|"), {"&&": ["||"], "||": ["&&"]}),
    ("plus-minus", between_blanks(r"[-+]=?"),
     {"+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="]}),
    ("min-max", r"(?<=std::)(?:min|max)\b", {"min": ["max"], "max": ["min"]}),
    ("min-max", r"\b(?:Min|Max)(?=(?:SI|UI|Num|Num|imum)F?Op\b)", {"Min": ["Max"], "Max": ["Min"]}),
    ("return", r"(?<=return )(?:true|false|success\(\)|failure\(\))(?=;)",
     {"true": ["false"], "false": ["true"], "success()": ["failure()"],
      "failure()": ["success()"]}),
]
INTEGER = re.compile(r"(?<![\w.'])(0x[0-9A-Fa-f]+|\d+)([uUlL]*)(?![\w.'])")
FLOAT = re.compile(r"(?<![\w.])(\d+)(\.\d+f?)(?![\w.])")
# Elements that a vector has room for, not a value.
TEMPLATE_ARGUMENT = re.compile(r", \d+>")
CONDITION = re.compile(r"\bif (?=\()")
STATEMENT = re.compile(
    r"\s*(?!return\b|break\b|continue\b|case\b|default\b|goto\b|delete\b|else\b|if\b|for\b|while\b|do\b)"
    r"(?:\+\+|--)?[\w.:\[\]()*>-]+(?:\(.*\)|\+\+|--| (?:[-+*/|&^]|<<|>>)?= .*)?;$")
# A statement begins behind one of these.
BEFORE_STATEMENT = re.compile(r"(?:[;{}:]|\)|\belse|^)\s*$")


def swap_constants(code: str) -> Iterator[tuple[str, int, int, str]]:
    sizes = {match.start() + 2 for match in TEMPLATE_ARGUMENT.finditer(code)}
    for match in INTEGER.finditer(code):
        if match.start() in sizes:
            continue
        digits, suffix = match.groups()
        for step in (1, -1):
            value = int(digits, 0) + step
            if value >= 0:
                other = f"0x{value:X}" if digits.startswith("0x") else str(value)
                yield "constant", match.start(), match.end(), other + suffix
    for match in FLOAT.finditer(code):
        yield "constant", match.start(), match.end(), str(int(match.group(1)) + 1) + match.group(2)


def negate_condition(code: str, line: str) -> Iterator[tuple[str, int, int, str]]:
    for match in CONDITION.finditer(code):
        end = find_end_of_call(code, match.end())
        condition = code[match.end() + 1 : end - 1]
        # It may declare a value, or go on in the next line.
        is_whole = code[end - 1 : end] == ")" and condition.count("(") == condition.count(")")
        if is_whole and not re.search(r"(?<![=!<>])=(?!=)|;", condition):
            yield "condition", match.end(), end, f"(!({line[match.end() + 1 : end - 1]}))"


def drop_statement(code: str, before: str) -> Iterator[tuple[str, int, int, str]]:
    if not STATEMENT.match(code) or not BEFORE_STATEMENT.search(before):
        return
    if code.count("(") != code.count(")") or code.count("{") != code.count("}"):
        return
    # Fields and prototypes, which begin with a type, look like statements.
    if re.match(r"\s*\w[\w:<>*&]* [\w*&]", code) or not re.search(r"[(=]|\+\+|--", code):
        return
    begin = len(code) - len(code.lstrip())
    yield "statement", begin, len(code), ";"


def find_changes(code: str, line: str, before: str) -> Iterator[tuple[str, int, int, str]]:
    """Yields the operator, the position in the line and the replacement."""
    for operator, pattern, others in SWAPS:
        for match in re.finditer(pattern, code):
            beside = code[: match.start()].rstrip()[-1:] + code[match.end() :].lstrip()[:1]
            if operator == "plus-minus" and '"' in beside:
                continue
            for other in others[match.group(0)]:
                yield operator, match.start(), match.end(), other
    yield from swap_constants(code)
    yield from negate_condition(code, line)
    yield from drop_statement(code, before)


def find_mutants(file: str, text: str) -> Iterator[Mutant]:
    """Yields every mutant of a file, in the order of its lines."""
    seen: dict[str, int] = {}
    before = ""
    for line, code in zip(text.split("\n"), mask(text).split("\n")):
        occurrence = seen.get(line, 0)
        seen[line] = occurrence + 1
        for operator, begin, end, other in find_changes(code.rstrip(), line, before):
            replacement = line[:begin] + other + line[end:]
            yield Mutant(file, operator, line, occurrence, replacement)
        before = code.rstrip() or before


def draw(areas: dict[str, list[tuple[str, str]]], seed: int) -> Iterator[Mutant]:
    """Yields the mutants of the files (path, text) of each area in the order of
    the seed, one of each area in turn."""

    def rank(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr((seed, mutant.key())).encode()).digest()

    orders = [
        iter(sorted((m for file, text in files for m in find_mutants(file, text)), key=rank))
        for files in areas.values()
    ]
    while orders:
        for order in list(orders):
            mutant = next(order, None)
            if mutant:
                yield mutant
            else:
                orders.remove(order)
