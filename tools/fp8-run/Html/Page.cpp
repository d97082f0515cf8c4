//===- Page.cpp - Pictures of a run as one file ---------------------------===//

#include "Html/Page.h"

#include "Html/Numbers.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

// The files of the page.
static constexpr char kPage[] =
#include "Html/page.html.inc"
    ;
static constexpr char kStyle[] =
#include "Html/page.css.inc"
    ;
static constexpr char kCharts[] =
#include "Html/charts.js.inc"
    ;
static constexpr char kScript[] =
#include "Html/page.js.inc"
    ;

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Prints points [step, loss]. Of many steps, prints the lowest and the highest
/// loss of each group, so that no spike is lost.
static void printLosses(llvm::json::OStream &json, ArrayRef<double> losses) {
  constexpr size_t maxGroups = 2000;
  size_t group = std::max<size_t>(1, losses.size() / maxGroups);
  auto print = [&](size_t step) {
    json.array([&] {
      json.value(static_cast<int64_t>(step));
      printNumber(json, losses[step]);
    });
  };
  json.array([&] {
    for (size_t begin = 0; begin < losses.size(); begin += group) {
      ArrayRef<double> part =
          losses.slice(begin, std::min(group, losses.size() - begin));
      const double *unfit =
          llvm::find_if(part, [](double loss) { return !std::isfinite(loss); });
      if (unfit != part.end()) {
        print(begin + (unfit - part.begin()));
        continue;
      }
      auto [low, high] = std::minmax_element(part.begin(), part.end());
      auto [first, second] = std::minmax(low, high);
      print(begin + (first - part.begin()));
      if (first != second)
        print(begin + (second - part.begin()));
    }
  });
}

static void printOp(llvm::json::OStream &json, const OpReport &op) {
  json.object([&] {
    json.attribute("name", op.name);
    if (!op.tensor.empty())
      json.attribute("tensor", llvm::json::fixUTF8(op.tensor));
    if (!op.place.empty())
      json.attribute("place", llvm::json::fixUTF8(op.place));
    json.attribute("read", op.traffic.read);
    json.attribute("written", op.traffic.written);
    if (op.formats.empty())
      return;
    json.attribute("formats", op.formats);
    json.attribute("flops", op.flops);
  });
}

static void printStep(llvm::json::OStream &json, const StepReport &report) {
  json.attribute("arena", report.memory->arenaBytes);
  json.attribute("states", report.memory->stateBytes);
  json.attributeArray("ops", [&] {
    for (const OpReport &op : report.ops->ops)
      printOp(json, op);
  });
  json.attributeArray("buffers", [&] {
    for (const OpBuffer &buffer : report.ops->buffers)
      json.object([&] {
        json.attribute("offset", buffer.offset);
        json.attribute("bytes", buffer.size.bytes);
        json.attribute("first", buffer.first);
        json.attribute("last", buffer.last);
      });
  });
}

static std::string printData(const PageData &data) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("title", llvm::json::fixUTF8(data.title));
    json.attribute("summary", llvm::json::fixUTF8(data.summary));
    json.attributeBegin("loss");
    printLosses(json, data.losses);
    json.attributeEnd();
    if (data.compared)
      json.attributeObject("compare", [&] {
        json.attribute("name", llvm::json::fixUTF8(data.compared->name));
        json.attributeBegin("loss");
        printLosses(json, data.compared->losses);
        json.attributeEnd();
      });
    json.attributeBegin("tensors");
    data.history->print(json);
    json.attributeEnd();
    if (data.report)
      printStep(json, *data.report);
    json.attributeArray("seconds", [&] {
      for (double seconds : data.seconds)
        printNumber(json, seconds);
    });
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Page
//===----------------------------------------------------------------------===//

/// Writes JSON within an element of the page, which `</script>` would end.
static void writeEscaped(llvm::raw_ostream &os, StringRef json) {
  for (char c : json)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
}

void run::writePage(llvm::raw_ostream &os, const PageData &data) {
  StringRef rest = kPage;
  while (!rest.empty()) {
    auto [text, marked] = rest.split('@');
    os << text;
    auto [name, after] = marked.split('@');
    if (name == "STYLE")
      os << kStyle;
    else if (name == "CHARTS")
      os << kCharts;
    else if (name == "SCRIPT")
      os << kScript;
    else if (name == "DATA")
      writeEscaped(os, printData(data));
    rest = after;
  }
}
