//===- KernelTexts.cpp - elementwise kernels ------------------------------===//

#include "KernelTexts.h"

using namespace mlir::fp8::test;

static const char *const header = R"(
#n = affine_map<(i) -> (i)>
#n0 = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#ij0 = affine_map<(i, j) -> ()>
#abc = affine_map<(a, b, c) -> (a, b, c)>
#ac = affine_map<(a, b, c) -> (a, c)>
#b = affine_map<(a, b, c) -> (b)>
)";

static std::string join(const std::vector<std::string> &items,
                        const std::string &separator = ", ") {
  std::string text;
  for (const std::string &item : items)
    text += (text.empty() ? "" : separator) + item;
  return text;
}

std::string mlir::fp8::test::makeKernel(const std::vector<std::string> &inputs,
                                        const std::vector<std::string> &outputs,
                                        const std::string &body,
                                        const std::string &yields) {
  std::vector<std::string> arguments, block, inNames, outNames, inTypes,
      outTypes, results;
  auto add = [&](const std::vector<std::string> &list, const std::string &kind,
                 std::vector<std::string> &names,
                 std::vector<std::string> &types) {
    for (size_t i = 0; i < list.size(); ++i) {
      std::string name = kind + std::to_string(i);
      std::string type = "tensor<" + list[i] + ">";
      arguments.push_back("%a_" + name + ": " + type);
      block.push_back("%" + name + ": " + type);
      names.push_back("%a_" + name);
      types.push_back(type);
    }
  };
  add(inputs, "in", inNames, inTypes);
  add(outputs, "out", outNames, outTypes);
  bool isSingle = outputs.size() == 1;
  for (size_t i = 0; i < outputs.size(); ++i)
    results.push_back(isSingle ? "%r" : "%r#" + std::to_string(i));
  std::string ins = inputs.empty()
                        ? ""
                        : " ins(" + join(inNames) + " : " + join(inTypes) + ")";
  return std::string(header) + "func.func @main(" + join(arguments) + ") -> (" +
         join(outTypes) + ") {\n  %r" +
         (isSingle ? "" : ":" + std::to_string(outputs.size())) +
         " = fp8.kernel" + ins + " outs(" + join(outNames) + " : " +
         join(outTypes) + ") {\n  ^bb0(" + join(block) + "):\n" + body +
         "    fp8.kernel_yield " + yields + " : " + join(outTypes) +
         "\n  }\n  return " + join(results) + " : " + join(outTypes) + "\n}\n";
}

std::string mlir::fp8::test::shape(int64_t n, const std::string &type) {
  return std::to_string(n) + "x" + type;
}

std::string mlir::fp8::test::shape(int64_t rows, int64_t cols,
                                   const std::string &type) {
  return shape(rows, shape(cols, type));
}

static std::string tensorOf(const std::string &type) {
  return "tensor<" + type + ">";
}

std::string mlir::fp8::test::makeCast(int64_t n, const std::string &from,
                                      const std::string &to) {
  std::string x = shape(n, from), y = shape(n, to);
  return makeKernel({x}, {y},
                    R"(
    %y = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%e: )" + from +
                        ", %unused: " + to + R"():
      %code = fp8.convert %e : )" +
                        from + " to " + to + R"(
      linalg.yield %code : )" +
                        to + R"(
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeBroadcasts(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), r = shape(rows, "f32"),
              c = shape(cols, "bf16");
  return makeKernel({x, r, c, "f32"}, {x},
                    R"(
    %y = linalg.generic {indexing_maps = [#ij, #i, #j, #ij0, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %in1, %in2, %in3 : )" +
                        tensorOf(x) + ", " + tensorOf(r) + ", " + tensorOf(c) +
                        ", tensor<f32>) outs(%out0 : " + tensorOf(x) + R"() {
    ^bb0(%e: f32, %row: f32, %narrow: bf16, %s: f32, %unused: f32):
      %col = arith.extf %narrow : bf16 to f32
      %root = math.sqrt %s : f32
      %0 = arith.mulf %e, %row : f32
      %1 = arith.addf %0, %col : f32
      %2 = arith.divf %1, %root : f32
      %3 = math.fma %2, %row, %col : f32
      linalg.yield %3 : f32
    } -> )" + tensorOf(x) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeBounds(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), y = shape(rows, cols, "bf16");
  return makeKernel({x}, {y, y},
                    R"(
    %y:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0, %out1 : " + tensorOf(y) + ", " +
                        tensorOf(y) + R"() {
    ^bb0(%e: f32, %u0: bf16, %u1: bf16):
      %zero = arith.constant 0.0 : f32
      %negativeZero = arith.constant -0.0 : f32
      %nan = arith.constant 0x7FC00000 : f32
      %half = arith.constant 0.5 : f32
      %number = arith.constant -0.75 : f32
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %i = linalg.index 0 : index
      %kind = arith.remui %i, %c4 : index
      %is1 = arith.cmpi eq, %kind, %c1 : index
      %is2 = arith.cmpi eq, %kind, %c2 : index
      %is3 = arith.cmpi eq, %kind, %c3 : index
      %b1 = arith.select %is1, %zero, %number : f32
      %b2 = arith.select %is2, %negativeZero, %b1 : f32
      %bound = arith.select %is3, %nan, %b2 : f32
      %size = math.absf %e : f32
      %isSmall = arith.cmpf olt, %size, %half : f32
      %signedZero = arith.mulf %e, %zero : f32
      %x = arith.select %isSmall, %signedZero, %e : f32
      %high = arith.maximumf %x, %bound : f32
      %low = arith.minimumf %bound, %x : f32
      %0 = fp8.convert %high : f32 to bf16
      %1 = fp8.convert %low : f32 to bf16
      linalg.yield %0, %1 : bf16, bf16
    } -> ()" + tensorOf(y) +
                        ", " + tensorOf(y) + ")\n",
                    "%y#0, %y#1");
}

std::string mlir::fp8::test::makeMaskedScale(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f16"), m = shape(rows, cols, "i1"),
              y = shape(rows, cols, "bf16");
  return makeKernel({x, m}, {y, m},
                    R"(
    %y:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %in1 : )" +
                        tensorOf(x) + ", " + tensorOf(m) +
                        ") outs(%out0, %out1 : " + tensorOf(y) + ", " +
                        tensorOf(m) + R"() {
    ^bb0(%narrow: f16, %keep: i1, %u0: bf16, %u1: i1):
      %zero = arith.constant 0.0 : f32
      %e = arith.extf %narrow : f16 to f32
      %kept = arith.select %keep, %e, %zero : f32
      %y = arith.truncf %kept : f32 to bf16
      %positive = arith.cmpf ogt, %kept, %zero : f32
      linalg.yield %y, %positive : bf16, i1
    } -> ()" + tensorOf(y) +
                        ", " + tensorOf(m) + ")\n",
                    "%y#0, %y#1");
}

std::string mlir::fp8::test::makeTranspose(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), y = shape(cols, rows, "f32");
  return makeKernel({x}, {y},
                    R"(
    %y = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%e: f32, %unused: f32):
      linalg.yield %e : f32
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeScaledTranspose(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), y = shape(cols, rows, "f32"),
              s = shape(rows, "f32");
  return makeKernel({x, s}, {y},
                    R"(
    %y = linalg.generic {indexing_maps = [#ji, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %in1 : )" +
                        tensorOf(x) + ", " + tensorOf(s) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%e: f32, %f: f32, %unused: f32):
      %p = arith.mulf %e, %f : f32
      linalg.yield %p : f32
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeCastTranspose(int64_t rows, int64_t cols) {
  std::string x = shape(rows, cols, "f32"), q = shape(rows, cols, "f8E5M2"),
              t = shape(cols, rows, "f8E5M2");
  return makeKernel({x, "f32"}, {q, t, "f32"},
                    R"(
    %q = linalg.generic {indexing_maps = [#ij, #ij0, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %in1 : )" +
                        tensorOf(x) +
                        ", tensor<f32>) outs(%out0 : " + tensorOf(q) +
                        R"() {
    ^bb0(%e: f32, %s: f32, %unused: f8E5M2):
      %scaled = arith.mulf %e, %s : f32
      %code = fp8.convert %scaled : f32 to f8E5M2
      linalg.yield %code : f8E5M2
    } -> )" + tensorOf(q) +
                        R"(
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%q : )" + tensorOf(q) +
                        ") outs(%out1 : " + tensorOf(t) + R"() {
    ^bb0(%e: f8E5M2, %unused: f8E5M2):
      linalg.yield %e : f8E5M2
    } -> )" + tensorOf(t) +
                        R"(
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out2 : tensor<f32>) -> tensor<f32>
    %m = linalg.generic {indexing_maps = [#ij, #ij0], iterator_types = ["reduction", "reduction"]}
        ins(%in0 : )" + tensorOf(x) +
                        R"() outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<f32>
)",
                    "%q, %t, %m");
}

std::string mlir::fp8::test::makeRowGather(int64_t rows, int64_t cols,
                                           int64_t tableRows) {
  std::string table = shape(tableRows, cols, "f32"), ids = shape(rows, "i64"),
              y = shape(rows, cols, "f32");
  return makeKernel({ids, table}, {y},
                    R"(
    %y = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0 : )" + tensorOf(ids) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%id: i64, %unused: f32):
      %row = arith.index_cast %id : i64 to index
      %col = linalg.index 1 : index
      %e = tensor.extract %in1[%row, %col] : )" +
                        tensorOf(table) + R"(
      linalg.yield %e : f32
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeElementGather(int64_t n, int64_t tableSize) {
  std::string table = shape(tableSize, "f8E4M3FN"), ids = shape(n, "i32"),
              y = shape(n, "f32");
  return makeKernel({ids, table}, {y},
                    R"(
    %y = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in0 : )" + tensorOf(ids) +
                        ") outs(%out0 : " + tensorOf(y) + R"() {
    ^bb0(%id: i32, %unused: f32):
      %at = arith.index_cast %id : i32 to index
      %e = tensor.extract %in1[%at] : )" +
                        tensorOf(table) + R"(
      %wide = fp8.convert %e : f8E4M3FN to f32
      linalg.yield %wide : f32
    } -> )" + tensorOf(y) +
                        "\n",
                    "%y");
}

std::string mlir::fp8::test::makeIntegers(int64_t n) {
  std::string x = shape(n, "i32"), y = shape(n, "i64"), z = shape(n, "f32");
  return makeKernel({x}, {y, z},
                    R"(
    %y:2 = linalg.generic {indexing_maps = [#n, #n, #n], iterator_types = ["parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0, %out1 : " + tensorOf(y) + ", " +
                        tensorOf(z) + R"() {
    ^bb0(%e: i32, %u0: i64, %u1: f32):
      %three = arith.constant 3 : i32
      %one = arith.constant 1 : i32
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i64
      %odd = arith.ori %e, %one : i32
      %q = arith.divui %three, %odd : i32
      %r = arith.remsi %e, %three : i32
      %s = arith.addi %q, %r : i32
      %w = arith.extsi %s : i32 to i64
      %t = arith.muli %w, %i : i64
      %f = arith.sitofp %s : i32 to f32
      linalg.yield %t, %f : i64, f32
    } -> ()" + tensorOf(y) +
                        ", " + tensorOf(z) + ")\n",
                    "%y#0, %y#1");
}

std::string mlir::fp8::test::makeWideProducts(int64_t n) {
  std::string x = shape(n, "i32"), y = shape(n, "i32");
  return makeKernel({x}, {y, y},
                    R"(
    %y:2 = linalg.generic {indexing_maps = [#n, #n, #n], iterator_types = ["parallel"]}
        ins(%in0 : )" + tensorOf(x) +
                        ") outs(%out0, %out1 : " + tensorOf(y) + ", " +
                        tensorOf(y) + R"() {
    ^bb0(%e: i32, %u0: i32, %u1: i32):
      %c = arith.constant 0xD2511F53 : i32
      %low, %high = arith.mului_extended %e, %c : i32
      %slow, %shigh = arith.mulsi_extended %high, %e : i32
      %sum, %carry = arith.addui_extended %low, %high : i32, i1
      %one = arith.extui %carry : i1 to i32
      %0 = arith.xori %high, %sum : i32
      %1 = arith.subi %shigh, %slow : i32
      %2 = arith.addi %1, %one : i32
      linalg.yield %0, %2 : i32, i32
    } -> ()" + tensorOf(y) +
                        ", " + tensorOf(y) + ")\n",
                    "%y#0, %y#1");
}

std::string mlir::fp8::test::makeScalars() {
  return makeKernel({"f32", "f32"}, {"f32", "f32"}, R"(
    %y:2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%in0, %in1 : tensor<f32>, tensor<f32>) outs(%out0, %out1 : tensor<f32>, tensor<f32>) {
    ^bb0(%a: f32, %b: f32, %u: f32, %old: f32):
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %max = arith.constant 448.0 : f32
      %good = arith.cmpf ogt, %a, %zero : f32
      %scale = arith.divf %max, %a : f32
      %kept = arith.select %good, %scale, %old : f32
      %inverse = arith.divf %one, %kept : f32
      linalg.yield %kept, %inverse : f32, f32
    } -> (tensor<f32>, tensor<f32>)
)",
                    "%y#0, %y#1");
}

std::string mlir::fp8::test::makeScatter(int64_t slices, int64_t cols,
                                         int64_t tableRows, bool isInPlace) {
  std::string u = shape(slices, cols, "f32"), ids = shape(slices, 1, "i32"),
              table = shape(tableRows, cols, "f32");
  std::string init = isInPlace ? "%out0" : "%init";
  return makeKernel({u, ids, "f32"}, {table},
                    R"(
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out0 : )" +
                        tensorOf(table) + ") -> " + tensorOf(table) + R"(
    %e = tensor.empty() : )" +
                        tensorOf(u) + R"(
    %u = linalg.generic {indexing_maps = [#ij, #ij0, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in0, %in2 : )" +
                        tensorOf(u) +
                        ", tensor<f32>) outs(%e : " + tensorOf(u) +
                        R"() {
    ^bb0(%x: f32, %s: f32, %unused: f32):
      %y = arith.mulf %x, %s : f32
      linalg.yield %y : f32
    } -> )" + tensorOf(u) +
                        R"(
    %y = fp8.scatter_add %u at %in1 outs()" +
                        init + " : " + tensorOf(table) + ") : " + tensorOf(u) +
                        ", " + tensorOf(ids) + "\n",
                    "%y");
}

std::string mlir::fp8::test::makeScatterIntoConstant(int64_t slices,
                                                     int64_t cols,
                                                     int64_t tableRows) {
  std::string u = shape(slices, cols, "f32"), ids = shape(slices, 1, "i32"),
              table = shape(tableRows, cols, "f32");
  return makeKernel({u, ids}, {table},
                    R"(
    %init = arith.constant dense<0.5> : )" +
                        tensorOf(table) + R"(
    %y = fp8.scatter_add %in0 at %in1 outs(%init : )" +
                        tensorOf(table) + ") : " + tensorOf(u) + ", " +
                        tensorOf(ids) + "\n",
                    "%y");
}

std::string mlir::fp8::test::makeElementScatter(int64_t slices,
                                                int64_t tableSize) {
  std::string u = shape(slices, "bf16"), ids = shape(slices, 2, "i64"),
              table = shape(tableSize, 3, "bf16");
  return makeKernel({u, ids}, {table},
                    R"(
    %y = fp8.scatter_add %in0 at %in1 outs(%out0 : )" +
                        tensorOf(table) + ") : " + tensorOf(u) + ", " +
                        tensorOf(ids) + "\n",
                    "%y");
}

std::string mlir::fp8::test::makeNarrowArithmetic(int64_t n) {
  std::string x = shape(n, "bf16"), y = shape(n, "f16");
  return makeKernel({x, x, y}, {x, y},
                    R"(
    %y:2 = linalg.generic {indexing_maps = [#n, #n, #n, #n, #n], iterator_types = ["parallel"]}
        ins(%in0, %in1, %in2 : )" +
                        tensorOf(x) + ", " + tensorOf(x) + ", " + tensorOf(y) +
                        ") outs(%out0, %out1 : " + tensorOf(x) + ", " +
                        tensorOf(y) +
                        R"() {
    ^bb0(%a: bf16, %b: bf16, %c: f16, %u0: bf16, %u1: f16):
      %sum = arith.addf %a, %b : bf16
      %product = arith.mulf %sum, %b : bf16
      %quotient = arith.divf %product, %a : bf16
      %one = arith.constant 1.0 : f16
      %d = arith.addf %c, %one : f16
      %abs = math.absf %d : f16
      %root = math.sqrt %abs : f16
      %less = arith.cmpf olt, %root, %c : f16
      %k = arith.select %less, %root, %c : f16
      linalg.yield %quotient, %k : bf16, f16
    } -> ()" + tensorOf(x) +
                        ", " + tensorOf(y) + ")\n",
                    "%y#0, %y#1");
}
