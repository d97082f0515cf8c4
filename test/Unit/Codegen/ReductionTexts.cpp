//===- ReductionTexts.cpp - kernels that reduce ---------------------------===//

#include "KernelTexts.h"

using namespace mlir::fp8::test;

static std::string tensorOf(const std::string &type) {
  return "tensor<" + type + ">";
}

/// Defines `name`, the reduction of `value` by `combine`, a body that ends in
/// %next. The init is the constant `init`, in a tensor of type `type`.
static std::string reduce(const std::string &name, const std::string &value,
                          const std::string &valueType, const std::string &type,
                          const std::string &maps, const std::string &iterators,
                          const std::string &init, const std::string &combine) {
  std::string c = "%c" + name.substr(1), e = "%e" + name.substr(1),
              i = "%i" + name.substr(1);
  return "    " + c + " = arith.constant " + init + " : f32\n    " + e +
         " = tensor.empty() : " + tensorOf(type) + "\n    " + i +
         " = linalg.fill ins(" + c + " : f32) outs(" + e + " : " +
         tensorOf(type) + ") -> " + tensorOf(type) + "\n    " + name +
         " = linalg.generic {indexing_maps = [" + maps +
         "], iterator_types = [" + iterators + "]}\n        ins(" + value +
         " : " + tensorOf(valueType) + ") outs(" + i + " : " + tensorOf(type) +
         ") {\n    ^bb0(%x: f32, %acc: f32):\n" + combine +
         "      linalg.yield %next : f32\n    } -> " + tensorOf(type) + "\n";
}

static const char *const addBody = "      %next = arith.addf %acc, %x : f32\n";
static const char *const maxBody =
    "      %next = arith.maximumf %acc, %x : f32\n";
static const char *const minBody =
    "      %next = arith.minimumf %acc, %x : f32\n";
static const char *const amaxBody =
    "      %abs = math.absf %x : f32\n"
    "      %next = arith.maximumf %acc, %abs : f32\n";
static const char *const squareBody =
    "      %square = arith.mulf %x, %x : f32\n"
    "      %next = arith.addf %acc, %square : f32\n";
static const char *const reduction = "\"reduction\"";
static const char *const rowwise = "\"parallel\", \"reduction\"";
static const char *const columnwise = "\"reduction\", \"parallel\"";

std::string mlir::fp8::test::makeExtrema(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32");
  std::string all = std::string(reduction) + ", " + reduction;
  return makeKernel(
      {x}, {r, r, "f32", "f32"},
      reduce("%a", "%in0", x, r, "#ij, #i", rowwise, "0xFF800000", maxBody) +
          reduce("%b", "%in0", x, r, "#ij, #i", rowwise, "1.0", minBody) +
          reduce("%c", "%in0", x, "f32", "#ij, #ij0", all, "-1.0", maxBody) +
          reduce("%d", "%in0", x, "f32", "#ij, #ij0", all, "0x7F800000",
                 minBody),
      "%a, %b, %c, %d");
}

std::string mlir::fp8::test::makeConstantPerRow(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), row = shape(rows, "f32");
  return makeKernel(
      {x}, {row, row},
      reduce("%s", "%in0", x, row, "#ij, #i", rowwise, "0.0", addBody) + R"(
    %one = arith.constant 1.0 : f32
    %e = tensor.empty() : )" +
          tensorOf(row) + "\n    %c = linalg.fill ins(%one : f32) outs(%e : " +
          tensorOf(row) + ") -> " + tensorOf(row) + "\n",
      "%s, %c");
}

std::string mlir::fp8::test::makeSum(int64_t n) {
  std::string x = shape(n, "f32");
  // Accumulates into the init.
  return makeKernel({x}, {"f32"}, R"(
    %s = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins(%in0 : )" + tensorOf(x) + R"() outs(%out0 : tensor<f32>) {
    ^bb0(%x: f32, %acc: f32):
      %next = arith.addf %x, %acc : f32
      linalg.yield %next : f32
    } -> tensor<f32>
)",
                    "%s");
}

std::string mlir::fp8::test::makeStatistics(int64_t n) {
  std::string x = shape(n, "f32"), y = shape(n, "bf16");
  return makeKernel(
      {x, x}, {y, "f32", "f32", "f32", "f32"},
      R"(
    %wide = tensor.empty() : )" +
          tensorOf(x) + R"(
    %p:2 = linalg.generic {indexing_maps = [#n, #n, #n, #n], iterator_types = ["parallel"]}
        ins(%in0, %in1 : )" +
          tensorOf(x) + ", " + tensorOf(x) +
          ") outs(%out0, %wide : " + tensorOf(y) + ", " + tensorOf(x) + R"() {
    ^bb0(%a: f32, %b: f32, %u0: bf16, %u1: f32):
      %d = arith.subf %a, %b : f32
      %n = arith.truncf %d : f32 to bf16
      linalg.yield %n, %d : bf16, f32
    } -> ()" +
          tensorOf(y) + ", " + tensorOf(x) + ")\n" +
          reduce("%s", "%p#1", x, "f32", "#n, #n0", reduction, "0.0", addBody) +
          reduce("%q", "%p#1", x, "f32", "#n, #n0", reduction, "-1.0",
                 squareBody) +
          reduce("%m", "%p#1", x, "f32", "#n, #n0", reduction, "0.0",
                 amaxBody) +
          R"(
    %root = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%q, %s : tensor<f32>, tensor<f32>) outs(%out1 : tensor<f32>) {
    ^bb0(%a: f32, %b: f32, %u: f32):
      %abs = math.absf %a : f32
      %r = math.sqrt %abs : f32
      %d = arith.divf %b, %r : f32
      linalg.yield %d : f32
    } -> tensor<f32>
)",
      "%p#0, %root, %s, %q, %m");
}

std::string mlir::fp8::test::makeNarrowAmax(int64_t n, bool isRead) {
  std::string x = shape(n, "f32"), y = shape(n, "bf16");
  std::string amax = R"(
    %none = arith.constant 0.0 : f32
    %one = tensor.empty() : tensor<f32>
    %zero = linalg.fill ins(%none : f32) outs(%one : tensor<f32>) -> tensor<f32>
    %amax = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins()" + std::string(isRead ? "%in0" : "%y") +
                     " : " + tensorOf(y) + R"() outs(%zero : tensor<f32>) {
    ^bb0(%narrow: bf16, %acc: f32):
      %x = arith.extf %narrow : bf16 to f32
)" + amaxBody + R"(
      linalg.yield %next : f32
    } -> tensor<f32>
)";
  if (isRead)
    return makeKernel({y}, {"f32"}, amax, "%amax");
  return makeKernel({x}, {y, "f32"},
                    R"(
    %y = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%a: f32, %u: bf16):
      %b = arith.truncf %a : f32 to bf16
      linalg.yield %b : bf16
    } -> )" + tensorOf(y) +
                        amax,
                    "%y, %amax");
}

std::string mlir::fp8::test::makeTotalOfRows(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32");
  return makeKernel(
      {x}, {r, "f32", "f32"},
      reduce("%m", "%in0", x, r, "#ij, #i", rowwise, "0xFF800000", maxBody) +
          reduce("%s", "%m", r, "f32", "#n, #n0", reduction, "0.0", addBody) +
          reduce("%t", "%m", r, "f32", "#n, #n0", reduction, "0.0", amaxBody),
      "%m, %s, %t");
}

/// Defines %z: the rows of %in0. In the causal variant, elements j > i of row i
/// are masked.
static std::string maskRows(const std::string &x, bool isCausal) {
  if (!isCausal)
    return "";
  return R"(
    %wide = tensor.empty() : )" +
         tensorOf(x) + R"(
    %z = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0 : )" +
         tensorOf(x) + ") outs(%wide : " + tensorOf(x) + R"() {
    ^bb0(%e: f32, %u: f32):
      %low = arith.constant 0xFF800000 : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %hidden = arith.cmpi ugt, %j, %i : index
      %k = arith.select %hidden, %low, %e : f32
      linalg.yield %k : f32
    } -> )" +
         tensorOf(x) + "\n";
}

std::string mlir::fp8::test::makeSoftmax(int64_t rows, int64_t cols,
                                         bool isCausal) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32");
  std::string z = isCausal ? "%z" : "%in0";
  return makeKernel(
      {x}, {x},
      maskRows(x, isCausal) +
          reduce("%m", z, x, r, "#ij, #i", rowwise, "0xFF800000", maxBody) + R"(
    %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins()" +
          z + ", %m : " + tensorOf(x) + ", " + tensorOf(r) +
          ") outs(%out0 : " + tensorOf(x) + R"() {
    ^bb0(%e: f32, %top: f32, %u: f32):
      %d = arith.subf %e, %top : f32
      %y = math.exp %d : f32
      linalg.yield %y : f32
    } -> )" +
          tensorOf(x) + "\n" +
          reduce("%s", "%p", x, r, "#ij, #i", rowwise, "0.0", addBody) + R"(
    %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%p, %s : )" +
          tensorOf(x) + ", " + tensorOf(r) + ") outs(%out0 : " + tensorOf(x) +
          R"() {
    ^bb0(%e: f32, %sum: f32, %u: f32):
      %d = arith.divf %e, %sum : f32
      linalg.yield %d : f32
    } -> )" +
          tensorOf(x) + "\n",
      "%y");
}

/// Defines %y: the normalized rows of %in0, times gamma %in1, plus beta %in2.
static std::string normalize(int64_t rows, int64_t cols,
                             const std::string &out) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32"),
              c = shape(cols, "f32");
  return reduce("%s", "%in0", x, r, "#ij, #i", rowwise, "0.0", addBody) + R"(
    %wide = tensor.empty() : )" +
         tensorOf(x) + R"(
    %d = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %s : )" +
         tensorOf(x) + ", " + tensorOf(r) + ") outs(%wide : " + tensorOf(x) +
         R"() {
    ^bb0(%e: f32, %sum: f32, %u: f32):
      %n = arith.constant )" +
         std::to_string(cols) + R"(.0 : f32
      %mean = arith.divf %sum, %n : f32
      %d = arith.subf %e, %mean : f32
      linalg.yield %d : f32
    } -> )" +
         tensorOf(x) + "\n" +
         reduce("%v", "%d", x, r, "#ij, #i", rowwise, "0.0", squareBody) + R"(
    %y = linalg.generic {indexing_maps = [#ij, #i, #j, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%d, %v, %in1, %in2 : )" +
         tensorOf(x) + ", " + tensorOf(r) + ", " + tensorOf(c) + ", " +
         tensorOf(c) + ") outs(" + out + " : " + tensorOf(x) + R"() {
    ^bb0(%e: f32, %var: f32, %g: f32, %b: f32, %u: f32):
      %n = arith.constant )" +
         std::to_string(cols) + R"(.0 : f32
      %eps = arith.constant 1.0e-5 : f32
      %mean = arith.divf %var, %n : f32
      %safe = arith.addf %mean, %eps : f32
      %inverse = math.rsqrt %safe : f32
      %0 = arith.mulf %e, %inverse : f32
      %1 = arith.mulf %0, %g : f32
      %2 = arith.addf %1, %b : f32
      linalg.yield %2 : f32
    } -> )" +
         tensorOf(x) + "\n";
}

std::string mlir::fp8::test::makeLayerNorm(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32"),
              c = shape(cols, "f32");
  return makeKernel({x, c, c}, {x, r, r}, normalize(rows, cols, "%out0"),
                    "%y, %s, %v");
}

std::string mlir::fp8::test::makeNormQuantize(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), c = shape(cols, "f32"),
              q = shape(rows, cols, "f8E4M3FN");
  return makeKernel({x, c, c}, {q, "f32"},
                    normalize(rows, cols, "%wide") + R"(
    %q = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%y : )" + tensorOf(x) +
                        ") outs(%out0 : " + tensorOf(q) + R"() {
    ^bb0(%e: f32, %u: f8E4M3FN):
      %code = fp8.convert %e : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> )" + tensorOf(q) +
                        "\n" +
                        reduce("%m", "%y", x, "f32", "#ij, #ij0",
                               std::string(reduction) + ", " + reduction, "0.0",
                               amaxBody),
                    "%q, %m");
}

std::string mlir::fp8::test::makeCrossEntropy(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32"),
              ids = shape(rows, "i32");
  return makeKernel(
      {x, ids}, {r, "f32"},
      reduce("%m", "%in0", x, r, "#ij, #i", rowwise, "0xFF800000", maxBody) +
          R"(
    %wide = tensor.empty() : )" +
          tensorOf(x) + R"(
    %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %m : )" +
          tensorOf(x) + ", " + tensorOf(r) + ") outs(%wide : " + tensorOf(x) +
          R"() {
    ^bb0(%e: f32, %top: f32, %u: f32):
      %d = arith.subf %e, %top : f32
      %y = math.exp %d : f32
      linalg.yield %y : f32
    } -> )" +
          tensorOf(x) + "\n" +
          reduce("%s", "%p", x, r, "#ij, #i", rowwise, "0.0", addBody) + R"(
    %loss = linalg.generic {indexing_maps = [#n, #n, #n, #n], iterator_types = ["parallel"]}
        ins(%m, %s, %in1 : )" +
          tensorOf(r) + ", " + tensorOf(r) + ", " + tensorOf(ids) +
          ") outs(%out0 : " + tensorOf(r) + R"() {
    ^bb0(%top: f32, %sum: f32, %id: i32, %u: f32):
      %row = linalg.index 0 : index
      %label = arith.index_cast %id : i32 to index
      %e = tensor.extract %in0[%row, %label] : )" +
          tensorOf(x) + R"(
      %log = math.log %sum : f32
      %all = arith.addf %log, %top : f32
      %d = arith.subf %all, %e : f32
      linalg.yield %d : f32
    } -> )" +
          tensorOf(r) + "\n" +
          reduce("%t", "%loss", r, "f32", "#n, #n0", reduction, "0.0", addBody),
      "%loss, %t");
}

std::string mlir::fp8::test::makeColumnSum(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), c = shape(cols, "f32");
  return makeKernel(
      {x}, {c, c},
      reduce("%s", "%in0", x, c, "#ij, #j", columnwise, "0.0", addBody) +
          reduce("%m", "%in0", x, c, "#ij, #j", columnwise, "0.0", amaxBody),
      "%s, %m");
}

std::string mlir::fp8::test::makeColumnSumAndScale(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), c = shape(cols, "f32"),
              q = shape(rows, cols, "f8E5M2");
  return makeKernel(
      {x}, {q, c},
      R"(
    %q = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0 : )" +
          tensorOf(x) + ") outs(%out0 : " + tensorOf(q) + R"() {
    ^bb0(%e: f32, %u: f8E5M2):
      %code = fp8.convert %e : f32 to f8E5M2
      linalg.yield %code : f8E5M2
    } -> )" +
          tensorOf(q) + "\n" +
          reduce("%s", "%in0", x, c, "#ij, #j", columnwise, "0.0", addBody),
      "%q, %s");
}

std::string mlir::fp8::test::makeMiddleSum(int64_t a, int64_t b, int64_t c) {
  std::string x = shape(a, shape(b, c, "f32")), y = shape(a, c, "f32");
  return makeKernel({x}, {y},
                    reduce("%s", "%in0", x, y, "#abc, #ac",
                           "\"parallel\", \"reduction\", \"parallel\"", "0.0",
                           addBody),
                    "%s");
}

std::string mlir::fp8::test::makeOuterSum(int64_t a, int64_t b, int64_t c) {
  std::string x = shape(a, shape(b, c, "f32")), y = shape(b, "f32");
  return makeKernel({x}, {y},
                    reduce("%s", "%in0", x, y, "#abc, #b",
                           "\"reduction\", \"parallel\", \"reduction\"", "0.0",
                           addBody),
                    "%s");
}

std::string mlir::fp8::test::makeTransposedCenter(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), y = shape(cols, rows, "f32"),
              s = shape(rows, "f32");
  return makeKernel({x}, {y},
                    reduce("%s", "%in0", x, s, "#ij, #i",
                           "\"parallel\", \"reduction\"", "0.0", addBody) +
                        R"(
    %y = linalg.generic {indexing_maps = [#ij, #i, #ji], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %s : )" +
                        tensorOf(x) + ", " + tensorOf(s) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%e: f32, %sum: f32, %u: f32):
      %0 = arith.subf %e, %sum : f32
      linalg.yield %0 : f32
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

/// Computes the amax, the scale from it, and the codes, in two phases.
std::string mlir::fp8::test::makeCurrentScale(int64_t n) {
  std::string x = shape(n, "f32"), q = shape(n, "f8E4M3FN");
  return makeKernel(
      {x}, {q, "f32"},
      reduce("%m", "%in0", x, "f32", "#n, #n0", reduction, "0.0", amaxBody) +
          R"(
    %q = linalg.generic {indexing_maps = [#n, #n0, #n], iterator_types = ["parallel"]}
        ins(%in0, %m : )" +
          tensorOf(x) + ", tensor<f32>) outs(%out0 : " + tensorOf(q) + R"() {
    ^bb0(%e: f32, %amax: f32, %u: f8E4M3FN):
      %max = arith.constant 448.0 : f32
      %scale = arith.divf %max, %amax : f32
      %scaled = arith.mulf %e, %scale : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> )" +
          tensorOf(q) + "\n",
      "%q, %m");
}
