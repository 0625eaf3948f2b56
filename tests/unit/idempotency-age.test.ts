import { expect, it } from 'vitest';
import { KEEP_MS, openIdempotencyKeys } from '#server/exchange/http/idempotency.ts';
import { openCore, temporaryFolder } from './store-fixture.ts';

const REPLY = { code: 200 };
const callOf = (key: string) => ({ userId: 1, endpoint: 'createGrid', key, request: { money: '1' } });

it('a key that comes again when its time is over is as young as its new reply, for commands before the disk has it too', async () => {
  const { sequencer, store, clock } = await openCore(temporaryFolder());
  const keys = await openIdempotencyKeys(store);
  const keep = (key: string) => sequencer.submit((tx) => keys.keep(tx, callOf(key), REPLY));
  await keep('one');
  clock.advance(KEEP_MS + 1);
  // One turn: the first removes the old reply and keeps the new one.
  await Promise.all([keep('one'), keep('two')]);
  expect(await keys.find(callOf('one'))).toEqual(REPLY);
  clock.advance(KEEP_MS - 1);
  await keep('three');
  expect(await keys.find(callOf('one'))).toEqual(REPLY);
  clock.advance(1);
  await keep('four');
  expect(await keys.find(callOf('one'))).toBeNull();
});

it('a command that is taken back leaves every key as old as it was', async () => {
  const { sequencer, store, clock } = await openCore(temporaryFolder());
  const keys = await openIdempotencyKeys(store);
  const keep = (key: string, isKept = true) =>
    sequencer.submit(
      (tx) => keys.keep(tx, callOf(key), REPLY),
      () => isKept,
    );
  await keep('one');
  clock.advance(KEEP_MS + 1);
  await keep('two', false);
  expect(await keys.find(callOf('one'))).toEqual(REPLY);
  expect(await keys.find(callOf('two'))).toBeNull();
  await keep('three');
  expect(await keys.find(callOf('one'))).toBeNull();
});
