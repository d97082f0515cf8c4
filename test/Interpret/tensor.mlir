// RUN: fp8-eval %s | FileCheck %s

// CHECK-LABEL: @make
// CHECK-NEXT: result 0: tensor<2x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0 0
// CHECK-NEXT: codes
// CHECK-NEXT: values 0 0
// CHECK-NEXT: result 1: tensor<3xi16>
// CHECK-NEXT: values 7 7 7{{$}}
// CHECK-NEXT: result 2: tensor<2x2xindex>
// CHECK-NEXT: values 0 1{{$}}
// CHECK-NEXT: values 1 0{{$}}
// CHECK-NEXT: result 3: tensor<2x3xindex>
// CHECK-NEXT: values 0 1 2{{$}}
// CHECK-NEXT: values 10 11 12{{$}}
func.func @make() -> (tensor<2x2xf32>, tensor<3xi16>, tensor<2x2xindex>, tensor<2x3xindex>) {
  %c7 = arith.constant 7 : i16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %0 = tensor.empty() : tensor<2x2xf32>
  %1 = tensor.splat %c7 : tensor<3xi16>
  %2 = tensor.from_elements %c0, %c1, %c1, %c0 : tensor<2x2xindex>
  %3 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %4 = arith.muli %i, %c10 : index
    %5 = arith.addi %4, %j : index
    tensor.yield %5 : index
  } : tensor<2x3xindex>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<3xi16>, tensor<2x2xindex>, tensor<2x3xindex>
}

// CHECK-LABEL: @constants
// CHECK-NEXT: result 0: tensor<9xi1>
// CHECK-NEXT: values 1 0 1 1 0 0 0 0 1{{$}}
// CHECK-NEXT: result 1: tensor<3xi1>
// CHECK-NEXT: values 1 1 1{{$}}
// CHECK-NEXT: result 2: tensor<2xf8E5M2>
// CHECK-NEXT: codes  3C 7D
// CHECK-NEXT: values 1 nan
// CHECK-NEXT: result 3: tensor<2xi64>
// CHECK-NEXT: values -1 9223372036854775807{{$}}
// CHECK-NEXT: result 4: tensor<3xf32>
// CHECK-NEXT: codes  3F800000 40000000 40400000
func.func @constants() -> (tensor<9xi1>, tensor<3xi1>, tensor<2xf8E5M2>, tensor<2xi64>, tensor<3xf32>) {
  %0 = arith.constant dense<[true, false, true, true, false, false, false, false, true]> : tensor<9xi1>
  %1 = arith.constant dense<true> : tensor<3xi1>
  %2 = arith.constant dense<[1.0, 0x7D]> : tensor<2xf8E5M2>
  %3 = arith.constant dense<[-1, 9223372036854775807]> : tensor<2xi64>
  %4 = arith.constant dense_resource<numbers> : tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<9xi1>, tensor<3xi1>, tensor<2xf8E5M2>, tensor<2xi64>, tensor<3xf32>
}

// An op that writes to a tensor changes no other value, and no constant.
// CHECK-LABEL: @elements
// CHECK-NEXT: result 0: i32
// CHECK-NEXT: values 6{{$}}
// CHECK-NEXT: result 1: tensor<2x3xi32>
// CHECK-NEXT: values 1 2 3{{$}}
// CHECK-NEXT: values 4 5 -1{{$}}
// CHECK-NEXT: result 2: tensor<2x3xi32>
// CHECK-NEXT: values 1 2 3{{$}}
// CHECK-NEXT: values 4 5 6{{$}}
// CHECK-NEXT: result 3: tensor<2x3xi32>
// CHECK-NEXT: values -2 2 3{{$}}
// CHECK-NEXT: values 4 5 -1{{$}}
func.func @elements() -> (i32, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %m1 = arith.constant -1 : i32
  %m2 = arith.constant -2 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.extract %x[%c1, %c2] : tensor<2x3xi32>
  %1 = tensor.insert %m1 into %x[%c1, %c2] : tensor<2x3xi32>
  %2 = tensor.insert %m2 into %1[%c0, %c0] : tensor<2x3xi32>
  return %0, %1, %x, %2 : i32, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

// CHECK-LABEL: @shapes
// CHECK-NEXT: result 0: tensor<6xi8>
// CHECK-NEXT: values 1 2 3 4 5 6{{$}}
// CHECK-NEXT: result 1: tensor<3x1x2xi8>
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: values 3 4{{$}}
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: result 2: tensor<2x3xi8>
// CHECK-NEXT: values 1 2 3{{$}}
// CHECK-NEXT: values 4 5 6{{$}}
// CHECK-NEXT: result 3: tensor<3x2xi8>
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: values 3 4{{$}}
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: result 4: index
// CHECK-NEXT: values 3{{$}}
// CHECK-NEXT: result 5: index
// CHECK-NEXT: values 2{{$}}
func.func @shapes() -> (tensor<6xi8>, tensor<3x1x2xi8>, tensor<2x3xi8>, tensor<3x2xi8>, index, index) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xi8> into tensor<6xi8>
  %1 = tensor.expand_shape %0 [[0, 1, 2]] output_shape [3, 1, 2] : tensor<6xi8> into tensor<3x1x2xi8>
  %2 = tensor.cast %x : tensor<2x3xi8> to tensor<2x3xi8>
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %3 = tensor.reshape %x(%shape) : (tensor<2x3xi8>, tensor<2xindex>) -> tensor<3x2xi8>
  %c1 = arith.constant 1 : index
  %4 = tensor.dim %x, %c1 : tensor<2x3xi8>
  %5 = tensor.rank %x : tensor<2x3xi8>
  return %0, %1, %2, %3, %4, %5 : tensor<6xi8>, tensor<3x1x2xi8>, tensor<2x3xi8>, tensor<3x2xi8>, index, index
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000000803F0000004000004040"
    }
  }
#-}
