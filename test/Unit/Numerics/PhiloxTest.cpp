//===- PhiloxTest.cpp - known answers of Philox ---------------------------===//

#include "fp8/Numerics/Philox.h"

#include "gtest/gtest.h"

using namespace mlir::fp8::numerics;

namespace {

TEST(Philox, KnownAnswers) {
  // The known-answer vectors of Random123.
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  uint32_t ones = 0xFFFFFFFF;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxCounter{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  // The digits of pi.
  EXPECT_EQ(philox4x32({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                       {0xA4093822, 0x299F31D0}),
            (PhiloxCounter{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

} // namespace
