//===- LossPlotTest.cpp - The losses of a run as a picture ----------------===//

#include "Outputs/LossPlot.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8::run;

namespace {

std::string plot(ArrayRef<double> losses, StringRef title = "title") {
  std::string svg;
  llvm::raw_string_ostream os(svg);
  plotLoss(os, title, losses);
  return svg;
}

size_t countLines(StringRef svg) { return svg.count("<polyline"); }

TEST(LossPlotTest, TicksAreRound) {
  EXPECT_EQ(pickTicks(0, 1, 5),
            (SmallVector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(pickTicks(-3, 12, 4), (SmallVector<double>{0, 5, 10}));
  EXPECT_EQ(pickTicks(0, 999, 8), (SmallVector<double>{0, 200, 400, 600, 800}));
  EXPECT_FALSE(std::signbit(pickTicks(-0.1, 2, 4).front()));
}

TEST(LossPlotTest, GapsWhereTheLossIsNotFinite) {
  double nan = std::nan("");
  EXPECT_EQ(countLines(plot({3, 2, 1})), 1u);
  EXPECT_EQ(countLines(plot({3, nan, 1})), 2u);
  EXPECT_EQ(countLines(plot({nan, nan})), 0u);
  EXPECT_EQ(plot({3, nan, HUGE_VAL}).find("nan\""), std::string::npos);
}

TEST(LossPlotTest, DegenerateCurves) {
  EXPECT_EQ(countLines(plot({})), 0u);
  EXPECT_EQ(countLines(plot({1})), 1u);
  for (double value : {0.0, 1e-30, 1e30, -7.0})
    EXPECT_EQ(countLines(plot({value, value, value})), 1u) << value;
}

TEST(LossPlotTest, LongRunsKeepTheirSpikes) {
  std::vector<double> losses(1'000'000, 1.0);
  losses[123'456] = 100;
  std::string svg = plot(losses);
  EXPECT_LT(svg.size(), 100'000u);
  // The spike reaches the top of the frame, except for the margin.
  EXPECT_NE(svg.find(",62.18"), std::string::npos) << svg.substr(0, 4000);
}

TEST(LossPlotTest, TheTitleIsEscaped) {
  EXPECT_NE(plot({1}, "a<b&c").find("a&lt;b&amp;c"), std::string::npos);
}

} // namespace
