-- The levels of a gauge in a day of UTC, without those of faults. They are kept without an end. `day` is in days since 1970, `highest_at` in
-- seconds. `readings` is the number of readings with those of faults: a day with as many or more replaces one with fewer. `begins` is 1
-- on the day of the first reading of a replaced gauge, and the levels are those since then. `sketch` is the distribution of the levels; empty
-- after a year.
CREATE TABLE daily (
    series BIGINT NOT NULL REFERENCES series (key),
    day BIGINT NOT NULL,
    readings BIGINT NOT NULL,
    lowest DOUBLE PRECISION NOT NULL,
    mean DOUBLE PRECISION NOT NULL,
    highest DOUBLE PRECISION NOT NULL,
    highest_at BIGINT NOT NULL,
    begins BIGINT NOT NULL,
    sketch TEXT NOT NULL,
    PRIMARY KEY (series, day)
);
