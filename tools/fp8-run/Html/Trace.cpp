//===- Trace.cpp - A step as a trace for Perfetto -------------------------===//

#include "Html/Page.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
/// Prints events of one process of the trace.
class Printer {
public:
  Printer(llvm::json::OStream &json, int64_t process, StringRef name)
      : json(json), process(process) {
    json.object([&] {
      json.attribute("name", "process_name");
      json.attribute("ph", "M");
      json.attribute("pid", process);
      json.attributeObject("args", [&] { json.attribute("name", name); });
    });
  }

  /// Prints an op that starts at `start` and takes `duration`, in microseconds.
  void printOp(const OpReport &op, double start, double duration) {
    json.object([&] {
      json.attribute(
          "name", op.tensor.empty() ? op.name : llvm::json::fixUTF8(op.tensor));
      json.attribute("cat", op.name);
      json.attribute("ph", "X");
      json.attribute("ts", start);
      json.attribute("dur", duration);
      json.attribute("pid", process);
      json.attribute("tid", op.stream);
      json.attributeObject("args", [&] { printDetails(op); });
    });
  }

  void printCounter(StringRef name, double time, int64_t bytes) {
    json.object([&] {
      json.attribute("name", name);
      json.attribute("ph", "C");
      json.attribute("ts", time);
      json.attribute("pid", process);
      json.attributeObject("args", [&] { json.attribute("bytes", bytes); });
    });
  }

private:
  void printDetails(const OpReport &op) {
    json.attribute("kernel", op.name);
    json.attribute("bytes_read", op.traffic.read);
    json.attribute("bytes_written", op.traffic.written);
    if (!op.place.empty())
      json.attribute("source", llvm::json::fixUTF8(op.place));
    if (op.formats.empty())
      return;
    json.attribute("formats", op.formats);
    json.attribute("flops", op.flops);
  }

  llvm::json::OStream &json;
  int64_t process;
};
} // namespace

/// Returns the bytes of the arena that are live at each op.
static SmallVector<int64_t> countLive(const StepOps &step) {
  SmallVector<int64_t> live(step.ops.size());
  for (const OpBuffer &buffer : step.buffers)
    for (unsigned i = buffer.first; i <= buffer.last; ++i)
      live[i] += buffer.size.bytes;
  return live;
}

void run::writeTrace(llvm::raw_ostream &os, const StepReport &report,
                     ArrayRef<double> seconds) {
  const StepOps &step = *report.ops;
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      Printer plan(json, 1, "plan (1 us for 1 kB that an op moves)");
      double time = 0;
      SmallVector<int64_t> live = countLive(step);
      for (auto [i, op] : llvm::enumerate(step.ops)) {
        double moved =
            static_cast<double>(op.traffic.read + op.traffic.written);
        double duration = std::max(moved / 1000, 0.001);
        plan.printOp(op, time, duration);
        plan.printCounter("live bytes of the arena", time, live[i]);
        time += duration;
      }
      if (seconds.empty())
        return;
      Printer measured(json, 2, "last step, measured op by op");
      time = 0;
      for (auto [op, duration] : llvm::zip_equal(step.ops, seconds)) {
        measured.printOp(op, time, duration * 1e6);
        time += duration * 1e6;
      }
    });
  });
  os << '\n';
}
