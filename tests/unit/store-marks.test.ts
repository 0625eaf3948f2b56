import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveMarks, marksOf } from '#server/exchange/marks.ts';
import { readSettings } from '#server/exchange/settings.ts';
import { assertSameMarks, keptMarks, MARKS } from '#server/exchange/store/store-marks.ts';
import { sealingKey } from '#server/exchange/surroundings/seal.ts';
import { openStoreHere } from '../support/store-here.ts';
import { openCoreOn, temporaryFolder } from './store-fixture.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const KEYS = { 'sealing-key': key(1), 'push-key': key(2) };
const SHARED = { STORE_URL: 'postgres://127.0.0.1/x' };
const FOLLOWED = { MARKET_FEED: 'live', MARKET_RECORDER: 'http://127.0.0.1:7003' };
const marks = (environment: Readonly<Record<string, string>>, keys: Readonly<Record<string, Uint8Array>> = KEYS) =>
  marksOf(readSettings(environment), keys);
const names = (environment: Readonly<Record<string, string>>) => marks(environment).map(({ name }) => name);

async function openCore() {
  return openCoreOn(await openStoreHere({ dataDir: temporaryFolder(), collections: [MARKS, 'balances'] }));
}

describe('what everybody on a store must have alike', () => {
  it('is left by the first, and another is refused by its name; nothing tells what keys are', async () => {
    const { store, sequencer } = await openCore();
    const look = async (now: ReturnType<typeof marks>) => assertSameMarks(now, await keptMarks(store));
    await look(marks(SHARED));
    for (let opening = 0; opening < 2; opening += 1) await leaveMarks(store, sequencer, marks(SHARED));
    await look(marks(SHARED));
    await expect(look(marks(SHARED, { ...KEYS, 'push-key': key(3) }))).rejects.toThrow(
      /DATA_DIR\/push-key is not the key .* copy/,
    );
    await expect(look(marks({ ...SHARED, MARKET_SEED: 'x' }))).rejects.toThrow(
      /^MARKET_SEED=x .* MARKET_SEED=strategybot.* Set it back.* DELETE FROM exchange\.item .* key = 'MARKET_SEED'/,
    );
    await expect(look(marks({ ...SHARED, ...FOLLOWED }))).rejects.toThrow(/^MARKET_FEED=live .*=simulated/);
    // 22 characters and quotes, as programs before left them.
    for (const name of Object.keys(KEYS)) expect((await store.get(MARKS, name))?.length).toBe(24);
    await sequencer.stop();
    await store.close();
  });

  it('is added to a store of an earlier program, which knows keys alone or nothing', async () => {
    const { store, sequencer } = await openCore();
    await sequencer.submit((tx) => tx.put(MARKS, 'sealing-key', JSON.stringify(marks(SHARED).at(-2)?.value)));
    assertSameMarks(marks(SHARED), await keptMarks(store));
    await leaveMarks(store, sequencer, marks(SHARED));
    expect([...(await keptMarks(store)).keys()].sort()).toEqual(names(SHARED).sort());
    await sequencer.stop();
    await store.close();
  });

  it('is the market on one machine, keys and recorded files as well where hosts share the store', () => {
    const folder = temporaryFolder();
    const recorded = { MARKET_FEED: 'history', MARKET_DATA: folder };
    const live = { MARKET_FEED: 'live' };
    expect(names({})).toEqual(['MARKET_FEED', 'MARKET_SEED']);
    expect(names(recorded)).toEqual(['MARKET_FEED', 'MARKET_SEED']);
    expect(names({ ...recorded, ...SHARED })).toEqual([
      'MARKET_FEED',
      'MARKET_SEED',
      'MARKET_DATA',
      'sealing-key',
      'push-key',
    ]);
    expect(names(live)).toContain('MARKET_EXCHANGE');
    expect(marks(live)).toEqual(marks({ ...live, MARKET_EXCHANGE: 'gate' }));
    // Whose prices a recorder has it knows alone.
    expect(names({ ...SHARED, ...FOLLOWED })).not.toContain('MARKET_EXCHANGE');
  });

  it('knows recorded prices again in a copy of their folder, and others from them', () => {
    const [here, there] = [temporaryFolder(), temporaryFolder()];
    const print = (folder: string) =>
      marks({ ...SHARED, MARKET_FEED: 'history', MARKET_DATA: folder }).find(({ name }) => name === 'MARKET_DATA');
    for (const folder of [here, there]) {
      mkdirSync(join(folder, 'perps'));
      writeFileSync(join(folder, 'perps', 'a.csv'), 'one');
    }
    utimesSync(join(there, 'perps', 'a.csv'), 1, 1);
    expect(print(there)).toEqual(print(here));
    writeFileSync(join(there, 'perps', 'a.csv'), 'another');
    expect(print(there)).not.toEqual(print(here));
  });
});

describe('a key in a file', () => {
  it('is what another made of the same folder in the same moment, and nothing else is left there', () => {
    const folder = temporaryFolder();
    let isOther = false;
    let others: Uint8Array | null = null;
    const random = {
      bytes(length: number) {
        if (!isOther) {
          isOther = true;
          others = sealingKey(folder, { bytes: (count) => new Uint8Array(count).fill(7) });
        }
        return new Uint8Array(length).fill(9);
      },
    };
    expect(sealingKey(folder, random)).toEqual(others);
    expect(readdirSync(folder)).toEqual(['sealing-key']);
  });
});
