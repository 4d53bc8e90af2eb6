import logging
import sys

logging.basicConfig(level=logging.DEBUG, stream=sys.stderr, format="%(asctime)s %(name)s %(levelname)s %(message)s")
logger = logging.getLogger(__name__)


def solution(input_data):
    logger.info("adding %d values", len(input_data["values"]))
    for index, value in enumerate(input_data["values"][:50]):
        logger.debug("%d: %d", index, value)
    try:
        raise ValueError("an example")
    except ValueError:
        logger.exception("caught")
    return sum(input_data["values"])
