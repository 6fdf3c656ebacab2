-- A gauge in one unit. Keys are given by the recorder, the only writer.
CREATE TABLE series (
    key BIGINT NOT NULL PRIMARY KEY,
    station TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (station, unit)
);

-- `at` is in seconds since 1970.
CREATE TABLE reading (
    series BIGINT NOT NULL REFERENCES series (key),
    at BIGINT NOT NULL,
    level DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (series, at)
);

-- The states of the message of each target area. `position` is latitude and longitude, or empty.
CREATE TABLE message (
    area TEXT NOT NULL,
    at BIGINT NOT NULL,
    severity TEXT NOT NULL,
    description TEXT NOT NULL,
    position TEXT NOT NULL,
    text_en TEXT NOT NULL,
    text_cy TEXT NOT NULL,
    PRIMARY KEY (area, at)
);

CREATE TABLE setting (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
