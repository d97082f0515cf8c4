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
  func.func public @train_step(%arg0: tensor<256xf32> {fp8.name = "params.h0.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg1: tensor<256x256xf32> {fp8.name = "params.h0.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg2: tensor<768xf32> {fp8.name = "params.h0.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg3: tensor<256x768xf32> {fp8.name = "params.h0.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg4: tensor<256xf32> {fp8.name = "params.h0.ln1.bias", fp8.state = #fp8.state<param>}, %arg5: tensor<256xf32> {fp8.name = "params.h0.ln1.weight", fp8.state = #fp8.state<param>}, %arg6: tensor<256xf32> {fp8.name = "params.h0.ln2.bias", fp8.state = #fp8.state<param>}, %arg7: tensor<256xf32> {fp8.name = "params.h0.ln2.weight", fp8.state = #fp8.state<param>}, %arg8: tensor<1024xf32> {fp8.name = "params.h0.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg9: tensor<256x1024xf32> {fp8.name = "params.h0.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg10: tensor<256xf32> {fp8.name = "params.h0.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg11: tensor<1024x256xf32> {fp8.name = "params.h0.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg12: tensor<256xf32> {fp8.name = "params.h1.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg13: tensor<256x256xf32> {fp8.name = "params.h1.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg14: tensor<768xf32> {fp8.name = "params.h1.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg15: tensor<256x768xf32> {fp8.name = "params.h1.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg16: tensor<256xf32> {fp8.name = "params.h1.ln1.bias", fp8.state = #fp8.state<param>}, %arg17: tensor<256xf32> {fp8.name = "params.h1.ln1.weight", fp8.state = #fp8.state<param>}, %arg18: tensor<256xf32> {fp8.name = "params.h1.ln2.bias", fp8.state = #fp8.state<param>}, %arg19: tensor<256xf32> {fp8.name = "params.h1.ln2.weight", fp8.state = #fp8.state<param>}, %arg20: tensor<1024xf32> {fp8.name = "params.h1.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg21: tensor<256x1024xf32> {fp8.name = "params.h1.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg22: tensor<256xf32> {fp8.name = "params.h1.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg23: tensor<1024x256xf32> {fp8.name = "params.h1.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg24: tensor<256xf32> {fp8.name = "params.h2.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg25: tensor<256x256xf32> {fp8.name = "params.h2.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg26: tensor<768xf32> {fp8.name = "params.h2.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg27: tensor<256x768xf32> {fp8.name = "params.h2.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg28: tensor<256xf32> {fp8.name = "params.h2.ln1.bias", fp8.state = #fp8.state<param>}, %arg29: tensor<256xf32> {fp8.name = "params.h2.ln1.weight", fp8.state = #fp8.state<param>}, %arg30: tensor<256xf32> {fp8.name = "params.h2.ln2.bias", fp8.state = #fp8.state<param>}, %arg31: tensor<256xf32> {fp8.name = "params.h2.ln2.weight", fp8.state = #fp8.state<param>}, %arg32: tensor<1024xf32> {fp8.name = "params.h2.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg33: tensor<256x1024xf32> {fp8.name = "params.h2.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg34: tensor<256xf32> {fp8.name = "params.h2.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg35: tensor<1024x256xf32> {fp8.name = "params.h2.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg36: tensor<256xf32> {fp8.name = "params.h3.attn.proj.bias", fp8.state = #fp8.state<param>}, %arg37: tensor<256x256xf32> {fp8.name = "params.h3.attn.proj.weight", fp8.state = #fp8.state<param>}, %arg38: tensor<768xf32> {fp8.name = "params.h3.attn.qkv.bias", fp8.state = #fp8.state<param>}, %arg39: tensor<256x768xf32> {fp8.name = "params.h3.attn.qkv.weight", fp8.state = #fp8.state<param>}, %arg40: tensor<256xf32> {fp8.name = "params.h3.ln1.bias", fp8.state = #fp8.state<param>}, %arg41: tensor<256xf32> {fp8.name = "params.h3.ln1.weight", fp8.state = #fp8.state<param>}, %arg42: tensor<256xf32> {fp8.name = "params.h3.ln2.bias", fp8.state = #fp8.state<param>}, %arg43: tensor<256xf32> {fp8.name = "params.h3.ln2.weight", fp8.state = #fp8.state<param>}, %arg44: tensor<1024xf32> {fp8.name = "params.h3.mlp.fc.bias", fp8.state = #fp8.state<param>}, %arg45: tensor<256x1024xf32> {fp8.name = "params.h3.mlp.fc.weight", fp8.state = #fp8.state<param>}, %arg46: tensor<256xf32> {fp8.name = "params.h3.mlp.proj.bias", fp8.state = #fp8.state<param>}, %arg47: tensor<1024x256xf32> {fp8.name = "params.h3.mlp.proj.weight", fp8.state = #fp8.state<param>}, %arg48: tensor<256x96xf32> {fp8.name = "params.head.weight", fp8.state = #fp8.state<param>}, %arg49: tensor<256xf32> {fp8.name = "params.ln_f.bias", fp8.state = #fp8.state<param>}, %arg50: tensor<256xf32> {fp8.name = "params.ln_f.weight", fp8.state = #fp8.state<param>}, %arg51: tensor<128x256xf32> {fp8.name = "params.wpe", fp8.state = #fp8.state<param>}, %arg52: tensor<96x256xf32> {fp8.name = "params.wte", fp8.state = #fp8.state<param>}, %arg53: tensor<256xf32> {fp8.name = "m.h0.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg54: tensor<256x256xf32> {fp8.name = "m.h0.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg55: tensor<768xf32> {fp8.name = "m.h0.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg56: tensor<256x768xf32> {fp8.name = "m.h0.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg57: tensor<256xf32> {fp8.name = "m.h0.ln1.bias", fp8.state = #fp8.state<moment>}, %arg58: tensor<256xf32> {fp8.name = "m.h0.ln1.weight", fp8.state = #fp8.state<moment>}, %arg59: tensor<256xf32> {fp8.name = "m.h0.ln2.bias", fp8.state = #fp8.state<moment>}, %arg60: tensor<256xf32> {fp8.name = "m.h0.ln2.weight", fp8.state = #fp8.state<moment>}, %arg61: tensor<1024xf32> {fp8.name = "m.h0.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg62: tensor<256x1024xf32> {fp8.name = "m.h0.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg63: tensor<256xf32> {fp8.name = "m.h0.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg64: tensor<1024x256xf32> {fp8.name = "m.h0.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg65: tensor<256xf32> {fp8.name = "m.h1.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg66: tensor<256x256xf32> {fp8.name = "m.h1.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg67: tensor<768xf32> {fp8.name = "m.h1.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg68: tensor<256x768xf32> {fp8.name = "m.h1.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg69: tensor<256xf32> {fp8.name = "m.h1.ln1.bias", fp8.state = #fp8.state<moment>}, %arg70: tensor<256xf32> {fp8.name = "m.h1.ln1.weight", fp8.state = #fp8.state<moment>}, %arg71: tensor<256xf32> {fp8.name = "m.h1.ln2.bias", fp8.state = #fp8.state<moment>}, %arg72: tensor<256xf32> {fp8.name = "m.h1.ln2.weight", fp8.state = #fp8.state<moment>}, %arg73: tensor<1024xf32> {fp8.name = "m.h1.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg74: tensor<256x1024xf32> {fp8.name = "m.h1.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg75: tensor<256xf32> {fp8.name = "m.h1.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg76: tensor<1024x256xf32> {fp8.name = "m.h1.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg77: tensor<256xf32> {fp8.name = "m.h2.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg78: tensor<256x256xf32> {fp8.name = "m.h2.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg79: tensor<768xf32> {fp8.name = "m.h2.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg80: tensor<256x768xf32> {fp8.name = "m.h2.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg81: tensor<256xf32> {fp8.name = "m.h2.ln1.bias", fp8.state = #fp8.state<moment>}, %arg82: tensor<256xf32> {fp8.name = "m.h2.ln1.weight", fp8.state = #fp8.state<moment>}, %arg83: tensor<256xf32> {fp8.name = "m.h2.ln2.bias", fp8.state = #fp8.state<moment>}, %arg84: tensor<256xf32> {fp8.name = "m.h2.ln2.weight", fp8.state = #fp8.state<moment>}, %arg85: tensor<1024xf32> {fp8.name = "m.h2.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg86: tensor<256x1024xf32> {fp8.name = "m.h2.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg87: tensor<256xf32> {fp8.name = "m.h2.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg88: tensor<1024x256xf32> {fp8.name = "m.h2.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg89: tensor<256xf32> {fp8.name = "m.h3.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg90: tensor<256x256xf32> {fp8.name = "m.h3.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg91: tensor<768xf32> {fp8.name = "m.h3.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg92: tensor<256x768xf32> {fp8.name = "m.h3.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg93: tensor<256xf32> {fp8.name = "m.h3.ln1.bias", fp8.state = #fp8.state<moment>}, %arg94: tensor<256xf32> {fp8.name = "m.h3.ln1.weight", fp8.state = #fp8.state<moment>}, %arg95: tensor<256xf32> {fp8.name = "m.h3.ln2.bias", fp8.state = #fp8.state<moment>}, %arg96: tensor<256xf32> {fp8.name = "m.h3.ln2.weight", fp8.state = #fp8.state<moment>}, %arg97: tensor<1024xf32> {fp8.name = "m.h3.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg98: tensor<256x1024xf32> {fp8.name = "m.h3.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg99: tensor<256xf32> {fp8.name = "m.h3.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg100: tensor<1024x256xf32> {fp8.name = "m.h3.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg101: tensor<256x96xf32> {fp8.name = "m.head.weight", fp8.state = #fp8.state<moment>}, %arg102: tensor<256xf32> {fp8.name = "m.ln_f.bias", fp8.state = #fp8.state<moment>}, %arg103: tensor<256xf32> {fp8.name = "m.ln_f.weight", fp8.state = #fp8.state<moment>}, %arg104: tensor<128x256xf32> {fp8.name = "m.wpe", fp8.state = #fp8.state<moment>}, %arg105: tensor<96x256xf32> {fp8.name = "m.wte", fp8.state = #fp8.state<moment>}, %arg106: tensor<256xf32> {fp8.name = "v.h0.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg107: tensor<256x256xf32> {fp8.name = "v.h0.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg108: tensor<768xf32> {fp8.name = "v.h0.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg109: tensor<256x768xf32> {fp8.name = "v.h0.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg110: tensor<256xf32> {fp8.name = "v.h0.ln1.bias", fp8.state = #fp8.state<moment>}, %arg111: tensor<256xf32> {fp8.name = "v.h0.ln1.weight", fp8.state = #fp8.state<moment>}, %arg112: tensor<256xf32> {fp8.name = "v.h0.ln2.bias", fp8.state = #fp8.state<moment>}, %arg113: tensor<256xf32> {fp8.name = "v.h0.ln2.weight", fp8.state = #fp8.state<moment>}, %arg114: tensor<1024xf32> {fp8.name = "v.h0.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg115: tensor<256x1024xf32> {fp8.name = "v.h0.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg116: tensor<256xf32> {fp8.name = "v.h0.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg117: tensor<1024x256xf32> {fp8.name = "v.h0.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg118: tensor<256xf32> {fp8.name = "v.h1.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg119: tensor<256x256xf32> {fp8.name = "v.h1.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg120: tensor<768xf32> {fp8.name = "v.h1.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg121: tensor<256x768xf32> {fp8.name = "v.h1.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg122: tensor<256xf32> {fp8.name = "v.h1.ln1.bias", fp8.state = #fp8.state<moment>}, %arg123: tensor<256xf32> {fp8.name = "v.h1.ln1.weight", fp8.state = #fp8.state<moment>}, %arg124: tensor<256xf32> {fp8.name = "v.h1.ln2.bias", fp8.state = #fp8.state<moment>}, %arg125: tensor<256xf32> {fp8.name = "v.h1.ln2.weight", fp8.state = #fp8.state<moment>}, %arg126: tensor<1024xf32> {fp8.name = "v.h1.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg127: tensor<256x1024xf32> {fp8.name = "v.h1.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg128: tensor<256xf32> {fp8.name = "v.h1.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg129: tensor<1024x256xf32> {fp8.name = "v.h1.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg130: tensor<256xf32> {fp8.name = "v.h2.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg131: tensor<256x256xf32> {fp8.name = "v.h2.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg132: tensor<768xf32> {fp8.name = "v.h2.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg133: tensor<256x768xf32> {fp8.name = "v.h2.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg134: tensor<256xf32> {fp8.name = "v.h2.ln1.bias", fp8.state = #fp8.state<moment>}, %arg135: tensor<256xf32> {fp8.name = "v.h2.ln1.weight", fp8.state = #fp8.state<moment>}, %arg136: tensor<256xf32> {fp8.name = "v.h2.ln2.bias", fp8.state = #fp8.state<moment>}, %arg137: tensor<256xf32> {fp8.name = "v.h2.ln2.weight", fp8.state = #fp8.state<moment>}, %arg138: tensor<1024xf32> {fp8.name = "v.h2.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg139: tensor<256x1024xf32> {fp8.name = "v.h2.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg140: tensor<256xf32> {fp8.name = "v.h2.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg141: tensor<1024x256xf32> {fp8.name = "v.h2.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg142: tensor<256xf32> {fp8.name = "v.h3.attn.proj.bias", fp8.state = #fp8.state<moment>}, %arg143: tensor<256x256xf32> {fp8.name = "v.h3.attn.proj.weight", fp8.state = #fp8.state<moment>}, %arg144: tensor<768xf32> {fp8.name = "v.h3.attn.qkv.bias", fp8.state = #fp8.state<moment>}, %arg145: tensor<256x768xf32> {fp8.name = "v.h3.attn.qkv.weight", fp8.state = #fp8.state<moment>}, %arg146: tensor<256xf32> {fp8.name = "v.h3.ln1.bias", fp8.state = #fp8.state<moment>}, %arg147: tensor<256xf32> {fp8.name = "v.h3.ln1.weight", fp8.state = #fp8.state<moment>}, %arg148: tensor<256xf32> {fp8.name = "v.h3.ln2.bias", fp8.state = #fp8.state<moment>}, %arg149: tensor<256xf32> {fp8.name = "v.h3.ln2.weight", fp8.state = #fp8.state<moment>}, %arg150: tensor<1024xf32> {fp8.name = "v.h3.mlp.fc.bias", fp8.state = #fp8.state<moment>}, %arg151: tensor<256x1024xf32> {fp8.name = "v.h3.mlp.fc.weight", fp8.state = #fp8.state<moment>}, %arg152: tensor<256xf32> {fp8.name = "v.h3.mlp.proj.bias", fp8.state = #fp8.state<moment>}, %arg153: tensor<1024x256xf32> {fp8.name = "v.h3.mlp.proj.weight", fp8.state = #fp8.state<moment>}, %arg154: tensor<256x96xf32> {fp8.name = "v.head.weight", fp8.state = #fp8.state<moment>}, %arg155: tensor<256xf32> {fp8.name = "v.ln_f.bias", fp8.state = #fp8.state<moment>}, %arg156: tensor<256xf32> {fp8.name = "v.ln_f.weight", fp8.state = #fp8.state<moment>}, %arg157: tensor<128x256xf32> {fp8.name = "v.wpe", fp8.state = #fp8.state<moment>}, %arg158: tensor<96x256xf32> {fp8.name = "v.wte", fp8.state = #fp8.state<moment>}, %arg159: tensor<f32> {fp8.name = "step", fp8.state = #fp8.state<step>}, %arg160: tensor<8x128xi32> {fp8.name = "idx"}, %arg161: tensor<8x128xi32> {fp8.name = "targets"}, %arg162: tensor<f32> {fp8.name = "lr"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<256xf32> {fp8.name = "params.h0.attn.proj.bias", fp8.updates = "params.h0.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "params.h0.attn.proj.weight", fp8.updates = "params.h0.attn.proj.weight"}, tensor<768xf32> {fp8.name = "params.h0.attn.qkv.bias", fp8.updates = "params.h0.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "params.h0.attn.qkv.weight", fp8.updates = "params.h0.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "params.h0.ln1.bias", fp8.updates = "params.h0.ln1.bias"}, tensor<256xf32> {fp8.name = "params.h0.ln1.weight", fp8.updates = "params.h0.ln1.weight"}, tensor<256xf32> {fp8.name = "params.h0.ln2.bias", fp8.updates = "params.h0.ln2.bias"}, tensor<256xf32> {fp8.name = "params.h0.ln2.weight", fp8.updates = "params.h0.ln2.weight"}, tensor<1024xf32> {fp8.name = "params.h0.mlp.fc.bias", fp8.updates = "params.h0.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "params.h0.mlp.fc.weight", fp8.updates = "params.h0.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "params.h0.mlp.proj.bias", fp8.updates = "params.h0.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "params.h0.mlp.proj.weight", fp8.updates = "params.h0.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "params.h1.attn.proj.bias", fp8.updates = "params.h1.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "params.h1.attn.proj.weight", fp8.updates = "params.h1.attn.proj.weight"}, tensor<768xf32> {fp8.name = "params.h1.attn.qkv.bias", fp8.updates = "params.h1.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "params.h1.attn.qkv.weight", fp8.updates = "params.h1.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "params.h1.ln1.bias", fp8.updates = "params.h1.ln1.bias"}, tensor<256xf32> {fp8.name = "params.h1.ln1.weight", fp8.updates = "params.h1.ln1.weight"}, tensor<256xf32> {fp8.name = "params.h1.ln2.bias", fp8.updates = "params.h1.ln2.bias"}, tensor<256xf32> {fp8.name = "params.h1.ln2.weight", fp8.updates = "params.h1.ln2.weight"}, tensor<1024xf32> {fp8.name = "params.h1.mlp.fc.bias", fp8.updates = "params.h1.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "params.h1.mlp.fc.weight", fp8.updates = "params.h1.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "params.h1.mlp.proj.bias", fp8.updates = "params.h1.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "params.h1.mlp.proj.weight", fp8.updates = "params.h1.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "params.h2.attn.proj.bias", fp8.updates = "params.h2.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "params.h2.attn.proj.weight", fp8.updates = "params.h2.attn.proj.weight"}, tensor<768xf32> {fp8.name = "params.h2.attn.qkv.bias", fp8.updates = "params.h2.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "params.h2.attn.qkv.weight", fp8.updates = "params.h2.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "params.h2.ln1.bias", fp8.updates = "params.h2.ln1.bias"}, tensor<256xf32> {fp8.name = "params.h2.ln1.weight", fp8.updates = "params.h2.ln1.weight"}, tensor<256xf32> {fp8.name = "params.h2.ln2.bias", fp8.updates = "params.h2.ln2.bias"}, tensor<256xf32> {fp8.name = "params.h2.ln2.weight", fp8.updates = "params.h2.ln2.weight"}, tensor<1024xf32> {fp8.name = "params.h2.mlp.fc.bias", fp8.updates = "params.h2.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "params.h2.mlp.fc.weight", fp8.updates = "params.h2.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "params.h2.mlp.proj.bias", fp8.updates = "params.h2.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "params.h2.mlp.proj.weight", fp8.updates = "params.h2.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "params.h3.attn.proj.bias", fp8.updates = "params.h3.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "params.h3.attn.proj.weight", fp8.updates = "params.h3.attn.proj.weight"}, tensor<768xf32> {fp8.name = "params.h3.attn.qkv.bias", fp8.updates = "params.h3.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "params.h3.attn.qkv.weight", fp8.updates = "params.h3.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "params.h3.ln1.bias", fp8.updates = "params.h3.ln1.bias"}, tensor<256xf32> {fp8.name = "params.h3.ln1.weight", fp8.updates = "params.h3.ln1.weight"}, tensor<256xf32> {fp8.name = "params.h3.ln2.bias", fp8.updates = "params.h3.ln2.bias"}, tensor<256xf32> {fp8.name = "params.h3.ln2.weight", fp8.updates = "params.h3.ln2.weight"}, tensor<1024xf32> {fp8.name = "params.h3.mlp.fc.bias", fp8.updates = "params.h3.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "params.h3.mlp.fc.weight", fp8.updates = "params.h3.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "params.h3.mlp.proj.bias", fp8.updates = "params.h3.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "params.h3.mlp.proj.weight", fp8.updates = "params.h3.mlp.proj.weight"}, tensor<256x96xf32> {fp8.name = "params.head.weight", fp8.updates = "params.head.weight"}, tensor<256xf32> {fp8.name = "params.ln_f.bias", fp8.updates = "params.ln_f.bias"}, tensor<256xf32> {fp8.name = "params.ln_f.weight", fp8.updates = "params.ln_f.weight"}, tensor<128x256xf32> {fp8.name = "params.wpe", fp8.updates = "params.wpe"}, tensor<96x256xf32> {fp8.name = "params.wte", fp8.updates = "params.wte"}, tensor<256xf32> {fp8.name = "m.h0.attn.proj.bias", fp8.updates = "m.h0.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "m.h0.attn.proj.weight", fp8.updates = "m.h0.attn.proj.weight"}, tensor<768xf32> {fp8.name = "m.h0.attn.qkv.bias", fp8.updates = "m.h0.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "m.h0.attn.qkv.weight", fp8.updates = "m.h0.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "m.h0.ln1.bias", fp8.updates = "m.h0.ln1.bias"}, tensor<256xf32> {fp8.name = "m.h0.ln1.weight", fp8.updates = "m.h0.ln1.weight"}, tensor<256xf32> {fp8.name = "m.h0.ln2.bias", fp8.updates = "m.h0.ln2.bias"}, tensor<256xf32> {fp8.name = "m.h0.ln2.weight", fp8.updates = "m.h0.ln2.weight"}, tensor<1024xf32> {fp8.name = "m.h0.mlp.fc.bias", fp8.updates = "m.h0.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "m.h0.mlp.fc.weight", fp8.updates = "m.h0.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "m.h0.mlp.proj.bias", fp8.updates = "m.h0.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "m.h0.mlp.proj.weight", fp8.updates = "m.h0.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "m.h1.attn.proj.bias", fp8.updates = "m.h1.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "m.h1.attn.proj.weight", fp8.updates = "m.h1.attn.proj.weight"}, tensor<768xf32> {fp8.name = "m.h1.attn.qkv.bias", fp8.updates = "m.h1.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "m.h1.attn.qkv.weight", fp8.updates = "m.h1.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "m.h1.ln1.bias", fp8.updates = "m.h1.ln1.bias"}, tensor<256xf32> {fp8.name = "m.h1.ln1.weight", fp8.updates = "m.h1.ln1.weight"}, tensor<256xf32> {fp8.name = "m.h1.ln2.bias", fp8.updates = "m.h1.ln2.bias"}, tensor<256xf32> {fp8.name = "m.h1.ln2.weight", fp8.updates = "m.h1.ln2.weight"}, tensor<1024xf32> {fp8.name = "m.h1.mlp.fc.bias", fp8.updates = "m.h1.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "m.h1.mlp.fc.weight", fp8.updates = "m.h1.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "m.h1.mlp.proj.bias", fp8.updates = "m.h1.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "m.h1.mlp.proj.weight", fp8.updates = "m.h1.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "m.h2.attn.proj.bias", fp8.updates = "m.h2.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "m.h2.attn.proj.weight", fp8.updates = "m.h2.attn.proj.weight"}, tensor<768xf32> {fp8.name = "m.h2.attn.qkv.bias", fp8.updates = "m.h2.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "m.h2.attn.qkv.weight", fp8.updates = "m.h2.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "m.h2.ln1.bias", fp8.updates = "m.h2.ln1.bias"}, tensor<256xf32> {fp8.name = "m.h2.ln1.weight", fp8.updates = "m.h2.ln1.weight"}, tensor<256xf32> {fp8.name = "m.h2.ln2.bias", fp8.updates = "m.h2.ln2.bias"}, tensor<256xf32> {fp8.name = "m.h2.ln2.weight", fp8.updates = "m.h2.ln2.weight"}, tensor<1024xf32> {fp8.name = "m.h2.mlp.fc.bias", fp8.updates = "m.h2.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "m.h2.mlp.fc.weight", fp8.updates = "m.h2.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "m.h2.mlp.proj.bias", fp8.updates = "m.h2.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "m.h2.mlp.proj.weight", fp8.updates = "m.h2.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "m.h3.attn.proj.bias", fp8.updates = "m.h3.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "m.h3.attn.proj.weight", fp8.updates = "m.h3.attn.proj.weight"}, tensor<768xf32> {fp8.name = "m.h3.attn.qkv.bias", fp8.updates = "m.h3.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "m.h3.attn.qkv.weight", fp8.updates = "m.h3.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "m.h3.ln1.bias", fp8.updates = "m.h3.ln1.bias"}, tensor<256xf32> {fp8.name = "m.h3.ln1.weight", fp8.updates = "m.h3.ln1.weight"}, tensor<256xf32> {fp8.name = "m.h3.ln2.bias", fp8.updates = "m.h3.ln2.bias"}, tensor<256xf32> {fp8.name = "m.h3.ln2.weight", fp8.updates = "m.h3.ln2.weight"}, tensor<1024xf32> {fp8.name = "m.h3.mlp.fc.bias", fp8.updates = "m.h3.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "m.h3.mlp.fc.weight", fp8.updates = "m.h3.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "m.h3.mlp.proj.bias", fp8.updates = "m.h3.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "m.h3.mlp.proj.weight", fp8.updates = "m.h3.mlp.proj.weight"}, tensor<256x96xf32> {fp8.name = "m.head.weight", fp8.updates = "m.head.weight"}, tensor<256xf32> {fp8.name = "m.ln_f.bias", fp8.updates = "m.ln_f.bias"}, tensor<256xf32> {fp8.name = "m.ln_f.weight", fp8.updates = "m.ln_f.weight"}, tensor<128x256xf32> {fp8.name = "m.wpe", fp8.updates = "m.wpe"}, tensor<96x256xf32> {fp8.name = "m.wte", fp8.updates = "m.wte"}, tensor<256xf32> {fp8.name = "v.h0.attn.proj.bias", fp8.updates = "v.h0.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "v.h0.attn.proj.weight", fp8.updates = "v.h0.attn.proj.weight"}, tensor<768xf32> {fp8.name = "v.h0.attn.qkv.bias", fp8.updates = "v.h0.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "v.h0.attn.qkv.weight", fp8.updates = "v.h0.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "v.h0.ln1.bias", fp8.updates = "v.h0.ln1.bias"}, tensor<256xf32> {fp8.name = "v.h0.ln1.weight", fp8.updates = "v.h0.ln1.weight"}, tensor<256xf32> {fp8.name = "v.h0.ln2.bias", fp8.updates = "v.h0.ln2.bias"}, tensor<256xf32> {fp8.name = "v.h0.ln2.weight", fp8.updates = "v.h0.ln2.weight"}, tensor<1024xf32> {fp8.name = "v.h0.mlp.fc.bias", fp8.updates = "v.h0.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "v.h0.mlp.fc.weight", fp8.updates = "v.h0.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "v.h0.mlp.proj.bias", fp8.updates = "v.h0.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "v.h0.mlp.proj.weight", fp8.updates = "v.h0.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "v.h1.attn.proj.bias", fp8.updates = "v.h1.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "v.h1.attn.proj.weight", fp8.updates = "v.h1.attn.proj.weight"}, tensor<768xf32> {fp8.name = "v.h1.attn.qkv.bias", fp8.updates = "v.h1.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "v.h1.attn.qkv.weight", fp8.updates = "v.h1.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "v.h1.ln1.bias", fp8.updates = "v.h1.ln1.bias"}, tensor<256xf32> {fp8.name = "v.h1.ln1.weight", fp8.updates = "v.h1.ln1.weight"}, tensor<256xf32> {fp8.name = "v.h1.ln2.bias", fp8.updates = "v.h1.ln2.bias"}, tensor<256xf32> {fp8.name = "v.h1.ln2.weight", fp8.updates = "v.h1.ln2.weight"}, tensor<1024xf32> {fp8.name = "v.h1.mlp.fc.bias", fp8.updates = "v.h1.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "v.h1.mlp.fc.weight", fp8.updates = "v.h1.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "v.h1.mlp.proj.bias", fp8.updates = "v.h1.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "v.h1.mlp.proj.weight", fp8.updates = "v.h1.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "v.h2.attn.proj.bias", fp8.updates = "v.h2.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "v.h2.attn.proj.weight", fp8.updates = "v.h2.attn.proj.weight"}, tensor<768xf32> {fp8.name = "v.h2.attn.qkv.bias", fp8.updates = "v.h2.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "v.h2.attn.qkv.weight", fp8.updates = "v.h2.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "v.h2.ln1.bias", fp8.updates = "v.h2.ln1.bias"}, tensor<256xf32> {fp8.name = "v.h2.ln1.weight", fp8.updates = "v.h2.ln1.weight"}, tensor<256xf32> {fp8.name = "v.h2.ln2.bias", fp8.updates = "v.h2.ln2.bias"}, tensor<256xf32> {fp8.name = "v.h2.ln2.weight", fp8.updates = "v.h2.ln2.weight"}, tensor<1024xf32> {fp8.name = "v.h2.mlp.fc.bias", fp8.updates = "v.h2.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "v.h2.mlp.fc.weight", fp8.updates = "v.h2.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "v.h2.mlp.proj.bias", fp8.updates = "v.h2.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "v.h2.mlp.proj.weight", fp8.updates = "v.h2.mlp.proj.weight"}, tensor<256xf32> {fp8.name = "v.h3.attn.proj.bias", fp8.updates = "v.h3.attn.proj.bias"}, tensor<256x256xf32> {fp8.name = "v.h3.attn.proj.weight", fp8.updates = "v.h3.attn.proj.weight"}, tensor<768xf32> {fp8.name = "v.h3.attn.qkv.bias", fp8.updates = "v.h3.attn.qkv.bias"}, tensor<256x768xf32> {fp8.name = "v.h3.attn.qkv.weight", fp8.updates = "v.h3.attn.qkv.weight"}, tensor<256xf32> {fp8.name = "v.h3.ln1.bias", fp8.updates = "v.h3.ln1.bias"}, tensor<256xf32> {fp8.name = "v.h3.ln1.weight", fp8.updates = "v.h3.ln1.weight"}, tensor<256xf32> {fp8.name = "v.h3.ln2.bias", fp8.updates = "v.h3.ln2.bias"}, tensor<256xf32> {fp8.name = "v.h3.ln2.weight", fp8.updates = "v.h3.ln2.weight"}, tensor<1024xf32> {fp8.name = "v.h3.mlp.fc.bias", fp8.updates = "v.h3.mlp.fc.bias"}, tensor<256x1024xf32> {fp8.name = "v.h3.mlp.fc.weight", fp8.updates = "v.h3.mlp.fc.weight"}, tensor<256xf32> {fp8.name = "v.h3.mlp.proj.bias", fp8.updates = "v.h3.mlp.proj.bias"}, tensor<1024x256xf32> {fp8.name = "v.h3.mlp.proj.weight", fp8.updates = "v.h3.mlp.proj.weight"}, tensor<256x96xf32> {fp8.name = "v.head.weight", fp8.updates = "v.head.weight"}, tensor<256xf32> {fp8.name = "v.ln_f.bias", fp8.updates = "v.ln_f.bias"}, tensor<256xf32> {fp8.name = "v.ln_f.weight", fp8.updates = "v.ln_f.weight"}, tensor<128x256xf32> {fp8.name = "v.wpe", fp8.updates = "v.wpe"}, tensor<96x256xf32> {fp8.name = "v.wte", fp8.updates = "v.wte"}, tensor<f32> {fp8.name = "step", fp8.updates = "step"}) {
    %cst = arith.constant 9.765625E-4 : f32
    %cst_0 = arith.constant dense<9.99999993E-9> : tensor<f32>
    %cst_1 = arith.constant dense<5.000000e-02> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_3 = arith.constant 0.949999988 : f32
    %cst_4 = arith.constant dense<0.949999988> : tensor<f32>
    %cst_5 = arith.constant 0.899999976 : f32
    %cst_6 = arith.constant dense<0.899999976> : tensor<f32>
    %c1024 = arith.constant 1024 : index
    %cst_7 = arith.constant dense<0> : tensor<i32>
    %c95_i32 = arith.constant 95 : i32
    %cst_8 = arith.constant dense<2147483647> : tensor<i32>
    %cst_9 = arith.constant 1.000000e+00 : f32
    %cst_10 = arith.constant 1.024000e+03 : f32
    %cst_11 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_12 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_13 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_14 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = arith.constant 0xFF800000 : f32
    %cst_16 = arith.constant -1.000000e+09 : f32
    %cst_17 = arith.constant dense<0.176776692> : tensor<f32>
    %cst_18 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_19 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_20 = arith.constant dense<2.560000e+02> : tensor<f32>
    %cst_21 = arith.constant 0.000000e+00 : f32
    %cst_22 = arith.constant dense<0.000000e+00> : tensor<f32>
    %c95 = arith.constant 95 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<8x128x1xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg160 : tensor<8x128xi32>) outs(%0 : tensor<8x128x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x128x1xi32>
    %2 = tensor.empty() : tensor<8x128x256xf32>
    %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%2 : tensor<8x128x256xf32>) {
    ^bb0(%out: f32):
      %1817 = linalg.index 0 : index
      %1818 = linalg.index 1 : index
      %1819 = linalg.index 2 : index
      %extracted = tensor.extract %1[%1817, %1818, %c0] : tensor<8x128x1xi32>
      %1820 = arith.index_cast %extracted : i32 to index
      %1821 = arith.maxsi %1820, %c0 : index
      %1822 = arith.minsi %1821, %c95 : index
      %extracted_133 = tensor.extract %arg52[%1822, %1819] : tensor<96x256xf32>
      linalg.yield %extracted_133 : f32
    } -> tensor<8x128x256xf32>
    %4 = tensor.empty() : tensor<1x128x256xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg51 : tensor<128x256xf32>) outs(%4 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x256xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x256xf32>) outs(%2 : tensor<8x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x256xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<8x128x256xf32>, tensor<8x128x256xf32>) outs(%2 : tensor<8x128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x256xf32>
    %collapsed = tensor.collapse_shape %7 [[0, 1], [2]] : tensor<8x128x256xf32> into tensor<1024x256xf32>
    %8 = tensor.empty() : tensor<1024xf32>
    %9 = linalg.fill ins(%cst_21 : f32) outs(%8 : tensor<1024xf32>) -> tensor<1024xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %11 = tensor.empty() : tensor<1024x1xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %13 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_20 : tensor<f32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %15 = tensor.empty() : tensor<1024x256xf32>
    %16 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %16 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %17 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%20, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %22 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_19 : tensor<f32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%24, %23 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %26 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_18 : tensor<f32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %25 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %28 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %30 = tensor.empty() : tensor<1x256xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %34 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%33, %35 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %37 = tensor.empty() : tensor<1024x768xf32>
    %38 = linalg.fill ins(%cst_21 : f32) outs(%37 : tensor<1024x768xf32>) -> tensor<1024x768xf32>
    %39 = linalg.matmul ins(%36, %arg3 : tensor<1024x256xf32>, tensor<256x768xf32>) outs(%38 : tensor<1024x768xf32>) -> tensor<1024x768xf32>
    %40 = tensor.empty() : tensor<1x768xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<768xf32>) outs(%40 : tensor<1x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768xf32>
    %42 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x768xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39, %42 : tensor<1024x768xf32>, tensor<1024x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x768xf32>
    %expanded = tensor.expand_shape %43 [[0, 1], [2, 3, 4]] output_shape [8, 128, 3, 8, 32] : tensor<1024x768xf32> into tensor<8x128x3x8x32xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_24 = tensor.extract_slice %expanded[0, 0, 1, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_25 = tensor.collapse_shape %extracted_slice_24 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_26 = tensor.extract_slice %expanded[0, 0, 2, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_26 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %44 = tensor.empty() : tensor<8x8x128x128xf32>
    %45 = linalg.fill ins(%cst_21 : f32) outs(%44 : tensor<8x8x128x128xf32>) -> tensor<8x8x128x128xf32>
    %46 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_23, %collapsed_25 : tensor<8x128x8x32xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %47 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_17 : tensor<f32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %48 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %49 = tensor.empty() : tensor<128xi32>
    %50 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%49 : tensor<128xi32>) {
    ^bb0(%out: i32):
      %1817 = linalg.index 0 : index
      %1818 = arith.index_cast %1817 : index to i32
      linalg.yield %1818 : i32
    } -> tensor<128xi32>
    %51 = tensor.empty() : tensor<128x1xi32>
    %52 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<128xi32>) outs(%51 : tensor<128x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x1xi32>
    %53 = tensor.empty() : tensor<1x128xi32>
    %54 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<128xi32>) outs(%53 : tensor<1x128xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x128xi32>
    %55 = tensor.empty() : tensor<128x128xi32>
    %56 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<128x1xi32>) outs(%55 : tensor<128x128xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x128xi32>
    %57 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<1x128xi32>) outs(%55 : tensor<128x128xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<128x128xi32>
    %58 = tensor.empty() : tensor<128x128xi1>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%56, %57 : tensor<128x128xi32>, tensor<128x128xi32>) outs(%58 : tensor<128x128xi1>) {
    ^bb0(%in: i32, %in_133: i32, %out: i1):
      %1817 = arith.cmpi sge, %in, %in_133 : i32
      linalg.yield %1817 : i1
    } -> tensor<128x128xi1>
    %60 = tensor.empty() : tensor<f32>
    %61 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_16 : f32
    } -> tensor<f32>
    %62 = tensor.empty() : tensor<8x8x128x128xi1>
    %63 = linalg.generic {indexing_maps = [#map17, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<128x128xi1>) outs(%62 : tensor<8x8x128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<8x8x128x128xi1>
    %64 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<f32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %48, %64 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %66 = tensor.empty() : tensor<8x8x128xf32>
    %67 = linalg.fill ins(%cst_15 : f32) outs(%66 : tensor<8x8x128xf32>) -> tensor<8x8x128xf32>
    %68 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<8x8x128x128xf32>) outs(%67 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.maximumf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %69 = tensor.empty() : tensor<8x8x128x1xf32>
    %70 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %71 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %72 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %71 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.exp %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %74 = linalg.fill ins(%cst_21 : f32) outs(%66 : tensor<8x8x128xf32>) -> tensor<8x8x128xf32>
    %75 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%73 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %76 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %77 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %78 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %77 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %79 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %76 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %80 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %81 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %79 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %82 = tensor.empty() : tensor<8x8x32x128xf32>
    %83 = linalg.fill ins(%cst_21 : f32) outs(%82 : tensor<8x8x32x128xf32>) -> tensor<8x8x32x128xf32>
    %84 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_27, %78 : tensor<8x128x8x32xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %85 = tensor.empty() : tensor<8x128x8x32xf32>
    %86 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %collapsed_28 = tensor.collapse_shape %86 [[0, 1], [2, 3]] : tensor<8x128x8x32xf32> into tensor<1024x256xf32>
    %87 = linalg.fill ins(%cst_21 : f32) outs(%15 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %88 = linalg.matmul ins(%collapsed_28, %arg1 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %89 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %90 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %91 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%88, %90 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %91 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%92 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %94 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%93 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%94, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %96 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%92, %96 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %98 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %97 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%98 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %101 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%100, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%101, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%103, %102 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %104 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %106 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %106 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %108 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %109 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%108 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107, %109 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %111 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %112 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%110, %112 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %114 = tensor.empty() : tensor<1024x1024xf32>
    %115 = linalg.fill ins(%cst_21 : f32) outs(%114 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %116 = linalg.matmul ins(%113, %arg9 : tensor<1024x256xf32>, tensor<256x1024xf32>) outs(%115 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %117 = tensor.empty() : tensor<1x1024xf32>
    %118 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<1024xf32>) outs(%117 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %119 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<1x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %120 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%116, %119 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %121 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<f32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %123 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %125 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %127 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%120, %126 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %128 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %127 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.tanh %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %131 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_14 : tensor<f32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %132 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %130 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %130 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %134 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%122, %133 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %135 = linalg.matmul ins(%134, %arg11 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %136 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %137 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%135, %137 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %139 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%92, %138 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%139 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %141 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %142 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%141, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %143 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%139, %143 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %144 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %146 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%145 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %147 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %149 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%148, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%150, %149 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %151 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %153 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%150 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %154 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %153 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %155 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %156 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %157 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%154, %156 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %158 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %159 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%157, %159 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %161 = linalg.matmul ins(%160, %arg15 : tensor<1024x256xf32>, tensor<256x768xf32>) outs(%38 : tensor<1024x768xf32>) -> tensor<1024x768xf32>
    %162 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<768xf32>) outs(%40 : tensor<1x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768xf32>
    %163 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<1x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x768xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%161, %163 : tensor<1024x768xf32>, tensor<1024x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x768xf32>
    %expanded_29 = tensor.expand_shape %164 [[0, 1], [2, 3, 4]] output_shape [8, 128, 3, 8, 32] : tensor<1024x768xf32> into tensor<8x128x3x8x32xf32>
    %extracted_slice_30 = tensor.extract_slice %expanded_29[0, 0, 0, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_32 = tensor.extract_slice %expanded_29[0, 0, 1, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_33 = tensor.collapse_shape %extracted_slice_32 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_34 = tensor.extract_slice %expanded_29[0, 0, 2, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_35 = tensor.collapse_shape %extracted_slice_34 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %165 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_31, %collapsed_33 : tensor<8x128x8x32xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %166 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %167 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %166, %64 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %168 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%167 : tensor<8x8x128x128xf32>) outs(%67 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.maximumf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %169 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %170 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %171 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167, %170 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %172 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171 : tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.exp %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %173 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%172 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %174 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %175 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %176 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %175 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %177 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %174 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %178 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %177 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %179 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_35, %176 : tensor<8x128x8x32xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %180 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %collapsed_36 = tensor.collapse_shape %180 [[0, 1], [2, 3]] : tensor<8x128x8x32xf32> into tensor<1024x256xf32>
    %181 = linalg.matmul ins(%collapsed_36, %arg13 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %182 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %183 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%182 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %184 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%181, %183 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %185 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%139, %184 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %186 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%185 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %187 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%186 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %188 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%187, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %189 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%188 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %190 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%185, %189 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %191 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %190 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %192 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%191 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %193 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %194 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%193, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %195 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%194, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %196 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%195 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %197 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%196, %195 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %198 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %197 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %199 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %200 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %199 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %201 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg19 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %202 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%201 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %203 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%200, %202 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %204 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %205 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%204 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %206 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%203, %205 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %207 = linalg.matmul ins(%206, %arg21 : tensor<1024x256xf32>, tensor<256x1024xf32>) outs(%115 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %208 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<1024xf32>) outs(%117 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %209 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%208 : tensor<1x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %210 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%207, %209 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %211 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %212 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %213 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%212, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %214 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%213, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %215 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%210, %214 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %216 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %215 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %217 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%216 : tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.tanh %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %218 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %217 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %219 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %217 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %220 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%211, %219 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %221 = linalg.matmul ins(%220, %arg23 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %222 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %223 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%221, %223 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %225 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%185, %224 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %226 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%225 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %227 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%226 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %228 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%227, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %229 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%228 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %230 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%225, %229 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %231 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %230 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %232 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%231 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %233 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%232 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %234 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%233, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %235 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%234, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %236 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%235 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %237 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%236, %235 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %238 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %237 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %239 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %240 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %239 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %241 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg29 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %242 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%241 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %243 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %244 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %245 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %246 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%243, %245 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %247 = linalg.matmul ins(%246, %arg27 : tensor<1024x256xf32>, tensor<256x768xf32>) outs(%38 : tensor<1024x768xf32>) -> tensor<1024x768xf32>
    %248 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<768xf32>) outs(%40 : tensor<1x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768xf32>
    %249 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%248 : tensor<1x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x768xf32>
    %250 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%247, %249 : tensor<1024x768xf32>, tensor<1024x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x768xf32>
    %expanded_37 = tensor.expand_shape %250 [[0, 1], [2, 3, 4]] output_shape [8, 128, 3, 8, 32] : tensor<1024x768xf32> into tensor<8x128x3x8x32xf32>
    %extracted_slice_38 = tensor.extract_slice %expanded_37[0, 0, 0, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_39 = tensor.collapse_shape %extracted_slice_38 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_40 = tensor.extract_slice %expanded_37[0, 0, 1, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_41 = tensor.collapse_shape %extracted_slice_40 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_42 = tensor.extract_slice %expanded_37[0, 0, 2, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_43 = tensor.collapse_shape %extracted_slice_42 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %251 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_39, %collapsed_41 : tensor<8x128x8x32xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %252 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %253 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %252, %64 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %254 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%253 : tensor<8x8x128x128xf32>) outs(%67 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.maximumf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %255 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%254 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %256 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%255 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %257 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253, %256 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %258 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%257 : tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.exp %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %259 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%258 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %260 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %261 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%260 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %262 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258, %261 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %263 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%260, %260 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %264 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %263 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %265 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_43, %262 : tensor<8x128x8x32xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %266 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%265 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %collapsed_44 = tensor.collapse_shape %266 [[0, 1], [2, 3]] : tensor<8x128x8x32xf32> into tensor<1024x256xf32>
    %267 = linalg.matmul ins(%collapsed_44, %arg25 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %268 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %269 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %270 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%267, %269 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %271 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%225, %270 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %272 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%271 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %273 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%272 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %274 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%273, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %275 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%274 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %276 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%271, %275 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %277 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%276, %276 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %278 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%277 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %279 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%278 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %280 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%279, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %281 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%280, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %282 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%281 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %283 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%282, %281 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %284 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %283 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %285 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%282 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %286 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%276, %285 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %287 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg31 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %288 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%287 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %289 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%286, %288 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %290 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg30 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %291 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%290 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %292 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%289, %291 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %293 = linalg.matmul ins(%292, %arg33 : tensor<1024x256xf32>, tensor<256x1024xf32>) outs(%115 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %294 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg32 : tensor<1024xf32>) outs(%117 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %295 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%294 : tensor<1x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %296 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%293, %295 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %297 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %298 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %299 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%298, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %300 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%299, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %301 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%296, %300 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %302 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %301 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %303 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%302 : tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.tanh %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %304 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %303 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %305 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %303 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %306 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%297, %305 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %307 = linalg.matmul ins(%306, %arg35 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %308 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg34 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %309 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%308 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %310 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%307, %309 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %311 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%271, %310 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %312 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%311 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %313 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%312 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %314 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%313, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %315 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%314 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %316 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%311, %315 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %317 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%316, %316 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %318 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%317 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %319 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%318 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %320 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%319, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %321 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%320, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %322 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%321 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %323 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%322, %321 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %324 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %323 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %325 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%322 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %326 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%316, %325 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %327 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg41 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %328 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%327 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %329 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%326, %328 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %330 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg40 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %331 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%330 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %332 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%329, %331 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %333 = linalg.matmul ins(%332, %arg39 : tensor<1024x256xf32>, tensor<256x768xf32>) outs(%38 : tensor<1024x768xf32>) -> tensor<1024x768xf32>
    %334 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg38 : tensor<768xf32>) outs(%40 : tensor<1x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768xf32>
    %335 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%334 : tensor<1x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x768xf32>
    %336 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%333, %335 : tensor<1024x768xf32>, tensor<1024x768xf32>) outs(%37 : tensor<1024x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x768xf32>
    %expanded_45 = tensor.expand_shape %336 [[0, 1], [2, 3, 4]] output_shape [8, 128, 3, 8, 32] : tensor<1024x768xf32> into tensor<8x128x3x8x32xf32>
    %extracted_slice_46 = tensor.extract_slice %expanded_45[0, 0, 0, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_47 = tensor.collapse_shape %extracted_slice_46 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_48 = tensor.extract_slice %expanded_45[0, 0, 1, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_49 = tensor.collapse_shape %extracted_slice_48 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %extracted_slice_50 = tensor.extract_slice %expanded_45[0, 0, 2, 0, 0] [8, 128, 1, 8, 32] [1, 1, 1, 1, 1] : tensor<8x128x3x8x32xf32> to tensor<8x128x1x8x32xf32>
    %collapsed_51 = tensor.collapse_shape %extracted_slice_50 [[0], [1], [2, 3], [4]] : tensor<8x128x1x8x32xf32> into tensor<8x128x8x32xf32>
    %337 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_47, %collapsed_49 : tensor<8x128x8x32xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %338 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%337, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %339 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %338, %64 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %340 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%339 : tensor<8x8x128x128xf32>) outs(%67 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.maximumf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %341 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%340 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %342 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%341 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %343 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%339, %342 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %344 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%343 : tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.exp %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %345 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%344 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %346 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%345 : tensor<8x8x128xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x1xf32>
    %347 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%346 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %348 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344, %347 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %349 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%346, %346 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %350 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %349 : tensor<8x8x128x1xf32>, tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %351 = linalg.generic {indexing_maps = [#map20, #map21, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_51, %348 : tensor<8x128x8x32xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %352 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%351 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %collapsed_52 = tensor.collapse_shape %352 [[0, 1], [2, 3]] : tensor<8x128x8x32xf32> into tensor<1024x256xf32>
    %353 = linalg.matmul ins(%collapsed_52, %arg37 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %354 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg36 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %355 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%354 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %356 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%353, %355 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %357 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%311, %356 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %358 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%357 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %359 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%358 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %360 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%359, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %361 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%360 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %362 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%357, %361 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %363 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%362, %362 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %364 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%363 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %365 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%364 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %366 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%365, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %367 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%366, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %368 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%367 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %369 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%368, %367 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %370 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %369 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %371 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%368 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %372 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%362, %371 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %373 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg43 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %374 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%373 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %375 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%372, %374 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %376 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg42 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %377 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%376 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %378 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%375, %377 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %379 = linalg.matmul ins(%378, %arg45 : tensor<1024x256xf32>, tensor<256x1024xf32>) outs(%115 : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %380 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg44 : tensor<1024xf32>) outs(%117 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %381 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%380 : tensor<1x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1024xf32>
    %382 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%379, %381 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %383 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %384 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %385 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%384, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %386 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%385, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %387 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%382, %386 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %388 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %387 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %389 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%388 : tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.tanh %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %390 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %389 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %391 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131, %389 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %392 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%383, %391 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %393 = linalg.matmul ins(%392, %arg47 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %394 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg46 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %395 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%394 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %396 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%393, %395 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %397 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%357, %396 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %398 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%397 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %399 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%398 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %400 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%399, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %401 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%400 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %402 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%397, %401 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %403 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%402, %402 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %404 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%403 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %405 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%404 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %406 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%405, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %407 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%406, %22 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %408 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%407 : tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.rsqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %409 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%408, %407 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %410 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %409 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %411 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%408 : tensor<1024x1xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %412 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%402, %411 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %413 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg50 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %414 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%413 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %415 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%412, %414 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %416 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg49 : tensor<256xf32>) outs(%30 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %417 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%416 : tensor<1x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %418 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%415, %417 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %419 = tensor.empty() : tensor<1024x96xf32>
    %420 = linalg.fill ins(%cst_21 : f32) outs(%419 : tensor<1024x96xf32>) -> tensor<1024x96xf32>
    %421 = linalg.matmul ins(%418, %arg48 : tensor<1024x256xf32>, tensor<256x96xf32>) outs(%420 : tensor<1024x96xf32>) -> tensor<1024x96xf32>
    %422 = linalg.fill ins(%cst_15 : f32) outs(%8 : tensor<1024xf32>) -> tensor<1024xf32>
    %423 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%421 : tensor<1024x96xf32>) outs(%422 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.maximumf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %424 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%423 : tensor<1024xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x1xf32>
    %425 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%424 : tensor<1024x1xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x96xf32>
    %426 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%421, %425 : tensor<1024x96xf32>, tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %427 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%426 : tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.exp %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %428 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%427 : tensor<1024x96xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %429 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%428 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.log %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %collapsed_53 = tensor.collapse_shape %arg161 [[0, 1]] : tensor<8x128xi32> into tensor<1024xi32>
    %expanded_54 = tensor.expand_shape %collapsed_53 [[0, 1]] output_shape [1024, 1] : tensor<1024xi32> into tensor<1024x1xi32>
    %430 = tensor.empty() : tensor<96xi32>
    %431 = linalg.generic {indexing_maps = [#map15], iterator_types = ["parallel"]} outs(%430 : tensor<96xi32>) {
    ^bb0(%out: i32):
      %1817 = linalg.index 0 : index
      %1818 = arith.index_cast %1817 : index to i32
      linalg.yield %1818 : i32
    } -> tensor<96xi32>
    %432 = tensor.empty() : tensor<1x96xi32>
    %433 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%431 : tensor<96xi32>) outs(%432 : tensor<1x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x96xi32>
    %434 = tensor.empty() : tensor<1024x96xi32>
    %435 = linalg.generic {indexing_maps = [#map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_54 : tensor<1024x1xi32>) outs(%434 : tensor<1024x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1024x96xi32>
    %436 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel"]} ins(%433 : tensor<1x96xi32>) outs(%434 : tensor<1024x96xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1024x96xi32>
    %437 = tensor.empty() : tensor<1024x96xi1>
    %438 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%435, %436 : tensor<1024x96xi32>, tensor<1024x96xi32>) outs(%437 : tensor<1024x96xi1>) {
    ^bb0(%in: i32, %in_133: i32, %out: i1):
      %1817 = arith.cmpi eq, %in, %in_133 : i32
      linalg.yield %1817 : i1
    } -> tensor<1024x96xi1>
    %439 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_21 : f32
    } -> tensor<f32>
    %440 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%439 : tensor<f32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x96xf32>
    %441 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%438, %426, %440 : tensor<1024x96xi1>, tensor<1024x96xf32>, tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %442 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%441 : tensor<1024x96xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %443 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%429, %442 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %444 = linalg.fill ins(%cst_21 : f32) outs(%60 : tensor<f32>) -> tensor<f32>
    %445 = linalg.generic {indexing_maps = [#map15, #map23], iterator_types = ["reduction"]} ins(%443 : tensor<1024xf32>) outs(%444 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %446 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%445 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.divf %in, %cst_10 : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %447 = linalg.generic {indexing_maps = [#map16], iterator_types = []} outs(%60 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %448 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%447 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %449 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%448 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %450 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%449 : tensor<1024xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x96xf32>
    %451 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x96xf32>
    %452 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%438, %450, %451 : tensor<1024x96xi1>, tensor<1024x96xf32>, tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %453 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%448, %428 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %454 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%453 : tensor<1024xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x96xf32>
    %455 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%454, %427 : tensor<1024x96xf32>, tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %456 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%452, %455 : tensor<1024x96xf32>, tensor<1024x96xf32>) outs(%419 : tensor<1024x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x96xf32>
    %457 = tensor.empty() : tensor<96x256xf32>
    %458 = linalg.fill ins(%cst_21 : f32) outs(%457 : tensor<96x256xf32>) -> tensor<96x256xf32>
    %459 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%456, %418 : tensor<1024x96xf32>, tensor<1024x256xf32>) outs(%458 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<96x256xf32>
    %460 = tensor.empty() : tensor<256x96xf32>
    %461 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%459 : tensor<96x256xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %462 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%456, %arg48 : tensor<1024x96xf32>, tensor<256x96xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %463 = tensor.empty() : tensor<256xf32>
    %464 = linalg.fill ins(%cst_21 : f32) outs(%463 : tensor<256xf32>) -> tensor<256xf32>
    %465 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%462 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_55 = tensor.expand_shape %465 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %466 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_55 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %467 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%412, %462 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %468 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%467 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_56 = tensor.expand_shape %468 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %469 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%462, %414 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %470 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_56 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %471 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%402, %469 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %472 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%471 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_57 = tensor.expand_shape %472 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %473 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%469, %411 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %474 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_57, %410 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %475 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%474, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %476 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%475 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %477 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%476 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %478 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%402, %477 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %479 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%473, %478 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %480 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%477, %402 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %481 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%479, %480 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %482 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%481 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %483 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%482 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_58 = tensor.expand_shape %483 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %484 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_58, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %485 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%484 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %486 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%485 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %487 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%481, %486 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %488 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%487 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_59 = tensor.expand_shape %488 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %489 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_59 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %490 = tensor.empty() : tensor<256x1024xf32>
    %491 = linalg.fill ins(%cst_21 : f32) outs(%490 : tensor<256x1024xf32>) -> tensor<256x1024xf32>
    %492 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%487, %392 : tensor<1024x256xf32>, tensor<1024x1024xf32>) outs(%491 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x1024xf32>
    %493 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%492 : tensor<256x1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %494 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%487, %arg47 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%115 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x1024xf32>
    %495 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%383, %494 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %496 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%494, %391 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %497 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%495, %390 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %498 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%497, %389 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %499 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%497, %498 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %500 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %499 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %501 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%385, %500 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %502 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%500, %501 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %503 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%500, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %504 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%384, %503 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %505 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%502, %504 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %506 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%503, %382 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %507 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %506 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %508 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%505, %507 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %509 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %496 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %510 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%508, %509 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %511 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%510 : tensor<1024x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_60 = tensor.expand_shape %511 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
    %512 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_60 : tensor<1x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %513 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%510, %378 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %514 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%513 : tensor<1024x256xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %515 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%510, %arg45 : tensor<1024x1024xf32>, tensor<256x1024xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %516 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%515 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_61 = tensor.expand_shape %516 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %517 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_61 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %518 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%372, %515 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %519 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%518 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_62 = tensor.expand_shape %519 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %520 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%515, %374 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %521 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_62 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %522 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%362, %520 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %523 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%522 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_63 = tensor.expand_shape %523 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %524 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%520, %371 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %525 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_63, %370 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %526 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%525, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %527 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%526 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %528 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%527 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %529 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%362, %528 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %530 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%524, %529 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %531 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%528, %362 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %532 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%530, %531 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %533 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%532 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %534 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%533 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_64 = tensor.expand_shape %534 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %535 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%487, %532 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %536 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_64, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %537 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%536 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %538 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%537 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %539 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%535, %538 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %540 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%539 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_65 = tensor.expand_shape %540 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %541 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_65 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %542 = tensor.empty() : tensor<256x256xf32>
    %543 = linalg.fill ins(%cst_21 : f32) outs(%542 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %544 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%539, %collapsed_52 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%543 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x256xf32>
    %545 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%544 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %546 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%539, %arg37 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %expanded_66 = tensor.expand_shape %546 [[0, 1], [2, 3]] output_shape [8, 128, 8, 32] : tensor<1024x256xf32> into tensor<8x128x8x32xf32>
    %547 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_66 : tensor<8x128x8x32xf32>) outs(%82 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x32x128xf32>
    %548 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%547, %collapsed_51 : tensor<8x8x32x128xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %549 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%547, %348 : tensor<8x8x32x128xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %550 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%549 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %551 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%350 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %552 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%548, %551 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %553 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%552, %344 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %554 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%553 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %expanded_67 = tensor.expand_shape %554 [[0], [1], [2, 3]] output_shape [8, 8, 128, 1] : tensor<8x8x128xf32> into tensor<8x8x128x1xf32>
    %555 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_67 : tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %556 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%548, %347 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %557 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%555 : tensor<8x8x128x1xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %558 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%557 : tensor<8x8x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %559 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%556, %558 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %560 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%559, %344 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %561 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %562 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %560, %561 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %563 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%562, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %564 = tensor.empty() : tensor<8x8x128x32xf32>
    %565 = linalg.fill ins(%cst_21 : f32) outs(%564 : tensor<8x8x128x32xf32>) -> tensor<8x8x128x32xf32>
    %566 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%563, %collapsed_47 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %567 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%566 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %568 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%563, %collapsed_49 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %569 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%568 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %570 = tensor.empty() : tensor<8x128x1x8x32xf32>
    %571 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%550 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded = tensor.pad %571 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %572 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%567 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_68 = tensor.pad %572 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %573 = tensor.empty() : tensor<8x128x3x8x32xf32>
    %574 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded, %padded_68 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %575 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%569 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_69 = tensor.pad %575 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %576 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%574, %padded_69 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %collapsed_70 = tensor.collapse_shape %576 [[0, 1], [2, 3, 4]] : tensor<8x128x3x8x32xf32> into tensor<1024x768xf32>
    %577 = tensor.empty() : tensor<768xf32>
    %578 = linalg.fill ins(%cst_21 : f32) outs(%577 : tensor<768xf32>) -> tensor<768xf32>
    %579 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_70 : tensor<1024x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %expanded_71 = tensor.expand_shape %579 [[0, 1]] output_shape [1, 768] : tensor<768xf32> into tensor<1x768xf32>
    %580 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_71 : tensor<1x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %581 = tensor.empty() : tensor<768x256xf32>
    %582 = linalg.fill ins(%cst_21 : f32) outs(%581 : tensor<768x256xf32>) -> tensor<768x256xf32>
    %583 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_70, %332 : tensor<1024x768xf32>, tensor<1024x256xf32>) outs(%582 : tensor<768x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<768x256xf32>
    %584 = tensor.empty() : tensor<256x768xf32>
    %585 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%583 : tensor<768x256xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %586 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_70, %arg39 : tensor<1024x768xf32>, tensor<256x768xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %587 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%586 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_72 = tensor.expand_shape %587 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %588 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_72 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %589 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%326, %586 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %590 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%589 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_73 = tensor.expand_shape %590 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %591 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%586, %328 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %592 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_73 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %593 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%316, %591 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %594 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%593 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_74 = tensor.expand_shape %594 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %595 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%591, %325 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %596 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_74, %324 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %597 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%596, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %598 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%597 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %599 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%598 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %600 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%316, %599 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %601 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%595, %600 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %602 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%599, %316 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %603 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%601, %602 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %604 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%603 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %605 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%604 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_75 = tensor.expand_shape %605 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %606 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%539, %603 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %607 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_75, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %608 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%607 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %609 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%608 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %610 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%606, %609 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %611 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%610 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_76 = tensor.expand_shape %611 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %612 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_76 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %613 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%610, %306 : tensor<1024x256xf32>, tensor<1024x1024xf32>) outs(%491 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x1024xf32>
    %614 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%613 : tensor<256x1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %615 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%610, %arg35 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%115 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x1024xf32>
    %616 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%297, %615 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %617 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%615, %305 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %618 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%616, %304 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %619 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%618, %303 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %620 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%618, %619 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %621 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %620 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %622 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%299, %621 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %623 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%621, %622 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %624 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%621, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %625 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%298, %624 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %626 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%623, %625 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %627 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%624, %296 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %628 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %627 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %629 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%626, %628 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %630 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %617 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %631 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%629, %630 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %632 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%631 : tensor<1024x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_77 = tensor.expand_shape %632 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
    %633 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_77 : tensor<1x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %634 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%631, %292 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %635 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%634 : tensor<1024x256xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %636 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%631, %arg33 : tensor<1024x1024xf32>, tensor<256x1024xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %637 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%636 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_78 = tensor.expand_shape %637 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %638 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_78 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %639 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%286, %636 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %640 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%639 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_79 = tensor.expand_shape %640 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %641 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%636, %288 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %642 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_79 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %643 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%276, %641 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %644 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%643 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_80 = tensor.expand_shape %644 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %645 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%641, %285 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %646 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_80, %284 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %647 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%646, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %648 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%647 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %649 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%648 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %650 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%276, %649 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %651 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%645, %650 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %652 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%649, %276 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %653 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%651, %652 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %654 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%653 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %655 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%654 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_81 = tensor.expand_shape %655 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %656 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%610, %653 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %657 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_81, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %658 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%657 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %659 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%658 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %660 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%656, %659 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %661 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%660 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_82 = tensor.expand_shape %661 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %662 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_82 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %663 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%660, %collapsed_44 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%543 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x256xf32>
    %664 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%663 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %665 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%660, %arg25 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %expanded_83 = tensor.expand_shape %665 [[0, 1], [2, 3]] output_shape [8, 128, 8, 32] : tensor<1024x256xf32> into tensor<8x128x8x32xf32>
    %666 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_83 : tensor<8x128x8x32xf32>) outs(%82 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x32x128xf32>
    %667 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%666, %collapsed_43 : tensor<8x8x32x128xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %668 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%666, %262 : tensor<8x8x32x128xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %669 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%668 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %670 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %671 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%667, %670 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %672 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%671, %258 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %673 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%672 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %expanded_84 = tensor.expand_shape %673 [[0], [1], [2, 3]] output_shape [8, 8, 128, 1] : tensor<8x8x128xf32> into tensor<8x8x128x1xf32>
    %674 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_84 : tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %675 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%667, %261 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %676 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%674 : tensor<8x8x128x1xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %677 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%676 : tensor<8x8x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %678 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%675, %677 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %679 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%678, %258 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %680 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %679, %561 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %681 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%680, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %682 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%681, %collapsed_39 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %683 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%682 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %684 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%681, %collapsed_41 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %685 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%684 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %686 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%669 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_85 = tensor.pad %686 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %687 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%683 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_86 = tensor.pad %687 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %688 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded_85, %padded_86 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %689 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%685 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_87 = tensor.pad %689 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %690 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%688, %padded_87 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %collapsed_88 = tensor.collapse_shape %690 [[0, 1], [2, 3, 4]] : tensor<8x128x3x8x32xf32> into tensor<1024x768xf32>
    %691 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_88 : tensor<1024x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %expanded_89 = tensor.expand_shape %691 [[0, 1]] output_shape [1, 768] : tensor<768xf32> into tensor<1x768xf32>
    %692 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_89 : tensor<1x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %693 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_88, %246 : tensor<1024x768xf32>, tensor<1024x256xf32>) outs(%582 : tensor<768x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<768x256xf32>
    %694 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%693 : tensor<768x256xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %695 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_88, %arg27 : tensor<1024x768xf32>, tensor<256x768xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %696 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%695 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_90 = tensor.expand_shape %696 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %697 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_90 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %698 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%240, %695 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %699 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%698 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_91 = tensor.expand_shape %699 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %700 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%695, %242 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %701 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_91 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %702 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %700 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %703 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%702 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_92 = tensor.expand_shape %703 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %704 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%700, %239 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %705 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_92, %238 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %706 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%705, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %707 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%706 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %708 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%707 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %709 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230, %708 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %710 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%704, %709 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %711 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%708, %230 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %712 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%710, %711 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %713 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%712 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %714 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%713 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_93 = tensor.expand_shape %714 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %715 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%660, %712 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %716 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_93, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %717 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%716 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %718 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%717 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %719 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%715, %718 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %720 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%719 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_94 = tensor.expand_shape %720 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %721 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_94 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %722 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%719, %220 : tensor<1024x256xf32>, tensor<1024x1024xf32>) outs(%491 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x1024xf32>
    %723 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%722 : tensor<256x1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %724 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%719, %arg23 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%115 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x1024xf32>
    %725 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%211, %724 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %726 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%724, %219 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %727 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%725, %218 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %728 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%727, %217 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %729 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%727, %728 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %730 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %729 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %731 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%213, %730 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %732 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%730, %731 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %733 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%730, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %734 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%212, %733 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %735 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%732, %734 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %736 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%733, %210 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %737 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %736 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %738 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%735, %737 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %739 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %726 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %740 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%738, %739 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %741 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%740 : tensor<1024x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_95 = tensor.expand_shape %741 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
    %742 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_95 : tensor<1x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %743 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%740, %206 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %744 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%743 : tensor<1024x256xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %745 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%740, %arg21 : tensor<1024x1024xf32>, tensor<256x1024xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %746 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%745 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_96 = tensor.expand_shape %746 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %747 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_96 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %748 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%200, %745 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %749 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%748 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_97 = tensor.expand_shape %749 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %750 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%745, %202 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %751 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_97 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %752 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %750 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %753 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%752 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_98 = tensor.expand_shape %753 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %754 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%750, %199 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %755 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_98, %198 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %756 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%755, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %757 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%756 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %758 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%757 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %759 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%190, %758 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %760 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%754, %759 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %761 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%758, %190 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %762 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%760, %761 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %763 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%762 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %764 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%763 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_99 = tensor.expand_shape %764 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %765 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%719, %762 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %766 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_99, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %767 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%766 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %768 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%767 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %769 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%765, %768 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %770 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%769 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_100 = tensor.expand_shape %770 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %771 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_100 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %772 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%769, %collapsed_36 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%543 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x256xf32>
    %773 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%772 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %774 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%769, %arg13 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %expanded_101 = tensor.expand_shape %774 [[0, 1], [2, 3]] output_shape [8, 128, 8, 32] : tensor<1024x256xf32> into tensor<8x128x8x32xf32>
    %775 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_101 : tensor<8x128x8x32xf32>) outs(%82 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x32x128xf32>
    %776 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%775, %collapsed_35 : tensor<8x8x32x128xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %777 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%775, %176 : tensor<8x8x32x128xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %778 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%777 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %779 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %780 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%776, %779 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %781 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%780, %172 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %782 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%781 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %expanded_102 = tensor.expand_shape %782 [[0], [1], [2, 3]] output_shape [8, 8, 128, 1] : tensor<8x8x128xf32> into tensor<8x8x128x1xf32>
    %783 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_102 : tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %784 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%776, %175 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %785 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%783 : tensor<8x8x128x1xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %786 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%785 : tensor<8x8x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %787 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%784, %786 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %788 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%787, %172 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %789 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %788, %561 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %790 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%789, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %791 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%790, %collapsed_31 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %792 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%791 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %793 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%790, %collapsed_33 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %794 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%793 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %795 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%778 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_103 = tensor.pad %795 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %796 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%792 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_104 = tensor.pad %796 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %797 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded_103, %padded_104 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %798 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%794 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_105 = tensor.pad %798 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %799 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%797, %padded_105 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %collapsed_106 = tensor.collapse_shape %799 [[0, 1], [2, 3, 4]] : tensor<8x128x3x8x32xf32> into tensor<1024x768xf32>
    %800 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_106 : tensor<1024x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %expanded_107 = tensor.expand_shape %800 [[0, 1]] output_shape [1, 768] : tensor<768xf32> into tensor<1x768xf32>
    %801 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_107 : tensor<1x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %802 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_106, %160 : tensor<1024x768xf32>, tensor<1024x256xf32>) outs(%582 : tensor<768x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<768x256xf32>
    %803 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%802 : tensor<768x256xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %804 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_106, %arg15 : tensor<1024x768xf32>, tensor<256x768xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %805 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%804 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_108 = tensor.expand_shape %805 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %806 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_108 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %807 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%154, %804 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %808 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%807 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_109 = tensor.expand_shape %808 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %809 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%804, %156 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %810 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_109 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %811 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %809 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %812 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%811 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_110 = tensor.expand_shape %812 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %813 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%809, %153 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %814 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_110, %152 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %815 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%814, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %816 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%815 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %817 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%816 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %818 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144, %817 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %819 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%813, %818 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %820 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%817, %144 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %821 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%819, %820 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %822 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%821 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %823 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%822 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_111 = tensor.expand_shape %823 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %824 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%769, %821 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %825 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_111, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %826 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%825 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %827 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%826 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %828 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%824, %827 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %829 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%828 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_112 = tensor.expand_shape %829 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %830 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_112 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %831 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%828, %134 : tensor<1024x256xf32>, tensor<1024x1024xf32>) outs(%491 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x1024xf32>
    %832 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%831 : tensor<256x1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %833 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%828, %arg11 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%115 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x1024xf32>
    %834 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%122, %833 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %835 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%833, %133 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %836 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%834, %132 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %837 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%836, %130 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %838 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%836, %837 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %839 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%128, %838 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %840 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%125, %839 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %841 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%839, %840 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %842 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%839, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %843 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %842 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %844 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%841, %843 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %845 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%842, %120 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %846 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%123, %845 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %847 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%844, %846 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %848 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %835 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %849 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%847, %848 : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%114 : tensor<1024x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1024xf32>
    %850 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%849 : tensor<1024x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_113 = tensor.expand_shape %850 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
    %851 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_113 : tensor<1x1024xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %852 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%849, %113 : tensor<1024x1024xf32>, tensor<1024x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %853 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%852 : tensor<1024x256xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %854 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%849, %arg9 : tensor<1024x1024xf32>, tensor<256x1024xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %855 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%854 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_114 = tensor.expand_shape %855 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %856 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_114 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %857 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107, %854 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %858 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%857 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_115 = tensor.expand_shape %858 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %859 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%854, %109 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %860 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_115 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %861 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %859 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %862 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%861 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_116 = tensor.expand_shape %862 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %863 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%859, %106 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %864 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_116, %105 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %865 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%864, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %866 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%865 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %867 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%866 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %868 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%97, %867 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %869 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%863, %868 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %870 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%867, %97 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %871 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%869, %870 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %872 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%871 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %873 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%872 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_117 = tensor.expand_shape %873 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %874 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%828, %871 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %875 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_117, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %876 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%875 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %877 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%876 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %878 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%874, %877 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %879 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%878 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_118 = tensor.expand_shape %879 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %880 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_118 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %881 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%878, %collapsed_28 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%543 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<256x256xf32>
    %882 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%881 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %883 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%878, %arg1 : tensor<1024x256xf32>, tensor<256x256xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %expanded_119 = tensor.expand_shape %883 [[0, 1], [2, 3]] output_shape [8, 128, 8, 32] : tensor<1024x256xf32> into tensor<8x128x8x32xf32>
    %884 = linalg.generic {indexing_maps = [#map28, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_119 : tensor<8x128x8x32xf32>) outs(%82 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x32x128xf32>
    %885 = linalg.generic {indexing_maps = [#map29, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%884, %collapsed_27 : tensor<8x8x32x128xf32>, tensor<8x128x8x32xf32>) outs(%45 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x128xf32>
    %886 = linalg.generic {indexing_maps = [#map30, #map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%884, %78 : tensor<8x8x32x128xf32>, tensor<8x8x128x128xf32>) outs(%83 : tensor<8x8x32x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x32x128xf32>
    %887 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%886 : tensor<8x8x32x128xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %888 = linalg.generic {indexing_maps = [#map19, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<8x8x128x1xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %889 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%885, %888 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %890 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%889, %73 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %891 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%890 : tensor<8x8x128x128xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %expanded_120 = tensor.expand_shape %891 [[0], [1], [2, 3]] output_shape [8, 8, 128, 1] : tensor<8x8x128xf32> into tensor<8x8x128x1xf32>
    %892 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_120 : tensor<8x8x128x1xf32>) outs(%69 : tensor<8x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x1xf32>
    %893 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%885, %77 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %894 = linalg.generic {indexing_maps = [#map14, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%892 : tensor<8x8x128x1xf32>) outs(%74 : tensor<8x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128xf32>
    %895 = linalg.generic {indexing_maps = [#map18, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%894 : tensor<8x8x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x128x128xf32>
    %896 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%893, %895 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %897 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%896, %73 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %898 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %897, %561 : tensor<8x8x128x128xi1>, tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: i1, %in_133: f32, %in_134: f32, %out: f32):
      %1817 = arith.select %in, %in_133, %in_134 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %899 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%898, %47 : tensor<8x8x128x128xf32>, tensor<8x8x128x128xf32>) outs(%44 : tensor<8x8x128x128xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x8x128x128xf32>
    %900 = linalg.generic {indexing_maps = [#map29, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%899, %collapsed_23 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %901 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%900 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %902 = linalg.generic {indexing_maps = [#map30, #map32, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%899, %collapsed_25 : tensor<8x8x128x128xf32>, tensor<8x128x8x32xf32>) outs(%565 : tensor<8x8x128x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<8x8x128x32xf32>
    %903 = linalg.generic {indexing_maps = [#map33, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%902 : tensor<8x8x128x32xf32>) outs(%85 : tensor<8x128x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x8x32xf32>
    %904 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%887 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_121 = tensor.pad %904 low[0, 0, 2, 0, 0] high[0, 0, 0, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %905 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%901 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_122 = tensor.pad %905 low[0, 0, 1, 0, 0] high[0, 0, 1, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %906 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%padded_121, %padded_122 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %907 = linalg.generic {indexing_maps = [#map21, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%903 : tensor<8x128x8x32xf32>) outs(%570 : tensor<8x128x1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x1x8x32xf32>
    %padded_123 = tensor.pad %907 low[0, 0, 0, 0, 0] high[0, 0, 2, 0, 0] {
    ^bb0(%arg163: index, %arg164: index, %arg165: index, %arg166: index, %arg167: index):
      tensor.yield %cst_21 : f32
    } : tensor<8x128x1x8x32xf32> to tensor<8x128x3x8x32xf32>
    %908 = linalg.generic {indexing_maps = [#map34, #map34, #map34], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%906, %padded_123 : tensor<8x128x3x8x32xf32>, tensor<8x128x3x8x32xf32>) outs(%573 : tensor<8x128x3x8x32xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<8x128x3x8x32xf32>
    %collapsed_124 = tensor.collapse_shape %908 [[0, 1], [2, 3, 4]] : tensor<8x128x3x8x32xf32> into tensor<1024x768xf32>
    %909 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%collapsed_124 : tensor<1024x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %expanded_125 = tensor.expand_shape %909 [[0, 1]] output_shape [1, 768] : tensor<768xf32> into tensor<1x768xf32>
    %910 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_125 : tensor<1x768xf32>) outs(%578 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %911 = linalg.generic {indexing_maps = [#map24, #map25, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_124, %36 : tensor<1024x768xf32>, tensor<1024x256xf32>) outs(%582 : tensor<768x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<768x256xf32>
    %912 = linalg.generic {indexing_maps = [#map26, #map4], iterator_types = ["parallel", "parallel"]} ins(%911 : tensor<768x256xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %913 = linalg.generic {indexing_maps = [#map27, #map2, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%collapsed_124, %arg3 : tensor<1024x768xf32>, tensor<256x768xf32>) outs(%87 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      %1818 = arith.addf %out, %1817 : f32
      linalg.yield %1818 : f32
    } -> tensor<1024x256xf32>
    %914 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%913 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_126 = tensor.expand_shape %914 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %915 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_126 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %916 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29, %913 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %917 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%916 : tensor<1024x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %expanded_127 = tensor.expand_shape %917 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %918 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%913, %32 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %919 = linalg.generic {indexing_maps = [#map26, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_127 : tensor<1x256xf32>) outs(%464 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %920 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %918 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %921 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%920 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_128 = tensor.expand_shape %921 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %922 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%918, %28 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %923 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_128, %27 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %924 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%923, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %925 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%924 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %926 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%925 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %927 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %926 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %928 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%922, %927 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %929 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%926, %17 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %930 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%928, %929 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %931 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%930 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.negf %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %932 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%931 : tensor<1024x256xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %expanded_129 = tensor.expand_shape %932 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %933 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%878, %930 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %934 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_129, %13 : tensor<1024x1xf32>, tensor<1024x1xf32>) outs(%11 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x1xf32>
    %935 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%934 : tensor<1024x1xf32>) outs(%9 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %936 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%935 : tensor<1024xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %937 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%933, %936 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %expanded_130 = tensor.expand_shape %937 [[0, 1], [2]] output_shape [8, 128, 256] : tensor<1024x256xf32> into tensor<8x128x256xf32>
    %938 = tensor.empty() : tensor<128x256xf32>
    %939 = linalg.fill ins(%cst_21 : f32) outs(%938 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %940 = linalg.generic {indexing_maps = [#map35, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_130 : tensor<8x128x256xf32>) outs(%939 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %expanded_131 = tensor.expand_shape %940 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xf32> into tensor<1x128x256xf32>
    %941 = linalg.generic {indexing_maps = [#map35, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_131 : tensor<1x128x256xf32>) outs(%939 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %out, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %942 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_22 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %943 = tensor.empty() : tensor<1xi32>
    %944 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_8 : tensor<i32>) outs(%943 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1xi32>
    %945 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%944 : tensor<1xi32>) outs(%943 : tensor<1xi32>) {
    ^bb0(%in: i32, %out: i32):
      %1817 = arith.minsi %in, %c95_i32 : i32
      linalg.yield %1817 : i32
    } -> tensor<1xi32>
    %946 = linalg.generic {indexing_maps = [#map36, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%945 : tensor<1xi32>) outs(%0 : tensor<8x128x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x128x1xi32>
    %947 = linalg.generic {indexing_maps = [#map37, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<i32>) outs(%0 : tensor<8x128x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x128x1xi32>
    %948 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%947, %1, %946 : tensor<8x128x1xi32>, tensor<8x128x1xi32>, tensor<8x128x1xi32>) outs(%0 : tensor<8x128x1xi32>) {
    ^bb0(%in: i32, %in_133: i32, %in_134: i32, %out: i32):
      %1817 = arith.maxsi %in, %in_133 : i32
      %1818 = arith.minsi %1817, %in_134 : i32
      linalg.yield %1818 : i32
    } -> tensor<8x128x1xi32>
    %collapsed_132 = tensor.collapse_shape %948 [[0, 1, 2]] : tensor<8x128x1xi32> into tensor<1024xi32>
    %949 = scf.for %arg163 = %c0 to %c1024 step %c1 iter_args(%arg164 = %942) -> (tensor<96x256xf32>) {
      %extracted = tensor.extract %collapsed_132[%arg163] : tensor<1024xi32>
      %1817 = arith.index_cast %extracted : i32 to index
      %extracted_slice_133 = tensor.extract_slice %arg164[%1817, 0] [1, 256] [1, 1] : tensor<96x256xf32> to tensor<1x256xf32>
      %extracted_slice_134 = tensor.extract_slice %937[%arg163, 0] [1, 256] [1, 1] : tensor<1024x256xf32> to tensor<1x256xf32>
      %1818 = arith.addf %extracted_slice_133, %extracted_slice_134 : tensor<1x256xf32>
      %inserted_slice = tensor.insert_slice %1818 into %arg164[%1817, 0] [1, 256] [1, 1] : tensor<1x256xf32> into tensor<96x256xf32>
      scf.yield %inserted_slice : tensor<96x256xf32>
    }
    %950 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%arg159 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.addf %in, %cst_9 : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %951 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%950 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.powf %cst_5, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %952 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%951 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.subf %cst_9, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %953 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%952 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.divf %cst_9, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %954 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%950 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.powf %cst_3, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %955 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%954 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.subf %cst_9, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %956 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = []} ins(%955 : tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = arith.divf %cst_9, %in : f32
      linalg.yield %1817 : f32
    } -> tensor<f32>
    %957 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %958 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg53 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %959 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %960 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %880 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %961 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%958, %960 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %962 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %963 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg106 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %964 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%880, %880 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %965 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %966 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %964 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %967 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%963, %966 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %968 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%953 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %969 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%961, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %970 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%956 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %971 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%967, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %972 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%971 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %973 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %974 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%972, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %975 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%969, %974 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %976 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg162 : tensor<f32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %977 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %975 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %978 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg0, %977 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %979 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %980 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%979, %arg54 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %981 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %982 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %882 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %983 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%980, %982 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %984 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %985 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%984, %arg107 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %986 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%882, %882 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %987 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %988 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%987, %986 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %989 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%985, %988 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %990 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %991 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%983, %990 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %992 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %993 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%989, %992 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %994 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%993 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %995 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %996 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%994, %995 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %997 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%991, %996 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %998 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %arg1 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %999 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%997, %998 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1000 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %1001 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1000, %999 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1002 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1001 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1003 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1004 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1003, %arg55 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1005 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1006 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1005, %910 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1007 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1004, %1006 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1008 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1009 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1008, %arg108 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1010 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%910, %910 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1011 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1012 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1011, %1010 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1013 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1009, %1012 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1014 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%953 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1015 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1007, %1014 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1016 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%956 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1017 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1013, %1016 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1018 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1017 : tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1019 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1020 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1018, %1019 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1021 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1015, %1020 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1022 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg162 : tensor<f32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<768xf32>
    %1023 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1022, %1021 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1024 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg2, %1023 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1025 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1026 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1025, %arg56 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1027 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1028 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %912 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1029 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1026, %1028 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1030 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1031 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1030, %arg109 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1032 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%912, %912 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1033 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1034 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %1032 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1035 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1031, %1034 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1036 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1037 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1029, %1036 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1038 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1039 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1035, %1038 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1040 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1039 : tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1041 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1042 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1040, %1041 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1043 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1037, %1042 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1044 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %arg3 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1045 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1043, %1044 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1046 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x768xf32>
    %1047 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1046, %1045 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1048 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3, %1047 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1049 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg57 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1050 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %915 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1051 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1049, %1050 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1052 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg110 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1053 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%915, %915 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1054 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1053 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1055 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1052, %1054 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1056 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1051, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1057 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1055, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1058 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1057 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1059 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1058, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1060 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1056, %1059 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1061 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1060 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1062 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg4, %1061 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1063 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg58 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1064 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %919 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1065 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1063, %1064 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1066 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg111 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1067 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%919, %919 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1068 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1067 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1069 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1066, %1068 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1070 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1065, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1071 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1069, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1072 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1071 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1073 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1072, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1074 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1070, %1073 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1075 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1074 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1076 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg5, %1075 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1077 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg59 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1078 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %856 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1079 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1077, %1078 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1080 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg112 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1081 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%856, %856 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1082 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1081 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1083 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1080, %1082 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1084 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1079, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1085 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1083, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1086 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1085 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1087 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1086, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1088 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1084, %1087 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1089 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1088 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1090 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg6, %1089 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1091 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg60 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1092 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %860 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1093 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1091, %1092 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1094 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg113 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1095 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%860, %860 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1096 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1095 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1097 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1094, %1096 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1098 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1093, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1099 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1097, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1100 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1099 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1101 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1100, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1102 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1098, %1101 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1103 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1102 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1104 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg7, %1103 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1105 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1106 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1105, %arg61 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1107 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1108 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1107, %851 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1109 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1106, %1108 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1110 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1111 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1110, %arg114 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1112 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%851, %851 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1113 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1114 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1113, %1112 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1115 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1111, %1114 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1116 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%953 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1117 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1109, %1116 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1118 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%956 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1119 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1115, %1118 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1120 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1119 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1121 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1122 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1120, %1121 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1123 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1117, %1122 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1124 = linalg.generic {indexing_maps = [#map23, #map15], iterator_types = ["parallel"]} ins(%arg162 : tensor<f32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024xf32>
    %1125 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1124, %1123 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1126 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg8, %1125 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1127 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1128 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1127, %arg62 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1129 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1130 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %853 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1131 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1128, %1130 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1132 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1133 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1132, %arg115 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1134 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%853, %853 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1135 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1136 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1135, %1134 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1137 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1133, %1136 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1138 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1139 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1131, %1138 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1140 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1141 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1137, %1140 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1142 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1141 : tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1143 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1144 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1142, %1143 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1145 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1139, %1144 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1146 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %arg9 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1147 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1145, %1146 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1148 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %1149 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1148, %1147 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1150 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg9, %1149 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1151 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg63 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1152 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %830 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1153 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1151, %1152 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1154 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg116 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1155 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%830, %830 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1156 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1155 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1157 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1154, %1156 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1158 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1153, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1159 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1157, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1160 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1159 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1161 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1160, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1162 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1158, %1161 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1163 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1162 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1164 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg10, %1163 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1165 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1166 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1165, %arg64 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1167 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1168 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %832 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1169 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1166, %1168 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1170 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1171 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1170, %arg117 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1172 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%832, %832 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1173 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1174 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1173, %1172 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1175 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1171, %1174 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1176 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1177 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1169, %1176 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1178 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1179 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1175, %1178 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1180 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1179 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1181 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1182 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1180, %1181 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1183 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1177, %1182 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1184 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %arg11 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1185 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1183, %1184 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1186 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x256xf32>
    %1187 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1186, %1185 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1188 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg11, %1187 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1189 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg65 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1190 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %771 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1191 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1189, %1190 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1192 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg118 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1193 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%771, %771 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1194 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1193 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1195 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1192, %1194 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1196 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1191, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1197 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1195, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1198 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1197 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1199 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1198, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1200 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1196, %1199 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1201 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1200 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1202 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg12, %1201 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1203 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%979, %arg66 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1204 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %773 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1205 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1203, %1204 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1206 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%984, %arg119 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1207 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%773, %773 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1208 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%987, %1207 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1209 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1206, %1208 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1210 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1205, %990 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1211 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1209, %992 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1212 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1211 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1213 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1212, %995 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1214 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1210, %1213 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1215 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %arg13 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1216 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1214, %1215 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1217 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1000, %1216 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1218 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg13, %1217 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1219 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1003, %arg67 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1220 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1005, %801 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1221 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1219, %1220 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1222 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1008, %arg120 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1223 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%801, %801 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1224 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1011, %1223 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1225 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1222, %1224 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1226 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1221, %1014 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1227 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1225, %1016 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1228 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1227 : tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1229 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1228, %1019 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1230 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1226, %1229 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1231 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1022, %1230 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1232 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg14, %1231 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1233 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1025, %arg68 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1234 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %803 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1235 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1233, %1234 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1236 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1030, %arg121 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1237 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%803, %803 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1238 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %1237 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1239 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1236, %1238 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1240 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1235, %1036 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1241 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1239, %1038 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1242 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1241 : tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1243 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1242, %1041 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1244 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1240, %1243 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1245 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %arg15 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1246 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1244, %1245 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1247 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1046, %1246 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1248 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg15, %1247 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1249 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg69 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1250 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %806 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1251 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1249, %1250 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1252 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg122 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1253 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%806, %806 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1254 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1253 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1255 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1252, %1254 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1256 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1251, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1257 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1255, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1258 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1257 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1259 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1258, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1260 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1256, %1259 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1261 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1260 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1262 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg16, %1261 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1263 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg70 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1264 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %810 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1265 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1263, %1264 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1266 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg123 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1267 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%810, %810 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1268 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1267 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1269 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1266, %1268 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1270 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1265, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1271 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1269, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1272 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1271 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1273 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1272, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1274 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1270, %1273 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1275 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1274 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1276 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg17, %1275 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1277 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg71 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1278 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %747 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1279 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1277, %1278 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1280 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg124 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1281 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%747, %747 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1282 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1281 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1283 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1280, %1282 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1284 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1279, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1285 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1283, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1286 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1285 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1287 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1286, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1288 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1284, %1287 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1289 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1288 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1290 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg18, %1289 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1291 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg72 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1292 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %751 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1293 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1291, %1292 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1294 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg125 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1295 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%751, %751 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1296 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1295 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1297 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1294, %1296 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1298 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1293, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1299 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1297, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1300 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1299 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1301 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1300, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1302 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1298, %1301 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1303 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1302 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1304 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg19, %1303 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1305 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1105, %arg73 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1306 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1107, %742 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1307 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1305, %1306 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1308 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1110, %arg126 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1309 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%742, %742 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1310 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1113, %1309 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1311 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1308, %1310 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1312 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1307, %1116 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1313 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1311, %1118 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1314 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1313 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1315 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1314, %1121 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1316 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1312, %1315 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1317 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1124, %1316 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1318 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg20, %1317 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1319 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1127, %arg74 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1320 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %744 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1321 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1319, %1320 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1322 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1132, %arg127 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1323 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%744, %744 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1324 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1135, %1323 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1325 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1322, %1324 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1326 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1321, %1138 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1327 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1325, %1140 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1328 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1327 : tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1329 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1328, %1143 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1330 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1326, %1329 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1331 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %arg21 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1332 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1330, %1331 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1333 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1148, %1332 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1334 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg21, %1333 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1335 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg75 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1336 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %721 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1337 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1335, %1336 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1338 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg128 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1339 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%721, %721 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1340 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1339 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1341 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1338, %1340 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1342 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1337, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1343 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1341, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1344 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1343 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1345 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1344, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1346 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1342, %1345 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1347 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1346 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1348 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg22, %1347 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1349 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1165, %arg76 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1350 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %723 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1351 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1349, %1350 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1352 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1170, %arg129 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1353 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%723, %723 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1354 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1173, %1353 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1355 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1352, %1354 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1356 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1351, %1176 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1357 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1355, %1178 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1358 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1357 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1359 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1358, %1181 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1360 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1356, %1359 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1361 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %arg23 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1362 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1360, %1361 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1363 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1186, %1362 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1364 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg23, %1363 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1365 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg77 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1366 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %662 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1367 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1365, %1366 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1368 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg130 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1369 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%662, %662 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1370 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1369 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1371 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1368, %1370 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1372 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1367, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1373 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1371, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1374 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1373 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1375 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1374, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1376 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1372, %1375 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1377 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1376 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1378 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg24, %1377 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1379 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%979, %arg78 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1380 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %664 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1381 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1379, %1380 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1382 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%984, %arg131 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1383 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%664, %664 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1384 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%987, %1383 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1385 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1382, %1384 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1386 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1381, %990 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1387 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1385, %992 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1388 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1387 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1389 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1388, %995 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1390 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1386, %1389 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1391 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %arg25 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1392 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1390, %1391 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1393 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1000, %1392 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1394 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg25, %1393 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1395 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1003, %arg79 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1396 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1005, %692 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1397 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1395, %1396 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1398 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1008, %arg132 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1399 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%692, %692 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1400 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1011, %1399 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1401 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1398, %1400 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1402 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1397, %1014 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1403 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1401, %1016 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1404 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1403 : tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1405 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1404, %1019 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1406 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1402, %1405 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1407 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1022, %1406 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1408 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg26, %1407 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1409 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1025, %arg80 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1410 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %694 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1411 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1409, %1410 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1412 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1030, %arg133 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1413 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%694, %694 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1414 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %1413 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1415 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1412, %1414 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1416 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1411, %1036 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1417 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1415, %1038 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1418 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1417 : tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1419 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1418, %1041 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1420 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1416, %1419 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1421 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %arg27 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1422 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1420, %1421 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1423 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1046, %1422 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1424 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg27, %1423 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1425 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg81 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1426 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %697 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1427 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1425, %1426 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1428 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg134 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1429 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%697, %697 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1430 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1429 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1431 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1428, %1430 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1432 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1427, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1433 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1431, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1434 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1433 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1435 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1434, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1436 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1432, %1435 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1437 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1436 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1438 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg28, %1437 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1439 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg82 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1440 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %701 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1441 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1439, %1440 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1442 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg135 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1443 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%701, %701 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1444 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1443 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1445 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1442, %1444 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1446 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1441, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1447 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1445, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1448 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1447 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1449 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1448, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1450 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1446, %1449 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1451 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1450 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1452 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg29, %1451 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1453 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg83 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1454 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %638 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1455 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1453, %1454 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1456 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg136 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1457 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%638, %638 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1458 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1457 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1459 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1456, %1458 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1460 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1455, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1461 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1459, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1462 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1461 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1463 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1462, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1464 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1460, %1463 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1465 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1464 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1466 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg30, %1465 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1467 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg84 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1468 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %642 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1469 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1467, %1468 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1470 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg137 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1471 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%642, %642 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1472 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1471 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1473 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1470, %1472 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1474 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1469, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1475 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1473, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1476 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1475 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1477 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1476, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1478 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1474, %1477 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1479 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1478 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1480 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg31, %1479 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1481 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1105, %arg85 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1482 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1107, %633 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1483 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1481, %1482 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1484 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1110, %arg138 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1485 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%633, %633 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1486 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1113, %1485 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1487 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1484, %1486 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1488 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1483, %1116 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1489 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1487, %1118 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1490 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1489 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1491 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1490, %1121 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1492 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1488, %1491 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1493 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1124, %1492 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1494 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg32, %1493 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1495 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1127, %arg86 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1496 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %635 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1497 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1495, %1496 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1498 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1132, %arg139 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1499 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%635, %635 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1500 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1135, %1499 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1501 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1498, %1500 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1502 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1497, %1138 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1503 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1501, %1140 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1504 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1503 : tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1505 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1504, %1143 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1506 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1502, %1505 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1507 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %arg33 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1508 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1506, %1507 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1509 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1148, %1508 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1510 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg33, %1509 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1511 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg87 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1512 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %612 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1513 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1511, %1512 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1514 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg140 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1515 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%612, %612 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1516 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1515 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1517 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1514, %1516 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1518 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1513, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1519 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1517, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1520 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1519 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1521 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1520, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1522 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1518, %1521 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1523 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1522 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1524 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg34, %1523 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1525 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1165, %arg88 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1526 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %614 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1527 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1525, %1526 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1528 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1170, %arg141 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1529 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%614, %614 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1530 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1173, %1529 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1531 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1528, %1530 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1532 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1527, %1176 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1533 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1531, %1178 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1534 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1533 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1535 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1534, %1181 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1536 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1532, %1535 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1537 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %arg35 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1538 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1536, %1537 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1539 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1186, %1538 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1540 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg35, %1539 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1541 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg89 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1542 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %541 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1543 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1541, %1542 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1544 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg142 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1545 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%541, %541 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1546 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1545 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1547 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1544, %1546 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1548 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1543, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1549 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1547, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1550 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1549 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1551 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1550, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1552 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1548, %1551 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1553 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1552 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1554 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg36, %1553 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1555 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%979, %arg90 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1556 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %545 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1557 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1555, %1556 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1558 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%984, %arg143 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1559 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%545, %545 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1560 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%987, %1559 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1561 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1558, %1560 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1562 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1557, %990 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1563 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1561, %992 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1564 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1563 : tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1565 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1564, %995 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1566 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1562, %1565 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1567 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%981, %arg37 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1568 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1566, %1567 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1569 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1000, %1568 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1570 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg37, %1569 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%542 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x256xf32>
    %1571 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1003, %arg91 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1572 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1005, %580 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1573 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1571, %1572 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1574 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1008, %arg144 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1575 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%580, %580 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1576 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1011, %1575 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1577 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1574, %1576 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1578 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1573, %1014 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1579 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1577, %1016 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1580 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1579 : tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1581 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1580, %1019 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1582 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1578, %1581 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1583 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1022, %1582 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1584 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg38, %1583 : tensor<768xf32>, tensor<768xf32>) outs(%577 : tensor<768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<768xf32>
    %1585 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1025, %arg92 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1586 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %585 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1587 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1585, %1586 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1588 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1030, %arg145 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1589 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%585, %585 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1590 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1033, %1589 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1591 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1588, %1590 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1592 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1587, %1036 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1593 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1591, %1038 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1594 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1593 : tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1595 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1594, %1041 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1596 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1592, %1595 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1597 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1027, %arg39 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1598 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1596, %1597 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1599 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1046, %1598 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1600 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg39, %1599 : tensor<256x768xf32>, tensor<256x768xf32>) outs(%584 : tensor<256x768xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x768xf32>
    %1601 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg93 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1602 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %588 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1603 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1601, %1602 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1604 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg146 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1605 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%588, %588 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1606 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1605 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1607 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1604, %1606 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1608 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1603, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1609 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1607, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1610 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1609 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1611 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1610, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1612 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1608, %1611 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1613 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1612 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1614 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg40, %1613 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1615 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg94 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1616 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %592 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1617 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1615, %1616 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1618 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg147 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1619 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%592, %592 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1620 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1619 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1621 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1618, %1620 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1622 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1617, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1623 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1621, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1624 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1623 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1625 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1624, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1626 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1622, %1625 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1627 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1626 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1628 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg41, %1627 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1629 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg95 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1630 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %517 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1631 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1629, %1630 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1632 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg148 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1633 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%517, %517 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1634 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1633 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1635 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1632, %1634 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1636 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1631, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1637 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1635, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1638 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1637 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1639 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1638, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1640 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1636, %1639 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1641 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1640 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1642 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg42, %1641 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1643 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg96 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1644 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %521 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1645 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1643, %1644 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1646 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg149 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1647 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%521, %521 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1648 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1647 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1649 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1646, %1648 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1650 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1645, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1651 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1649, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1652 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1651 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1653 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1652, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1654 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1650, %1653 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1655 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1654 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1656 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg43, %1655 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1657 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1105, %arg97 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1658 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1107, %512 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1659 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1657, %1658 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1660 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1110, %arg150 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1661 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%512, %512 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1662 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1113, %1661 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1663 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1660, %1662 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1664 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1659, %1116 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1665 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1663, %1118 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1666 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1665 : tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1667 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1666, %1121 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1668 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1664, %1667 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1669 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1124, %1668 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1670 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg44, %1669 : tensor<1024xf32>, tensor<1024xf32>) outs(%8 : tensor<1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024xf32>
    %1671 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1127, %arg98 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1672 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %514 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1673 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1671, %1672 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1674 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1132, %arg151 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1675 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%514, %514 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1676 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1135, %1675 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1677 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1674, %1676 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1678 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1673, %1138 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1679 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1677, %1140 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1680 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1679 : tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1681 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1680, %1143 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1682 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1678, %1681 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1683 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1129, %arg45 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1684 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1682, %1683 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1685 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1148, %1684 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1686 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg45, %1685 : tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%490 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x1024xf32>
    %1687 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg99 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1688 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %489 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1689 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1687, %1688 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1690 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg152 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1691 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%489, %489 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1692 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1691 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1693 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1690, %1692 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1694 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1689, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1695 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1693, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1696 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1695 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1697 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1696, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1698 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1694, %1697 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1699 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1698 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1700 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg46, %1699 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1701 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1165, %arg100 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1702 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %493 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1703 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1701, %1702 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1704 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1170, %arg153 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1705 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%493, %493 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1706 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1173, %1705 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1707 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1704, %1706 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1708 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1703, %1176 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1709 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1707, %1178 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1710 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1709 : tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1711 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1710, %1181 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1712 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1708, %1711 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1713 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1167, %arg47 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1714 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1712, %1713 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1715 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1186, %1714 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1716 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg47, %1715 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%15 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<1024x256xf32>
    %1717 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1718 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1717, %arg101 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1719 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1720 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1719, %461 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1721 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1718, %1720 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1722 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1723 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1722, %arg154 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1724 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%461, %461 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1725 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1726 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1725, %1724 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1727 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1723, %1726 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1728 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1729 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1721, %1728 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1730 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1731 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1727, %1730 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1732 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1731 : tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1733 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1734 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1732, %1733 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1735 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1729, %1734 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1736 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1719, %arg48 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1737 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1735, %1736 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1738 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x96xf32>
    %1739 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1738, %1737 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1740 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg48, %1739 : tensor<256x96xf32>, tensor<256x96xf32>) outs(%460 : tensor<256x96xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256x96xf32>
    %1741 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg102 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1742 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %466 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1743 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1741, %1742 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1744 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg155 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1745 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%466, %466 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1746 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1745 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1747 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1744, %1746 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1748 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1743, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1749 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1747, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1750 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1749 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1751 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1750, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1752 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1748, %1751 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1753 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1752 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1754 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg49, %1753 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1755 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%957, %arg103 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1756 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%959, %470 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1757 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1755, %1756 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1758 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%962, %arg156 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1759 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%470, %470 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1760 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%965, %1759 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1761 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1758, %1760 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1762 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1757, %968 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1763 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1761, %970 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1764 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = ["parallel"]} ins(%1763 : tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1765 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1764, %973 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1766 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%1762, %1765 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1767 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%976, %1766 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1768 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = ["parallel"]} ins(%arg50, %1767 : tensor<256xf32>, tensor<256xf32>) outs(%463 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<256xf32>
    %1769 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1770 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1769, %arg104 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1771 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1772 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1771, %941 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1773 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1770, %1772 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1774 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1775 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1774, %arg157 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1776 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%941, %941 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1777 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1778 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1777, %1776 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1779 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1775, %1778 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1780 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1781 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1773, %1780 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1782 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1783 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1779, %1782 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1784 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1783 : tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1785 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1786 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1784, %1785 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1787 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1781, %1786 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1788 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1771, %arg51 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1789 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1787, %1788 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1790 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %1791 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1790, %1789 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1792 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg51, %1791 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%938 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<128x256xf32>
    %1793 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1794 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1793, %arg105 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1795 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1796 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1795, %949 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1797 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1794, %1796 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1798 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1799 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1798, %arg158 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1800 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%949, %949 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1801 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1802 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1801, %1800 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1803 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1799, %1802 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1804 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1805 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1797, %1804 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1806 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%956 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1807 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1803, %1806 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1808 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1807 : tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1817 = math.sqrt %in : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1809 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1810 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1808, %1809 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1811 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1805, %1810 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.divf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1812 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1795, %arg52 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1813 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1811, %1812 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.addf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1814 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg162 : tensor<f32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x256xf32>
    %1815 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%1814, %1813 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.mulf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    %1816 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg52, %1815 : tensor<96x256xf32>, tensor<96x256xf32>) outs(%457 : tensor<96x256xf32>) {
    ^bb0(%in: f32, %in_133: f32, %out: f32):
      %1817 = arith.subf %in, %in_133 : f32
      linalg.yield %1817 : f32
    } -> tensor<96x256xf32>
    return %446, %978, %1002, %1024, %1048, %1062, %1076, %1090, %1104, %1126, %1150, %1164, %1188, %1202, %1218, %1232, %1248, %1262, %1276, %1290, %1304, %1318, %1334, %1348, %1364, %1378, %1394, %1408, %1424, %1438, %1452, %1466, %1480, %1494, %1510, %1524, %1540, %1554, %1570, %1584, %1600, %1614, %1628, %1642, %1656, %1670, %1686, %1700, %1716, %1740, %1754, %1768, %1792, %1816, %961, %983, %1007, %1029, %1051, %1065, %1079, %1093, %1109, %1131, %1153, %1169, %1191, %1205, %1221, %1235, %1251, %1265, %1279, %1293, %1307, %1321, %1337, %1351, %1367, %1381, %1397, %1411, %1427, %1441, %1455, %1469, %1483, %1497, %1513, %1527, %1543, %1557, %1573, %1587, %1603, %1617, %1631, %1645, %1659, %1673, %1689, %1703, %1721, %1743, %1757, %1773, %1797, %967, %989, %1013, %1035, %1055, %1069, %1083, %1097, %1115, %1137, %1157, %1175, %1195, %1209, %1225, %1239, %1255, %1269, %1283, %1297, %1311, %1325, %1341, %1355, %1371, %1385, %1401, %1415, %1431, %1445, %1459, %1473, %1487, %1501, %1517, %1531, %1547, %1561, %1577, %1591, %1607, %1621, %1635, %1649, %1663, %1677, %1693, %1707, %1727, %1747, %1761, %1779, %1803, %950 : tensor<f32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256x96xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256xf32>, tensor<96x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256x96xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256xf32>, tensor<96x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<768xf32>, tensor<256x768xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<256xf32>, tensor<1024x256xf32>, tensor<256x96xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256xf32>, tensor<96x256xf32>, tensor<f32>
  }
}
