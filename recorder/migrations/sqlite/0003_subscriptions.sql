-- The devices that are notified. `id` is a hash of the address of the device at its push service, with a key. `sealed` has the address, the keys, the
-- choice and what the device was told, encrypted. Neither key is in the store.
CREATE TABLE subscription (
    id TEXT NOT NULL PRIMARY KEY,
    sealed BLOB NOT NULL
) WITHOUT ROWID;
