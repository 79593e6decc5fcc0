"""Settings: frozen dataclasses of plain values, each field defined once for Python, command line, files and HTTP."""

from botassay.settings.option import Option, check, layered, settings_in, to_builtins

__all__ = ["Option", "check", "layered", "settings_in", "to_builtins"]
