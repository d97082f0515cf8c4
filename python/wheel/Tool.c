/*===- Tool.c - a tool of the wheel ---------------------------------------===*/

#include "Tools.h"

int main(int argc, char **argv) { return fp8c_tool_main(FP8_TOOL, argc, argv); }
