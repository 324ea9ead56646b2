"""Puts the course into a wheel. A checkout, installed editable, has it beside the package."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Carry(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "standard":
            for name in ("harness.py", "lessons", "notebooks"):
                build_data["force_include"][name] = f"lab/_data/{name}"
