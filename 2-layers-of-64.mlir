#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> ()>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0) -> (d0)>
#map16 = affine_map<() -> ()>
#map17 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map20 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map21 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map23 = affine_map<(d0) -> ()>
#map24 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map25 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map26 = affine_map<(d0, d1) -> (d1, d0)>
#map27 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map28 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map29 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map31 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map32 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map33 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map34 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map35 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map36 = affine_map<(d0, d1, d2) -> (d2)>
#map37 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func public @train_step(%arg0: tensor<64xf32> {fp8.name = "params.h0.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg1: tensor<64x64xf32> {fp8.name = "params.h0.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg2: tensor<192xf32> {fp8.name = "params.h0.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg3: tensor<64x192xf32> {fp8.name = "params.h0.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg4: tensor<64xf32> {fp8.name = "params.h0.ln1.bias", fp8.state = #fp8.state<param>}, %arg5: tensor<64xf32> {fp8.name = "params.h0.ln1.weight", fp8.state = #fp8.state<param>}, %arg6: tensor<64xf32> {fp8.name = "params.h0.ln2.bias", fp8.state = #fp8.state<param>}, %arg7: tensor<64xf32> {fp8.name = "params.h0.ln2.weight", fp8.state = #fp8.state<param>}, %arg8: tensor<256xf32> {fp8.name = "params.h0.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg9: tensor<64x256xf32> {fp8.name = "params.h0.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg10: tensor<64xf32> {fp8.name = "params.h0.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg11: tensor<256x64xf32> {fp8.name = "params.h0.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg12: tensor<64xf32> {fp8.name = "params.h1.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg13: tensor<64x64xf32> {fp8.name = "params.h1.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg14: tensor<192xf32> {fp8.name = "params.h1.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg15: tensor<64x192xf32> {fp8.name = "params.h1.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg16: tensor<64xf32> {fp8.name = "params.h1.ln1.bias", fp8.state = #fp8.state<param>}, %arg17: tensor<64xf32> {fp8.name = "params.h1.ln1.weight", fp8.state = #fp8.state<param>}, %arg18: tensor<64xf32> {fp8.name = "params.h1.ln2.bias", fp8.state = #fp8.state<param>}, %arg19: tensor<64xf32> {fp8.name = "params.h1.ln2.weight", fp8.state = #fp8.state<param>}, %arg20: tensor<256xf32> {fp8.name = "params.h1.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg21: tensor<64x256xf32> {fp8.name = "params.h1.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg22: tensor<64xf32> {fp8.name = "params.h1.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg23: tensor<256x64xf32> {fp8.name = "params.h1.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg24: tensor<64x96xf32> {fp8.name = "params.head.weight", fp8.state = #fp8.state<param>}, %arg25: tensor<64xf32> {fp8.name = "params.ln_f.bias", fp8.state = #fp8.state<param>}, %arg26: tensor<64xf32> {fp8.name = "params.ln_f.weight", fp8.state = #fp8.state<param>}, %arg27: tensor<32x64xf32> {fp8.name = "params.wpe", fp8.state = #fp8.state<param>}, %arg28: tensor<96x64xf32> {fp8.name = "params.wte", fp8.state = #fp8.state<param>}, %arg29: tensor<64xf32> {fp8.name = "m.h0.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg30: tensor<64x64xf32> {fp8.name = "m.h0.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg31: tensor<192xf32> {fp8.name = "m.h0.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg32: tensor<64x192xf32> {fp8.name = "m.h0.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg33: tensor<64xf32> {fp8.name = "m.h0.ln1.bias", fp8.state = #fp8.state<moment>}, %arg34: tensor<64xf32> {fp8.name = "m.h0.ln1.weight", fp8.state = #fp8.state<moment>}, %arg35: tensor<64xf32> {fp8.name = "m.h0.ln2.bias", fp8.state = #fp8.state<moment>}, %arg36: tensor<64xf32> {fp8.name = "m.h0.ln2.weight", fp8.state = #fp8.state<moment>}, %arg37: tensor<256xf32> {fp8.name = "m.h0.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg38: tensor<64x256xf32> {fp8.name = "m.h0.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg39: tensor<64xf32> {fp8.name = "m.h0.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg40: tensor<256x64xf32> {fp8.name = "m.h0.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg41: tensor<64xf32> {fp8.name = "m.h1.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg42: tensor<64x64xf32> {fp8.name = "m.h1.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg43: tensor<192xf32> {fp8.name = "m.h1.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg44: tensor<64x192xf32> {fp8.name = "m.h1.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg45: tensor<64xf32> {fp8.name = "m.h1.ln1.bias", fp8.state = #fp8.state<moment>}, %arg46: tensor<64xf32> {fp8.name = "m.h1.ln1.weight", fp8.state = #fp8.state<moment>}, %arg47: tensor<64xf32> {fp8.name = "m.h1.ln2.bias", fp8.state = #fp8.state<moment>}, %arg48: tensor<64xf32> {fp8.name = "m.h1.ln2.weight", fp8.state = #fp8.state<moment>}, %arg49: tensor<256xf32> {fp8.name = "m.h1.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg50: tensor<64x256xf32> {fp8.name = "m.h1.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg51: tensor<64xf32> {fp8.name = "m.h1.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg52: tensor<256x64xf32> {fp8.name = "m.h1.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg53: tensor<64x96xf32> {fp8.name = "m.head.weight", fp8.state = #fp8.state<moment>}, %arg54: tensor<64xf32> {fp8.name = "m.ln_f.bias", fp8.state = #fp8.state<moment>}, %arg55: tensor<64xf32> {fp8.name = "m.ln_f.weight", fp8.state = #fp8.state<moment>}, %arg56: tensor<32x64xf32> {fp8.name = "m.wpe", fp8.state = #fp8.state<moment>}, %arg57: tensor<96x64xf32> {fp8.name = "m.wte", fp8.state = #fp8.state<moment>}, %arg58: tensor<64xf32> {fp8.name = "v.h0.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg59: tensor<64x64xf32> {fp8.name = "v.h0.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg60: tensor<192xf32> {fp8.name = "v.h0.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg61: tensor<64x192xf32> {fp8.name = "v.h0.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg62: tensor<64xf32> {fp8.name = "v.h0.ln1.bias", fp8.state = #fp8.state<moment>}, %arg63: tensor<64xf32> {fp8.name = "v.h0.ln1.weight", fp8.state = #fp8.state<moment>}, %arg64: tensor<64xf32> {fp8.name = "v.h0.ln2.bias", fp8.state = #fp8.state<moment>}, %arg65: tensor<64xf32> {fp8.name = "v.h0.ln2.weight", fp8.state = #fp8.state<moment>}, %arg66: tensor<256xf32> {fp8.name = "v.h0.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg67: tensor<64x256xf32> {fp8.name = "v.h0.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg68: tensor<64xf32> {fp8.name = "v.h0.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg69: tensor<256x64xf32> {fp8.name = "v.h0.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg70: tensor<64xf32> {fp8.name = "v.h1.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg71: tensor<64x64xf32> {fp8.name = "v.h1.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg72: tensor<192xf32> {fp8.name = "v.h1.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg73: tensor<64x192xf32> {fp8.name = "v.h1.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg74: tensor<64xf32> {fp8.name = "v.h1.ln1.bias", fp8.state = #fp8.state<moment>}, %arg75: tensor<64xf32> {fp8.name = "v.h1.ln1.weight", fp8.state = #fp8.state<moment>}, %arg76: tensor<64xf32> {fp8.name = "v.h1.ln2.bias", fp8.state = #fp8.state<moment>}, %arg77: tensor<64xf32> {fp8.name = "v.h1.ln2.weight", fp8.state = #fp8.state<moment>}, %arg78: tensor<256xf32> {fp8.name = "v.h1.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg79: tensor<64x256xf32> {fp8.name = "v.h1.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg80: tensor<64xf32> {fp8.name = "v.h1.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg81: tensor<256x64xf32> {fp8.name = "v.h1.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg82: tensor<64x96xf32> {fp8.name = "v.head.weight", fp8.state = #fp8.state<moment>}, %arg83: tensor<64xf32> {fp8.name = "v.ln_f.bias", fp8.state = #fp8.state<moment>}, %arg84: tensor<64xf32> {fp8.name = "v.ln_f.weight", fp8.state = #fp8.state<moment>}, %arg85: tensor<32x64xf32> {fp8.name = "v.wpe", fp8.state = #fp8.state<moment>}, %arg86: tensor<96x64xf32> {fp8.name = "v.wte", fp8.state = #fp8.state<moment>}, %arg87: tensor<f32> {fp8.name = "step", fp8.state = #fp8.state<step>}, %arg88: tensor<4x32xi32> {fp8.name = "idx"}, %arg89: tensor<4x32xi32> {fp8.name = "targets"}, %arg90: tensor<f32> {fp8.name = "lr"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<64xf32> {fp8.name = "params.h0.attn.proj.bias", fp8.updates = "params.h0.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "params.h0.attn.proj.weight", fp8.updates = "params.h0.attn.proj.weight"}, tensor<192xf32> {fp8.name = "params.h0.attn.qkv.bias", fp8.updates = "params.h0.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "params.h0.attn.qkv.weight", fp8.updates = "params.h0.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "params.h0.ln1.bias", fp8.updates = "params.h0.ln1.bias"}, tensor<64xf32> {fp8.name = "params.h0.ln1.weight", fp8.updates = "params.h0.ln1.weight"}, tensor<64xf32> {fp8.name = "params.h0.ln2.bias", fp8.updates = "params.h0.ln2.bias"}, tensor<64xf32> {fp8.name = "params.h0.ln2.weight", fp8.updates = "params.h0.ln2.weight"}, tensor<256xf32> {fp8.name = "params.h0.mlp.fc.bias", fp8.updates = "params.h0.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "params.h0.mlp.fc.weight", fp8.updates = "params.h0.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "params.h0.mlp.proj.bias", fp8.updates = "params.h0.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "params.h0.mlp.proj.weight", fp8.updates = "params.h0.mlp.proj.weight"}, tensor<64xf32> {fp8.name = "params.h1.attn.proj.bias", fp8.updates = "params.h1.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "params.h1.attn.proj.weight", fp8.updates = "params.h1.attn.proj.weight"}, tensor<192xf32> {fp8.name = "params.h1.attn.qkv.bias", fp8.updates = "params.h1.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "params.h1.attn.qkv.weight", fp8.updates = "params.h1.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "params.h1.ln1.bias", fp8.updates = "params.h1.ln1.bias"}, tensor<64xf32> {fp8.name = "params.h1.ln1.weight", fp8.updates = "params.h1.ln1.weight"}, tensor<64xf32> {fp8.name = "params.h1.ln2.bias", fp8.updates = "params.h1.ln2.bias"}, tensor<64xf32> {fp8.name = "params.h1.ln2.weight", fp8.updates = "params.h1.ln2.weight"}, tensor<256xf32> {fp8.name = "params.h1.mlp.fc.bias", fp8.updates = "params.h1.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "params.h1.mlp.fc.weight", fp8.updates = "params.h1.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "params.h1.mlp.proj.bias", fp8.updates = "params.h1.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "params.h1.mlp.proj.weight", fp8.updates = "params.h1.mlp.proj.weight"}, tensor<64x96xf32> {fp8.name = "params.head.weight", fp8.updates = "params.head.weight"}, tensor<64xf32> {fp8.name = "params.ln_f.bias", fp8.updates = "params.ln_f.bias"}, tensor<64xf32> {fp8.name = "params.ln_f.weight", fp8.updates = "params.ln_f.weight"}, tensor<32x64xf32> {fp8.name = "params.wpe", fp8.updates = "params.wpe"}, tensor<96x64xf32> {fp8.name = "params.wte", fp8.updates = "params.wte"}, tensor<64xf32> {fp8.name = "m.h0.attn.proj.bias", fp8.updates = "m.h0.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "m.h0.attn.proj.weight", fp8.updates = "m.h0.attn.proj.weight"}, tensor<192xf32> {fp8.name = "m.h0.attn.qkv.bias", fp8.updates = "m.h0.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "m.h0.attn.qkv.weight", fp8.updates = "m.h0.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "m.h0.ln1.bias", fp8.updates = "m.h0.ln1.bias"}, tensor<64xf32> {fp8.name = "m.h0.ln1.weight", fp8.updates = "m.h0.ln1.weight"}, tensor<64xf32> {fp8.name = "m.h0.ln2.bias", fp8.updates = "m.h0.ln2.bias"}, tensor<64xf32> {fp8.name = "m.h0.ln2.weight", fp8.updates = "m.h0.ln2.weight"}, tensor<256xf32> {fp8.name = "m.h0.mlp.fc.bias", fp8.updates = "m.h0.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "m.h0.mlp.fc.weight", fp8.updates = "m.h0.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "m.h0.mlp.proj.bias", fp8.updates = "m.h0.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "m.h0.mlp.proj.weight", fp8.updates = "m.h0.mlp.proj.weight"}, tensor<64xf32> {fp8.name = "m.h1.attn.proj.bias", fp8.updates = "m.h1.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "m.h1.attn.proj.weight", fp8.updates = "m.h1.attn.proj.weight"}, tensor<192xf32> {fp8.name = "m.h1.attn.qkv.bias", fp8.updates = "m.h1.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "m.h1.attn.qkv.weight", fp8.updates = "m.h1.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "m.h1.ln1.bias", fp8.updates = "m.h1.ln1.bias"}, tensor<64xf32> {fp8.name = "m.h1.ln1.weight", fp8.updates = "m.h1.ln1.weight"}, tensor<64xf32> {fp8.name = "m.h1.ln2.bias", fp8.updates = "m.h1.ln2.bias"}, tensor<64xf32> {fp8.name = "m.h1.ln2.weight", fp8.updates = "m.h1.ln2.weight"}, tensor<256xf32> {fp8.name = "m.h1.mlp.fc.bias", fp8.updates = "m.h1.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "m.h1.mlp.fc.weight", fp8.updates = "m.h1.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "m.h1.mlp.proj.bias", fp8.updates = "m.h1.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "m.h1.mlp.proj.weight", fp8.updates = "m.h1.mlp.proj.weight"}, tensor<64x96xf32> {fp8.name = "m.head.weight", fp8.updates = "m.head.weight"}, tensor<64xf32> {fp8.name = "m.ln_f.bias", fp8.updates = "m.ln_f.bias"}, tensor<64xf32> {fp8.name = "m.ln_f.weight", fp8.updates = "m.ln_f.weight"}, tensor<32x64xf32> {fp8.name = "m.wpe", fp8.updates = "m.wpe"}, tensor<96x64xf32> {fp8.name = "m.wte", fp8.updates = "m.wte"}, tensor<64xf32> {fp8.name = "v.h0.attn.proj.bias", fp8.updates = "v.h0.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "v.h0.attn.proj.weight", fp8.updates = "v.h0.attn.proj.weight"}, tensor<192xf32> {fp8.name = "v.h0.attn.qkv.bias", fp8.updates = "v.h0.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "v.h0.attn.qkv.weight", fp8.updates = "v.h0.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "v.h0.ln1.bias", fp8.updates = "v.h0.ln1.bias"}, tensor<64xf32> {fp8.name = "v.h0.ln1.weight", fp8.updates = "v.h0.ln1.weight"}, tensor<64xf32> {fp8.name = "v.h0.ln2.bias", fp8.updates = "v.h0.ln2.bias"}, tensor<64xf32> {fp8.name = "v.h0.ln2.weight", fp8.updates = "v.h0.ln2.weight"}, tensor<256xf32> {fp8.name = "v.h0.mlp.fc.bias", fp8.updates = "v.h0.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "v.h0.mlp.fc.weight", fp8.updates = "v.h0.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "v.h0.mlp.proj.bias", fp8.updates = "v.h0.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "v.h0.mlp.proj.weight", fp8.updates = "v.h0.mlp.proj.weight"}, tensor<64xf32> {fp8.name = "v.h1.attn.proj.bias", fp8.updates = "v.h1.attn.proj.bias"}, tensor<64x64xf32> {fp8.name = "v.h1.attn.proj.weight", fp8.updates = "v.h1.attn.proj.weight"}, tensor<192xf32> {fp8.name = "v.h1.attn.qkv.bias", fp8.updates = "v.h1.attn.qkv.bias"}, tensor<64x192xf32> {fp8.name = "v.h1.attn.qkv.weight", fp8.updates = "v.h1.attn.qkv.weight"}, tensor<64xf32> {fp8.name = "v.h1.ln1.bias", fp8.updates = "v.h1.ln1.bias"}, tensor<64xf32> {fp8.name = "v.h1.ln1.weight", fp8.updates = "v.h1.ln1.weight"}, tensor<64xf32> {fp8.name = "v.h1.ln2.bias", fp8.updates = "v.h1.ln2.bias"}, tensor<64xf32> {fp8.name = "v.h1.ln2.weight", fp8.updates = "v.h1.ln2.weight"}, tensor<256xf32> {fp8.name = "v.h1.mlp.fc.bias", fp8.updates = "v.h1.mlp.fc.bias"}, tensor<64x256xf32> {fp8.name = "v.h1.mlp.fc.weight", fp8.updates = "v.h1.mlp.fc.weight"}, tensor<64xf32> {fp8.name = "v.h1.mlp.proj.bias", fp8.updates = "v.h1.mlp.proj.bias"}, tensor<256x64xf32> {fp8.name = "v.h1.mlp.proj.weight", fp8.updates = "v.h1.mlp.proj.weight"}, tensor<64x96xf32> {fp8.name = "v.head.weight", fp8.updates = "v.head.weight"}, tensor<64xf32> {fp8.name = "v.ln_f.bias", fp8.updates = "v.ln_f.bias"}, tensor<64xf32> {fp8.name = "v.ln_f.weight", fp8.updates = "v.ln_f.weight"}, tensor<32x64xf32> {fp8.name = "v.wpe", fp8.updates = "v.wpe"}, tensor<96x64xf32> {fp8.name = "v.wte", fp8.updates = "v.wte"}, tensor<f32> {fp8.name = "step", fp8.updates = "step"}) {
    %cst = arith.constant 7.812500e-03 : f32
    %cst_0 = arith.constant dense<9.99999993E-9> : tensor<f32>
    %cst_1 = arith.constant dense<5.000000e-02> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_3 = arith.constant 0.949999988 : f32
    %cst_4 = arith.constant dense<0.949999988> : tensor<f32>
    %cst_5 = arith.constant 0.899999976 : f32
    %cst_6 = arith.constant dense<0.899999976> : tensor<f32>
    %c128 = arith.constant 128 : index
    %cst_7 = arith.constant dense<0> : tensor<i32>
    %c95_i32 = arith.constant 95 : i32
    %cst_8 = arith.constant dense<2147483647> : tensor<i32>
    %cst_9 = arith.constant 1.000000e+00 : f32
    %cst_10 = arith.constant 1.280000e+02 : f32
    %cst_11 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_12 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_13 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_14 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = arith.constant 0xFF800000 : f32
    %cst_16 = arith.constant -1.000000e+09 : f32
    %cst_17 = arith.constant dense<2.500000e-01> : tensor<f32>
    %cst_18 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_19 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_20 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_21 = arith.constant 0.000000e+00 : f32
    %cst_22 = arith.constant dense<0.000000e+00> : tensor<f32>
    %c95 = arith.constant 95 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<4x32x1xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg88 : tensor<4x32xi32>) outs(%0 : tensor<4x32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x32x1xi32>
    %2 = tensor.empty() : tensor<4x32x64xf32>
    %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<4x32x64xf32>) {
    ^bb0(%out: f32):
      %1079 = linalg.index 0 : index
      %1080 = linalg.index 1 : index
      %1081 = linalg.index 2 : index
      %extracted = tensor.extract %1[%1079, %1080, %c0] : tensor<4x32x1xi32>
      %1082 = arith.index_cast %extracted : i32 to index
      %1083 = arith.maxsi %1082, %c0 : index
      %1084 = arith.minsi %1083, %c95 : index
      %extracted_81 = tensor.extract %arg28[%1084, %1081] : tensor<96x64xf32>
      linalg.yield %extracted_81 : f32
    } -> tensor<4x32x64xf32>
    %4 = tensor.empty() : tensor<1x32x64xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27 : tensor<32x64xf32>) outs(%4 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x64xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x32x64xf32>) outs(%2 : tensor<4x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<4x32x64xf32>, tensor<4x32x64xf32>) outs(%2 : tensor<4x32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x32x64xf32>
    %collapsed = tensor.collapse_shape %7 [[0, 1], [2]] : tensor<4x32x64xf32> into tensor<128x64xf32>
    %8 = tensor.empty() : tensor<128xf32>
    %9 = linalg.fill ins(%cst_21 : f32) outs(%8 : tensor<128xf32>) -> tensor<128xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %11 = tensor.empty() : tensor<128x1xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_20 : tensor<f32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %15 = tensor.empty() : tensor<128x64xf32>
    %16 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %16 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %17 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%20, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %22 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_19 : tensor<f32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.rsqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%24, %23 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %26 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_18 : tensor<f32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %25 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %28 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %30 = tensor.empty() : tensor<1x64xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %34 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%33, %35 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %37 = tensor.empty() : tensor<128x192xf32>
    %38 = linalg.fill ins(%cst_21 : f32) outs(%37 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %39 = linalg.matmul ins(%36, %arg3 : tensor<128x64xf32>, tensor<64x192xf32>) outs(%38 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %40 = tensor.empty() : tensor<1x192xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<192xf32>) outs(%40 : tensor<1x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x192xf32>
    %42 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x192xf32>) outs(%37 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x192xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39, %42 : tensor<128x192xf32>, tensor<128x192xf32>) outs(%37 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x192xf32>
    %expanded = tensor.expand_shape %43 [[0, 1], [2, 3, 4]] output_shape [4, 32, 3, 4, 16] : tensor<128x192xf32> into tensor<4x32x3x4x16xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %extracted_slice_24 = tensor.extract_slice %expanded[0, 0, 1, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_25 = tensor.collapse_shape %extracted_slice_24 [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %extracted_slice_26 = tensor.extract_slice %expanded[0, 0, 2, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_26 [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %44 = tensor.empty() : tensor<4x4x32x32xf32>
    %45 = linalg.fill ins(%cst_21 : f32) outs(%44 : tensor<4x4x32x32xf32>) -> tensor<4x4x32x32xf32>
    %46 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_23, %collapsed_25 : tensor<4x32x4x16xf32>, tensor<4x32x4x16xf32>) outs(%45 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x32xf32>
    %47 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_17 : tensor<f32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %48 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %47 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %49 = tensor.empty() : tensor<32xi32>
    %50 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%49 : tensor<32xi32>) {
    ^bb0(%out: i32):
      %1079 = linalg.index 0 : index
      %1080 = arith.index_cast %1079 : index to i32
      linalg.yield %1080 : i32
    } -> tensor<32xi32>
    %51 = tensor.empty() : tensor<32x1xi32>
    %52 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<32xi32>) outs(%51 : tensor<32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1xi32>
    %53 = tensor.empty() : tensor<1x32xi32>
    %54 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<32xi32>) outs(%53 : tensor<1x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x32xi32>
    %55 = tensor.empty() : tensor<32x32xi32>
    %56 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<32x1xi32>) outs(%55 : tensor<32x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x32xi32>
    %57 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<1x32xi32>) outs(%55 : tensor<32x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x32xi32>
    %58 = tensor.empty() : tensor<32x32xi1>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%56, %57 : tensor<32x32xi32>, tensor<32x32xi32>) outs(%58 : tensor<32x32xi1>) {
    ^bb0(%in: i32, %in_81: i32, %out: i1):
      %1079 = arith.cmpi sge, %in, %in_81 : i32
      linalg.yield %1079 : i1
    } -> tensor<32x32xi1>
    %60 = tensor.empty() : tensor<f32>
    %61 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_16 : f32
    } -> tensor<f32>
    %62 = tensor.empty() : tensor<4x4x32x32xi1>
    %63 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<32x32xi1>) outs(%62 : tensor<4x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x4x32x32xi1>
    %64 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<f32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %48, %64 : tensor<4x4x32x32xi1>, tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %66 = tensor.empty() : tensor<4x4x32xf32>
    %67 = linalg.fill ins(%cst_15 : f32) outs(%66 : tensor<4x4x32xf32>) -> tensor<4x4x32xf32>
    %68 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<4x4x32x32xf32>) outs(%67 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.maximumf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %69 = tensor.empty() : tensor<4x4x32x1xf32>
    %70 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<4x4x32xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x1xf32>
    %71 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %72 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %71 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.exp %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %74 = linalg.fill ins(%cst_21 : f32) outs(%66 : tensor<4x4x32xf32>) -> tensor<4x4x32xf32>
    %75 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%73 : tensor<4x4x32x32xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %76 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<4x4x32xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x1xf32>
    %77 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %78 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %77 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %79 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %76 : tensor<4x4x32x1xf32>, tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %80 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x1xf32>
    %81 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %79 : tensor<4x4x32x1xf32>, tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %82 = tensor.empty() : tensor<4x4x16x32xf32>
    %83 = linalg.fill ins(%cst_21 : f32) outs(%82 : tensor<4x4x16x32xf32>) -> tensor<4x4x16x32xf32>
    %84 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_27, %78 : tensor<4x32x4x16xf32>, tensor<4x4x32x32xf32>) outs(%83 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x16x32xf32>
    %85 = tensor.empty() : tensor<4x32x4x16xf32>
    %86 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<4x4x16x32xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %collapsed_28 = tensor.collapse_shape %86 [[0, 1], [2, 3]] : tensor<4x32x4x16xf32> into tensor<128x64xf32>
    %87 = linalg.fill ins(%cst_21 : f32) outs(%15 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %88 = linalg.matmul ins(%collapsed_28, %arg1 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%87 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %89 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %90 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %91 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%88, %90 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %91 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%92 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%93 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%94, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %96 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%92, %96 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %98 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %97 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%98 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %101 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%100, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%101, %22 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.rsqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%103, %102 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %104 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %106 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %106 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %108 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %109 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%108 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107, %109 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %111 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %112 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%110, %112 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %114 = tensor.empty() : tensor<128x256xf32>
    %115 = linalg.fill ins(%cst_21 : f32) outs(%114 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %116 = linalg.matmul ins(%113, %arg9 : tensor<128x64xf32>, tensor<64x256xf32>) outs(%115 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %117 = tensor.empty() : tensor<1x256xf32>
    %118 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<256xf32>) outs(%117 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %119 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<1x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %120 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%116, %119 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %121 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %123 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %125 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %127 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%120, %126 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %128 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %127 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.tanh %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %131 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %132 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %130 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %130 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %134 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%122, %133 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %135 = linalg.matmul ins(%134, %arg11 : tensor<128x256xf32>, tensor<256x64xf32>) outs(%87 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %136 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %137 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%135, %137 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %139 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%92, %138 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%139 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %141 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %142 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%141, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %143 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%139, %143 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %144 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %146 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%145 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %147 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %149 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%148, %22 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.rsqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%150, %149 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %151 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %153 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%150 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %154 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %153 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %155 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %156 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %157 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%154, %156 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %158 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %159 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%157, %159 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %161 = linalg.matmul ins(%160, %arg15 : tensor<128x64xf32>, tensor<64x192xf32>) outs(%38 : tensor<128x192xf32>) -> tensor<128x192xf32>
    %162 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<192xf32>) outs(%40 : tensor<1x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x192xf32>
    %163 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<1x192xf32>) outs(%37 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x192xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%161, %163 : tensor<128x192xf32>, tensor<128x192xf32>) outs(%37 : tensor<128x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x192xf32>
    %expanded_29 = tensor.expand_shape %164 [[0, 1], [2, 3, 4]] output_shape [4, 32, 3, 4, 16] : tensor<128x192xf32> into tensor<4x32x3x4x16xf32>
    %extracted_slice_30 = tensor.extract_slice %expanded_29[0, 0, 0, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %extracted_slice_32 = tensor.extract_slice %expanded_29[0, 0, 1, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_33 = tensor.collapse_shape %extracted_slice_32 [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %extracted_slice_34 = tensor.extract_slice %expanded_29[0, 0, 2, 0, 0] [4, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<4x32x3x4x16xf32> to tensor<4x32x1x4x16xf32>
    %collapsed_35 = tensor.collapse_shape %extracted_slice_34 [[0], [1], [2, 3], [4]] : tensor<4x32x1x4x16xf32> into tensor<4x32x4x16xf32>
    %165 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_31, %collapsed_33 : tensor<4x32x4x16xf32>, tensor<4x32x4x16xf32>) outs(%45 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x32xf32>
    %166 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %47 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %167 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %166, %64 : tensor<4x4x32x32xi1>, tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %168 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%167 : tensor<4x4x32x32xf32>) outs(%67 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.maximumf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %169 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<4x4x32xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x1xf32>
    %170 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %171 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167, %170 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %172 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171 : tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.exp %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %173 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%172 : tensor<4x4x32x32xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %174 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173 : tensor<4x4x32xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x1xf32>
    %175 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %176 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %175 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %177 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %174 : tensor<4x4x32x1xf32>, tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %178 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %177 : tensor<4x4x32x1xf32>, tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %179 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_35, %176 : tensor<4x32x4x16xf32>, tensor<4x4x32x32xf32>) outs(%83 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x16x32xf32>
    %180 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<4x4x16x32xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %collapsed_36 = tensor.collapse_shape %180 [[0, 1], [2, 3]] : tensor<4x32x4x16xf32> into tensor<128x64xf32>
    %181 = linalg.matmul ins(%collapsed_36, %arg13 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%87 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %182 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %183 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%182 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %184 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%181, %183 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %185 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%139, %184 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %186 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%185 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %187 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%186 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %188 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%187, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %189 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%188 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %190 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%185, %189 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %191 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %190 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %192 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%191 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %193 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %194 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%193, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %195 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%194, %22 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %196 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%195 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.rsqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %197 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%196, %195 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %198 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %197 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %199 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %200 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %199 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %201 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg19 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %202 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%201 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %203 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%200, %202 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %204 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %205 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%204 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %206 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%203, %205 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %207 = linalg.matmul ins(%206, %arg21 : tensor<128x64xf32>, tensor<64x256xf32>) outs(%115 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %208 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<256xf32>) outs(%117 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %209 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%208 : tensor<1x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %210 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%207, %209 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %211 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %212 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %213 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%212, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %214 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%213, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %215 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%210, %214 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %216 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %215 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %217 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%216 : tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.tanh %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %218 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %217 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %219 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %217 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %220 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%211, %219 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %221 = linalg.matmul ins(%220, %arg23 : tensor<128x256xf32>, tensor<256x64xf32>) outs(%87 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %222 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %223 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%221, %223 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %225 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%185, %224 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %226 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%225 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %227 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%226 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %228 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%227, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %229 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%228 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %230 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%225, %229 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %231 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %230 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %232 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%231 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %233 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%232 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %234 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%233, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %235 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%234, %22 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %236 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%235 : tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.rsqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %237 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%236, %235 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %238 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %237 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %239 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<128x1xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %240 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %239 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %241 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %242 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%241 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %243 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %244 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg25 : tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %245 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<1x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %246 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%243, %245 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %247 = tensor.empty() : tensor<128x96xf32>
    %248 = linalg.fill ins(%cst_21 : f32) outs(%247 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %249 = linalg.matmul ins(%246, %arg24 : tensor<128x64xf32>, tensor<64x96xf32>) outs(%248 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %250 = linalg.fill ins(%cst_15 : f32) outs(%8 : tensor<128xf32>) -> tensor<128xf32>
    %251 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%249 : tensor<128x96xf32>) outs(%250 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.maximumf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %252 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%251 : tensor<128xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %253 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<128x1xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %254 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%249, %253 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %255 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.exp %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %256 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%255 : tensor<128x96xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %257 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%256 : tensor<128xf32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.log %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %collapsed_37 = tensor.collapse_shape %arg89 [[0, 1]] : tensor<4x32xi32> into tensor<128xi32>
    %expanded_38 = tensor.expand_shape %collapsed_37 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %258 = tensor.empty() : tensor<96xi32>
    %259 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%258 : tensor<96xi32>) {
    ^bb0(%out: i32):
      %1079 = linalg.index 0 : index
      %1080 = arith.index_cast %1079 : index to i32
      linalg.yield %1080 : i32
    } -> tensor<96xi32>
    %260 = tensor.empty() : tensor<1x96xi32>
    %261 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%259 : tensor<96xi32>) outs(%260 : tensor<1x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x96xi32>
    %262 = tensor.empty() : tensor<128x96xi32>
    %263 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_38 : tensor<128x1xi32>) outs(%262 : tensor<128x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x96xi32>
    %264 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%261 : tensor<1x96xi32>) outs(%262 : tensor<128x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x96xi32>
    %265 = tensor.empty() : tensor<128x96xi1>
    %266 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%263, %264 : tensor<128x96xi32>, tensor<128x96xi32>) outs(%265 : tensor<128x96xi1>) {
    ^bb0(%in: i32, %in_81: i32, %out: i1):
      %1079 = arith.cmpi eq, %in, %in_81 : i32
      linalg.yield %1079 : i1
    } -> tensor<128x96xi1>
    %267 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_21 : f32
    } -> tensor<f32>
    %268 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%267 : tensor<f32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %269 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%266, %254, %268 : tensor<128x96xi1>, tensor<128x96xf32>, tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %270 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%269 : tensor<128x96xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %271 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%257, %270 : tensor<128xf32>, tensor<128xf32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %272 = linalg.fill ins(%cst_21 : f32) outs(%60 : tensor<f32>) -> tensor<f32>
    %273 = linalg.generic {indexing_maps = [#map15, #map23], iterator_types = ["reduction"]} ins(%271 : tensor<128xf32>) outs(%272 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %274 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%273 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.divf %in, %cst_10 : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %275 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %276 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%275 : tensor<f32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128xf32>
    %277 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%276 : tensor<128xf32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %278 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%277 : tensor<128xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %279 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %280 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%266, %278, %279 : tensor<128x96xi1>, tensor<128x96xf32>, tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %281 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%276, %256 : tensor<128xf32>, tensor<128xf32>) outs(%8 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %282 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%281 : tensor<128xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x96xf32>
    %283 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%282, %255 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %284 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%280, %283 : tensor<128x96xf32>, tensor<128x96xf32>) outs(%247 : tensor<128x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x96xf32>
    %285 = tensor.empty() : tensor<96x64xf32>
    %286 = linalg.fill ins(%cst_21 : f32) outs(%285 : tensor<96x64xf32>) -> tensor<96x64xf32>
    %287 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%284, %246 : tensor<128x96xf32>, tensor<128x64xf32>) outs(%286 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<96x64xf32>
    %288 = tensor.empty() : tensor<64x96xf32>
    %289 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%287 : tensor<96x64xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %290 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%284, %arg24 : tensor<128x96xf32>, tensor<64x96xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %291 = tensor.empty() : tensor<64xf32>
    %292 = linalg.fill ins(%cst_21 : f32) outs(%291 : tensor<64xf32>) -> tensor<64xf32>
    %293 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%290 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_39 = tensor.expand_shape %293 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %294 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_39 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %295 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%240, %290 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %296 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%295 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_40 = tensor.expand_shape %296 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %297 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%290, %242 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %298 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %299 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %297 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %300 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%299 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_41 = tensor.expand_shape %300 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %301 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%297, %239 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %302 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_41, %238 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %303 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%302, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %304 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%303 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %305 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%304 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %306 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %305 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %307 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%301, %306 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %308 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%305, %230 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %309 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%307, %308 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %310 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%309 : tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %311 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%310 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_42 = tensor.expand_shape %311 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %312 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_42, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %313 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%312 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %314 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%313 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %315 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%309, %314 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %316 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%315 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_43 = tensor.expand_shape %316 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %317 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_43 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %318 = tensor.empty() : tensor<64x256xf32>
    %319 = linalg.fill ins(%cst_21 : f32) outs(%318 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %320 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%315, %220 : tensor<128x64xf32>, tensor<128x256xf32>) outs(%319 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<64x256xf32>
    %321 = tensor.empty() : tensor<256x64xf32>
    %322 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%320 : tensor<64x256xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %323 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%315, %arg23 : tensor<128x64xf32>, tensor<256x64xf32>) outs(%115 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x256xf32>
    %324 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%211, %323 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %325 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%323, %219 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %326 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%324, %218 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %327 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%326, %217 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %328 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%326, %327 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %329 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %328 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %330 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%213, %329 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %331 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%329, %330 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %332 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%329, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %333 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%212, %332 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %334 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%331, %333 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %335 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%332, %210 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %336 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %335 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %337 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%334, %336 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %338 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %325 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %339 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%337, %338 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %340 = tensor.empty() : tensor<256xf32>
    %341 = linalg.fill ins(%cst_21 : f32) outs(%340 : tensor<256xf32>) -> tensor<256xf32>
    %342 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%339 : tensor<128x256xf32>) outs(%341 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %expanded_44 = tensor.expand_shape %342 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %343 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_44 : tensor<1x256xf32>) outs(%341 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %344 = linalg.fill ins(%cst_21 : f32) outs(%321 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %345 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%339, %206 : tensor<128x256xf32>, tensor<128x64xf32>) outs(%344 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<256x64xf32>
    %346 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%345 : tensor<256x64xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %347 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%339, %arg21 : tensor<128x256xf32>, tensor<64x256xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %348 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%347 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_45 = tensor.expand_shape %348 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %349 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_45 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %350 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%200, %347 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %351 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%350 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_46 = tensor.expand_shape %351 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %352 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%347, %202 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %353 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_46 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %354 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %352 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %355 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%354 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_47 = tensor.expand_shape %355 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %356 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%352, %199 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %357 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_47, %198 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %358 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%357, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %359 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%358 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %360 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%359 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %361 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %360 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %362 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%356, %361 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %363 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%360, %190 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %364 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%362, %363 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %365 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%364 : tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %366 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%365 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_48 = tensor.expand_shape %366 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %367 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%315, %364 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %368 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_48, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %369 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%368 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %370 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%369 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %371 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%367, %370 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %372 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%371 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_49 = tensor.expand_shape %372 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %373 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_49 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %374 = tensor.empty() : tensor<64x64xf32>
    %375 = linalg.fill ins(%cst_21 : f32) outs(%374 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %376 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%371, %collapsed_36 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%375 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<64x64xf32>
    %377 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%376 : tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %378 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%371, %arg13 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %expanded_50 = tensor.expand_shape %378 [[0, 1], [2, 3]] output_shape [4, 32, 4, 16] : tensor<128x64xf32> into tensor<4x32x4x16xf32>
    %379 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<4x32x4x16xf32>) outs(%82 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x32xf32>
    %380 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%379, %collapsed_35 : tensor<4x4x16x32xf32>, tensor<4x32x4x16xf32>) outs(%45 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x32xf32>
    %381 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%379, %176 : tensor<4x4x16x32xf32>, tensor<4x4x32x32xf32>) outs(%83 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x16x32xf32>
    %382 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%381 : tensor<4x4x16x32xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %383 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %384 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%380, %383 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %385 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%384, %172 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %386 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%385 : tensor<4x4x32x32xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %expanded_51 = tensor.expand_shape %386 [[0], [1], [2, 3]] output_shape [4, 4, 32, 1] : tensor<4x4x32xf32> into tensor<4x4x32x1xf32>
    %387 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_51 : tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %388 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%380, %175 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %389 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%387 : tensor<4x4x32x1xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %390 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%389 : tensor<4x4x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %391 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%388, %390 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %392 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%391, %172 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %393 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %394 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %392, %393 : tensor<4x4x32x32xi1>, tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %395 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%394, %47 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %396 = tensor.empty() : tensor<4x4x32x16xf32>
    %397 = linalg.fill ins(%cst_21 : f32) outs(%396 : tensor<4x4x32x16xf32>) -> tensor<4x4x32x16xf32>
    %398 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%395, %collapsed_31 : tensor<4x4x32x32xf32>, tensor<4x32x4x16xf32>) outs(%397 : tensor<4x4x32x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x16xf32>
    %399 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%398 : tensor<4x4x32x16xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %400 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%395, %collapsed_33 : tensor<4x4x32x32xf32>, tensor<4x32x4x16xf32>) outs(%397 : tensor<4x4x32x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x16xf32>
    %401 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%400 : tensor<4x4x32x16xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %402 = tensor.empty() : tensor<4x32x1x4x16xf32>
    %403 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%382 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded = tensor.pad %403 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %404 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%399 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded_52 = tensor.pad %404 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %405 = tensor.empty() : tensor<4x32x3x4x16xf32>
    %406 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded, %padded_52 : tensor<4x32x3x4x16xf32>, tensor<4x32x3x4x16xf32>) outs(%405 : tensor<4x32x3x4x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x32x3x4x16xf32>
    %407 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%401 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded_53 = tensor.pad %407 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %408 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%406, %padded_53 : tensor<4x32x3x4x16xf32>, tensor<4x32x3x4x16xf32>) outs(%405 : tensor<4x32x3x4x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x32x3x4x16xf32>
    %collapsed_54 = tensor.collapse_shape %408 [[0, 1], [2, 3, 4]] : tensor<4x32x3x4x16xf32> into tensor<128x192xf32>
    %409 = tensor.empty() : tensor<192xf32>
    %410 = linalg.fill ins(%cst_21 : f32) outs(%409 : tensor<192xf32>) -> tensor<192xf32>
    %411 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_54 : tensor<128x192xf32>) outs(%410 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %expanded_55 = tensor.expand_shape %411 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
    %412 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_55 : tensor<1x192xf32>) outs(%410 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %413 = tensor.empty() : tensor<192x64xf32>
    %414 = linalg.fill ins(%cst_21 : f32) outs(%413 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %415 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_54, %160 : tensor<128x192xf32>, tensor<128x64xf32>) outs(%414 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<192x64xf32>
    %416 = tensor.empty() : tensor<64x192xf32>
    %417 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%415 : tensor<192x64xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %418 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_54, %arg15 : tensor<128x192xf32>, tensor<64x192xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %419 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%418 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_56 = tensor.expand_shape %419 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %420 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_56 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %421 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%154, %418 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %422 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%421 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_57 = tensor.expand_shape %422 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %423 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%418, %156 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %424 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_57 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %425 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %423 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %426 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%425 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_58 = tensor.expand_shape %426 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %427 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%423, %153 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %428 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_58, %152 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %429 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%428, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %430 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%429 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %431 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%430 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %432 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %431 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %433 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%427, %432 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %434 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%431, %144 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %435 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%433, %434 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %436 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%435 : tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %437 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%436 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_59 = tensor.expand_shape %437 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %438 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%371, %435 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %439 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_59, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %440 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%439 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %441 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%440 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %442 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%438, %441 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %443 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%442 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_60 = tensor.expand_shape %443 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %444 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_60 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %445 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%442, %134 : tensor<128x64xf32>, tensor<128x256xf32>) outs(%319 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<64x256xf32>
    %446 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%445 : tensor<64x256xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %447 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%442, %arg11 : tensor<128x64xf32>, tensor<256x64xf32>) outs(%115 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x256xf32>
    %448 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%122, %447 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %449 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%447, %133 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %450 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%448, %132 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %451 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%450, %130 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %452 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%450, %451 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %453 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %452 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %454 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %453 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %455 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%453, %454 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %456 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%453, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %457 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %456 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %458 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%455, %457 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %459 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%456, %120 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %460 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %459 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %461 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%458, %460 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %462 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %449 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %463 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%461, %462 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%114 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x256xf32>
    %464 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%463 : tensor<128x256xf32>) outs(%341 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %expanded_61 = tensor.expand_shape %464 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %465 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_61 : tensor<1x256xf32>) outs(%341 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %466 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%463, %113 : tensor<128x256xf32>, tensor<128x64xf32>) outs(%344 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<256x64xf32>
    %467 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%466 : tensor<256x64xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %468 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%463, %arg9 : tensor<128x256xf32>, tensor<64x256xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %469 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%468 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_62 = tensor.expand_shape %469 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %470 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_62 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %471 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107, %468 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %472 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%471 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_63 = tensor.expand_shape %472 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %473 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%468, %109 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %474 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_63 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %475 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %473 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %476 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%475 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_64 = tensor.expand_shape %476 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %477 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%473, %106 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %478 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_64, %105 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %479 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%478, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %480 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%479 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %481 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%480 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %482 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %481 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %483 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%477, %482 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %484 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%481, %97 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %485 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%483, %484 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %486 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%485 : tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %487 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%486 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_65 = tensor.expand_shape %487 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %488 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%442, %485 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %489 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_65, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %490 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%489 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %491 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%490 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %492 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%488, %491 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %493 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%492 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_66 = tensor.expand_shape %493 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %494 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_66 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %495 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%492, %collapsed_28 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%375 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<64x64xf32>
    %496 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%495 : tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %497 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%492, %arg1 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %expanded_67 = tensor.expand_shape %497 [[0, 1], [2, 3]] output_shape [4, 32, 4, 16] : tensor<128x64xf32> into tensor<4x32x4x16xf32>
    %498 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_67 : tensor<4x32x4x16xf32>) outs(%82 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x32xf32>
    %499 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%498, %collapsed_27 : tensor<4x4x16x32xf32>, tensor<4x32x4x16xf32>) outs(%45 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x32xf32>
    %500 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%498, %78 : tensor<4x4x16x32xf32>, tensor<4x4x32x32xf32>) outs(%83 : tensor<4x4x16x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x16x32xf32>
    %501 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%500 : tensor<4x4x16x32xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %502 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<4x4x32x1xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %503 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%499, %502 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %504 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%503, %73 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %505 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%504 : tensor<4x4x32x32xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %expanded_68 = tensor.expand_shape %505 [[0], [1], [2, 3]] output_shape [4, 4, 32, 1] : tensor<4x4x32xf32> into tensor<4x4x32x1xf32>
    %506 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_68 : tensor<4x4x32x1xf32>) outs(%69 : tensor<4x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x1xf32>
    %507 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%499, %77 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %508 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%506 : tensor<4x4x32x1xf32>) outs(%74 : tensor<4x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32xf32>
    %509 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%508 : tensor<4x4x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x32x32xf32>
    %510 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%507, %509 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %511 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%510, %73 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %512 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %511, %393 : tensor<4x4x32x32xi1>, tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: i1, %in_81: f32, %in_82: f32, %out: f32):
      %1079 = arith.select %in, %in_81, %in_82 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %513 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%512, %47 : tensor<4x4x32x32xf32>, tensor<4x4x32x32xf32>) outs(%44 : tensor<4x4x32x32xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x4x32x32xf32>
    %514 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%513, %collapsed_23 : tensor<4x4x32x32xf32>, tensor<4x32x4x16xf32>) outs(%397 : tensor<4x4x32x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x16xf32>
    %515 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%514 : tensor<4x4x32x16xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %516 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%513, %collapsed_25 : tensor<4x4x32x32xf32>, tensor<4x32x4x16xf32>) outs(%397 : tensor<4x4x32x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<4x4x32x16xf32>
    %517 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%516 : tensor<4x4x32x16xf32>) outs(%85 : tensor<4x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x4x16xf32>
    %518 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%501 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded_69 = tensor.pad %518 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %519 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%515 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded_70 = tensor.pad %519 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %520 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded_69, %padded_70 : tensor<4x32x3x4x16xf32>, tensor<4x32x3x4x16xf32>) outs(%405 : tensor<4x32x3x4x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x32x3x4x16xf32>
    %521 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%517 : tensor<4x32x4x16xf32>) outs(%402 : tensor<4x32x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x1x4x16xf32>
    %padded_71 = tensor.pad %521 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg91: index, %arg92: index, %arg93: index, %arg94: index, %arg95: index):
      tensor.yield %cst_21 : f32
    } : tensor<4x32x1x4x16xf32> to tensor<4x32x3x4x16xf32>
    %522 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%520, %padded_71 : tensor<4x32x3x4x16xf32>, tensor<4x32x3x4x16xf32>) outs(%405 : tensor<4x32x3x4x16xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<4x32x3x4x16xf32>
    %collapsed_72 = tensor.collapse_shape %522 [[0, 1], [2, 3, 4]] : tensor<4x32x3x4x16xf32> into tensor<128x192xf32>
    %523 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_72 : tensor<128x192xf32>) outs(%410 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %expanded_73 = tensor.expand_shape %523 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
    %524 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_73 : tensor<1x192xf32>) outs(%410 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %525 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_72, %36 : tensor<128x192xf32>, tensor<128x64xf32>) outs(%414 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<192x64xf32>
    %526 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%525 : tensor<192x64xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %527 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_72, %arg3 : tensor<128x192xf32>, tensor<64x192xf32>) outs(%87 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      %1080 = arith.addf %out, %1079 : f32
      linalg.yield %1080 : f32
    } -> tensor<128x64xf32>
    %528 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%527 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_74 = tensor.expand_shape %528 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %529 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_74 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %530 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29, %527 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %531 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%530 : tensor<128x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %expanded_75 = tensor.expand_shape %531 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %532 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%527, %32 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %533 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_75 : tensor<1x64xf32>) outs(%292 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %534 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %532 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %535 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%534 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_76 = tensor.expand_shape %535 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %536 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%532, %28 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %537 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_76, %27 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %538 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%537, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %539 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%538 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %540 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%539 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %541 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %540 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %542 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%536, %541 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %543 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%540, %17 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %544 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%542, %543 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %545 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%544 : tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.negf %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %546 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%545 : tensor<128x64xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %expanded_77 = tensor.expand_shape %546 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %547 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%492, %544 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %548 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_77, %13 : tensor<128x1xf32>, tensor<128x1xf32>) outs(%11 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x1xf32>
    %549 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%548 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<128xf32>
    %550 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%549 : tensor<128xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %551 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%547, %550 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%15 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<128x64xf32>
    %expanded_78 = tensor.expand_shape %551 [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xf32> into tensor<4x32x64xf32>
    %552 = tensor.empty() : tensor<32x64xf32>
    %553 = linalg.fill ins(%cst_21 : f32) outs(%552 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %554 = linalg.generic {indexing_maps = [#map35, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_78 : tensor<4x32x64xf32>) outs(%553 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %expanded_79 = tensor.expand_shape %554 [[0, 1], [2]] output_shape [1, 32, 64] : tensor<32x64xf32> into tensor<1x32x64xf32>
    %555 = linalg.generic {indexing_maps = [#map35, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_79 : tensor<1x32x64xf32>) outs(%553 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %out, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %556 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %557 = tensor.empty() : tensor<1xi32>
    %558 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_8 : tensor<i32>) outs(%557 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %559 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%558 : tensor<1xi32>) outs(%557 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      %1079 = arith.minsi %in, %c95_i32 : i32
      linalg.yield %1079 : i32
    } -> tensor<1xi32>
    %560 = linalg.generic {indexing_maps = [#map36, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%559 : tensor<1xi32>) outs(%0 : tensor<4x32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x32x1xi32>
    %561 = linalg.generic {indexing_maps = [#map37, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<i32>) outs(%0 : tensor<4x32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x32x1xi32>
    %562 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%561, %1, %560 : tensor<4x32x1xi32>, tensor<4x32x1xi32>, tensor<4x32x1xi32>) outs(%0 : tensor<4x32x1xi32>) {
    ^bb0(%in: i32, %in_81: i32, %in_82: i32, %out: i32):
      %1079 = arith.maxsi %in, %in_81 : i32
      %1080 = arith.minsi %1079, %in_82 : i32
      linalg.yield %1080 : i32
    } -> tensor<4x32x1xi32>
    %collapsed_80 = tensor.collapse_shape %562 [[0, 1, 2]] : tensor<4x32x1xi32> into tensor<128xi32>
    %563 = scf.for %arg91 = %c0 to %c128 step %c1 iter_args(%arg92 = %556) -> (tensor<96x64xf32>) {
      %extracted = tensor.extract %collapsed_80[%arg91] : tensor<128xi32>
      %1079 = arith.index_cast %extracted : i32 to index
      %extracted_slice_81 = tensor.extract_slice %arg92[%1079, 0] [1, 64] [1, 1] : tensor<96x64xf32> to tensor<1x64xf32>
      %extracted_slice_82 = tensor.extract_slice %551[%arg91, 0] [1, 64] [1, 1] : tensor<128x64xf32> to tensor<1x64xf32>
      %1080 = arith.addf %extracted_slice_81, %extracted_slice_82 : tensor<1x64xf32>
      %inserted_slice = tensor.insert_slice %1080 into %arg92[%1079, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<96x64xf32>
      scf.yield %inserted_slice : tensor<96x64xf32>
    }
    %564 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%arg87 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.addf %in, %cst_9 : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %565 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%564 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.powf %cst_5, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %566 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%565 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.subf %cst_9, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %567 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%566 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.divf %cst_9, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %568 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%564 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.powf %cst_3, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %569 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%568 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.subf %cst_9, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %570 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%569 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = arith.divf %cst_9, %in : f32
      linalg.yield %1079 : f32
    } -> tensor<f32>
    %571 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %572 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg29 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %573 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %574 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %494 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %575 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%572, %574 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %576 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %577 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg58 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %578 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%494, %494 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %579 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %580 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %578 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %581 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%577, %580 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %582 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%567 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %583 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%575, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %584 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%570 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %585 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%581, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %586 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%585 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %587 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %588 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%586, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %589 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%583, %588 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %590 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg90 : tensor<f32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %591 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %589 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %592 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg0, %591 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %593 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %594 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%593, %arg30 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %595 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %596 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%595, %496 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %597 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%594, %596 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %598 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %599 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%598, %arg59 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %600 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%496, %496 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %601 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %602 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%601, %600 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %603 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%599, %602 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %604 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %605 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%597, %604 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %606 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %607 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%603, %606 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %608 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%607 : tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %609 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %610 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%608, %609 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %611 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%605, %610 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %612 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%595, %arg1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %613 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%611, %612 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %614 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %615 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%614, %613 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %616 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %615 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %617 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %618 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%617, %arg31 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %619 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %620 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%619, %524 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %621 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%618, %620 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %622 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %623 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%622, %arg60 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %624 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%524, %524 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %625 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %626 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%625, %624 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %627 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%623, %626 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %628 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%567 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %629 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%621, %628 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %630 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%570 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %631 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%627, %630 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %632 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%631 : tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %633 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %634 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%632, %633 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %635 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%629, %634 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %636 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg90 : tensor<f32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192xf32>
    %637 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%636, %635 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %638 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg2, %637 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %639 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %640 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%639, %arg32 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %641 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %642 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%641, %526 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %643 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%640, %642 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %644 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %645 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%644, %arg61 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %646 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%526, %526 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %647 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %648 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%647, %646 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %649 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%645, %648 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %650 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %651 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%643, %650 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %652 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %653 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%649, %652 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %654 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%653 : tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %655 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %656 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%654, %655 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %657 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%651, %656 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %658 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%641, %arg3 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %659 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%657, %658 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %660 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %661 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%660, %659 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %662 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %661 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %663 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg33 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %664 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %529 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %665 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%663, %664 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %666 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg62 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %667 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%529, %529 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %668 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %667 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %669 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%666, %668 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %670 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%665, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %671 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%669, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %672 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%671 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %673 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%672, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %674 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%670, %673 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %675 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %674 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %676 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg4, %675 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %677 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg34 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %678 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %533 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %679 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%677, %678 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %680 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg63 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %681 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%533, %533 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %682 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %681 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %683 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%680, %682 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %684 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%679, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %685 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%683, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %686 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%685 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %687 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%686, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %688 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%684, %687 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %689 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %688 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %690 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg5, %689 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %691 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg35 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %692 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %470 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %693 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%691, %692 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %694 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg64 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %695 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%470, %470 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %696 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %695 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %697 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%694, %696 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %698 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%693, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %699 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%697, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %700 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%699 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %701 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%700, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %702 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%698, %701 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %703 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %702 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %704 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg6, %703 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %705 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg36 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %706 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %474 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %707 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%705, %706 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %708 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg65 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %709 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%474, %474 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %710 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %709 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %711 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%708, %710 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %712 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%707, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %713 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%711, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %714 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%713 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %715 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%714, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %716 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%712, %715 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %717 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %716 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %718 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg7, %717 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %719 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %720 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%719, %arg37 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %721 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %722 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%721, %465 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %723 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%720, %722 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %724 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %725 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%724, %arg66 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %726 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%465, %465 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %727 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %728 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%727, %726 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %729 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%725, %728 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %730 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%567 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %731 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%723, %730 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %732 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%570 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %733 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%729, %732 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %734 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%733 : tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %735 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %736 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%734, %735 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %737 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%731, %736 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %738 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg90 : tensor<f32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %739 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%738, %737 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %740 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg8, %739 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %741 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %742 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%741, %arg38 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %743 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %744 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%743, %467 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %745 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%742, %744 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %746 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %747 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%746, %arg67 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %748 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%467, %467 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %749 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %750 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%749, %748 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %751 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%747, %750 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %752 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %753 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%745, %752 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %754 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %755 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%751, %754 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %756 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%755 : tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %757 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %758 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%756, %757 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %759 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%753, %758 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %760 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%743, %arg9 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %761 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%759, %760 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %762 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %763 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%762, %761 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %764 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg9, %763 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %765 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg39 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %766 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %444 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %767 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%765, %766 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %768 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg68 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %769 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%444, %444 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %770 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %769 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %771 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%768, %770 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %772 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%767, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %773 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%771, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %774 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%773 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %775 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%774, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %776 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%772, %775 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %777 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %776 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %778 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg10, %777 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %779 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %780 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%779, %arg40 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %781 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %782 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%781, %446 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %783 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%780, %782 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %784 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %785 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%784, %arg69 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %786 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%446, %446 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %787 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %788 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%787, %786 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %789 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%785, %788 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %790 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %791 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%783, %790 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %792 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %793 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%789, %792 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %794 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%793 : tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %795 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %796 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%794, %795 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %797 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%791, %796 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %798 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%781, %arg11 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %799 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%797, %798 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %800 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %801 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%800, %799 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %802 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg11, %801 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %803 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg41 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %804 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %373 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %805 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%803, %804 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %806 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg70 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %807 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%373, %373 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %808 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %807 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %809 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%806, %808 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %810 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%805, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %811 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%809, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %812 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%811 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %813 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%812, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %814 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%810, %813 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %815 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %814 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %816 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg12, %815 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %817 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%593, %arg42 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %818 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%595, %377 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %819 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%817, %818 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %820 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%598, %arg71 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %821 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%377, %377 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %822 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%601, %821 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %823 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%820, %822 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %824 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%819, %604 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %825 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%823, %606 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %826 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%825 : tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %827 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%826, %609 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %828 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%824, %827 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %829 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%595, %arg13 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %830 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%828, %829 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %831 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%614, %830 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %832 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg13, %831 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%374 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x64xf32>
    %833 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%617, %arg43 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %834 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%619, %412 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %835 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%833, %834 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %836 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%622, %arg72 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %837 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%412, %412 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %838 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%625, %837 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %839 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%836, %838 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %840 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%835, %628 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %841 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%839, %630 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %842 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%841 : tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %843 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%842, %633 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %844 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%840, %843 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %845 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%636, %844 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %846 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg14, %845 : tensor<192xf32>, tensor<192xf32>) outs(%409 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<192xf32>
    %847 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%639, %arg44 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %848 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%641, %417 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %849 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%847, %848 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %850 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%644, %arg73 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %851 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%417, %417 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %852 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%647, %851 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %853 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%850, %852 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %854 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%849, %650 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %855 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%853, %652 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %856 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%855 : tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %857 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%856, %655 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %858 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%854, %857 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %859 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%641, %arg15 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %860 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%858, %859 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %861 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%660, %860 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %862 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg15, %861 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%416 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x192xf32>
    %863 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg45 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %864 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %420 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %865 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%863, %864 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %866 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg74 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %867 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%420, %420 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %868 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %867 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %869 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%866, %868 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %870 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%865, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %871 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%869, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %872 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%871 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %873 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%872, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %874 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%870, %873 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %875 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %874 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %876 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg16, %875 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %877 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg46 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %878 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %424 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %879 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%877, %878 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %880 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg75 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %881 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%424, %424 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %882 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %881 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %883 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%880, %882 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %884 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%879, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %885 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%883, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %886 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%885 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %887 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%886, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %888 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%884, %887 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %889 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %888 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %890 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg17, %889 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %891 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg47 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %892 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %349 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %893 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%891, %892 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %894 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg76 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %895 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%349, %349 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %896 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %895 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %897 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%894, %896 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %898 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%893, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %899 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%897, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %900 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%899 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %901 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%900, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %902 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%898, %901 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %903 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %902 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %904 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg18, %903 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %905 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg48 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %906 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %353 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %907 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%905, %906 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %908 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg77 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %909 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%353, %353 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %910 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %909 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %911 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%908, %910 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %912 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%907, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %913 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%911, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %914 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%913 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %915 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%914, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %916 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%912, %915 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %917 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %916 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %918 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg19, %917 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %919 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%719, %arg49 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %920 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%721, %343 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %921 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%919, %920 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %922 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%724, %arg78 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %923 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%343, %343 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %924 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%727, %923 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %925 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%922, %924 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %926 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%921, %730 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %927 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%925, %732 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %928 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%927 : tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %929 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%928, %735 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %930 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%926, %929 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %931 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%738, %930 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %932 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg20, %931 : tensor<256xf32>, tensor<256xf32>) outs(%340 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256xf32>
    %933 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%741, %arg50 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %934 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%743, %346 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %935 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%933, %934 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %936 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%746, %arg79 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %937 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%346, %346 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %938 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%749, %937 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %939 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%936, %938 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %940 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%935, %752 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %941 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%939, %754 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %942 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%941 : tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %943 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%942, %757 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %944 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%940, %943 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %945 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%743, %arg21 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %946 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%944, %945 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %947 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%762, %946 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %948 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg21, %947 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%318 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x256xf32>
    %949 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg51 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %950 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %317 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %951 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%949, %950 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %952 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg80 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %953 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%317, %317 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %954 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %953 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %955 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%952, %954 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %956 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%951, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %957 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%955, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %958 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%957 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %959 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%958, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %960 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%956, %959 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %961 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %960 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %962 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg22, %961 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %963 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%779, %arg52 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %964 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%781, %322 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %965 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%963, %964 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %966 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%784, %arg81 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %967 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%322, %322 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %968 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%787, %967 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %969 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%966, %968 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %970 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%965, %790 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %971 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%969, %792 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %972 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%971 : tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %973 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%972, %795 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %974 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%970, %973 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %975 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%781, %arg23 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %976 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%974, %975 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %977 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%800, %976 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %978 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg23, %977 : tensor<256x64xf32>, tensor<256x64xf32>) outs(%321 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<256x64xf32>
    %979 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %980 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%979, %arg53 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %981 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %982 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %289 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %983 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%980, %982 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %984 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %985 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%984, %arg82 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %986 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%289, %289 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %987 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %988 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%987, %986 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %989 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%985, %988 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %990 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %991 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%983, %990 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %992 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %993 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%989, %992 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %994 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%993 : tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %995 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %996 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%994, %995 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %997 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%991, %996 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %998 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %arg24 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %999 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%997, %998 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %1000 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %1001 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1000, %999 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %1002 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg24, %1001 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%288 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64x96xf32>
    %1003 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg54 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1004 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %294 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1005 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1003, %1004 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1006 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg83 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1007 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%294, %294 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1008 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %1007 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1009 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1006, %1008 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1010 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1005, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1011 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1009, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1012 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1011 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1013 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1012, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1014 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1010, %1013 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1015 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %1014 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1016 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg25, %1015 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1017 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%571, %arg55 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1018 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%573, %298 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1019 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1017, %1018 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1020 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%576, %arg84 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1021 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%298, %298 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1022 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%579, %1021 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1023 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1020, %1022 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1024 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1019, %582 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1025 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1023, %584 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1026 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1025 : tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1027 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1026, %587 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1028 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1024, %1027 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1029 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%590, %1028 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1030 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg26, %1029 : tensor<64xf32>, tensor<64xf32>) outs(%291 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<64xf32>
    %1031 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1032 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1031, %arg56 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1033 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1034 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %555 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1035 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1032, %1034 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1036 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1037 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1036, %arg85 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1038 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%555, %555 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1039 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1040 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1039, %1038 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1041 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1037, %1040 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1042 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1043 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1035, %1042 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1044 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1045 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1041, %1044 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1046 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1045 : tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1047 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1048 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1046, %1047 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1049 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1043, %1048 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1050 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %arg27 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1051 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1049, %1050 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1052 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %1053 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1052, %1051 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1054 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg27, %1053 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%552 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<32x64xf32>
    %1055 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1056 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1055, %arg57 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1057 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1058 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1057, %563 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1059 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1056, %1058 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1060 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1061 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1060, %arg86 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1062 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%563, %563 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1063 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1064 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1063, %1062 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1065 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1061, %1064 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1066 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%567 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1067 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1059, %1066 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1068 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1069 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1065, %1068 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1070 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1069 : tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1079 = math.sqrt %in : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1071 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1072 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1070, %1071 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1073 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1067, %1072 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.divf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1074 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1057, %arg28 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1075 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1073, %1074 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.addf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1076 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg90 : tensor<f32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %1077 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1076, %1075 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.mulf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    %1078 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg28, %1077 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%285 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_81: f32, %out: f32):
      %1079 = arith.subf %in, %in_81 : f32
      linalg.yield %1079 : f32
    } -> tensor<96x64xf32>
    return %274, %592, %616, %638, %662, %676, %690, %704, %718, %740, %764, %778, %802, %816, %832, %846, %862, %876, %890, %904, %918, %932, %948, %962, %978, %1002, %1016, %1030, %1054, %1078, %575, %597, %621, %643, %665, %679, %693, %707, %723, %745, %767, %783, %805, %819, %835, %849, %865, %879, %893, %907, %921, %935, %951, %965, %983, %1005, %1019, %1035, %1059, %581, %603, %627, %649, %669, %683, %697, %711, %729, %751, %771, %789, %809, %823, %839, %853, %869, %883, %897, %911, %925, %939, %955, %969, %989, %1009, %1023, %1041, %1065, %564 : tensor<f32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64x96xf32>, tensor<64xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<96x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64x96xf32>, tensor<64xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<96x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<192xf32>, tensor<64x192xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf32>, tensor<64x256xf32>, tensor<64xf32>, tensor<256x64xf32>, tensor<64x96xf32>, tensor<64xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<96x64xf32>, tensor<f32>
  }
}
