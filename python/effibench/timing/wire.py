"""Kinds of the frames between host and worker, and the shape of a sample record. Both sides import it."""

from __future__ import annotations

import struct
from typing import Final

# host to child
CONFIGURE: Final = 20  # what to load; the result file rides along
CASE: Final = 21  # one input (the file rides along) and how often to call
EXPECTED: Final = 22  # judge: the reference's answer (file rides along)
ACTUAL: Final = 23  # judge: the answer to check (file rides along)
GIVEN: Final = 25  # judge: the input, before the answer, if the validator wants it (file rides along)
TURN: Final = 24  # paired: take one turn (TURN_RECORD; the input's file rides along the first time)

# child to host
READY: Final = 10  # source loaded; of a validator: one byte if it wants the input, too
SAMPLE: Final = 11  # calls done: for each a sample record and the place of its encoded result
FAILED: Final = 12  # an exception in the source's import or call
GENERATED: Final = 13  # generator: one input written to the result file
DONE: Final = 14  # a case is complete (with the samples not sent yet), or all inputs are
JUDGED: Final = 15  # the validator's decision
TURN_DONE: Final = 16  # paired: the turn's record, then the lengths of its encoded results, 64 bits each

SAMPLE_RECORD: Final = struct.Struct("<11q")
SAMPLE_PLACE: Final = struct.Struct(
    "<2q?"
)  # offset and length of the encoded result, whether the input changed
SAMPLE_BYTES: Final = SAMPLE_RECORD.size + SAMPLE_PLACE.size
READY_RECORD: Final = struct.Struct("<q")  # time of the import in ns
TURN_RECORD: Final = struct.Struct("<3q")  # number of the input, calls in the window, calls before it
ANSWER_RECORD: Final = struct.Struct(
    "<12q"
)  # a sample record of the whole window, and whether the input changed
# A canary's answer has the same size: integer kernel and walk in ns (-1 = not asked for), and padding.
CANARY_RECORD: Final = struct.Struct("<2q80x")
