//===- Program.h - compiled functions ---------------------------*- C++ -*-===//

#ifndef FP8_HOST_PROGRAM_H
#define FP8_HOST_PROGRAM_H

#include "fp8/Host/HostTensor.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace mlir::fp8 {

class Communicator;

/// Bytes transferred between the cores of a device and its memory, including
/// cache hits.
struct DeviceTraffic {
  uint64_t loaded = 0, stored = 0;
};

/// One function of a module, ready to run on a target. A single call runs it,
/// so a training loop does not depend on the target. A scalar argument or
/// result is a tensor of rank 0.
class Program {
public:
  virtual ~Program() = default;

  /// Sets the ranks that collectives of the function exchange data with.
  /// `communicator` must outlive the program. Fails on a target without
  /// collectives.
  virtual LogicalResult connect(Communicator &communicator) {
    return failure();
  }

  /// Returns the argument that result `i` overwrites. The caller must then
  /// store the value of this argument in results[i];
  /// arguments[*getUpdatedArgument(i)] is not read.
  virtual std::optional<unsigned> getUpdatedArgument(unsigned) const {
    return std::nullopt;
  }

  /// Runs the function once. `arguments` have the argument types of the
  /// function, in order, and are not written. `results` are allocated with the
  /// result types and are overwritten; no result is also an argument. A failure
  /// is reported as a diagnostic and leaves the results unspecified.
  virtual LogicalResult run(ArrayRef<const HostTensor *> arguments,
                            MutableArrayRef<HostTensor> results) = 0;

  /// Runs the function once and may keep values on the device. Reads only the
  /// arguments that the host wrote since the last call, as indicated by
  /// `written`. Results, including states, may stay on the device until
  /// fetch().
  virtual LogicalResult step(ArrayRef<const HostTensor *> arguments,
                             const llvm::BitVector &written,
                             MutableArrayRef<HostTensor> results) {
    return run(arguments, results);
  }

  /// Returns true if step() returns before the work is done. A loop may then
  /// read the small results of a step after it has started the next one.
  virtual bool isAsynchronous() const { return false; }

  /// Copies result `i` of the last step() to the host. With `previous`, copies
  /// the result of the step before it. This is supported only for results of a
  /// few elements that update no argument.
  virtual LogicalResult fetch(unsigned i, HostTensor &result,
                              bool previous = false) {
    return success();
  }
  /// Returns true if fetch() supports `previous` for result `i`.
  virtual bool keepsPrevious(unsigned i) const { return false; }

  /// Waits for the step and returns the time that it took on the device, in
  /// seconds. Returns nothing if step() is synchronous, or if the measurement
  /// failed.
  virtual std::optional<double> getDeviceSeconds(bool previous = false) {
    return std::nullopt;
  }

  /// Returns the traffic of the kernels of the last run, if it is counted.
  virtual std::optional<DeviceTraffic> getDeviceTraffic() const {
    return std::nullopt;
  }
};

} // namespace mlir::fp8

#endif // FP8_HOST_PROGRAM_H
