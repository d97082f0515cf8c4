//===- Tools.cpp - the tools inside libFP8C -------------------------------===//
//
// The wheel holds LLVM and MLIR once, in libFP8C. Its tools are programs of a
// few kilobytes, Tool.c, which call their main() there. CMake renames these.
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include <cstring>

int runFP8Opt(int argc, char **argv);
int runFP8Run(int argc, char **argv);
int runFP8Translate(int argc, char **argv);

int fp8c_tool_main(const char *tool, int argc, char **argv) {
  if (std::strcmp(tool, "fp8-opt") == 0)
    return runFP8Opt(argc, argv);
  if (std::strcmp(tool, "fp8-run") == 0)
    return runFP8Run(argc, argv);
  return runFP8Translate(argc, argv);
}
