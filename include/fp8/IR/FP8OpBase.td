//===- FP8OpBase.td - base classes of operations -----------*- tablegen -*-===//
#ifndef FP8_IR_FP8OPBASE_TD
#define FP8_IR_FP8OPBASE_TD

include "fp8/IR/FP8Attrs.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "mlir/Interfaces/VectorInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

class FP8_Shaped<list<Type> elements, string description>
    : AnyTypeOf<[RankedTensorOf<elements>, MemRefOf<elements>],
                "ranked tensor or memref of " # description # " elements",
                "::mlir::ShapedType">;

class FP8_Ranked0D<list<Type> elements, string description>
    : AnyTypeOf<[0DTensorOf<elements>, MemRefRankOf<elements, [0]>],
                "tensor or memref of rank 0 of type " # description,
                "::mlir::ShapedType">;

def FP8_Wide : FP8_Shaped<[F32, BF16, F16], "f32, bf16 or f16">;
def FP8_Codes : FP8_Shaped<[F8E4M3FN, F8E5M2], "f8E4M3FN or f8E5M2">;
def FP8_F32Shaped : FP8_Shaped<[F32], "f32">;
def FP8_F32Scalar : FP8_Ranked0D<[F32], "f32">;
def FP8_ScaleInv : FP8_Shaped<[F32, F8E8M0FNU], "f32 or f8E8M0FNU">;
def FP8_Operand : FP8_Shaped<[F32, BF16, F16, F8E4M3FN, F8E5M2],
                             "f32, bf16, f16, f8E4M3FN or f8E5M2">;
def FP8_Plane : FP8_Shaped<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU, I8, I16],
    "f32, bf16, f16, f8E4M3FN, f8E5M2, f8E8M0FNU, i8 or i16">;
def FP8_QuantizeInit : FP8_Shaped<[F8E4M3FN, F8E5M2, F8E8M0FNU, F32],
                                  "code (f8E4M3FN or f8E5M2) or scale (f32 or "
                                  "f8E8M0FNU)">;
def FP8_Indices : FP8_Shaped<[I32, I64, Index], "i32, i64 or index">;

def FP8_ConvertType : AnyTypeOf<
    [FloatLike, SignlessIntegerLike],
    "a float or an integer with a format, or a vector or tensor of these">;

//===----------------------------------------------------------------------===//
// Op bases
//===----------------------------------------------------------------------===//

/// Base class of ops that write their results into destinations. On tensors,
/// such an op is pure. On memrefs, it has no results and writes to the operands
/// `inits`. readsInit() says which destinations the op also reads.
class FP8_DestinationOp<string mnemonic, string version, list<Trait> traits = []>
    : FP8_Op<mnemonic, version, traits # [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  code destinationDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
    /// Returns true if the results depend on the contents of the destination
    /// `init`.
    bool readsInit(::mlir::OpOperand &init);
  }];
  /// Declarations for ops whose random bits depend on the position of an
  /// element in the whole (global) tensor.
  code placementDeclaration = [{
    /// Returns the position of the local tensor in the whole tensor. Zeros by
    /// default.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    /// Returns the shape of the whole tensor. By default, this is the local
    /// shape.
    ::llvm::ArrayRef<int64_t> getWholeShape();
  }];
  let extraClassDeclaration = destinationDeclaration;
}

/// The methods of TilingInterface that every tilable op implements.
def FP8_Tiled : DeclareOpInterfaceMethods<TilingInterface, [
    "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
    "getResultTilePosition", "generateResultTileValue",
    "getIterationDomainTileFromResultTile"]>;

#endif // FP8_IR_FP8OPBASE_TD
