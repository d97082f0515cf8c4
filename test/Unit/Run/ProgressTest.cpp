//===- ProgressTest.cpp - Progress of a run -------------------------------===//

#include "Outputs/Progress.h"

#include "gtest/gtest.h"

using namespace mlir::fp8::run;

namespace {

TEST(ProgressTest, ALogGetsALineNowAndThen) {
  std::string log;
  llvm::raw_string_ostream os(log);
  Progress progress(os, /*isTerminal=*/false, 1000);
  for (int64_t step = 1; step <= 1000; ++step)
    progress.update(step, 0.5, 0.025 * static_cast<double>(step));
  progress.finish();
  EXPECT_EQ(log, "step 400/1000  loss 0.5  40.0 steps/s\n"
                 "step 800/1000  loss 0.5  40.0 steps/s\n");
}

TEST(ProgressTest, ATerminalKeepsTheLastBar) {
  std::string screen;
  llvm::raw_string_ostream os(screen);
  Progress progress(os, /*isTerminal=*/true, 2);
  progress.update(1, std::nullopt, 0.05);
  EXPECT_EQ(screen, "");
  progress.update(2, std::nullopt, 0.08);
  progress.finish();
  EXPECT_EQ(screen, "\r[########################] step 2/2  25.0 steps/s\x1b[K"
                    "\n");
}

} // namespace
