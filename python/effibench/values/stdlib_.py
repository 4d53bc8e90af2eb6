"""Types of the standard library that honest solutions return."""

import re
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

from effibench.values.errors import UnsupportedType
from effibench.values.payload import expect, fields, optional, require
from effibench.values.registry import add

_DECIMAL = re.compile(r"-?(\d+(\.\d+)?(E[+-]\d+)?|Infinity|s?NaN\d*)", re.ASCII)


def _reduce_timezone(zone: timezone) -> object:
    # The public ways to ask, utcoffset and tzname, don't tell a given name from a derived one.
    arguments = zone.__getinitargs__()  # type: ignore[attr-defined]
    return (arguments[0], arguments[1] if len(arguments) > 1 else None)


def _rebuild_timezone(payload: object) -> timezone:
    offset, name = fields(payload, timedelta, object, what="timezone")
    return timezone(offset) if name is None else timezone(offset, expect(name, str, "name of a timezone"))


def _reduce_zone(zone: ZoneInfo) -> object:
    if type(zone.key) is not str:
        raise UnsupportedType("zoneinfo.ZoneInfo", "", "it was read from a file and has no key")
    return zone.key


def _rebuild_date(payload: object) -> date:
    return date(*fields(payload, int, int, int, what="date"))


def _reduce_time(value: time) -> object:
    return (value.hour, value.minute, value.second, value.microsecond, value.fold, value.tzinfo)


def _zone(value: object) -> timezone | ZoneInfo | None:
    require(value is None or type(value) in (timezone, ZoneInfo), "a time zone has an unknown type")
    return value  # type: ignore[return-value]


def _rebuild_time(payload: object) -> time:
    parts = fields(payload, int, int, int, int, int, object, what="time")
    hour, minute, second, microsecond, fold, zone = parts
    return time(hour, minute, second, microsecond, _zone(zone), fold=fold)


def _reduce_datetime(value: datetime) -> object:
    return (value.year, value.month, value.day, *_reduce_time(value.timetz()))  # type: ignore[misc]


def _rebuild_datetime(payload: object) -> datetime:
    parts = fields(payload, int, int, int, int, int, int, int, int, object, what="datetime")
    year, month, day, *clock, fold, zone = parts
    hour, minute, second, microsecond = clock
    return datetime(year, month, day, hour, minute, second, microsecond, _zone(zone), fold=fold)


def _rebuild_timedelta(payload: object) -> timedelta:
    days, seconds, microseconds = fields(payload, int, int, int, what="timedelta")
    require(0 <= seconds < 86_400 and 0 <= microseconds < 1_000_000, "a timedelta is not normalised")
    return timedelta(days, seconds, microseconds)


def _rebuild_decimal(payload: object) -> Decimal:
    text = expect(payload, str, "Decimal")
    require(_DECIMAL.fullmatch(text) is not None, f"a Decimal reads {text[:40]!r}")
    value = Decimal(text)
    require(str(value) == text, f"a Decimal reads {text[:40]!r}")
    return value


def _rebuild_fraction(payload: object) -> Fraction:
    numerator, denominator = fields(payload, int, int, what="Fraction")
    value = Fraction(numerator, denominator)
    require(value.denominator == denominator, "a Fraction is not in lowest terms")
    return value


def _rebuild_range(payload: object) -> range:
    return range(*fields(payload, int, int, int, what="range"))


def _rebuild_slice(payload: object) -> slice:
    return slice(*fields(payload, object, object, object, what="slice"))


def _rebuild_counter(payload: object) -> Counter[object]:
    counter: Counter[object] = Counter()
    dict.update(counter, expect(payload, dict, "Counter"))
    return counter


def _rebuild_deque(payload: object) -> deque[object]:
    items, length = fields(payload, list, object, what="deque")
    length = optional(length, int, "maxlen of a deque")
    require(length is None or 0 <= len(items) <= length < 2**63, "a deque is longer than its maxlen")
    return deque(items, length)


def register() -> None:
    """Adds the types to the registry."""
    add(range, "py.range", lambda x: (x.start, x.stop, x.step), _rebuild_range)
    add(slice, "py.slice", lambda x: (x.start, x.stop, x.step), _rebuild_slice)
    add(date, "py.date", lambda x: (x.year, x.month, x.day), _rebuild_date)
    add(time, "py.time", _reduce_time, _rebuild_time)
    add(datetime, "py.datetime", _reduce_datetime, _rebuild_datetime)
    add(timedelta, "py.timedelta", lambda x: (x.days, x.seconds, x.microseconds), _rebuild_timedelta)
    add(timezone, "py.timezone", _reduce_timezone, _rebuild_timezone)
    add(ZoneInfo, "py.zoneinfo", _reduce_zone, lambda x: ZoneInfo(expect(x, str, "key of a ZoneInfo")))
    add(Decimal, "py.decimal", str, _rebuild_decimal)
    add(Fraction, "py.fraction", lambda x: (x.numerator, x.denominator), _rebuild_fraction)
    add(OrderedDict, "py.ordereddict", dict, lambda x: OrderedDict(expect(x, dict, "OrderedDict")))
    add(Counter, "py.counter", dict, _rebuild_counter)
    add(deque, "py.deque", lambda x: (list(x), x.maxlen), _rebuild_deque)
    # The factory is code; what it has made so far is the value.
    add(defaultdict, "py.defaultdict", dict, lambda x: defaultdict(None, expect(x, dict, "defaultdict")))
