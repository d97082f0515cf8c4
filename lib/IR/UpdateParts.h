//===- UpdateParts.h - operands of fp8.update by role -----------*- C++ -*-===//
//
// Data structures for the decomposition of fp8.update: its operands grouped by
// role, the iteration space of the first generic, and a builder for generics.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_UPDATEPARTS_H
#define FP8_LIB_IR_UPDATEPARTS_H

#include "Decompose.h"

namespace mlir::fp8 {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// An init and the result that replaces it.
struct Destination {
  Value init, result;
  explicit operator bool() const { return init != nullptr; }
};

struct CopyParts {
  UpdatePlane plane;
  Value scale; // of rank 0
  Destination codes, scaleInv, amax;
};

struct StateParts {
  StorageAttr storage;
  RankedTensorType type;
  /// The map from the dimensions of the op to the dimensions of the state.
  AffineMap map;
  Value main, scaleInv, residual;
  /// Tensor-wise scales, of rank 0.
  Value oldInverse, newScale;
  Destination newMain, newScaleInv, newResidual, amax;
  SmallVector<CopyParts> copies;

  /// Returns the type of the whole codes of a split that the op writes, or null
  /// for other storage.
  IntegerType getCodeType() const {
    ResidualKind residual = storage.getResidual();
    bool isLong = residual == ResidualKind::Split16;
    if (!newResidual || (residual != ResidualKind::Split8 && !isLong))
      return {};
    return IntegerType::get(storage.getContext(), isLong ? 32 : 16);
  }
  bool isStochastic() const { return drawsBits(storage.getRounding()); }
  /// Returns the granularity if the op computes scales per granule for this
  /// state, else null.
  GranularityAttr getGranularity() const {
    GranularityAttr granularity = storage.getGranularity();
    return granularity && !granularity.isTensor() ? granularity
                                                  : GranularityAttr();
  }
};

/// The operands of an update grouped by role, in the order of the op
/// description.
class UpdateParts {
public:
  explicit UpdateParts(UpdateOp op);

  /// Returns the results in the order of the inits.
  SmallVector<Value> getResults() const {
    return llvm::map_to_vector(
        order, [](const Destination *to) { return to->result; });
  }

  SmallVector<StateParts> states;
  SmallVector<Destination> reductions;

private:
  void addReadPlanes(UpdateOp op);
  void addScales(UpdateOp op);
  void addDestinations(UpdateOp op);

  SmallVector<Destination *> order;
};

//===----------------------------------------------------------------------===//
// The iteration space
//===----------------------------------------------------------------------===//

/// The iteration space of the first generic: the dimensions of the first state,
/// or of its view as granules.
class UpdateSpace {
public:
  UpdateSpace(UpdateOp op, ArrayRef<StateParts> states);

  Value open(TensorBuilder &builder, Value tensor) const {
    return view ? view->open(builder, tensor) : tensor;
  }
  Value close(TensorBuilder &builder, Value tensor, Type type) const {
    return view ? view->close(builder, tensor, type) : tensor;
  }
  /// Returns the indexing map of an operand, given its `map` from the
  /// dimensions of the op. In a view, all operands have the identity map.
  AffineMap getMap(AffineMap map) const { return view ? getIdentity() : map; }
  AffineMap getScaleMap(const StateParts &state) const;
  AffineMap getScalarMap() const {
    return AffineMap::get(getIdentity().getNumDims(), 0, context);
  }
  AffineMap getIdentity() const { return whole.getDataMap(); }
  /// Returns the shape of an operand whose map from the dimensions of the op is
  /// `map`.
  SmallVector<int64_t> getShape(AffineMap map) const;
  const Granules *getView() const { return view ? &*view : nullptr; }
  /// Emits the indices of the current element in the first state.
  SmallVector<Value> emitPosition(ElementBuilder &e) const {
    return whole.getIndices(e);
  }

private:
  MLIRContext *context;
  RankedTensorType type;
  std::optional<Granules> view;
  /// The view as granules, or a trivial view if there is none.
  Granules whole;
};

//===----------------------------------------------------------------------===//
// Generics
//===----------------------------------------------------------------------===//

/// Inputs and outputs of a generic under construction. Each added value gets an
/// index, by which the body refers to its element.
class GenericParts {
public:
  std::optional<unsigned> read(Value value, AffineMap map) {
    if (!value)
      return std::nullopt;
    inputs.push_back(value);
    inputMaps.push_back(map);
    return inputs.size() - 1;
  }
  std::optional<unsigned> write(Value value, AffineMap map) {
    if (!value)
      return std::nullopt;
    outputs.push_back(value);
    outputMaps.push_back(map);
    return outputs.size() - 1;
  }
  bool writesNothing() const { return outputs.empty(); }

  /// Creates the generic. `body` computes the outputs from the inputs.
  SmallVector<Value>
  emit(TensorBuilder &builder,
       function_ref<void(ElementBuilder &, ValueRange, MutableArrayRef<Value>)>
           body) const {
    SmallVector<AffineMap> maps(inputMaps);
    llvm::append_range(maps, outputMaps);
    return builder.generic(
        inputs, outputs, maps, [&](ElementBuilder &e, ValueRange arguments) {
          SmallVector<Value> yielded(outputs.size());
          body(e, arguments.take_front(inputs.size()), yielded);
          return yielded;
        });
  }

private:
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> inputMaps, outputMaps;
};

} // namespace mlir::fp8

#endif // FP8_LIB_IR_UPDATEPARTS_H
