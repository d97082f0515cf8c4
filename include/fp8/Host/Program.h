//===- Program.h - A compiled function that can be called -------*- C++ -*-===//

#ifndef FP8_HOST_PROGRAM_H
#define FP8_HOST_PROGRAM_H

#include "fp8/Host/HostTensor.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace mlir::fp8 {

/// Bytes between the cores of a device and its memory, whichever cache has
/// them.
struct DeviceTraffic {
  uint64_t loaded = 0, stored = 0;
};

/// One function of a module, ready to run on some target. The interface is one
/// call, so that a training loop does not know the target. A scalar argument or
/// result is a tensor of rank 0 here.
class Program {
public:
  virtual ~Program() = default;

  /// The argument that result `i` is written over: results[i] then comes with
  /// its value, and arguments[*getUpdatedArgument(i)] is not read.
  virtual std::optional<unsigned> getUpdatedArgument(unsigned) const {
    return std::nullopt;
  }

  /// Runs the function once. `arguments` have its argument types, in order, and
  /// are not written to. `results` come allocated with its result types and are
  /// overwritten; none of them is also an argument. A failure has been reported
  /// as a diagnostic, and leaves the results unspecified.
  virtual LogicalResult run(ArrayRef<const HostTensor *> arguments,
                            MutableArrayRef<HostTensor> results) = 0;

  /// The same for a loop that leaves values where they are: of the arguments
  /// only those are read that `written` says the host wrote since the last
  /// call, and results, states too, may stay on a device until fetch().
  virtual LogicalResult step(ArrayRef<const HostTensor *> arguments,
                             const llvm::BitVector &written,
                             MutableArrayRef<HostTensor> results) {
    return run(arguments, results);
  }

  /// Whether step() returns before the work is done. A loop may then read the
  /// small results of a step after it has begun the next one.
  virtual bool isAsynchronous() const { return false; }

  /// Brings result `i` of the last step() to the host, or of the one before it
  /// if `previous`, which has results alone that update no argument and are of
  /// a few elements.
  virtual LogicalResult fetch(unsigned i, HostTensor &result,
                              bool previous = false) {
    return success();
  }
  /// Whether fetch() takes `previous` for result `i`.
  virtual bool keepsPrevious(unsigned i) const { return false; }

  /// How long the device took for that step(), for which it waits; nothing
  /// where step() waits itself, or where that has failed.
  virtual std::optional<double> getDeviceSeconds(bool previous = false) {
    return std::nullopt;
  }

  /// What the kernels of the last run have moved, where that is counted.
  virtual std::optional<DeviceTraffic> getDeviceTraffic() const {
    return std::nullopt;
  }
};

} // namespace mlir::fp8

#endif // FP8_HOST_PROGRAM_H
