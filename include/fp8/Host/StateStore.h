//===- StateStore.h - arguments of a step between its runs ------*- C++ -*-===//
#ifndef FP8_HOST_STATESTORE_H
#define FP8_HOST_STATESTORE_H

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/BitVector.h"

#include <vector>

namespace mlir::fp8 {

class StateStore;

/// Memory of a device for the arguments of one StateStore at a time.
class StateDevice {
public:
  StateDevice() = default;
  StateDevice(const StateDevice &) = delete;
  StateDevice &operator=(const StateDevice &) = delete;
  virtual ~StateDevice();

  /// Copies argument `i` from the device to `value`.
  virtual LogicalResult download(unsigned i, HostTensor &value) = 0;

  /// Prepares the memory for the arguments of another store. Copies the
  /// arguments whose current value is only on the device to their own store.
  LogicalResult vacate();

private:
  friend class StateStore;
  StateStore *store = nullptr;
};

/// Owns the arguments of a training step between its runs. States are the
/// arguments that a result of the step overwrites. The current value of an
/// argument is on the host, on one device, or on both.
class StateStore {
public:
  /// Takes the arguments of the first run. `updated` contains, for each result
  /// of the step, the state that it overwrites. Errors are reported at `loc`.
  StateStore(Location loc, std::vector<HostTensor> arguments,
             ArrayRef<std::optional<unsigned>> updated);
  StateStore(const StateStore &) = delete;
  StateStore &operator=(const StateStore &) = delete;
  ~StateStore() { detach(); }

  /// Returns the state that result `i` overwrites.
  std::optional<unsigned> getState(unsigned i) const {
    return i < updated.size() ? updated[i] : std::nullopt;
  }

  /// Returns the host memory of argument `i`, for the caller to overwrite. The
  /// next run reads the new value.
  HostTensor &upload(unsigned i);
  /// Copies argument `i` to the host if only the device has its current value.
  LogicalResult download(unsigned i);
  /// Copies all arguments to the host.
  LogicalResult download();
  /// Returns argument `i`, whose current value is on the host.
  const HostTensor &get(unsigned i) const {
    assert(onHost[i] && "expected a download");
    return arguments[i];
  }

  //===--------------------------------------------------------------------===//
  // For programs
  //===--------------------------------------------------------------------===//

  /// Host memory of the arguments and results of one run.
  struct Binding {
    SmallVector<const HostTensor *> arguments;
    SmallVector<HostTensor *> results;
  };
  /// Prepares a run on the host. A state is overwritten in its own memory if
  /// `isInPlace`, and otherwise written to a second buffer. Other results are
  /// written to `results`.
  FailureOr<Binding> bind(bool isInPlace, MutableArrayRef<HostTensor> results);
  /// Makes the new states of a run on the host current.
  void commit(bool isInPlace);

  /// Prepares a run on `device`.
  LogicalResult bind(StateDevice &device);
  /// Returns true if the bound device has the current value of argument `i`.
  bool isOnDevice(unsigned i) const { return onDevice[i]; }
  /// Returns the arguments that were uploaded since the last run.
  const llvm::BitVector &getUploaded() const { return uploaded; }
  /// Makes the new states of a run on the bound device current. The device has
  /// all arguments.
  void commitOnDevice();

private:
  friend class StateDevice;

  /// Drops the values that the device has.
  void detach();

  Location loc;
  std::vector<HostTensor> arguments;
  SmallVector<std::optional<unsigned>> updated;
  /// For each result that overwrites a state, its second buffer; empty if no
  /// run needed one.
  std::vector<HostTensor> buffers;
  llvm::BitVector uploaded;
  /// Arguments with a current value on the host, and on `device`.
  llvm::BitVector onHost, onDevice;
  StateDevice *device = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_HOST_STATESTORE_H
