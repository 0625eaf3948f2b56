import { describe, expect, it } from 'vitest';
import { memoryDisk, openSlowStore, type TurnFate } from '../support/slow-store.ts';
import { holdStoreToContract } from './store-contract.ts';
import { turnWriter } from './store-fixture.ts';

const COLLECTIONS = ['a', 'b'];

holdStoreToContract('in memory, at once', () => {
  const disk = memoryDisk();
  return { open: async () => openSlowStore(disk, { collections: COLLECTIONS }) };
});

holdStoreToContract('in memory, slow', () => {
  const disk = memoryDisk();
  let calls = 0;
  const delay = () => {
    calls += 1;
    return (calls * 7) % 5;
  };
  return { open: async () => openSlowStore(disk, { collections: COLLECTIONS, delay }) };
});

describe('a store that fails', () => {
  it.each<[TurnFate, string | undefined]>([
    ['lost', undefined],
    ['answer-lost', 'second'],
  ])('takes nothing after a turn that was %s', async (fate, left) => {
    const disk = memoryDisk();
    const store = openSlowStore(disk, {
      collections: COLLECTIONS,
      fateOf: ({ turn }) => (turn === 2 ? fate : 'written'),
    });
    const write = turnWriter(store);
    await write((batch) => batch.put('a', 'first', 'first'));
    const second = write((batch) => batch.put('a', 'second', 'second'));
    const third = write((batch) => batch.put('a', 'third', 'third'));
    await expect(second).rejects.toThrow('no answer');
    await expect(third).rejects.toThrow('no answer');
    const again = openSlowStore(disk, { collections: COLLECTIONS });
    expect(await again.get('a', 'first')).toBe('first');
    expect(await again.get('a', 'second')).toBe(left);
    expect(await again.get('a', 'third')).toBeUndefined();
  });

  it('takes nothing of an epoch that is over', async () => {
    const disk = memoryDisk();
    const old = openSlowStore(disk, { collections: COLLECTIONS });
    const present = openSlowStore(disk, { collections: COLLECTIONS });
    await expect(turnWriter(old)((batch) => batch.put('a', 'k', 'old'))).rejects.toThrow('does not follow');
    await turnWriter(present)((batch) => batch.put('a', 'k', 'present'));
    expect(await present.get('a', 'k')).toBe('present');
  });
});
