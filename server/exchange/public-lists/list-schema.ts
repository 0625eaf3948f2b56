import type { ClientBase } from 'pg';
import { changeAlone } from '../store/schema-alone.ts';

/** One more with every change of the tables: they are made anew then, for all of it follows from the store. */
export const LISTS_VERSION = 3;

/**
 * What a guest may see of lists, for readers of replicas. Bots of one look at all bots are slots, places in columns: `slot_column` has the
 * orders (`order rate`: slots best first, int4), the bots' ids (`ids`) and a number of their providers (`owners`), both uint4 by slot, all
 * little-endian; `facet` the slots that stand under a value of a property, slot n being bit n mod 8, lowest first, of byte n div 8. One look is
 * one transaction, and `state.look` its number; `beat` is when everything that had been hidden was gone from here. `bot.item` is the bot as lists show it, JSON: null once it is
 * hidden, and to be shown until `good_until`. `provider` has the ids of each provider's shared bots, in the order of its list, by the anonymous id; bots
 * without a rank are rows of `bot` as well. `reply` has whole replies of what is worked out of all bots – the popular ones, the figures of kinds –, by
 * call and question, with the bots that they name: null once one of these is hidden.
 */
const TABLES = `
CREATE TABLE public_lists.state (
  one boolean PRIMARY KEY CHECK (one),
  version integer NOT NULL,
  epoch bigint NOT NULL,
  look bigint NOT NULL,
  look_ms bigint NOT NULL,
  beat timestamptz NOT NULL
);
INSERT INTO public_lists.state VALUES (true, ${LISTS_VERSION}, 0, 0, 0, '-infinity');
CREATE TABLE public_lists.slot_column (name text PRIMARY KEY, cells bytea NOT NULL);
ALTER TABLE public_lists.slot_column ALTER cells SET STORAGE EXTERNAL;
CREATE TABLE public_lists.facet (
  name text NOT NULL,
  value text NOT NULL,
  slots bit varying NOT NULL,
  PRIMARY KEY (name, value)
);
ALTER TABLE public_lists.facet ALTER slots SET STORAGE EXTERNAL;
CREATE TABLE public_lists.bot (id bigint PRIMARY KEY, item text, good_until timestamptz NOT NULL)
  WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE public_lists.provider (anonymous text PRIMARY KEY, bots bigint[] NOT NULL);
CREATE TABLE public_lists.reply (
  call text NOT NULL,
  question text NOT NULL,
  reply text,
  bots bigint[] NOT NULL,
  good_until timestamptz NOT NULL,
  PRIMARY KEY (call, question)
);
`;

/** Any number, the same for every program of ours: who makes the tables does it alone. */
const LISTS_LOCK = 7_305_114_002;

/** Makes the schema where it is not, and its tables where they are another program's. What roles were granted on the schema stays. */
export async function readyLists(client: ClientBase): Promise<void> {
  await changeAlone(client, LISTS_LOCK, async () => {
    await client.query('CREATE SCHEMA IF NOT EXISTS public_lists');
    if ((await versionOf(client)) === LISTS_VERSION) return;
    await client.query(
      `DROP TABLE IF EXISTS public_lists.state, public_lists.slot_column, public_lists.facet, public_lists.bot,
        public_lists.provider, public_lists.reply`,
    );
    await client.query(TABLES);
  });
}

/** Null: there are no tables. */
async function versionOf(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('public_lists.state') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return null;
  const state = await client.query<{ version: number }>('SELECT version FROM public_lists.state');
  return state.rows[0]?.version ?? null;
}
