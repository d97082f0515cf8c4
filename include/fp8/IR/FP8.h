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

/// One tensor of the storage of a state of `fp8.update`.
struct UpdatePlane {
  enum class Role { Main, ScaleInv, Residual, Copy };
  Role role;
  /// Index of the state that the plane belongs to.
  unsigned state;
  Type elementType;
  /// Granularity of the scales of the plane; for a `ScaleInv`, of the plane
  /// that it scales. Null if the plane has no scale or one tensor-wise scale.
  /// An f16 plane with a tensor-wise scale is an exception and has the
  /// granularity `tensor`.
  GranularityAttr granularity;
  /// Format of the codes.
  Format format = Format::F32;
  bool isTransposed = false;
  /// True for a copy and for the scales of a copy. Such planes are only
  /// written: the state is never decoded from them.
  bool isCopy = false;
  /// Index of the copy in the storage of the state.
  unsigned copy = 0;
  /// True for a transposed copy with the codes of the main plane, and for the
  /// scales of such a copy.
  bool sharesCodes = false;

  /// Returns the shape of this plane, given the `shape` of the main plane.
  /// Fails if the granularity does not fit the shape.
  FailureOr<SmallVector<int64_t>> getShape(ArrayRef<int64_t> shape) const;
  /// Returns true if the plane has one tensor-wise scale. The scale is then an
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

/// Returns the format of a builtin float type, or std::nullopt if the dialect
/// has no format for `type`.
std::optional<Format> getFormat(Type type);

/// Returns true if `type` is f8E4M3FN or f8E5M2, or a tensor or vector of them.
inline bool isOfCodes(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// Returns the element type of a residual, or null for `None`.
Type getResidualType(ResidualKind residual, MLIRContext *context);

/// Returns the element type of tensors that store `format`: a float type if
/// MLIR has one, else i8 (unsigned formats), i16 or i32 (wide codes of splits).
Type getElementType(Format format, MLIRContext *context);

/// Returns true for e4m3, e5m2, ue4m4 and ue5m3.
bool isEightBit(Format format);

/// Returns true for ue4m4 and ue5m3.
bool isUnsigned(Format format);

/// Returns the encoding parameters of a format. Returns null for f32, which
/// needs no encoding.
const numerics::FormatSpec *getFormatSpec(Format format);

/// Returns the largest finite value of a format.
float getMaxFinite(Format format);

/// Returns true if the main plane has one tensor-wise scale, which is an
/// operand of the op. This is the default for 8-bit formats; f16 needs an
/// explicit granularity `tensor`.
bool hasTensorScale(StorageAttr storage);

/// Returns true if rounding uses random bits of the declared counter-based RNG.
inline bool drawsBits(RoundingMode rounding) {
  return rounding == RoundingMode::Stochastic ||
         rounding == RoundingMode::QuasiStochastic;
}

/// Returns the kind of random-bit sequence that an element uses over the steps.
inline numerics::Sequence getSequence(RoundingMode rounding) {
  return rounding == RoundingMode::QuasiStochastic
             ? numerics::Sequence::QuasiRandom
             : numerics::Sequence::Random;
}

/// Returns the neutral element of a reduction; -0 for sums, so that a sum of
/// negative zeros is -0.
inline float getNeutral(ReductionKind kind) {
  return kind == ReductionKind::Sum ? -0.0f
                                    : -std::numeric_limits<float>::infinity();
}

/// Returns the shape of the block scales of a matmul operand. `rows` is its
/// number of rows (lhs) or columns (rhs), and `terms` is its extent along the
/// reduced dimension. getBlockScaleMap() returns the map from (row, term) to
/// the index of the scale.
SmallVector<int64_t> getBlockScaleShape(BlockScaling blocks, int64_t rows,
                                        int64_t terms);
AffineMap getBlockScaleMap(BlockScaling blocks, MLIRContext *context);

/// Returns true if some library multiplies operands with these two block
/// scalings.
bool areMultiplied(BlockScaling lhs, BlockScaling rhs);

/// Returns the name of argument `i` of `function`: its `fp8.name`, or `arg<i>`.
std::string getArgumentName(FunctionOpInterface function, unsigned i);

/// Returns true if `function` has an argument called `name`.
bool hasArgument(FunctionOpInterface function, StringRef name);

/// Returns the name of result `i` of `function`: its `fp8.name`, or
/// `result<i>`.
std::string getResultName(FunctionOpInterface function, unsigned i);

/// Returns the `fp8.mesh` of the nearest enclosing op that has one, or null.
MeshAttr getMesh(Operation *op);

/// Returns the indices of the axes `names` in `mesh`. All of them must exist.
SmallVector<unsigned> getMeshAxes(MeshAttr mesh, ArrayAttr names);

/// Expands the optimizer ops in `root` to updates, but only the first `limit`
/// of them unless `limit` is negative. Returns the number of expanded ops.
int64_t expandOptimizers(Operation *root, int64_t limit = -1);

/// Records in the attribute `fp8.done` of `module` that the pass `flag` has
/// run.
void recordDone(Operation *module, StringRef flag);

/// Returns true if the attribute `fp8.done` of `module` says that the pass
/// `flag` has run.
bool isDone(Operation *module, StringRef flag);

} // namespace mlir::fp8

#endif // FP8_IR_FP8_H
