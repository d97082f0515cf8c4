// States of integers with and without a sign go to a checkpoint and come back.
//
// RUN: rm -rf %t && mkdir %t
// RUN: fp8-run %s --target=reference --steps=2 --arg=word=4294967295 --arg=signed=-7 --arg=short=65535 --checkpoint=%t/c
// RUN: fp8-run %s --target=cpu --steps=5 --checkpoint=%t/c --resume --outputs=%t/resumed
// RUN: %python %S/Inputs/tensors.py show %t/resumed word short signed bit | FileCheck %s
// CHECK: word U32 [2] 4294967295 4294967295
// CHECK: short U16 [] 65535
// CHECK: signed I32 [] -7
// CHECK: bit BOOL [] 0
// RUN: fp8-run %s --steps=1 --inputs=%t/resumed --outputs=%t/again
// RUN: cmp %t/resumed %t/again
func.func @integers(%word: tensor<2xui32> {fp8.name = "word"},
                    %long: tensor<ui64> {fp8.name = "long"},
                    %signed: tensor<si32> {fp8.name = "signed"},
                    %short: tensor<ui16> {fp8.name = "short"},
                    %bit: tensor<ui1> {fp8.name = "bit"})
    -> (tensor<2xui32> {fp8.name = "word", fp8.updates = "word"},
        tensor<ui64> {fp8.name = "long", fp8.updates = "long"},
        tensor<si32> {fp8.name = "signed", fp8.updates = "signed"},
        tensor<ui16> {fp8.name = "short", fp8.updates = "short"},
        tensor<ui1> {fp8.name = "bit", fp8.updates = "bit"}) {
  return %word, %long, %signed, %short, %bit : tensor<2xui32>, tensor<ui64>, tensor<si32>, tensor<ui16>, tensor<ui1>
}
