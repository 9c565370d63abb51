-- Key-value state. Who it belongs to is two columns and never one text made of both.
CREATE TABLE state_scopes (
    id        INTEGER PRIMARY KEY,
    component TEXT NOT NULL,
    principal TEXT NOT NULL,
    -- The last version given. It is the scope's own, because a counter that scopes share would tell each of them how
    -- much the others write; and the row stays when its entries go, so that no version comes back.
    version   INTEGER NOT NULL,
    -- What the entries below add up to, kept by the triggers.
    keys      INTEGER NOT NULL DEFAULT 0 CHECK (keys >= 0),
    bytes     INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    UNIQUE (component, principal)
) STRICT;

CREATE TABLE state_entries (
    id      INTEGER PRIMARY KEY,
    scope   INTEGER NOT NULL REFERENCES state_scopes (id),
    -- UTF-8. As bytes, so that order and ranges are those of the bytes.
    key     BLOB NOT NULL,
    value   BLOB NOT NULL,
    version INTEGER NOT NULL,
    -- Microseconds since 1970; NULL is until it is deleted.
    expires INTEGER,
    UNIQUE (scope, key)
) STRICT;

-- What has expired in a scope, and anywhere, is found without looking at what has not.
CREATE INDEX state_entries_expire_in_scope ON state_entries (scope, expires) WHERE expires IS NOT NULL;
CREATE INDEX state_entries_expire ON state_entries (expires) WHERE expires IS NOT NULL;

CREATE TRIGGER state_entries_insert AFTER INSERT ON state_entries BEGIN
    UPDATE state_scopes
    SET keys = keys + 1, bytes = bytes + length(new.key) + length(new.value)
    WHERE id = new.scope;
END;

CREATE TRIGGER state_entries_update AFTER UPDATE OF value ON state_entries BEGIN
    UPDATE state_scopes SET bytes = bytes + length(new.value) - length(old.value) WHERE id = new.scope;
END;

CREATE TRIGGER state_entries_delete AFTER DELETE ON state_entries BEGIN
    UPDATE state_scopes
    SET keys = keys - 1, bytes = bytes - length(old.key) - length(old.value)
    WHERE id = old.scope;
END;
