# -*- Python -*-
import os

import lit.formats

config.name = "fp8-Unit"
config.suffixes = []
config.test_exec_root = os.path.join(config.fp8_obj_root, "test", "Unit")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
if config.sanitize:
    lit_config.load_config(
        config, os.path.join(os.path.dirname(__file__), "..", "sanitizer.cfg.py"))
