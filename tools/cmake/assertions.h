//===- assertions.h - LLVM's layouts beside assertions ----------*- C++ -*-===//
//
// Included before everything else where FP8_ASSERTIONS is set. The one class
// whose layout depends on NDEBUG is llvm::Statistic, a base of the statistics
// of passes, which libMLIR.so constructs: here it has the layout of a release.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_CMAKE_ASSERTIONS_H
#define FP8_CMAKE_ASSERTIONS_H

#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG

#endif // FP8_CMAKE_ASSERTIONS_H
