/*===- Tools.h - the tools inside libFP8C -------------------------*- C -*-===*\
|* Only the tools of the wheel use this: it is no part of the C API.
\*===----------------------------------------------------------------------===*/

#ifndef FP8_PYTHON_TOOLS_H
#define FP8_PYTHON_TOOLS_H

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a tool, fp8-opt, fp8-run or fp8-translate, and returns its exit status.
 * A process may do so once. */
__attribute__((visibility("default"))) int
fp8c_tool_main(const char *tool, int argc, char **argv);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_PYTHON_TOOLS_H */
