// RUN: fp8-eval %s | FileCheck %s

// The least value by -1 wraps; shifts by the width or more leave nothing, or the
// sign.
// CHECK-LABEL: @binary_i8
// CHECK-NEXT: result 0: tensor<9xi8>
// CHECK-NEXT: values 9 -5 5 -9 127 -2 -125 13 0{{$}}
// CHECK-NEXT: result 1: tensor<9xi8>
// CHECK-NEXT: values 5 -9 9 -5 -127 0 125 -3 -2{{$}}
// CHECK-NEXT: result 2: tensor<9xi8>
// CHECK-NEXT: values 14 -14 -14 14 -128 1 -128 40 -1{{$}}
// CHECK-NEXT: result 3: tensor<9xi8>
// CHECK-NEXT: values 3 -3 -3 3 -128 1 -42 0 -1{{$}}
// CHECK-NEXT: result 4: tensor<9xi8>
// CHECK-NEXT: values 3 124 0 0 0 1 42 0 -1{{$}}
// CHECK-NEXT: result 5: tensor<9xi8>
// CHECK-NEXT: values 1 -1 1 -1 0 0 -2 5 0{{$}}
// CHECK-NEXT: result 6: tensor<9xi8>
// CHECK-NEXT: values 1 1 7 -7 -128 0 2 5 0{{$}}
// CHECK-NEXT: result 7: tensor<9xi8>
// CHECK-NEXT: values 4 -3 -3 4 -128 1 -42 1 -1{{$}}
// CHECK-NEXT: result 8: tensor<9xi8>
// CHECK-NEXT: values 3 -4 -4 3 -128 1 -43 0 -1{{$}}
// CHECK-NEXT: result 9: tensor<9xi8>
// CHECK-NEXT: values 4 125 1 1 1 1 43 1 -1{{$}}
// CHECK-NEXT: result 10: tensor<9xi8>
// CHECK-NEXT: values 2 0 6 -8 -128 127 0 0 1{{$}}
// CHECK-NEXT: result 11: tensor<9xi8>
// CHECK-NEXT: values 7 -5 -1 -1 -1 127 -125 13 -1{{$}}
// CHECK-NEXT: result 12: tensor<9xi8>
// CHECK-NEXT: values 5 -5 -7 7 127 0 -125 13 -2{{$}}
// CHECK-NEXT: result 13: tensor<9xi8>
// CHECK-NEXT: values 28 -28 0 0 0 0 0 0 -2{{$}}
// CHECK-NEXT: result 14: tensor<9xi8>
// CHECK-NEXT: values 1 62 0 0 0 0 16 0 127{{$}}
// CHECK-NEXT: result 15: tensor<9xi8>
// CHECK-NEXT: values 1 -2 0 -1 -1 0 -16 0 -1{{$}}
// CHECK-NEXT: result 16: tensor<9xi8>
// CHECK-NEXT: values 7 2 7 -2 -1 127 3 8 1{{$}}
// CHECK-NEXT: result 17: tensor<9xi8>
// CHECK-NEXT: values 2 -7 -2 -7 -128 127 -128 5 -1{{$}}
// CHECK-NEXT: result 18: tensor<9xi8>
// CHECK-NEXT: values 7 -7 -2 -2 -1 127 -128 8 -1{{$}}
// CHECK-NEXT: result 19: tensor<9xi8>
// CHECK-NEXT: values 2 2 7 -7 -128 127 3 5 1{{$}}
func.func @binary_i8() -> (tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>) {
  %a = arith.constant dense<[7, -7, 7, -7, -128, 127, -128, 5, -1]> : tensor<9xi8>
  %b = arith.constant dense<[2, 2, -2, -2, -1, 127, 3, 8, 1]> : tensor<9xi8>
  %0 = arith.addi %a, %b : tensor<9xi8>
  %1 = arith.subi %a, %b : tensor<9xi8>
  %2 = arith.muli %a, %b : tensor<9xi8>
  %3 = arith.divsi %a, %b : tensor<9xi8>
  %4 = arith.divui %a, %b : tensor<9xi8>
  %5 = arith.remsi %a, %b : tensor<9xi8>
  %6 = arith.remui %a, %b : tensor<9xi8>
  %7 = arith.ceildivsi %a, %b : tensor<9xi8>
  %8 = arith.floordivsi %a, %b : tensor<9xi8>
  %9 = arith.ceildivui %a, %b : tensor<9xi8>
  %10 = arith.andi %a, %b : tensor<9xi8>
  %11 = arith.ori %a, %b : tensor<9xi8>
  %12 = arith.xori %a, %b : tensor<9xi8>
  %13 = arith.shli %a, %b : tensor<9xi8>
  %14 = arith.shrui %a, %b : tensor<9xi8>
  %15 = arith.shrsi %a, %b : tensor<9xi8>
  %16 = arith.maxsi %a, %b : tensor<9xi8>
  %17 = arith.minsi %a, %b : tensor<9xi8>
  %18 = arith.maxui %a, %b : tensor<9xi8>
  %19 = arith.minui %a, %b : tensor<9xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>, tensor<9xi8>
}

// CHECK-LABEL: @binary_i32
// CHECK-NEXT: result 0: tensor<9xi32>
// CHECK-NEXT: values 9 -5 5 -9 2147483647 -2 -2147483645 37 0{{$}}
// CHECK-NEXT: result 1: tensor<9xi32>
// CHECK-NEXT: values 5 -9 9 -5 -2147483647 0 2147483645 -27 -2{{$}}
// CHECK-NEXT: result 2: tensor<9xi32>
// CHECK-NEXT: values 14 -14 -14 14 -2147483648 1 -2147483648 160 -1{{$}}
// CHECK-NEXT: result 3: tensor<9xi32>
// CHECK-NEXT: values 3 -3 -3 3 -2147483648 1 -715827882 0 -1{{$}}
// CHECK-NEXT: result 4: tensor<9xi32>
// CHECK-NEXT: values 3 2147483644 0 0 0 1 715827882 0 -1{{$}}
// CHECK-NEXT: result 5: tensor<9xi32>
// CHECK-NEXT: values 1 -1 1 -1 0 0 -2 5 0{{$}}
// CHECK-NEXT: result 6: tensor<9xi32>
// CHECK-NEXT: values 1 1 7 -7 -2147483648 0 2 5 0{{$}}
// CHECK-NEXT: result 7: tensor<9xi32>
// CHECK-NEXT: values 4 -3 -3 4 -2147483648 1 -715827882 1 -1{{$}}
// CHECK-NEXT: result 8: tensor<9xi32>
// CHECK-NEXT: values 3 -4 -4 3 -2147483648 1 -715827883 0 -1{{$}}
// CHECK-NEXT: result 9: tensor<9xi32>
// CHECK-NEXT: values 4 2147483645 1 1 1 1 715827883 1 -1{{$}}
// CHECK-NEXT: result 10: tensor<9xi32>
// CHECK-NEXT: values 2 0 6 -8 -2147483648 2147483647 0 0 1{{$}}
// CHECK-NEXT: result 11: tensor<9xi32>
// CHECK-NEXT: values 7 -5 -1 -1 -1 2147483647 -2147483645 37 -1{{$}}
// CHECK-NEXT: result 12: tensor<9xi32>
// CHECK-NEXT: values 5 -5 -7 7 2147483647 0 -2147483645 37 -2{{$}}
// CHECK-NEXT: result 13: tensor<9xi32>
// CHECK-NEXT: values 28 -28 0 0 0 0 0 0 -2{{$}}
// CHECK-NEXT: result 14: tensor<9xi32>
// CHECK-NEXT: values 1 1073741822 0 0 0 0 268435456 0 2147483647{{$}}
// CHECK-NEXT: result 15: tensor<9xi32>
// CHECK-NEXT: values 1 -2 0 -1 -1 0 -268435456 0 -1{{$}}
// CHECK-NEXT: result 16: tensor<9xi32>
// CHECK-NEXT: values 7 2 7 -2 -1 2147483647 3 32 1{{$}}
// CHECK-NEXT: result 17: tensor<9xi32>
// CHECK-NEXT: values 2 -7 -2 -7 -2147483648 2147483647 -2147483648 5 -1{{$}}
// CHECK-NEXT: result 18: tensor<9xi32>
// CHECK-NEXT: values 7 -7 -2 -2 -1 2147483647 -2147483648 32 -1{{$}}
// CHECK-NEXT: result 19: tensor<9xi32>
// CHECK-NEXT: values 2 2 7 -7 -2147483648 2147483647 3 5 1{{$}}
func.func @binary_i32() -> (tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>) {
  %a = arith.constant dense<[7, -7, 7, -7, -2147483648, 2147483647, -2147483648, 5, -1]> : tensor<9xi32>
  %b = arith.constant dense<[2, 2, -2, -2, -1, 2147483647, 3, 32, 1]> : tensor<9xi32>
  %0 = arith.addi %a, %b : tensor<9xi32>
  %1 = arith.subi %a, %b : tensor<9xi32>
  %2 = arith.muli %a, %b : tensor<9xi32>
  %3 = arith.divsi %a, %b : tensor<9xi32>
  %4 = arith.divui %a, %b : tensor<9xi32>
  %5 = arith.remsi %a, %b : tensor<9xi32>
  %6 = arith.remui %a, %b : tensor<9xi32>
  %7 = arith.ceildivsi %a, %b : tensor<9xi32>
  %8 = arith.floordivsi %a, %b : tensor<9xi32>
  %9 = arith.ceildivui %a, %b : tensor<9xi32>
  %10 = arith.andi %a, %b : tensor<9xi32>
  %11 = arith.ori %a, %b : tensor<9xi32>
  %12 = arith.xori %a, %b : tensor<9xi32>
  %13 = arith.shli %a, %b : tensor<9xi32>
  %14 = arith.shrui %a, %b : tensor<9xi32>
  %15 = arith.shrsi %a, %b : tensor<9xi32>
  %16 = arith.maxsi %a, %b : tensor<9xi32>
  %17 = arith.minsi %a, %b : tensor<9xi32>
  %18 = arith.maxui %a, %b : tensor<9xi32>
  %19 = arith.minui %a, %b : tensor<9xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
}

// CHECK-LABEL: @binary_i64
// CHECK-NEXT: result 0: tensor<9xi64>
// CHECK-NEXT: values 9 -5 5 -9 9223372036854775807 -2 -9223372036854775805 69 0{{$}}
// CHECK-NEXT: result 1: tensor<9xi64>
// CHECK-NEXT: values 5 -9 9 -5 -9223372036854775807 0 9223372036854775805 -59 -2{{$}}
// CHECK-NEXT: result 2: tensor<9xi64>
// CHECK-NEXT: values 14 -14 -14 14 -9223372036854775808 1 -9223372036854775808 320 -1{{$}}
// CHECK-NEXT: result 3: tensor<9xi64>
// CHECK-NEXT: values 3 -3 -3 3 -9223372036854775808 1 -3074457345618258602 0 -1{{$}}
// CHECK-NEXT: result 4: tensor<9xi64>
// CHECK-NEXT: values 3 9223372036854775804 0 0 0 1 3074457345618258602 0 -1{{$}}
// CHECK-NEXT: result 5: tensor<9xi64>
// CHECK-NEXT: values 1 -1 1 -1 0 0 -2 5 0{{$}}
// CHECK-NEXT: result 6: tensor<9xi64>
// CHECK-NEXT: values 1 1 7 -7 -9223372036854775808 0 2 5 0{{$}}
// CHECK-NEXT: result 7: tensor<9xi64>
// CHECK-NEXT: values 4 -3 -3 4 -9223372036854775808 1 -3074457345618258602 1 -1{{$}}
// CHECK-NEXT: result 8: tensor<9xi64>
// CHECK-NEXT: values 3 -4 -4 3 -9223372036854775808 1 -3074457345618258603 0 -1{{$}}
// CHECK-NEXT: result 9: tensor<9xi64>
// CHECK-NEXT: values 4 9223372036854775805 1 1 1 1 3074457345618258603 1 -1{{$}}
// CHECK-NEXT: result 10: tensor<9xi64>
// CHECK-NEXT: values 2 0 6 -8 -9223372036854775808 9223372036854775807 0 0 1{{$}}
// CHECK-NEXT: result 11: tensor<9xi64>
// CHECK-NEXT: values 7 -5 -1 -1 -1 9223372036854775807 -9223372036854775805 69 -1{{$}}
// CHECK-NEXT: result 12: tensor<9xi64>
// CHECK-NEXT: values 5 -5 -7 7 9223372036854775807 0 -9223372036854775805 69 -2{{$}}
// CHECK-NEXT: result 13: tensor<9xi64>
// CHECK-NEXT: values 28 -28 0 0 0 0 0 0 -2{{$}}
// CHECK-NEXT: result 14: tensor<9xi64>
// CHECK-NEXT: values 1 4611686018427387902 0 0 0 0 1152921504606846976 0 9223372036854775807{{$}}
// CHECK-NEXT: result 15: tensor<9xi64>
// CHECK-NEXT: values 1 -2 0 -1 -1 0 -1152921504606846976 0 -1{{$}}
// CHECK-NEXT: result 16: tensor<9xi64>
// CHECK-NEXT: values 7 2 7 -2 -1 9223372036854775807 3 64 1{{$}}
// CHECK-NEXT: result 17: tensor<9xi64>
// CHECK-NEXT: values 2 -7 -2 -7 -9223372036854775808 9223372036854775807 -9223372036854775808 5 -1{{$}}
// CHECK-NEXT: result 18: tensor<9xi64>
// CHECK-NEXT: values 7 -7 -2 -2 -1 9223372036854775807 -9223372036854775808 64 -1{{$}}
// CHECK-NEXT: result 19: tensor<9xi64>
// CHECK-NEXT: values 2 2 7 -7 -9223372036854775808 9223372036854775807 3 5 1{{$}}
func.func @binary_i64() -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>) {
  %a = arith.constant dense<[7, -7, 7, -7, -9223372036854775808, 9223372036854775807, -9223372036854775808, 5, -1]> : tensor<9xi64>
  %b = arith.constant dense<[2, 2, -2, -2, -1, 9223372036854775807, 3, 64, 1]> : tensor<9xi64>
  %0 = arith.addi %a, %b : tensor<9xi64>
  %1 = arith.subi %a, %b : tensor<9xi64>
  %2 = arith.muli %a, %b : tensor<9xi64>
  %3 = arith.divsi %a, %b : tensor<9xi64>
  %4 = arith.divui %a, %b : tensor<9xi64>
  %5 = arith.remsi %a, %b : tensor<9xi64>
  %6 = arith.remui %a, %b : tensor<9xi64>
  %7 = arith.ceildivsi %a, %b : tensor<9xi64>
  %8 = arith.floordivsi %a, %b : tensor<9xi64>
  %9 = arith.ceildivui %a, %b : tensor<9xi64>
  %10 = arith.andi %a, %b : tensor<9xi64>
  %11 = arith.ori %a, %b : tensor<9xi64>
  %12 = arith.xori %a, %b : tensor<9xi64>
  %13 = arith.shli %a, %b : tensor<9xi64>
  %14 = arith.shrui %a, %b : tensor<9xi64>
  %15 = arith.shrsi %a, %b : tensor<9xi64>
  %16 = arith.maxsi %a, %b : tensor<9xi64>
  %17 = arith.minsi %a, %b : tensor<9xi64>
  %18 = arith.maxui %a, %b : tensor<9xi64>
  %19 = arith.minui %a, %b : tensor<9xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>
}

// CHECK-LABEL: @cmpi
// CHECK-NEXT: result 0: tensor<4xi1>
// CHECK-NEXT: values 0 0 1 0{{$}}
// CHECK-NEXT: result 1: tensor<4xi1>
// CHECK-NEXT: values 1 1 0 1{{$}}
// CHECK-NEXT: result 2: tensor<4xi1>
// CHECK-NEXT: values 1 1 0 1{{$}}
// CHECK-NEXT: result 3: tensor<4xi1>
// CHECK-NEXT: values 1 1 1 1{{$}}
// CHECK-NEXT: result 4: tensor<4xi1>
// CHECK-NEXT: values 0 0 0 0{{$}}
// CHECK-NEXT: result 5: tensor<4xi1>
// CHECK-NEXT: values 0 0 1 0{{$}}
// CHECK-NEXT: result 6: tensor<4xi1>
// CHECK-NEXT: values 1 0 0 0{{$}}
// CHECK-NEXT: result 7: tensor<4xi1>
// CHECK-NEXT: values 1 0 1 0{{$}}
// CHECK-NEXT: result 8: tensor<4xi1>
// CHECK-NEXT: values 0 1 0 1{{$}}
// CHECK-NEXT: result 9: tensor<4xi1>
// CHECK-NEXT: values 0 1 1 1{{$}}
func.func @cmpi() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = arith.constant dense<[1, -1, 5, -128]> : tensor<4xi8>
  %b = arith.constant dense<[2, 1, 5, 127]> : tensor<4xi8>
  %0 = arith.cmpi eq, %a, %b : tensor<4xi8>
  %1 = arith.cmpi ne, %a, %b : tensor<4xi8>
  %2 = arith.cmpi slt, %a, %b : tensor<4xi8>
  %3 = arith.cmpi sle, %a, %b : tensor<4xi8>
  %4 = arith.cmpi sgt, %a, %b : tensor<4xi8>
  %5 = arith.cmpi sge, %a, %b : tensor<4xi8>
  %6 = arith.cmpi ult, %a, %b : tensor<4xi8>
  %7 = arith.cmpi ule, %a, %b : tensor<4xi8>
  %8 = arith.cmpi ugt, %a, %b : tensor<4xi8>
  %9 = arith.cmpi uge, %a, %b : tensor<4xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @extended
// CHECK-NEXT: result 0: i32
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: result 1: i1
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: result 2: i32
// CHECK-NEXT: values -2{{$}}
// CHECK-NEXT: result 3: i32
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: result 4: i32
// CHECK-NEXT: values -2{{$}}
// CHECK-NEXT: result 5: i32
// CHECK-NEXT: values -1{{$}}
// CHECK-NEXT: result 6: i64
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: result 7: i64
// CHECK-NEXT: values -2{{$}}
func.func @extended() -> (i32, i1, i32, i32, i32, i32, i64, i64) {
  %m = arith.constant -1 : i32
  %t = arith.constant 2 : i32
  %w = arith.constant -1 : i64
  %0:2 = arith.addui_extended %m, %t : i32, i1
  %1:2 = arith.mului_extended %m, %t : i32
  %2:2 = arith.mulsi_extended %m, %t : i32
  %3:2 = arith.mului_extended %w, %w : i64
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : i32, i1, i32, i32, i32, i32, i64, i64
}

// i1 adds as exclusive or; true is -1 to signed ops.
// CHECK-LABEL: @booleans
// CHECK-NEXT: result 0: tensor<4xi1>
// CHECK-NEXT: values 0 1 1 0{{$}}
// CHECK-NEXT: result 1: tensor<4xi1>
// CHECK-NEXT: values 0 0 1 0{{$}}
// CHECK-NEXT: result 2: tensor<4xi8>
// CHECK-NEXT: values 0 0 -1 -1{{$}}
// CHECK-NEXT: result 3: tensor<4xi8>
// CHECK-NEXT: values 0 0 1 1{{$}}
func.func @booleans() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi8>, tensor<4xi8>) {
  %a = arith.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = arith.constant dense<[false, true, false, true]> : tensor<4xi1>
  %0 = arith.addi %a, %b : tensor<4xi1>
  %1 = arith.cmpi slt, %a, %b : tensor<4xi1>
  %2 = arith.extsi %a : tensor<4xi1> to tensor<4xi8>
  %3 = arith.extui %a : tensor<4xi1> to tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: @math
// CHECK-NEXT: result 0: tensor<3xi16>
// CHECK-NEXT: values 0 5 -32768{{$}}
// CHECK-NEXT: result 1: tensor<3xi16>
// CHECK-NEXT: values 16 0 0{{$}}
// CHECK-NEXT: result 2: tensor<3xi16>
// CHECK-NEXT: values 16 0 15{{$}}
// CHECK-NEXT: result 3: tensor<3xi16>
// CHECK-NEXT: values 0 15 1{{$}}
// CHECK-NEXT: result 4: tensor<5xi32>
// CHECK-NEXT: values 1 -8 0 -1 1{{$}}
func.func @math() -> (tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<5xi32>) {
  %a = arith.constant dense<[0, -5, -32768]> : tensor<3xi16>
  %0 = math.absi %a : tensor<3xi16>
  %1 = math.ctlz %a : tensor<3xi16>
  %2 = math.cttz %a : tensor<3xi16>
  %3 = math.ctpop %a : tensor<3xi16>
  %b = arith.constant dense<[0, -2, 2, -1, -1]> : tensor<5xi32>
  %e = arith.constant dense<[0, 3, -1, -3, -2]> : tensor<5xi32>
  %4 = math.ipowi %b, %e : tensor<5xi32>
  return %0, %1, %2, %3, %4 : tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<3xi16>, tensor<5xi32>
}
