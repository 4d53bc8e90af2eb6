"""Settings of an audit that make no sense are refused before anything is measured."""

from __future__ import annotations

import math
from typing import Any

import pytest

from effibench.audit.record import AuditSettings
from effibench.errors import UsageError


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"alpha": 5.0}, r"alpha = 5.0 \(flag --alpha\)"),
        ({"alpha": 0.0}, "--alpha"),
        ({"alpha": math.nan}, "--alpha"),
        ({"minimum_effect": -0.1}, r"minimum_effect = -0.1 \(flag --minimum-effect\)"),
        ({"minimum_effect": 1.0}, "--minimum-effect"),
        ({"paired_seconds": -1.0}, r"paired_seconds = -1.0 \(flag --paired-seconds\)"),
        ({"paired_seconds": math.inf}, "--paired-seconds"),
        ({"cases_per_domain": 0}, r"cases_per_domain = 0 \(flag --cases\)"),
        ({"granularities": ()}, "--granularity"),
    ],
)
def test_value_and_flag_are_named(setting: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        AuditSettings(**setting).checked()


def test_sensible_settings_are_returned() -> None:
    for settings in (AuditSettings(), AuditSettings(minimum_effect=0.0, paired_seconds=0.0, alpha=0.001)):
        assert settings.checked() is settings
