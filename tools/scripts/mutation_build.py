"""Compiles and links mutants, in a folder beside the build."""

import filecmp
import json
import pathlib
import re
import shlex
import shutil
import subprocess

TOOLS = ["fp8-opt", "fp8-run", "fp8-eval", "fp8-sim", "fp8-translate"]


class Refused(Exception):
    """An error of the mutant or of the build, not of the tests."""


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, **options)


def find_library(object_file: str) -> str:
    """Returns the archive that an object file of the build is in."""
    target = re.search(r"CMakeFiles/([^/]+)\.dir/", object_file).group(1)
    return f"lib/lib{target.removesuffix('Objects')}.a"


class MutantBuild:
    """A build in which a few object files are replaced.

    `folder` has the structure of the build. Files that are not linked again are links
    to the build.
    """

    def __init__(self, source: pathlib.Path, build: pathlib.Path, folder: pathlib.Path):
        self.source = source
        self.build = build
        self.folder = folder
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {entry["file"]: entry for entry in commands}
        self.objects = {self.get_output(entry): entry for entry in commands}
        self.links = {}
        # {object file of the build: object file with the mutant}
        self.changed = {}
        # An older build may have left other versions.
        self.runtime = (build / "lib/libfp8rt.so").readlink().name
        self.clear()

    @staticmethod
    def get_output(entry) -> str:
        command = shlex.split(entry["command"])
        return command[command.index("-o") + 1]

    def clear(self) -> None:
        """Restores all files of the build."""
        self.changed = {}
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("bin", "lib", "test"):
            (self.folder / name).mkdir(parents=True)
        for name in ("bin", "lib"):
            for path in (self.build / name).iterdir():
                (self.folder / name / path.name).symlink_to(path)
        for name in ("docs", "include"):
            (self.folder / name).symlink_to(self.build / name)
        for path in (self.source / "test").rglob("*"):
            if path.is_dir() and "__pycache__" not in path.parts:
                (self.folder / path.relative_to(self.source)).mkdir(parents=True, exist_ok=True)
        for name in ("LyingPass", "MockCUDA"):
            (self.folder / "test" / name).rmdir()
            (self.folder / "test" / name).symlink_to(self.build / "test" / name)
        config = (self.build / "test/lit.site.cfg.py").read_text()
        for name, path in (("obj_root", ""), ("tools_dir", "/bin"), ("libs_dir", "/lib")):
            config = re.sub(rf"(config\.fp8_{name} = ).*", rf'\1"{self.folder}{path}"', config)
        (self.folder / "test/lit.site.cfg.py").write_text(config)

    def compile(self, entry, mutant: pathlib.Path, options: list[str]) -> bool:
        """Compiles `mutant` instead of the file of the entry. Returns True if the
        code differs from the code of the build."""
        command = shlex.split(entry["command"])
        original = self.get_output(entry)
        result = self.folder / "objects" / original
        result.parent.mkdir(parents=True, exist_ok=True)
        command[command.index("-o") + 1] = str(result)
        command[command.index("-c") + 1] = str(mutant)
        # No dependency files.
        command = [argument for argument in command if argument != "-MD"]
        for option in ("-MT", "-MF"):
            if option in command:
                del command[command.index(option):command.index(option) + 2]
        command[1:1] = options
        # Find headers in the folder of the original.
        command += ["-iquote", str(pathlib.Path(entry["file"]).parent)]
        compiled = run(command, cwd=entry["directory"])
        if compiled.returncode:
            raise Refused(f"expected a mutant that compiles:\n{compiled.stdout}")
        self.changed[original] = result
        return not filecmp.cmp(self.build / original, result, shallow=False)

    def change(self, mutant_file: str, text: str, dependents: list[str]) -> bool:
        """Replaces a source file by `text`. For a header, compiles the
        object files `dependents`. Returns whether code changed."""
        source = self.source / mutant_file
        if source.suffix != ".h":
            mutant = self.folder / source.name
            mutant.write_text(text)
            return self.compile(self.commands[str(source)], mutant, [])
        header = self.folder / "mutant" / pathlib.Path(mutant_file)
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(text)
        options = ["-I", str(self.folder / "mutant/include")]
        # No short cut: all of them are needed.
        return any([self.compile(self.objects[name], pathlib.Path(self.objects[name]["file"]), options)
                    for name in dependents if name not in self.changed])

    def find_dependents(self, header: str, targets: list[str]) -> list[str]:
        """Returns the object files in these targets that include the header."""
        wanted = set()
        for target in targets:
            _, words = self.get_link(target)
            wanted |= {word for word in words if word.endswith(".o")}
            archives = {word for word in words if word.endswith(".a")}
            wanted |= {name for name in self.objects
                       if "/CMakeFiles/" in name and find_library(name) in archives}
        deps = run(["ninja", "-C", self.build, "-t", "deps"]).stdout
        path = str(self.source / header)
        found, name = [], ""
        for line in deps.splitlines():
            if line and not line.startswith(" "):
                name = line.split(": #deps")[0]
            elif line.strip() == path and name in wanted:
                found.append(name)
        return found

    def get_link(self, target: str) -> tuple[str, list[str]]:
        """Returns the command that links a target of the build, and its words."""
        if target not in self.links:
            commands = run(["ninja", "-C", self.build, "-t", "commands", "-s", target])
            command = commands.stdout.strip().splitlines()[-1]
            self.links[target] = command, command.split()
        return self.links[target]

    def link(self, target: str) -> pathlib.Path:
        """Links a target of the build with the object files that changed."""
        command, words = self.get_link(target)
        result = self.folder / target
        parts, added = command, []
        for original, mutant in self.changed.items():
            if original in words:
                parts = parts.replace(f" {original} ", f" {mutant} ")
            elif find_library(original) in words:
                # It comes first, so nothing needs the one in the archive.
                added.append(str(mutant))
        if parts == command and not added:
            result.parent.mkdir(parents=True, exist_ok=True)
            if not result.exists():
                result.symlink_to(self.build / target)
            return result
        result.parent.mkdir(parents=True, exist_ok=True)
        result.unlink(missing_ok=True)
        output = f" -o {target} "
        if output not in parts:
            raise Refused(f"expected '{output}' in the command that links it: {command}")
        linked = run(parts.replace(output, f" -o {result} {' '.join(added)} "),
                     cwd=self.build, shell=True)
        if linked.returncode:
            raise Refused(f"expected to link {target}:\n{linked.stdout}")
        return result

    def link_tools(self, tools: list[str]) -> None:
        """Links the tools and the runtime that tests run."""
        for tool in tools:
            self.link(f"bin/{tool}")
        self.link_runtime()

    def link_runtime(self) -> None:
        """Links the library that tools and unit tests open at run time."""
        self.link(f"lib/{self.runtime}")
        shared = self.folder / "lib/libfp8rt.so"
        shared.unlink(missing_ok=True)
        shared.symlink_to(self.runtime)
