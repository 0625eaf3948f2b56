import { expect, it } from 'vitest';
import { KEEP_MS, openIdempotencyKeys } from '#server/exchange/http/idempotency.ts';
import type { StoreReader } from '#server/exchange/store/store.ts';
import { openCore, temporaryFolder } from './store-fixture.ts';

const REPLY = { code: 200 };
const HOUR_MS = 3_600_000;
const callOf = (key: string) => ({ userId: 1, endpoint: 'createGrid', key, request: { money: '1' } });

/** Keys on a store, whose looks at all of them are seen. */
async function open() {
  const { sequencer, store, clock } = await openCore(temporaryFolder());
  const seen = { looks: 0, rows: 0, isLooking: false };
  const reader: Pick<StoreReader, 'all' | 'get'> = {
    get: (...asked) => store.get(...asked),
    async *all(collection) {
      seen.isLooking = true;
      seen.looks += 1;
      for await (const row of store.all(collection)) {
        seen.rows += 1;
        yield row;
      }
      seen.isLooking = false;
    },
  };
  const keys = openIdempotencyKeys(reader);
  const keep = (key: string, isKept = true) =>
    sequencer.submit(
      (tx) => keys.keep(tx, callOf(key), REPLY),
      () => isKept,
    );
  /** A look begins with the next command, an hour after the last one, and is over. */
  async function looked(key: string): Promise<void> {
    await keep(key);
    await expect.poll(() => seen.isLooking).toBe(false);
  }
  const isKept = async (key: string) => (await keys.find(callOf(key))) !== null;
  return { sequencer, clock, keys, keep, looked, isKept, seen };
}

it('a key is kept for its time whatever is sent meanwhile, and removed with a command after it', async () => {
  const { clock, looked, keep, isKept } = await open();
  await keep('one');
  clock.advance(KEEP_MS - 1);
  await looked('two');
  await keep('three');
  expect(await isKept('one')).toBe(true);
  clock.advance(HOUR_MS);
  await looked('four');
  await keep('five');
  expect(await isKept('one')).toBe(false);
  for (const key of ['two', 'three', 'four', 'five']) expect(await isKept(key)).toBe(true);
});

it('a key that comes again when its time is over is as young as its new reply, for commands before the disk has it too', async () => {
  const { clock, looked, keep, isKept } = await open();
  await keep('one');
  await keep('other');
  clock.advance(KEEP_MS + 1);
  await looked('two');
  // One turn: the first keeps the new reply, the second removes what is over.
  await Promise.all([keep('one'), keep('three')]);
  expect([await isKept('one'), await isKept('other')]).toEqual([true, false]);
  clock.advance(KEEP_MS - 1);
  await looked('four');
  await keep('five');
  expect(await isKept('one')).toBe(true);
});

it('a command that is taken back leaves every key, which goes with the next', async () => {
  const { clock, looked, keep, isKept } = await open();
  await keep('one');
  clock.advance(KEEP_MS + 1);
  await looked('two');
  await keep('three', false);
  expect([await isKept('one'), await isKept('three')]).toEqual([true, false]);
  await keep('four');
  expect(await isKept('one')).toBe(false);
});

it('of a flood of keys memory has a thousand at the most, and all of them go in their time', async () => {
  const { sequencer, clock, keys, keep, isKept, seen } = await open();
  const flood = Array.from({ length: 3_000 }, (_, at) => `key of a flood ${at}`);
  await sequencer.submit((tx) => {
    for (const key of flood) keys.keep(tx, callOf(key), REPLY);
  });
  expect([seen.looks, seen.rows]).toEqual([1, 0]);
  clock.advance(KEEP_MS + 1);
  await keep('first');
  // It has found as many as are known at once, and waits.
  await expect.poll(() => seen.rows).toBe(1_000);
  await keep('second');
  await expect.poll(() => seen.rows).toBe(1_020);
  for (let commands = 0; commands < 150; commands += 1) await keep(`later ${commands}`);
  await expect.poll(() => seen.isLooking).toBe(false);
  await keep('last');
  expect((await Promise.all(flood.map(isKept))).filter(Boolean)).toEqual([]);
  expect([await isKept('first'), await isKept('later 149'), seen.looks]).toEqual([true, true, 2]);
}, 60_000);

it('a key that went and came again is not removed for what a look had read of it before', async () => {
  const { sequencer, clock, keys, keep, looked, isKept } = await open();
  const keepAll = (name: string, count: number) =>
    sequencer.submit((tx) => {
      for (let at = 0; at < count; at += 1) keys.keep(tx, callOf(`${name} ${String(at).padStart(3, '0')}`), REPLY);
    });
  await keepAll('k', 100);
  clock.advance(HOUR_MS);
  await keepAll('a', 920);
  clock.advance(KEEP_MS - HOUR_MS + 1);
  await looked('first');
  clock.advance(HOUR_MS);
  await keep('second');
  // A look would have filled the room by now, and have read what comes behind: the keys that are known since the one before.
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  for (const at of [20, 40, 60, 80]) await keep(`k 0${at}`);
  for (let commands = 0; commands < 120; commands += 1) await keep(`later ${commands}`);
  for (const at of [20, 40, 60, 80]) expect([at, await isKept(`k 0${at}`)]).toEqual([at, true]);
  for (const gone of ['k 021', 'k 099', 'a 000', 'a 919']) expect([gone, await isKept(gone)]).toEqual([gone, false]);
}, 60_000);
