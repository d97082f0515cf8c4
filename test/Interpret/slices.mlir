// RUN: fp8-eval %s | FileCheck %s

// CHECK-LABEL: @extract
// CHECK-NEXT: result 0: tensor<2x2xi32>
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: values 9 10{{$}}
// CHECK-NEXT: result 1: tensor<2x2xi32>
// CHECK-NEXT: values 1 4{{$}}
// CHECK-NEXT: values 9 12{{$}}
// CHECK-NEXT: result 2: tensor<3xi32>
// CHECK-NEXT: values 2 6 10{{$}}
// CHECK-NEXT: result 3: tensor<1x4xi32>
// CHECK-NEXT: values 9 10 11 12{{$}}
func.func @extract() -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<1x4xi32>) {
  %x = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.extract_slice %x[1, 0] [2, 2] [1, 1] : tensor<3x4xi32> to tensor<2x2xi32>
  %1 = tensor.extract_slice %x[0, 0] [2, 2] [%c2, %c3] : tensor<3x4xi32> to tensor<2x2xi32>
  %2 = tensor.extract_slice %x[0, 1] [3, 1] [1, 1] : tensor<3x4xi32> to tensor<3xi32>
  %3 = tensor.extract_slice %x[%c2, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<1x4xi32>
  return %0, %1, %2, %3 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<1x4xi32>
}

// CHECK-LABEL: @insert
// CHECK-NEXT: result 0: tensor<3x4xi32>
// CHECK-NEXT: values 0 0 0 0{{$}}
// CHECK-NEXT: values 0 1 0 2{{$}}
// CHECK-NEXT: values 0 3 0 4{{$}}
// CHECK-NEXT: result 1: tensor<3x4xi32>
// CHECK-NEXT: values 0 0 1 0{{$}}
// CHECK-NEXT: values 0 0 2 0{{$}}
// CHECK-NEXT: values 0 0 3 0{{$}}
func.func @insert() -> (tensor<3x4xi32>, tensor<3x4xi32>) {
  %z = arith.constant dense<0> : tensor<3x4xi32>
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c1 = arith.constant 1 : index
  %0 = tensor.insert_slice %x into %z[%c1, 1] [2, 2] [1, 2] : tensor<2x2xi32> into tensor<3x4xi32>
  %1 = tensor.insert_slice %y into %z[0, 2] [3, 1] [1, 1] : tensor<3xi32> into tensor<3x4xi32>
  return %0, %1 : tensor<3x4xi32>, tensor<3x4xi32>
}

// CHECK-LABEL: @concat
// CHECK-NEXT: result 0: tensor<2x5xi32>
// CHECK-NEXT: values 1 2 5 1 2{{$}}
// CHECK-NEXT: values 3 4 6 3 4{{$}}
// CHECK-NEXT: result 1: tensor<4x2xi32>
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: values 3 4{{$}}
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: values 3 4{{$}}
func.func @concat() -> (tensor<2x5xi32>, tensor<4x2xi32>) {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = arith.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %0 = tensor.concat dim(1) %x, %y, %x : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  %1 = tensor.concat dim(0) %x, %x : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %0, %1 : tensor<2x5xi32>, tensor<4x2xi32>
}

// With a constant from outside, and with the sum of the indices.
// CHECK-LABEL: @pad
// CHECK-NEXT: result 0: tensor<3x4xi32>
// CHECK-NEXT: values 9 9 9 9{{$}}
// CHECK-NEXT: values 9 1 2 9{{$}}
// CHECK-NEXT: values 9 3 4 9{{$}}
// CHECK-NEXT: result 1: tensor<2x4xindex>
// CHECK-NEXT: values 7 7 2 3{{$}}
// CHECK-NEXT: values 7 7 3 4{{$}}
func.func @pad() -> (tensor<3x4xi32>, tensor<2x4xindex>) {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %c9 = arith.constant 9 : i32
  %0 = tensor.pad %x low[1, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c9 : i32
  } : tensor<2x2xi32> to tensor<3x4xi32>
  %y = arith.constant dense<7> : tensor<2x2xindex>
  %1 = tensor.pad %y low[0, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    tensor.yield %s : index
  } : tensor<2x2xindex> to tensor<2x4xindex>
  return %0, %1 : tensor<3x4xi32>, tensor<2x4xindex>
}

// Padding that is negative leaves elements out: the first row, and the last
// column.
// CHECK-LABEL: @pad_less
// CHECK-NEXT: result 0: tensor<2x3xi32>
// CHECK-NEXT: values 9 4 5{{$}}
// CHECK-NEXT: values 9 9 9{{$}}
func.func @pad_less() -> tensor<2x3xi32> {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c9 = arith.constant 9 : i32
  %0 = tensor.pad %x low[-1, 1] high[1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c9 : i32
  } : tensor<2x3xi32> to tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: @gather
// CHECK-NEXT: result 0: tensor<3x1x2xi32>
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: result 1: tensor<2xi32>
// CHECK-NEXT: values 6 1{{$}}
func.func @gather() -> (tensor<3x1x2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xindex>
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x2xi32>, tensor<3x1xindex>) -> tensor<3x1x2xi32>
  %j = arith.constant dense<[[2, 1], [0, 0]]> : tensor<2x2xindex>
  %1 = tensor.gather %x[%j] gather_dims([0, 1]) : (tensor<3x2xi32>, tensor<2x2xindex>) -> tensor<2xi32>
  return %0, %1 : tensor<3x1x2xi32>, tensor<2xi32>
}

// CHECK-LABEL: @empty
// CHECK-NEXT: result 0: tensor<0x2xi32>
// CHECK-NEXT: result 1: tensor<3x2xi32>
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: result 2: tensor<3x2xi32>
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: values 1 1{{$}}
func.func @empty() -> (tensor<0x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>) {
  %x = arith.constant dense<1> : tensor<3x2xi32>
  %0 = tensor.extract_slice %x[2, 0] [0, 2] [1, 1] : tensor<3x2xi32> to tensor<0x2xi32>
  %1 = tensor.insert_slice %0 into %x[2, 0] [0, 2] [1, 1] : tensor<0x2xi32> into tensor<3x2xi32>
  %2 = tensor.concat dim(0) %0, %x : (tensor<0x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return %0, %1, %2 : tensor<0x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>
}
