/**
 * The schema's first step. `part` leads every key, 0 until a store is cut into several. Keys compare bytewise, as in SQLite. The journal has
 * a partition for each month in which rows were written, so that old months can be moved or let go without touching the rest; the demo
 * world's past, written in one month, is one partition.
 *
 * The lease is a row of its own: a turn that waits for a standby holds the fence's.
 */
export const TABLES = `
CREATE SCHEMA exchange;
CREATE TABLE exchange.schema_version (version integer NOT NULL);
INSERT INTO exchange.schema_version VALUES (0);
CREATE TABLE exchange.fence (
  part smallint PRIMARY KEY,
  epoch bigint NOT NULL,
  turn bigint NOT NULL,
  sequence bigint NOT NULL
);
INSERT INTO exchange.fence VALUES (0, 0, 0, 0);
CREATE TABLE exchange.lease (
  part smallint PRIMARY KEY,
  epoch bigint NOT NULL,
  holder text NOT NULL,
  until timestamptz NOT NULL
);
INSERT INTO exchange.lease VALUES (0, 0, '', '-infinity');
CREATE TABLE exchange.item (
  part smallint NOT NULL,
  collection text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (part, collection, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE exchange.journal (
  part smallint NOT NULL,
  month integer NOT NULL,
  sequence bigint NOT NULL,
  stream text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  time_ms bigint NOT NULL,
  value text NOT NULL,
  request text NOT NULL,
  PRIMARY KEY (part, sequence, month)
) PARTITION BY RANGE (month);
CREATE INDEX journal_of ON exchange.journal (part, stream, key, sequence);
`;

/** Months are counted from the year 0 in UTC. Attaching a table that is made before lets others write meanwhile. */
export const MONTH_FUNCTION = `
CREATE FUNCTION exchange.this_month() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (extract(year FROM now() AT TIME ZONE 'UTC') * 12 + extract(month FROM now() AT TIME ZONE 'UTC') - 1)::integer
$$;
CREATE FUNCTION exchange.make_month(of_month integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := format('journal_%s_%s', of_month / 12, lpad((of_month % 12 + 1)::text, 2, '0'));
BEGIN
  IF to_regclass('exchange.' || name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE exchange.%I (LIKE exchange.journal INCLUDING DEFAULTS)', name);
  EXECUTE format(
    'ALTER TABLE exchange.journal ATTACH PARTITION exchange.%I FOR VALUES FROM (%s) TO (%s)', name, of_month, of_month + 1);
END $$;
`;

/**
 * The lease by the database's own clock. Whoever takes it begins an epoch, in the same transaction. While it is held who asks only reads: a
 * lock is written too, and while no standby answers it would be held for as long, against the holder's renewal.
 */
export const LEASE_FUNCTIONS = `
CREATE FUNCTION exchange.take_lease(of_part smallint, by_holder text, for_ms integer)
  RETURNS TABLE (epoch bigint, turn bigint, sequence bigint) LANGUAGE plpgsql AS $$
DECLARE
  held_until timestamptz;
BEGIN
  SELECT lease.until INTO STRICT held_until FROM exchange.lease WHERE lease.part = of_part;
  IF held_until > clock_timestamp() THEN RETURN; END IF;
  SELECT lease.until INTO STRICT held_until FROM exchange.lease WHERE lease.part = of_part FOR UPDATE;
  IF held_until > clock_timestamp() THEN RETURN; END IF;
  RETURN QUERY UPDATE exchange.fence SET epoch = fence.epoch + 1 WHERE fence.part = of_part
    RETURNING fence.epoch, fence.turn, fence.sequence;
  UPDATE exchange.lease
    SET epoch = (SELECT fence.epoch FROM exchange.fence WHERE fence.part = of_part), holder = by_holder,
        until = clock_timestamp() + for_ms * interval '1 millisecond'
    WHERE lease.part = of_part;
END $$;
`;

/** One call a turn: a compare-and-set on (epoch, turn - 1), then everything that the turn changes. */
export const COMMIT_TURN = `
CREATE FUNCTION exchange.commit_turn(
  of_part smallint, of_epoch bigint, of_turn bigint,
  put_collections text[], put_keys text[], put_values text[],
  removed_collections text[], removed_keys text[],
  sequences bigint[], streams text[], row_keys text[], times_ms bigint[], row_values text[], requests text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  written_month integer := exchange.this_month();
BEGIN
  UPDATE exchange.fence SET turn = of_turn, sequence = coalesce(sequences[cardinality(sequences)], sequence)
    WHERE part = of_part AND epoch = of_epoch AND turn = of_turn - 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'turn % of epoch % does not follow what the store has', of_turn, of_epoch;
  END IF;
  IF cardinality(put_keys) > 0 THEN
    INSERT INTO exchange.item (part, collection, key, value)
      SELECT of_part, put.collection, put.key, put.value
      FROM unnest(put_collections, put_keys, put_values) AS put (collection, key, value)
      ON CONFLICT (part, collection, key) DO UPDATE SET value = excluded.value;
  END IF;
  IF cardinality(removed_keys) > 0 THEN
    DELETE FROM exchange.item USING unnest(removed_collections, removed_keys) AS removed (collection, key)
      WHERE item.part = of_part AND item.collection = removed.collection AND item.key = removed.key;
  END IF;
  IF cardinality(sequences) > 0 THEN
    INSERT INTO exchange.journal (part, month, sequence, stream, key, time_ms, value, request)
      SELECT of_part, written_month, appended.*
      FROM unnest(sequences, streams, row_keys, times_ms, row_values, requests) AS appended;
  END IF;
END $$;
`;
