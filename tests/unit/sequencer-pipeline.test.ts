import { describe, expect, it } from 'vitest';
import type { TurnBatch } from '#server/exchange/store/store.ts';
import { memoryDisk, openSlowStore } from '../support/slow-store.ts';
import { CORE_COLLECTIONS, gathered, openCoreOn } from './store-fixture.ts';

/** A core whose disk writes a turn when the test says so. */
async function heldCore(fails: (turn: number) => boolean = () => false) {
  const store = openSlowStore(memoryDisk(), {
    collections: CORE_COLLECTIONS,
    fateOf: ({ turn }) => (fails(turn) ? 'lost' : 'written'),
  });
  const held: (() => void)[] = [];
  const handed: number[] = [];
  const core = await openCoreOn({
    ...store,
    commit(batch: TurnBatch) {
      handed.push(batch.turn);
      return new Promise<void>((resolve) => held.push(resolve)).then(() => store.commit(batch));
    },
  });
  const put = (key: string) => core.sequencer.submit((tx) => tx.put('notes', key, '1'));
  return { ...core, put, handed, release: () => held.shift()?.() };
}

/** Lets everything that can happen without the disk happen. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a promise has been kept by now. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  let kept = false;
  void promise.then(() => {
    kept = true;
  });
  await quiet();
  return kept;
}

describe('turns on their way to the disk', () => {
  it('are computed one ahead of the one that is being written, and no further', async () => {
    const { put, handed, release } = await heldCore();
    const replies = [];
    for (const key of ['1', '2', '3', '4']) {
      replies.push(put(key));
      await quiet();
    }
    expect(handed).toEqual([1, 2]);
    release();
    await replies[0];
    await quiet();
    // What waited meanwhile shares one turn.
    expect(handed).toEqual([1, 2, 3]);
    release();
    release();
    await Promise.all(replies);
    expect(handed).toEqual([1, 2, 3]);
  });

  it('answer nobody who saw them before the disk has them, though he changed nothing himself', async () => {
    const { put, sequencer, release } = await heldCore();
    const first = put('1');
    await quiet();
    const seen = sequencer.submit(() => 'seen');
    const barrier = sequencer.onDisk();
    expect(await isKept(seen)).toBe(false);
    expect(await isKept(barrier)).toBe(false);
    release();
    expect(await seen).toBe('seen');
    await Promise.all([first, barrier]);
  });

  it('hold back only who has seen them: the barrier is at the latest turn of its moment, and open when nothing is under way', async () => {
    const { put, sequencer, release } = await heldCore();
    expect(await isKept(sequencer.onDisk())).toBe(true);
    const first = put('1');
    await quiet();
    const barrier = sequencer.onDisk();
    const second = put('2');
    await quiet();
    release();
    await Promise.all([first, barrier]);
    expect(await isKept(second)).toBe(false);
    release();
    await second;
  });

  it('that changed nothing need no disk of their own', async () => {
    const { sequencer, handed } = await heldCore();
    expect(await sequencer.submit(() => 'read')).toBe('read');
    expect(handed).toEqual([]);
  });

  it('are told whole and in their order once the disk has them, before anybody is answered', async () => {
    const { sequencer, put, release } = await heldCore();
    const told: string[] = [];
    const end = sequencer.onDurable(({ turn, items, rows }) => {
      told.push(`turn ${turn}: ${[...items.map(({ key }) => key), ...rows.map(({ value }) => value)].join(' ')}`);
    });
    const first = sequencer
      .submit((tx) => {
        tx.put('notes', 'a', '1');
        tx.put('notes', 'a', '2');
        tx.append('s', 'k', 1, 'row');
      })
      .then(() => told.push('answered'));
    await quiet();
    const second = put('b');
    await quiet();
    expect(told).toEqual([]);
    release();
    await first;
    release();
    await second;
    expect(told).toEqual(['turn 1: a row', 'answered', 'turn 2: b']);
    end();
    const third = put('c');
    await quiet();
    release();
    await third;
    expect(told.length).toBe(3);
  });

  it('are all lost with the first that is: nobody is answered, nothing follows it to the disk', async () => {
    const { sequencer, put, release, fatal, store } = await heldCore((turn) => turn === 2);
    const first = put('1');
    await quiet();
    release();
    await first;
    const lost = put('2');
    await quiet();
    const behind = put('3');
    const barrier = sequencer.onDisk();
    await quiet();
    const queued = put('4');
    const outcomes = Promise.allSettled([lost, behind, queued, barrier]);
    release();
    release();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(fatal).toHaveLength(1);
    await expect(sequencer.onDisk()).rejects.toThrow();
    await sequencer.stop();
    expect(await gathered(store.all('notes'))).toEqual([{ key: '1', value: '1' }]);
  });

  it('are waited for by a stop', async () => {
    const { sequencer, put, release } = await heldCore();
    const last = put('1');
    const stopped = sequencer.stop();
    expect(await isKept(stopped)).toBe(false);
    release();
    await Promise.all([last, stopped]);
  });
});
