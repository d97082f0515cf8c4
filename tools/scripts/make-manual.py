#!/usr/bin/env python3
"""Writes the manual page and the bash completion of tools, from their --help.

    make-manual.py FOLDER TOOL...

writes FOLDER/man/man1/TOOL.1 and FOLDER/bash-completion/completions/TOOL. Names,
texts and values are those that the tools print. Of the flags of fp8-opt, those of
this project and of MLIR's drivers are listed, without those of LLVM and of upstream's
passes.
"""

import dataclasses
import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"^( {2,})(--?[\w-]+)(\[?=\S+)? +- *(.*)$")
OWN = re.compile(r"--(fp8|convert-fp8|mlir|pass-pipeline|help|version|o$)")
VALUE = re.compile(r"^ {4,}=(\S+) +- *(.*)$")
# The values at the end of a text: "...: none (default), current, delayed".
LISTED = re.compile(r": ((?:[\w-]+(?: \([^()]*\))?, )+[\w-]+(?: \([^()]*\))?)$")


@dataclasses.dataclass
class Option:
    name: str
    value: str
    text: str
    values: list = dataclasses.field(default_factory=list)

    def get_choices(self):
        listed = LISTED.search(self.text)
        names = [name for name, _ in self.values if not name.startswith("-")]
        return names or (re.sub(r" \([^()]*\)", "", listed[1]).split(", ") if listed else [])


@dataclasses.dataclass
class Section:
    title: str
    text: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)


def parse(text, is_listed):
    """Returns the overview, the usage, and the sections of a help text, with the
    options whose names are listed.
    """
    overview = re.search(r"^OVERVIEW: (.*)$", text, re.M)
    usage = re.search(r"^USAGE: (.*)$", text, re.M)
    sections = [Section("Options")]
    for line in text[usage.end() :].splitlines():
        if option := OPTION.match(line):
            indent, name, value, text = len(option[1]), option[2], option[3] or "", option[4]
            # Options of a pass follow the pass, further to the right.
            if indent > 6 and sections[-1].options:
                sections[-1].options[-1].values.append((name + value, text))
            else:
                sections[-1].options.append(Option(name, value, text.strip()))
        elif (value := VALUE.match(line)) and sections[-1].options:
            sections[-1].options[-1].values.append(value.groups())
        elif re.match(r"^[A-Z][^:]*:$", line):
            sections.append(Section(line[:-1]))
        elif line.strip() and not sections[-1].options:
            sections[-1].text.append(line.strip())
    for section in sections:
        section.options = [option for option in section.options if is_listed(option.name)]
    sections = [section for section in sections if section.options]
    return overview[1].strip() if overview else "", usage[1].strip(), sections


def escape(text):
    """Returns text as roff reads it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def make_page(tool, version, overview, usage, sections):
    # Flags are not hyphenated.
    lines = [f'.TH {tool.upper()} 1 "" "{version}"', ".nh", ".ad l"]
    lines += [".SH NAME", f"{escape(tool)} \\- {escape(overview)}"]
    lines += [".SH SYNOPSIS", f".B {escape(usage)}"]
    for section in sections:
        lines.append(f".SH {escape(section.title.upper())}")
        for text in section.text:
            lines += [escape(text), ".PP"]
        for option in section.options:
            lines += [".TP", f".B {escape(option.name + option.value)}", escape(option.text)]
            for name, text in option.values:
                lines += [".br", escape(f"{name}: {text}" if text else name)]
    return "\n".join(lines) + "\n"


def make_completion(tool, sections):
    options = [option for section in sections for option in section.options]
    names = " ".join(o.name + ("=" if o.value.startswith("=") else "") for o in options)
    function = "_" + re.sub(r"\W", "_", tool)
    cases = "".join(
        f"    {option.name}) choices=\"{' '.join(option.get_choices())}\" ;;\n"
        for option in options
        if option.get_choices()
    )
    return f"""# Completion of bash for {tool}, from its --help.
{function}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option="" choices=""
  if [ "$word" = "=" ]; then
    option=${{COMP_WORDS[COMP_CWORD-1]}} word=""
  elif [ "${{COMP_WORDS[COMP_CWORD-1]}}" = "=" ]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case $option in
{cases}  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
  elif [ -z "$option" ] && [ "${{word#-}}" != "$word" ]; then
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -W "{names}" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F {function} {tool}
"""


def run(tool, flag):
    return subprocess.run([tool, flag], check=True, capture_output=True, text=True).stdout


def main():
    folder, *tools = map(pathlib.Path, sys.argv[1:])
    for path in tools:
        is_listed = OWN.match if path.name == "fp8-opt" else lambda name: True
        overview, usage, sections = parse(run(path, "--help"), is_listed)
        if not sections:
            sys.exit(f"make-manual.py: {path} --help has no options")
        version = run(path, "--version").split("\n")[0].strip()
        pages = {
            folder / "man/man1" / f"{path.name}.1": make_page(path.name, version, overview, usage, sections),
            folder / "bash-completion/completions" / path.name: make_completion(path.name, sections),
        }
        for file, text in pages.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)


if __name__ == "__main__":
    main()
