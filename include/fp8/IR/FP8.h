//===- FP8.h - the fp8 dialect --------------------------------------------===//
#ifndef FP8_IR_FP8_H
#define FP8_IR_FP8_H

#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "fp8/IR/FP8Dialect.h.inc"
#include "fp8/IR/FP8Enums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "fp8/IR/FP8Attrs.h.inc"

namespace mlir::fp8::numerics {
struct InitialValues;
} // namespace mlir::fp8::numerics

namespace mlir::fp8 {

/// One tensor that stores a state of `fp8.update`, or a part of it.
struct UpdatePlane {
  enum class Role { Main, ScaleInv, Residual, Copy };
  Role role;
  /// Index of the state that the plane belongs to.
  unsigned state;
  Type elementType;
  /// Granularity of the plane. Null if the plane has no scale or one
  /// tensor-wise scale; an f16 plane with a tensor-wise scale has the
  /// granularity `tensor`. For a `ScaleInv`, the granularity of the plane that
  /// it scales.
  GranularityAttr granularity;
  /// Format of the codes.
  Format format = Format::F32;
  bool isTransposed = false;
  /// True for a copy and for the scales of a copy. Such planes are written, but
  /// the state is never decoded from them.
  bool isCopy = false;
  /// Index of the copy in the storage of the state.
  unsigned copy = 0;
  /// True for a transposed copy that reuses the codes of the main plane, and
  /// for the scales of such a copy.
  bool sharesCodes = false;

  /// Returns the shape of this plane for a main plane of `shape`. Fails if the
  /// granularity does not fit.
  FailureOr<SmallVector<int64_t>> getShape(ArrayRef<int64_t> shape) const;
  /// Returns true if the plane has one tensor-wise scale. The scale is an
  /// operand of the op, and the amax of the plane is a result.
  bool hasTensorScale() const;
};

/// Trait of ops that expand to fp8.update.
template <typename ConcreteType>
class OptimizerTrait : public OpTrait::TraitBase<ConcreteType, OptimizerTrait> {
};

} // namespace mlir::fp8

#define GET_OP_CLASSES
#include "fp8/IR/FP8Ops.h.inc"

namespace mlir::fp8 {

/// Registers the dialect and the external models that bufferize its ops.
void registerFP8Dialect(DialectRegistry &registry);

/// Returns the format of a builtin float type, or nothing if the dialect has no
/// format for `type`.
std::optional<Format> getFormat(Type type);

/// Returns true if `type` is f8E4M3FN or f8E5M2, or a tensor or vector of them.
inline bool isOfCodes(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// Returns the element type of a residual, or null for `None`.
Type getResidualType(ResidualKind residual, MLIRContext *context);

/// Returns the element type that stores a format: i8 for the unsigned formats,
/// and i16 and i32 for the wide formats of split storage.
Type getElementType(Format format, MLIRContext *context);

/// Returns true for e4m3, e5m2, ue4m4 and ue5m3.
bool isEightBit(Format format);

/// Returns true for ue4m4 and ue5m3.
bool isUnsigned(Format format);

/// Returns the encoding parameters of a format, or null for f32, whose codes
/// are the bits of the number.
const numerics::FormatSpec *getFormatSpec(Format format);

/// Returns the largest finite value of a format.
float getMaxFinite(Format format);

/// Returns true if the main plane has one tensor-wise scale, which is an
/// operand of the op: an 8-bit format with granularity `tensor`, or f16 with
/// `tensor` spelled out.
bool hasTensorScale(StorageAttr storage);

/// Returns true if rounding uses random bits of the declared counter-based RNG.
inline bool drawsBits(RoundingMode rounding) {
  return rounding == RoundingMode::Stochastic ||
         rounding == RoundingMode::QuasiStochastic;
}

/// Returns the sequence of random bits over the steps of an element.
inline numerics::Sequence getSequence(RoundingMode rounding) {
  return rounding == RoundingMode::QuasiStochastic
             ? numerics::Sequence::QuasiRandom
             : numerics::Sequence::Random;
}

/// Returns the neutral element of a reduction.
inline float getNeutral(ReductionKind kind) {
  return kind == ReductionKind::Sum ? -0.0f
                                    : -std::numeric_limits<float>::infinity();
}

/// Returns the shape of the block scales of a matmul operand with `rows` rows
/// (lhs) or columns (rhs) and `terms` terms, and the map from (row, term) to
/// its scale.
SmallVector<int64_t> getBlockScaleShape(BlockScaling blocks, int64_t rows,
                                        int64_t terms);
AffineMap getBlockScaleMap(BlockScaling blocks, MLIRContext *context);

/// Returns true if a library supports operands with these two block scalings.
bool areMultiplied(BlockScaling lhs, BlockScaling rhs);

/// Returns the name of argument `i` of `function`: its `fp8.name`, or `arg<i>`.
std::string getArgumentName(FunctionOpInterface function, unsigned i);

/// Returns true if an argument of `function` has that name.
bool hasArgument(FunctionOpInterface function, StringRef name);

/// Returns the name of result `i` of `function`: its `fp8.name`, or
/// `result<i>`.
std::string getResultName(FunctionOpInterface function, unsigned i);

/// Returns the `fp8.mesh` of the nearest enclosing op that has one, or null.
MeshAttr getMesh(Operation *op);

/// Returns the indices of the axes `names` in `mesh`. All of them must exist.
SmallVector<unsigned> getMeshAxes(MeshAttr mesh, ArrayAttr names);

/// Replaces named optimizers in `root` by the updates that they stand for.
/// Replaces only the first `limit` optimizers unless `limit` is negative.
/// Returns their number.
int64_t expandOptimizers(Operation *root, int64_t limit = -1);

/// Records in `fp8.done` of `module` that the pass `flag` ran.
void recordDone(Operation *module, StringRef flag);

/// Returns true if `fp8.done` of `module` contains the pass `flag`.
bool isDone(Operation *module, StringRef flag);

} // namespace mlir::fp8

#endif // FP8_IR_FP8_H
