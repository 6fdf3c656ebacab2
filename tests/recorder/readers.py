"""What programs of others read from the recorder's feeds. Prints JSON.

readers.py cap FILE...           whether each file is valid by the schema of CAP 1.2, with its dates
readers.py events URL LAT LON    what Home Assistant's client of GeoJSON events makes of an address
readers.py schema SCHEMA FILE... the errors of each file by a JSON Schema
"""

import asyncio
import json
import sys
from pathlib import Path

import aiohttp
import jsonschema
from aio_geojson_generic_client.feed import GenericFeed
from capvalidator import Validator


def cap(*files):
    def read(file):
        validator = Validator(Path(file).read_bytes())
        valid, _ = validator.schema()
        return {"valid": valid, **validator.get_dates()}

    return {file: read(file) for file in files}


async def events(url, latitude, longitude):
    home = (float(latitude), float(longitude))
    async with aiohttp.ClientSession() as session:
        status, entries = await GenericFeed(session, home, url).update()
    named = [(entry.external_id, entry.title, entry.coordinates) for entry in entries or []]
    return {"status": status, "entries": None if entries is None else named}


def schema(schema_file, *files):
    validator = jsonschema.Draft202012Validator(json.loads(Path(schema_file).read_text()))
    errors = lambda file: [error.message[:300] for error in validator.iter_errors(json.loads(Path(file).read_text()))]
    return {file: errors(file) for file in files}


command, *arguments = sys.argv[1:]
if command == "events":
    result = asyncio.run(events(*arguments))
else:
    result = {"cap": cap, "schema": schema}[command](*arguments)
print(json.dumps(result))
