//===- Reports.cpp - faults as text ---------------------------------------===//

#include "fp8/Sim/Simulator.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fp8sim;

llvm::StringRef fp8sim::getName(Fault fault) {
  switch (fault) {
  case Fault::OutOfBounds:
    return "out-of-bounds";
  case Fault::Misaligned:
    return "misaligned";
  case Fault::SharedRace:
    return "shared-race";
  case Fault::GlobalRace:
    return "global-race";
  case Fault::UninitializedShared:
    return "uninitialized-shared";
  case Fault::DivergentBarrier:
    return "divergent-barrier";
  case Fault::WarpMask:
    return "warp-mask";
  case Fault::Deadlock:
    return "deadlock";
  case Fault::DivisionByZero:
    return "division-by-zero";
  case Fault::Trap:
    return "trap";
  }
  llvm_unreachable("all faults are named");
}

llvm::raw_ostream &fp8sim::operator<<(llvm::raw_ostream &os,
                                      const Report &report) {
  os << report.location << ": error: " << report.message << " ["
     << getName(report.fault) << "]\n";
  os << report.location << ": note: in kernel '" << report.kernel
     << "', thread ("
     << llvm::formatv("{0:$[,]}", llvm::make_range(report.thread.begin(),
                                                   report.thread.end()))
     << ") of block ("
     << llvm::formatv("{0:$[,]}", llvm::make_range(report.block.begin(),
                                                   report.block.end()))
     << ")";
  if (report.count > 1)
    os << ", the first of " << report.count;
  os << '\n';
  if (!report.note.empty())
    os << report.noteLocation << ": note: " << report.note << '\n';
  return os;
}

KernelArgument KernelArgument::pointer(void *data, uint64_t size) {
  KernelArgument argument = scalar(data);
  argument.isPointer = true;
  argument.extent = size;
  return argument;
}
