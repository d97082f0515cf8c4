//===- UpdateStep.h - compiled fp8.update -----------------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_UPDATESTEP_H
#define FP8_LIB_REFERENCE_UPDATESTEP_H

#include "ScalarProgram.h"
#include "StoredState.h"

namespace mlir::fp8::reference {

/// A destination, and the slot of the result that replaces it.
struct Destination {
  Use init;
  unsigned slot;
};

/// An encoding of a state that is written and never decoded.
struct StateCopy {
  PlaneEncoding encoding;
  bool isTransposed;
  bool sharesCodes;
  std::optional<Use> scale = std::nullopt;
  std::optional<Destination> codes = std::nullopt, scaleInv = std::nullopt,
                             amax = std::nullopt;
};

/// One state: the sources and destinations of its planes.
struct State {
  StateStorage storage;
  SmallVector<int64_t> shape;
  Use main;
  std::optional<Use> scaleInv = std::nullopt, residual = std::nullopt;
  /// Tensor-wise scales for decoding and for encoding.
  std::optional<Use> oldInverse = std::nullopt, newScale = std::nullopt;
  std::optional<Destination> newMain = std::nullopt, newScaleInv = std::nullopt,
                             newResidual = std::nullopt, amax = std::nullopt;
  std::vector<StateCopy> copies = {};

  /// Returns the logical values, in the order of the main plane.
  std::vector<float> decode(Frame &frame) const;
  LogicalResult write(Frame &frame, ArrayRef<float> values,
                      ArrayRef<uint16_t> draws) const;
  /// Computes the amaxes of the values that a step would write.
  LogicalResult measure(Frame &frame, ArrayRef<float> values) const;
  LogicalResult writeCopy(Frame &frame, const StateCopy &copy,
                          ArrayRef<float> values, const HostTensor &codes,
                          const HostTensor *scaleInv) const;
};

struct Update {
  ScalarProgram program;
  SmallVector<int64_t> shape;
  /// Accesses of the states, followed by accesses of the inputs.
  SmallVector<Access> accesses;
  std::vector<State> states;
  SmallVector<Use> inputs, scalars;
  std::optional<Use> skip, seed, step;
  /// The number of rows before the padding.
  std::optional<Use> valid;
  Placement placement;
  /// All destinations, planes first. For each destination of a plane that is
  /// read, `oldPlanes` contains the old plane.
  SmallVector<Destination> destinations = {};
  SmallVector<std::optional<Use>> oldPlanes = {};
  SmallVector<ReductionKind> reductions = {};
  bool isProbe = false;

  LogicalResult run(Frame &frame) const;
  void skipStep(Frame &frame) const;
  LogicalResult draw(Frame &frame,
                     std::vector<std::vector<uint16_t>> &draws) const;
  LogicalResult reduce(Frame &frame,
                       ArrayRef<std::vector<uint64_t>> terms) const;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_UPDATESTEP_H
