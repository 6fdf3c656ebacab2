-- The devices that are notified. `id` is the SHA-256 of the address of the device at its push service. `sealed` has the address, the keys, the
-- choice and what the device was told, encrypted with a key that is not in the store.
CREATE TABLE subscription (
    id TEXT NOT NULL PRIMARY KEY,
    sealed BLOB NOT NULL
) WITHOUT ROWID;
