import { describe, expect, it } from 'vitest';
import { assertSameKeys, KEY_MARKS } from '#server/exchange/key-marks.ts';
import { openStoreHere } from '../support/store-here.ts';
import { openCoreOn, temporaryFolder } from './store-fixture.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);

describe('keys beside a store that several hosts share', () => {
  it('are the same on all: another one is refused by its file, and nothing tells what they are', async () => {
    const dataDir = temporaryFolder();
    const { store, sequencer } = await openCoreOn(
      await openStoreHere({ dataDir, collections: [KEY_MARKS, 'balances'] }),
    );
    const keys = { 'sealing-key': key(1), 'push-key': key(2) };
    await assertSameKeys(store, sequencer, keys);
    await assertSameKeys(store, sequencer, keys);
    const other = { ...keys, 'push-key': key(3) };
    await expect(assertSameKeys(store, sequencer, other)).rejects.toThrow(/DATA_DIR\/push-key is not the key .* copy/);
    for (const name of Object.keys(keys)) expect((await store.get(KEY_MARKS, name))?.length).toBe(24);
    await sequencer.stop();
    await store.close();
  });
});
