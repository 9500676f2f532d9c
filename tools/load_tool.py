"""Loads a tool of this folder, which has no .py suffix, as a module; used by the tools' tests."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path


def load_tool(name):
    loader = importlib.machinery.SourceFileLoader(name, str(Path(__file__).with_name(name)))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module  # dataclasses look their module up here
    loader.exec_module(module)
    return module
