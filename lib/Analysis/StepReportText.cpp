//===- StepReportText.cpp - prints a report as table or JSON --------------===//

#include "fp8/Analysis/StepReport.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static void printRow(raw_ostream &os, const KernelKindReport &entry) {
  os << llvm::format("  %-16s %9lld %10lld %15lld %15lld\n", entry.kind.c_str(),
                     static_cast<long long>(entry.numLaunches),
                     static_cast<long long>(entry.numFunctions),
                     static_cast<long long>(entry.traffic.read),
                     static_cast<long long>(entry.traffic.written));
}

static void printPlace(raw_ostream &os, StringRef op, StringRef tensor,
                       StringRef location) {
  os << op;
  if (!tensor.empty())
    os << " (" << tensor << ')';
  if (!location.empty())
    os << " at " << location;
  os << '\n';
}

/// Prints the exchanges by use. The last column is the mean number of bytes
/// that a rank sends, divided by the number of parameters and by (N-1)/N, for N
/// ranks.
static void printUses(raw_ostream &os, const StepExchanges &exchanges) {
  os << "\n  values                 calls      bytes sent   per parameter\n";
  for (unsigned i = 0; i < kNumExchangeUses; ++i)
    os << llvm::format("  %-17s %10lld %15lld %15.4f\n",
                       getUseName(ExchangeUse(i)).str().c_str(),
                       static_cast<long long>(exchanges.totals[i].calls),
                       static_cast<long long>(exchanges.totals[i].sentBytes),
                       exchanges.getBytesPerParameter(ExchangeUse(i)));
  os << "  " << exchanges.numParameters << " parameters on "
     << exchanges.numRanks
     << " ranks; bytes per parameter are divided by (N-1)/N\n"
     << "  a rank sends " << exchanges.leastSentBytes << " to "
     << exchanges.mostSentBytes << " bytes\n"
     << "  rounds of scalars: " << exchanges.scalarRounds
     << ", of all exchanges: " << exchanges.rounds << '\n';
}

static void printMemory(raw_ostream &os, const StepMemory &memory,
                        unsigned numBuffers) {
  std::pair<const char *, int64_t> rows[] = {
      {"states", memory.stateBytes},
      {"inputs", memory.inputBytes},
      {"results", memory.resultBytes},
      {"constants", memory.constantBytes},
      {"arena", memory.arenaBytes},
      {"states and arena", memory.stateBytes + memory.arenaBytes},
      {"live at the peak", memory.livePeakBytes}};
  os << "\n  memory                   bytes\n";
  auto print = [&](const char *name, int64_t bytes) {
    os << llvm::format("  %-16s %13lld\n", name, static_cast<long long>(bytes));
  };
  for (auto [name, bytes] : rows)
    print(name, bytes);
  // A gradient is live only until its update, which may run during the backward
  // pass.
  if (memory.gradientBytes != 0) {
    print("gradients", memory.gradientBytes);
    print("most at once", memory.liveGradientBytes);
  }
  if (memory.peakBuffers.empty())
    return;
  os << "\n  the peak is ";
  printPlace(os, memory.peakOp, memory.peakTensor, memory.peakLocation);
  for (const BufferReport &buffer :
       ArrayRef(memory.peakBuffers).take_front(numBuffers)) {
    os << llvm::format("  %13lld  ", static_cast<long long>(buffer.bytes))
       << buffer.type << ", made by ";
    printPlace(os, buffer.madeBy, buffer.tensor, buffer.location);
  }
  if (memory.peakBuffers.size() > numBuffers)
    os << "  and " << memory.peakBuffers.size() - numBuffers << " more\n";
}

void StepReport::printTable(raw_ostream &os, unsigned numBuffers) const {
  os << "@" << function << '\n'
     << "  kernels           launches  functions      bytes read   bytes "
        "written\n";
  for (const KernelKindReport &entry : kernels)
    printRow(os, entry);
  printRow(os, products);
  printRow(os, total);
  if (productFlops != 0)
    os << "\n  products take " << productFlops
       << " multiplications and additions\n";
  if (!attention.empty())
    os << "\n  attention by " << attention << '\n';
  if (!exchanges.empty())
    os << "\n  exchanges                           calls      bytes sent\n";
  for (const ExchangeReport &entry : exchanges) {
    std::string label = entry.kind + " over " + entry.axes;
    os << llvm::format("  %-30s %10lld %15lld\n", label.c_str(),
                       static_cast<long long>(entry.numCalls),
                       static_cast<long long>(entry.sentBytes));
  }
  if (uses)
    printUses(os, *uses);
  if (remat) {
    os << "\n  the forward keeps " << remat->keptBytes
       << " bytes for the backward\n";
    if (remat->values != 0)
      os << "  " << remat->values << " values of " << remat->bytes
         << " bytes are computed again, by " << remat->flops
         << " multiplications and additions of products\n";
  }
  if (memory)
    printMemory(os, *memory, numBuffers);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printCounts(llvm::json::OStream &os,
                        const KernelKindReport &entry) {
  os.attribute("launches", entry.numLaunches);
  os.attribute("functions", entry.numFunctions);
  os.attribute("bytes_read", entry.traffic.read);
  os.attribute("bytes_written", entry.traffic.written);
}

static void printMemory(llvm::json::OStream &os, const StepMemory &memory,
                        unsigned numBuffers) {
  os.attribute("state_bytes", memory.stateBytes);
  os.attribute("input_bytes", memory.inputBytes);
  os.attribute("result_bytes", memory.resultBytes);
  os.attribute("constant_bytes", memory.constantBytes);
  os.attribute("arena_bytes", memory.arenaBytes);
  os.attribute("live_peak_bytes", memory.livePeakBytes);
  os.attribute("gradient_bytes", memory.gradientBytes);
  os.attribute("live_gradient_bytes", memory.liveGradientBytes);
  os.attribute("peak_op", memory.peakOp);
  os.attribute("peak_location", memory.peakLocation);
  os.attributeArray("peak_buffers", [&] {
    for (const BufferReport &buffer :
         ArrayRef(memory.peakBuffers).take_front(numBuffers))
      os.object([&] {
        os.attribute("bytes", buffer.bytes);
        os.attribute("type", buffer.type);
        os.attribute("made_by", buffer.madeBy);
        os.attribute("location", buffer.location);
      });
  });
}

static void printUses(llvm::json::OStream &os, const StepExchanges &exchanges) {
  os.attribute("parameters", exchanges.numParameters);
  os.attributeArray("uses", [&] {
    for (unsigned i = 0; i < kNumExchangeUses; ++i)
      os.object([&] {
        os.attribute("use", getUseName(ExchangeUse(i)));
        os.attribute("calls", exchanges.totals[i].calls);
        os.attribute("bytes_sent", exchanges.totals[i].sentBytes);
        os.attribute("bytes_per_parameter",
                     exchanges.getBytesPerParameter(ExchangeUse(i)));
      });
  });
  os.attribute("rounds", exchanges.rounds);
  os.attribute("scalar_rounds", exchanges.scalarRounds);
  os.attribute("least_bytes_sent", exchanges.leastSentBytes);
  os.attribute("most_bytes_sent", exchanges.mostSentBytes);
}

void StepReport::printJSON(llvm::json::OStream &os, unsigned numBuffers) const {
  os.object([&] {
    os.attribute("function", function);
    os.attributeArray("kernels", [&] {
      for (const KernelKindReport &entry : kernels)
        os.object([&] {
          os.attribute("kind", entry.kind);
          printCounts(os, entry);
        });
    });
    os.attributeObject("products", [&] {
      os.attribute("calls", products.numLaunches);
      os.attribute("flops", productFlops);
      os.attribute("bytes_read", products.traffic.read);
      os.attribute("bytes_written", products.traffic.written);
    });
    os.attributeObject("total", [&] { printCounts(os, total); });
    if (!attention.empty())
      os.attribute("attention", attention);
    if (!exchanges.empty())
      os.attributeArray("exchanges", [&] {
        for (const ExchangeReport &entry : exchanges)
          os.object([&] {
            os.attribute("kind", entry.kind);
            os.attribute("axes", entry.axes);
            os.attribute("calls", entry.numCalls);
            os.attribute("bytes_sent", entry.sentBytes);
          });
      });
    if (uses)
      printUses(os, *uses);
    if (remat)
      os.attributeObject("remat", [&] {
        os.attribute("kept_bytes", remat->keptBytes);
        os.attribute("recomputed_values", remat->values);
        os.attribute("recomputed_bytes", remat->bytes);
        os.attribute("recomputed_flops", remat->flops);
      });
    if (memory)
      os.attributeObject("memory",
                         [&] { printMemory(os, *memory, numBuffers); });
    if (ops)
      ops->printJSON(os);
  });
}
