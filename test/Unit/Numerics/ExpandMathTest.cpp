//===- ExpandMathTest.cpp - compiled code of --fp8-expand-math ------------===//
//
// Compiles each function through the pass and LLVM at -O3, on scalars and on
// vectors, and compares bits with the same expansion evaluated on floats.
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Numerics/Math.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::numerics::test;

namespace {

constexpr size_t numValues = 1 << 17;

/// Returns a program that applies `op` to `numValues` elements, `width`
/// elements at a time.
std::string programFor(const std::string &op, bool isBinary, int width) {
  std::string type = width == 1 ? std::string("f32")
                                : "vector<" + std::to_string(width) + "xf32>";
  std::string buffer = "memref<" + std::to_string(numValues) + "xf32>";
  auto load = [&](const std::string &from) {
    return width == 1
               ? "memref.load " + from + "[%i] : " + buffer
               : "vector.load " + from + "[%i] : " + buffer + ", " + type;
  };
  std::string store =
      width == 1 ? "memref.store %r, %out[%i] : " + buffer
                 : "vector.store %r, %out[%i] : " + buffer + ", " + type;
  return "func.func @run(%in0: " + buffer + ", %in1: " + buffer +
         ", %out: " + buffer + ") attributes {llvm.emit_c_interface} {\n" +
         "  %c0 = arith.constant 0 : index\n" + "  %n = arith.constant " +
         std::to_string(numValues) + " : index\n" +
         "  %step = arith.constant " + std::to_string(width) + " : index\n" +
         "  scf.for %i = %c0 to %n step %step {\n" +
         "    %x = " + load("%in0") + "\n" + //
         "    %y = " + load("%in1") + "\n" + //
         "    %r = " + op + " %x" + (isBinary ? ", %y" : "") + " : " + type +
         "\n    " + store + "\n  }\n  return\n}\n";
}

struct MathFunction {
  const char *op;
  float (*unary)(float);
  float (*binary)(float, float);
};

const MathFunction functions[] = {
    {"math.exp", numerics::expF32, nullptr},
    {"math.exp2", numerics::exp2F32, nullptr},
    {"math.expm1", numerics::expm1F32, nullptr},
    {"math.log", numerics::logF32, nullptr},
    {"math.log1p", numerics::log1pF32, nullptr},
    {"math.log2", numerics::log2F32, nullptr},
    {"math.log10", numerics::log10F32, nullptr},
    {"math.rsqrt", numerics::rsqrtF32, nullptr},
    {"math.tanh", numerics::tanhF32, nullptr},
    {"math.erf", numerics::erfF32, nullptr},
    {"math.erfc", numerics::erfcF32, nullptr},
    {"math.sin", numerics::sinF32, nullptr},
    {"math.cos", numerics::cosF32, nullptr},
    {"math.atan", numerics::atanF32, nullptr},
    {"math.cbrt", numerics::cbrtF32, nullptr},
    {"math.atan2", nullptr, numerics::atan2F32},
    {"math.powf", nullptr, numerics::powF32},
    {"arith.remf", nullptr, numerics::remF32},
};

class ExpandMath : public testing::TestWithParam<MathFunction> {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  }

  ExpandMath() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  std::unique_ptr<ExecutionEngine> compile(const std::string &program) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(program, &context);
    if (!module)
      return nullptr;
    PassManager pm(&context);
    pm.addPass(createExpandMathPass());
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    pm.addPass(createSCFToControlFlowPass());
    pm.addPass(createConvertVectorToLLVMPass());
    pm.addPass(createConvertMathToLLVMPass());
    pm.addPass(createFinalizeMemRefToLLVMConversionPass());
    pm.addPass(createArithToLLVMConversionPass());
    pm.addPass(createConvertControlFlowToLLVMPass());
    pm.addPass(createConvertFuncToLLVMPass());
    pm.addPass(createReconcileUnrealizedCastsPass());
    if (failed(pm.run(*module)))
      return nullptr;
    ExecutionEngineOptions options;
    auto optimize = makeOptimizingTransformer(3, 0, nullptr);
    options.transformer = optimize;
    auto engine = ExecutionEngine::create(*module, options);
    if (!engine) {
      ADD_FAILURE() << llvm::toString(engine.takeError());
      return nullptr;
    }
    return std::move(*engine);
  }

  MLIRContext context;
};

/// Fills operands with all pairs of special values, and then with random bits.
void fillOperands(std::vector<float> &x, std::vector<float> &y) {
  std::vector<float> specials;
  for (float value : {0.0f,      0x1p-126f, 0x1p-25f, 0.46875f, 0.5f,
                      0.625f,    0.921875f, 1.0f,     1.5f,     2.0f,
                      3.0f,      4.0f,      10.0f,    88.7f,    103.9f,
                      127.0f,    150.0f,    0x1p23f,  0x1p24f,  0x1.FFFFFEp127f,
                      HUGE_VALF, NAN})
    addNeighbours(specials, value);
  for (float a : specials)
    for (float b : specials) {
      x.push_back(a);
      y.push_back(b);
    }
  Random random{11};
  while (x.size() < numValues) {
    x.push_back(random.nextFloat());
    // Mostly exponents for which the power is neither 0 nor infinity.
    float exponent = static_cast<float>(random.next() % 65536) / 512.0f - 64.0f;
    y.push_back(x.size() % 4 == 0 ? random.nextFloat() : exponent);
  }
}

TEST_P(ExpandMath, CompiledCodeGivesTheDeclaredBits) {
  const MathFunction &function = GetParam();
  std::vector<float> x, y;
  fillOperands(x, y);
  ASSERT_EQ(x.size(), numValues);
  for (int width : {1, 16}) {
    auto engine =
        compile(programFor(function.op, function.binary != nullptr, width));
    ASSERT_TRUE(engine);
    std::vector<float> out(numValues);
    StridedMemRefType<float, 1> operands[3];
    float *data[3] = {x.data(), y.data(), out.data()};
    for (int i = 0; i < 3; ++i)
      operands[i] = {data[i], data[i], 0, {numValues}, {1}};
    StridedMemRefType<float, 1> *pointers[3] = {&operands[0], &operands[1],
                                                &operands[2]};
    llvm::Error error =
        engine->invoke("run", pointers[0], pointers[1], pointers[2]);
    ASSERT_FALSE(error) << llvm::toString(std::move(error));
    for (size_t i = 0; i < numValues; ++i) {
      float expected =
          function.unary ? function.unary(x[i]) : function.binary(x[i], y[i]);
      ASSERT_EQ(numerics::bitsOf(out[i]), numerics::bitsOf(expected))
          << function.op << " at width " << width << ", operands 0x" << std::hex
          << numerics::bitsOf(x[i]) << " 0x" << numerics::bitsOf(y[i]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Math, ExpandMath, testing::ValuesIn(functions),
                         [](const auto &info) {
                           std::string op = info.param.op;
                           return op.substr(op.find('.') + 1);
                         });

} // namespace
