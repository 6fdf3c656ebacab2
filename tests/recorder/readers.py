"""What programs of others read from the recorder's feeds. Prints JSON.

readers.py cap FILE...           whether each file is valid by the schema of CAP 1.2, with its dates
readers.py events URL LAT LON    what Home Assistant shows of GeoJSON events after each update: one for each line of the input
readers.py schema SCHEMA FILE... the errors of each file by a JSON Schema
"""

import asyncio
import json
import sys
from pathlib import Path

import aiohttp
import jsonschema
from aio_geojson_generic_client.feed_manager import GenericFeedManager
from capvalidator import Validator


def cap(*files):
    def read(file):
        validator = Validator(Path(file).read_bytes())
        valid, _ = validator.schema()
        return {"valid": valid, **validator.get_dates()}

    return {file: read(file) for file in files}


async def events(url, latitude, longitude):
    shown, statuses = set(), []

    async def show(external_id):
        shown.add(external_id)

    async def remove(external_id):
        shown.discard(external_id)

    async def note(update):
        statuses.append(update.status)

    home = (float(latitude), float(longitude))
    async with aiohttp.ClientSession() as session:
        manager = GenericFeedManager(session, show, show, remove, home, url, status_callback=note)
        for _ in sys.stdin:
            await manager.update()
            entries = {key: manager.feed_entries[key].title for key in shown}
            print(json.dumps({"status": statuses[-1], "entries": entries}), flush=True)


def schema(schema_file, *files):
    validator = jsonschema.Draft202012Validator(json.loads(Path(schema_file).read_text()))
    errors = lambda file: [error.message[:300] for error in validator.iter_errors(json.loads(Path(file).read_text()))]
    return {file: errors(file) for file in files}


command, *arguments = sys.argv[1:]
if command == "events":
    asyncio.run(events(*arguments))
else:
    print(json.dumps({"cap": cap, "schema": schema}[command](*arguments)))
