//===- UpdateParts.h - fp8.update taken apart ------------------*- C++ -*-===//
//
// What the decomposition of fp8.update works on: operands by what they are, the
// loops that walk them, and a generic while it is put together.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_UPDATEPARTS_H
#define FP8_LIB_IR_UPDATEPARTS_H

#include "Decompose.h"

namespace mlir::fp8 {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// An init and, in the end, what it becomes.
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
  /// From the dimensions of the op to those of the state.
  AffineMap map;
  Value main, scaleInv, residual;
  /// Tensor-wise, of rank 0.
  Value oldInverse, newScale;
  Destination newMain, newScaleInv, newResidual, amax;
  SmallVector<CopyParts> copies;

  /// What the whole codes of a split that is written are; null for others.
  IntegerType getCodeType() const {
    ResidualKind residual = storage.getResidual();
    bool isLong = residual == ResidualKind::Split16;
    if (!newResidual || (residual != ResidualKind::Split8 && !isLong))
      return {};
    return IntegerType::get(storage.getContext(), isLong ? 32 : 16);
  }
  bool isStochastic() const { return drawsBits(storage.getRounding()); }
  /// Its granularity, where its scales are made inside.
  GranularityAttr getGranularity() const {
    GranularityAttr granularity = storage.getGranularity();
    return granularity && !granularity.isTensor() ? granularity
                                                  : GranularityAttr();
  }
};

/// The operands of an op by what they are, in the order of its description.
class UpdateParts {
public:
  explicit UpdateParts(UpdateOp op);

  /// In the order of the inits.
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

/// The loops of the first generic: the dimensions of the first state, or those
/// of its granules.
class UpdateSpace {
public:
  UpdateSpace(UpdateOp op, ArrayRef<StateParts> states);

  Value open(TensorBuilder &builder, Value tensor) const {
    return view ? view->open(builder, tensor) : tensor;
  }
  Value close(TensorBuilder &builder, Value tensor, Type type) const {
    return view ? view->close(builder, tensor, type) : tensor;
  }
  /// `map` is from the dimensions of the op; under a view all are identities.
  AffineMap getMap(AffineMap map) const { return view ? getIdentity() : map; }
  AffineMap getScaleMap(const StateParts &state) const;
  AffineMap getScalarMap() const {
    return AffineMap::get(getIdentity().getNumDims(), 0, context);
  }
  AffineMap getIdentity() const { return whole.getDataMap(); }
  /// Of a tensor that has what `map` takes the dimensions of the op to.
  SmallVector<int64_t> getShape(AffineMap map) const;
  const Granules *getView() const { return view ? &*view : nullptr; }
  /// Where in the first state the loops are.
  SmallVector<Value> emitPosition(ElementBuilder &e) const {
    return whole.getIndices(e);
  }

private:
  MLIRContext *context;
  RankedTensorType type;
  std::optional<Granules> view;
  /// The view, or the tensor as it is.
  Granules whole;
};

//===----------------------------------------------------------------------===//
// Generics
//===----------------------------------------------------------------------===//

/// Inputs and outputs of a generic while it is put together. What is added gets
/// a number, by which the body finds its element.
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

  /// `body` gets the inputs, and sets the outputs.
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
