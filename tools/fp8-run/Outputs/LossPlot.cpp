//===- LossPlot.cpp - Losses of a run as a picture ------------------------===//

#include "Outputs/LossPlot.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using llvm::format;

// Size of the picture, in pixels, and the rectangle in it that contains the
// line.
static constexpr double kWidth = 720, kHeight = 420;
static constexpr double kLeft = 80, kRight = 700, kTop = 48, kBottom = 360;

SmallVector<double> run::pickTicks(double low, double high, int maxCount) {
  double atLeast = (high - low) / maxCount;
  double power = std::pow(10.0, std::floor(std::log10(atLeast)));
  double step = 10 * power;
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= atLeast) {
      step = factor * power;
      break;
    }
  SmallVector<double> ticks;
  // The slack includes a bound that is itself a round number despite rounding
  // errors.
  double slack = 1e-9 * step;
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack;
       ++i)
    ticks.push_back(i * step + 0.0); // not -0
  return ticks;
}

namespace {
struct Interval {
  double low;
  double high;

  /// Returns the relative position of a value in [`from`, `to`].
  double map(double value, double from, double to) const {
    return from + (value - low) / (high - low) * (to - from);
  }
};
} // namespace

static Interval getLossRange(ArrayRef<double> losses) {
  Interval range = {std::numeric_limits<double>::infinity(),
                    -std::numeric_limits<double>::infinity()};
  for (double loss : losses)
    if (std::isfinite(loss)) {
      range.low = std::min(range.low, loss);
      range.high = std::max(range.high, loss);
    }
  if (range.low > range.high)
    return {0, 1};
  // A constant loss is drawn in the middle; other lines keep a margin to the
  // frame.
  double margin = (range.high - range.low) * 0.05;
  if (margin <= std::abs(range.high) * 1e-12)
    margin = range.high == 0 ? 1 : std::abs(range.high) * 0.1;
  return {range.low - margin, range.high + margin};
}

static void drawText(llvm::raw_ostream &os, double x, double y,
                     StringRef anchor, StringRef text, StringRef more = "") {
  os << format("  <text x=\"%.1f\" y=\"%.1f\" text-anchor=\"", x, y) << anchor
     << '"' << more << '>';
  llvm::printHTMLEscaped(text, os);
  os << "</text>\n";
}

static void drawLine(llvm::raw_ostream &os, double x1, double y1, double x2,
                     double y2, StringRef color) {
  os << format("  <line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", x1,
               y1, x2, y2)
     << " stroke=\"" << color << "\"/>\n";
}

static std::string formatTick(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << format("%.6g", value);
  return text;
}

static void drawAxes(llvm::raw_ostream &os, Interval steps, Interval losses) {
  for (double tick : run::pickTicks(losses.low, losses.high, 6)) {
    double y = losses.map(tick, kBottom, kTop);
    drawLine(os, kLeft, y, kRight, y, "#dddddd");
    drawText(os, kLeft - 8, y + 4, "end", formatTick(tick));
  }
  for (double tick : run::pickTicks(steps.low, steps.high, 8)) {
    // Steps are whole numbers.
    if (tick != std::floor(tick))
      continue;
    double x = steps.map(tick, kLeft, kRight);
    drawLine(os, x, kBottom, x, kBottom + 5, "#333333");
    drawText(os, x, kBottom + 20, "middle", formatTick(tick));
  }
  drawLine(os, kLeft, kTop, kLeft, kBottom, "#333333");
  drawLine(os, kLeft, kBottom, kRight, kBottom, "#333333");
  drawText(os, (kLeft + kRight) / 2, kBottom + 44, "middle", "step");
  drawText(
      os, 20, (kTop + kBottom) / 2, "middle", "loss",
      llvm::formatv(" transform=\"rotate(-90 20 {0})\"", (kTop + kBottom) / 2)
          .str());
}

/// Draws the losses. More points than pixels only enlarge the file, so only the
/// lowest and the highest loss of each group of neighbouring steps are drawn.
/// No spike is lost.
static void drawCurve(llvm::raw_ostream &os, Interval steps, Interval range,
                      ArrayRef<double> losses) {
  constexpr size_t maxGroups = 1000;
  size_t group = std::max<size_t>(1, losses.size() / maxGroups);
  std::string points;
  auto close = [&] {
    if (points.empty())
      return;
    // A single point is visible only as a line to itself.
    if (points.find(' ') == std::string::npos)
      points += " " + points;
    os << "  <polyline fill=\"none\" stroke=\"#1f6fb4\" stroke-width=\"1.6\" "
          "stroke-linecap=\"round\" points=\""
       << points << "\"/>\n";
    points.clear();
  };
  auto draw = [&](size_t step) {
    if (!std::isfinite(losses[step]))
      return close();
    if (!points.empty())
      points += ' ';
    llvm::raw_string_ostream(points)
        << format("%.2f,%.2f", steps.map(step, kLeft, kRight),
                  range.map(losses[step], kBottom, kTop));
  };
  for (size_t begin = 0; begin < losses.size(); begin += group) {
    ArrayRef<double> part =
        losses.slice(begin, std::min(group, losses.size() - begin));
    const auto *unfit =
        llvm::find_if(part, [](double v) { return !std::isfinite(v); });
    if (unfit != part.end()) {
      draw(begin + (unfit - part.begin()));
      continue;
    }
    auto [low, high] = std::minmax_element(part.begin(), part.end());
    size_t first = begin + (low - part.begin());
    size_t second = begin + (high - part.begin());
    draw(std::min(first, second));
    if (first != second)
      draw(std::max(first, second));
  }
  close();
}

void run::plotLoss(llvm::raw_ostream &os, StringRef title,
                   ArrayRef<double> losses) {
  os << format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
               "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" ",
               kWidth, kHeight, kWidth, kHeight)
     << "font-family=\"sans-serif\" font-size=\"13\" fill=\"#333333\">\n"
     << "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  drawText(os, (kLeft + kRight) / 2, 28, "middle", title,
           " font-size=\"16\" font-weight=\"bold\"");
  Interval steps = {
      0, std::max<double>(1, static_cast<double>(losses.size()) - 1)};
  Interval range = getLossRange(losses);
  drawAxes(os, steps, range);
  drawCurve(os, steps, range, losses);
  os << "</svg>\n";
}
