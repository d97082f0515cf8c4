module {
  func.func @shapes(%arg0: i64, %arg1: i32, %arg2: i32, %arg3: vector<8xi64>, %arg4: vector<8xi32>) {
    %0 = fp8.draw %arg0 seed %arg1 step %arg2 stream 3 use 0 : i64, i32, i32 to i16
    %1 = fp8.draw %arg0 seed %arg1 step %arg2 stream 4 use 1 : i64, i32, i32 to i32
    %2 = fp8.draw %arg3 seed %arg4 step %arg2 stream 0 use 0 : vector<8xi64>, vector<8xi32>, i32 to vector<8xi16>
    %3 = fp8.draw %arg0 seed %arg0 step %arg2 stream 3 use 0 : i64, i64, i32 to i16
    return
  }
}

