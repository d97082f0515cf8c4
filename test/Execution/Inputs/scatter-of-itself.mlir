// The added rows are rows of the old table.
func.func @step(%table: tensor<7x5xf32>, %rows: tensor<7x1xi32>, %state: tensor<7x5xf32> {fp8.name = "state"})
    -> (tensor<7x5xf32>, tensor<7x5xf32> {fp8.updates = "state"}) {
  %0 = fp8.scatter_add %table at %rows outs(%table : tensor<7x5xf32>) : tensor<7x5xf32>, tensor<7x1xi32>
  %1 = fp8.scatter_add %state at %rows outs(%state : tensor<7x5xf32>) : tensor<7x5xf32>, tensor<7x1xi32>
  return %0, %1 : tensor<7x5xf32>, tensor<7x5xf32>
}
