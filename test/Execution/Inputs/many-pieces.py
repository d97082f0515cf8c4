"""A step over one flat parameter of many pieces: the first state is updated
piece by piece, the second one by the gradient of all."""

PIECES = 400
SIZE = 6
WHOLE = f"tensor<{PIECES * SIZE}xf32>"
PIECE = f"tensor<{SIZE}xf32>"

print(f"""func.func @step(%a: {WHOLE} {{fp8.name = "a"}}, %b: {WHOLE} {{fp8.name = "b"}})
    -> ({WHOLE} {{fp8.updates = "a"}}, {WHOLE} {{fp8.updates = "b"}}) {{
  %rate = arith.constant dense<0.125> : {WHOLE}
  %all0 = tensor.empty() : {WHOLE}""")
for i in range(PIECES):
    at = f"[{i * SIZE}] [{SIZE}] [1]"
    last = f"%new{i}" if i else "%a"
    print(f"""  %a_piece{i} = tensor.extract_slice %a{at} : {WHOLE} to {PIECE}
  %a_new{i} = arith.mulf %a_piece{i}, %a_piece{i} : {PIECE}
  %new{i + 1} = tensor.insert_slice %a_new{i} into {last}{at} : {PIECE} into {WHOLE}
  %b_piece{i} = tensor.extract_slice %b{at} : {WHOLE} to {PIECE}
  %b_grad{i} = arith.subf %a_piece{i}, %b_piece{i} : {PIECE}
  %all{i + 1} = tensor.insert_slice %b_grad{i} into %all{i}{at} : {PIECE} into {WHOLE}""")
print(f"""  %change = arith.mulf %all{PIECES}, %rate : {WHOLE}
  %b_new = arith.addf %b, %change : {WHOLE}
  return %new{PIECES}, %b_new : {WHOLE}, {WHOLE}
}}""")
