import base64
import bz2
import csv
import gzip
import hashlib
import io
import lzma
import xml.etree.ElementTree as tree
import zipfile
import zlib


def solution(input_data):
    text = io.StringIO()
    csv.writer(text).writerows([[value] for value in input_data["values"]])
    data = text.getvalue().encode()
    for module in (zlib, bz2, lzma, gzip):
        assert module.decompress(module.compress(data)) == data
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("values.csv", data)
    with zipfile.ZipFile(stream) as archive:
        rows = csv.reader(io.TextIOWrapper(archive.open("values.csv"), "utf-8"))
        total = sum(int(row[0]) for row in rows)
    root = tree.fromstring(f"<values total='{total}'/>")
    assert len(hashlib.sha256(base64.b64encode(data)).hexdigest()) == 64
    return int(root.get("total"))
