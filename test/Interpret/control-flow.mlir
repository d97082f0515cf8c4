// RUN: fp8-eval %s | FileCheck %s

// CHECK-LABEL: @for
// CHECK-NEXT: result 0: i64
// CHECK-NEXT: values 26{{$}}
// CHECK-NEXT: result 1: tensor<4xi64>
// CHECK-NEXT: values 0 1 4 9{{$}}
// CHECK-NEXT: result 2: i64
// CHECK-NEXT: values 5{{$}}
func.func @for() -> (i64, tensor<4xi64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c11 = arith.constant 11 : index
  %five = arith.constant 5 : i64
  // 5 + 2 + 5 + 8 + ... stops before 11; the last iteration is 8.
  %0 = scf.for %i = %c2 to %c11 step %c3 iter_args(%sum = %five) -> (i64) {
    %k = arith.index_cast %i : index to i64
    %s = arith.addi %sum, %k : i64
    %one = arith.constant 2 : i64
    %t = arith.addi %s, %one : i64
    scf.yield %t : i64
  }
  %z = arith.constant dense<0> : tensor<4xi64>
  %1 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %z) -> (tensor<4xi64>) {
    %k = arith.index_cast %i : index to i64
    %square = arith.muli %k, %k : i64
    %next = tensor.insert %square into %acc[%i] : tensor<4xi64>
    scf.yield %next : tensor<4xi64>
  }
  // No iteration at all.
  %2 = scf.for %i = %c4 to %c4 step %c1 iter_args(%sum = %five) -> (i64) {
    scf.yield %sum : i64
  }
  return %0, %1, %2 : i64, tensor<4xi64>, i64
}

// The values of a loop may swap; the bound is compared without a sign.
// CHECK-LABEL: @swap
// CHECK-NEXT: result 0: tensor<1xi32>
// CHECK-NEXT: values 2{{$}}
// CHECK-NEXT: result 1: tensor<1xi32>
// CHECK-NEXT: values 1{{$}}
func.func @swap() -> (tensor<1xi32>, tensor<1xi32>) {
  %a = arith.constant dense<1> : tensor<1xi32>
  %b = arith.constant dense<2> : tensor<1xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1073741824 : i32
  %end = arith.constant -1073741824 : i32
  %0:2 = scf.for unsigned %i = %c0 to %end step %c1 iter_args(%x = %a, %y = %b) -> (tensor<1xi32>, tensor<1xi32>) : i32 {
    scf.yield %y, %x : tensor<1xi32>, tensor<1xi32>
  }
  return %0#0, %0#1 : tensor<1xi32>, tensor<1xi32>
}

// CHECK-LABEL: @if
// CHECK-NEXT: result 0: f32
// CHECK-NEXT: codes
// CHECK-NEXT: values 1
// CHECK-NEXT: result 1: f32
// CHECK-NEXT: codes
// CHECK-NEXT: values 2
func.func @if() -> (f32, f32) {
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %0 = scf.if %true -> (f32) {
    scf.yield %one : f32
  } else {
    scf.yield %two : f32
  }
  %1 = scf.if %false -> (f32) {
    scf.yield %one : f32
  } else {
    scf.yield %two : f32
  }
  scf.if %true {
  }
  return %0, %1 : f32, f32
}

// In a body only the branch taken runs: the other would read outside.
// CHECK-LABEL: @if_in_body
// CHECK-NEXT: result 0: tensor<5xi32>
// CHECK-NEXT: values 1 2 7 8 9{{$}}
func.func @if_in_body() -> tensor<5xi32> {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[7, 8, 9]> : tensor<3xi32>
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<5xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%empty : tensor<5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c2 : index
    %e = scf.if %first -> i32 {
      %x = tensor.extract %a[%i] : tensor<2xi32>
      scf.yield %x : i32
    } else {
      %j = arith.subi %i, %c2 : index
      %x = tensor.extract %b[%j] : tensor<3xi32>
      scf.yield %x : i32
    }
    linalg.yield %e : i32
  } -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// Number of steps from 27 to 1.
// CHECK-LABEL: @while
// CHECK-NEXT: result 0: i64
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: result 1: i64
// CHECK-NEXT: values 111{{$}}
func.func @while() -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c27 = arith.constant 27 : i64
  %0:2 = scf.while (%n = %c27, %steps = %c0) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %n, %c1 : i64
    scf.condition(%more) %n, %steps : i64, i64
  } do {
  ^bb0(%n: i64, %steps: i64):
    %rest = arith.remui %n, %c2 : i64
    %odd = arith.cmpi eq, %rest, %c1 : i64
    %next = scf.if %odd -> (i64) {
      %1 = arith.muli %n, %c3 : i64
      %2 = arith.addi %1, %c1 : i64
      scf.yield %2 : i64
    } else {
      %1 = arith.divui %n, %c2 : i64
      scf.yield %1 : i64
    }
    %count = arith.addi %steps, %c1 : i64
    scf.yield %next, %count : i64, i64
  }
  return %0#0, %0#1 : i64, i64
}

func.func private @factorial(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %done = arith.cmpi eq, %n, %c0 : i64
  %0 = scf.if %done -> (i64) {
    scf.yield %c1 : i64
  } else {
    %m = arith.subi %n, %c1 : i64
    %1 = func.call @factorial(%m) : (i64) -> i64
    %2 = arith.muli %n, %1 : i64
    scf.yield %2 : i64
  }
  return %0 : i64
}

func.func private @set_first(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %0 = tensor.insert %nine into %x[%c0] : tensor<2xi32>
  return %0, %x : tensor<2xi32>, tensor<2xi32>
}

// A callee writes to its own copy of an argument that is still read.
// CHECK-LABEL: @call
// CHECK-NEXT: result 0: i64
// CHECK-NEXT: values 3628800{{$}}
// CHECK-NEXT: result 1: tensor<2xi32>
// CHECK-NEXT: values 9 2{{$}}
// CHECK-NEXT: result 2: tensor<2xi32>
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: result 3: tensor<2xi32>
// CHECK-NEXT: values 1 2{{$}}
func.func @call() -> (i64, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %c10 = arith.constant 10 : i64
  %0 = func.call @factorial(%c10) : (i64) -> i64
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1:2 = func.call @set_first(%x) : (tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0, %1#0, %1#1, %x : i64, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
