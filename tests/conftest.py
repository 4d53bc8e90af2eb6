"""Settings that all tests share."""

from __future__ import annotations

from command_line import invoke
from hypothesis import HealthCheck, settings

__all__ = ["invoke"]

# A test fails for what it finds, never for how busy the machine was.
settings.register_profile("effibench", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("effibench")
