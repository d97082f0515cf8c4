// States of every element type go to a checkpoint and come back.
//
// RUN: rm -rf %t && mkdir %t
// RUN: fp8-run %s --target=reference --steps=5 --outputs=%t/whole
// RUN: fp8-run %s --target=reference --steps=2 --checkpoint=%t/c
// RUN: fp8-run %s --target=reference --steps=5 --checkpoint=%t/c --resume --outputs=%t/resumed
// RUN: cmp %t/whole %t/resumed
// RUN: %python %S/Inputs/tensors.py show %t/resumed flag index wide half | FileCheck %s
// CHECK: flag BOOL [2] 1 1
// CHECK: index I64 [] 5
// CHECK: wide F64 [] 5.5
// CHECK: half F16 [0, 3]
func.func @types(%flag: tensor<2xi1> {fp8.name = "flag"},
                 %index: index {fp8.name = "index"},
                 %wide: f64 {fp8.name = "wide", fp8.initial = 0.5 : f32},
                 %half: tensor<0x3xf16> {fp8.name = "half"},
                 %code: tensor<2xf8E8M0FNU> {fp8.name = "code"},
                 %short: tensor<i16> {fp8.name = "short \22\C3\A9"})
    -> (tensor<2xi1> {fp8.name = "flag", fp8.updates = "flag"},
        index {fp8.name = "index", fp8.updates = "index"},
        f64 {fp8.name = "wide", fp8.updates = "wide"},
        tensor<0x3xf16> {fp8.name = "half", fp8.updates = "half"},
        tensor<2xf8E8M0FNU> {fp8.name = "code", fp8.updates = "code"},
        tensor<i16> {fp8.name = "short \22\C3\A9", fp8.updates = "short \22\C3\A9"}) {
  %true = arith.constant dense<true> : tensor<2xi1>
  %0 = arith.xori %flag, %true : tensor<2xi1>
  %one = arith.constant 1 : index
  %1 = arith.addi %index, %one : index
  %step = arith.constant 1.0 : f64
  %2 = arith.addf %wide, %step : f64
  %three = arith.constant dense<3> : tensor<i16>
  %3 = arith.addi %short, %three : tensor<i16>
  return %0, %1, %2, %half, %code, %3 : tensor<2xi1>, index, f64, tensor<0x3xf16>, tensor<2xf8E8M0FNU>, tensor<i16>
}
