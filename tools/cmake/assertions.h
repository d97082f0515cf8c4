//===- assertions.h - LLVM's layouts beside assertions ----------*- C++ -*-===//
//
// With FP8_ASSERTIONS, the compiler includes this file before every source.
// The layout of llvm::Statistic depends on NDEBUG. libMLIR.so, which is built
// with NDEBUG, constructs objects of this class: the statistics of passes.
// Therefore its header is included with NDEBUG. No other layout depends on it.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_CMAKE_ASSERTIONS_H
#define FP8_CMAKE_ASSERTIONS_H

#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG

#endif // FP8_CMAKE_ASSERTIONS_H
