//===- dialect.h - the fp8 dialect, precompiled ---------------------------===//
#include "upstream.h"

#include "fp8/IR/FP8.h"
