//===- test.h - GoogleTest over the dialect, precompiled ------------------===//
#include "dialect.h"

#include "gtest/gtest.h"
