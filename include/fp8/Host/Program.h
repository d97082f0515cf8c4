//===- Program.h - compiled functions ---------------------------*- C++ -*-===//

#ifndef FP8_HOST_PROGRAM_H
#define FP8_HOST_PROGRAM_H

#include "fp8/Host/HostTensor.h"
#include "fp8/Host/StateStore.h"
#include "fp8/Runtime/fp8rt_comm.h"
#include "mlir/Support/LLVM.h"
#include <optional>

namespace mlir::fp8 {

/// Bytes transferred between the cores of a device and its memory, including
/// cache hits.
struct DeviceTraffic {
  uint64_t loaded = 0, stored = 0;
};

/// One function of a module, ready to run on a target. A single call runs it,
/// so a training loop does not depend on the target. A scalar argument or
/// result is a tensor of rank 0. A failure is reported as a diagnostic and
/// leaves the results unspecified.
class Program {
public:
  virtual ~Program() = default;

  /// Sets the ranks that collectives of the function exchange data with. `comm`
  /// must outlive the program. Fails on a target without collectives.
  virtual LogicalResult connect(fp8rt_comm comm) { return failure(); }

  /// Runs the function once. `arguments` have the argument types of the
  /// function, in order, and are not written. `results` are allocated with the
  /// result types and are overwritten; no result is also an argument.
  virtual LogicalResult run(ArrayRef<const HostTensor *> arguments,
                            MutableArrayRef<HostTensor> results) = 0;

  /// Runs the function once as a step on the arguments of `states`, and stores
  /// the new states there. `results` receive the other results, whose values
  /// may stay on the device until fetch(). The entries of new states are
  /// unused.
  virtual LogicalResult step(StateStore &states,
                             MutableArrayRef<HostTensor> results) = 0;

  /// Returns true if runAt() is supported.
  virtual bool runsAtAddresses() const { return false; }
  /// Runs the function once on memory of the caller. `addresses` lists the
  /// arguments in order, then the results that overwrite no argument. The
  /// memory has the layout of HostTensor, without its alignment. The tensors
  /// must not overlap. States are overwritten in place; other arguments are not
  /// written.
  virtual LogicalResult runAt(ArrayRef<char *> addresses) { return failure(); }

  /// Returns true if step() returns before the work is done. A loop may then
  /// read the small results of a step after it has started the next step.
  virtual bool isAsynchronous() const { return false; }

  /// Copies result `i` of the last step(), which is not a state, to the host.
  /// With `previous`, copies the result of the step before it. This is
  /// supported only for results of a few elements.
  virtual LogicalResult fetch(unsigned i, HostTensor &result,
                              bool previous = false) {
    return success();
  }
  /// Returns true if fetch() supports `previous` for result `i`.
  virtual bool keepsPrevious(unsigned i) const { return false; }

  /// Waits for the step and returns the time that it took on the device, in
  /// seconds. Returns std::nullopt if step() is synchronous, or if the
  /// measurement failed.
  virtual std::optional<double> getDeviceSeconds(bool previous = false) {
    return std::nullopt;
  }

  /// Measures the ops of the next run, which then run one after another, if the
  /// target can.
  virtual void timeOps() {}
  /// Returns the time of each op of the last run, in the order of its report,
  /// in seconds. Returns an empty list if the ops were not measured.
  virtual ArrayRef<double> getOpSeconds() const { return {}; }

  /// Returns the traffic of the kernels of the last run, if it is counted.
  virtual std::optional<DeviceTraffic> getDeviceTraffic() const {
    return std::nullopt;
  }
};

/// A program that reads and writes host memory.
class HostProgram : public Program {
public:
  /// `updated` contains, for each result, the argument that it overwrites in
  /// place. It is empty for a program that overwrites no argument.
  explicit HostProgram(ArrayRef<std::optional<unsigned>> updated = {})
      : updated(updated) {}

  LogicalResult run(ArrayRef<const HostTensor *> arguments,
                    MutableArrayRef<HostTensor> results) final;
  LogicalResult step(StateStore &states,
                     MutableArrayRef<HostTensor> results) final;

protected:
  /// Runs the function once. A result that overwrites an argument in place is
  /// the tensor of this argument.
  virtual LogicalResult execute(ArrayRef<const HostTensor *> arguments,
                                ArrayRef<HostTensor *> results) = 0;

  /// Returns true if result `i` overwrites an argument in place.
  bool isInPlace(unsigned i) const { return !updated.empty() && updated[i]; }

private:
  SmallVector<std::optional<unsigned>> updated;
};

} // namespace mlir::fp8

#endif // FP8_HOST_PROGRAM_H
