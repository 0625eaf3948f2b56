import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { userHold, userSpot } from '#server/exchange/ledger/account-names.ts';
import { issueTo, reserve } from '#server/exchange/ledger/movements.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { gathered, openCore, temporaryFolder } from './store-fixture.ts';

/** A store that counts its commits and can be told to lose one. */
function watched() {
  const seen = { commits: 0, isBroken: false };
  const wrap = (store: Store): Store => ({
    ...store,
    commit(batch) {
      seen.commits += 1;
      return seen.isBroken ? Promise.reject(new Error('disk full')) : store.commit(batch);
    },
  });
  return { seen, wrap };
}

describe('the sequencer', () => {
  it('runs all commands that arrive together in order, in one transaction', async () => {
    const { seen, wrap } = watched();
    const { sequencer, store } = await openCore(temporaryFolder(), undefined, wrap);
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((number) =>
        sequencer.submit((tx) => {
          order.push(number);
          tx.put('notes', `${number}`, '1');
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3]);
    expect(seen.commits).toBe(1);
    await store.close();
  });

  it('bounds a turn, so that a flood does not wait for its last command', async () => {
    const { seen, wrap } = watched();
    const { sequencer, store } = await openCore(temporaryFolder(), undefined, wrap);
    await Promise.all(
      Array.from({ length: 600 }, (_, index) => sequencer.submit((tx) => tx.put('notes', String(index), '1'))),
    );
    expect(seen.commits).toBe(5);
    await store.close();
  });

  it('answers nobody before the disk has the turn', async () => {
    let isCommitted = false;
    const { sequencer, store } = await openCore(temporaryFolder(), undefined, (inner) => ({
      ...inner,
      async commit(batch) {
        await inner.commit(batch);
        isCommitted = true;
      },
    }));
    const seenAtReply = await sequencer.submit((tx) => tx.put('notes', 'k', '1')).then(() => isCommitted);
    expect(seenAtReply).toBe(true);
    await store.close();
  });

  it('takes back everything that a refused command did, on disk and in memory, and answers with the refusal', async () => {
    const { sequencer, ledger, store } = await openCore(temporaryFolder());
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'USDT', 10n)], 'grant', 'user:1', tx.nowMs));
    const undone: string[] = [];
    const [, refused, after] = await Promise.all([
      sequencer.submit((tx) => ledger.post([reserve(1, 'USDT', 1n)], 'hold', 'user:1', tx.nowMs)),
      sequencer.submit(
        (tx) => {
          ledger.post([reserve(1, 'USDT', 5n)], 'hold', 'user:1', tx.nowMs);
          tx.put('notes', 'refused', '1');
          tx.append('s', 'k', tx.nowMs, 'refused');
          tx.onUndo(() => undone.push('first'));
          tx.onUndo(() => undone.push('second'));
          tx.afterCommit(() => undone.push('never'));
          return 'no';
        },
        (answer) => answer !== 'no',
      ),
      sequencer.submit(() => ledger.balance(userHold(1), 'USDT')),
    ]);
    expect(refused).toBe('no');
    expect(after).toBe(1n);
    expect(undone).toEqual(['second', 'first']);
    expect(await store.get('notes', 'refused')).toBeUndefined();
    expect((await store.page('s', 'k', 1, 10)).total).toBe(0);
    await store.close();
  });

  it('takes back a command that throws and goes on with the others of its turn', async () => {
    const { sequencer, ledger, store, fatal } = await openCore(temporaryFolder());
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'USDT', 10n)], 'grant', 'user:1', tx.nowMs));
    const outcomes = await Promise.allSettled([
      sequencer.submit((tx) => {
        ledger.post([reserve(1, 'USDT', 5n)], 'hold', 'user:1', tx.nowMs);
        throw new Error('bug');
      }),
      sequencer.submit((tx) => tx.put('notes', 'other', '1')),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled']);
    expect(ledger.balance(userSpot(1), 'USDT')).toBe(10n);
    expect(await store.get('notes', 'other')).toBe('1');
    expect(fatal).toEqual([]);
    await store.close();
  });

  it('stops for good when the disk loses a turn: nothing more is answered, and a restart has what was acknowledged', async () => {
    const folder = temporaryFolder();
    const { seen, wrap } = watched();
    const { sequencer, ledger, store, fatal } = await openCore(folder, undefined, wrap);
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'USDT', 10n)], 'grant', 'user:1', tx.nowMs));
    seen.isBroken = true;
    await expect(
      sequencer.submit((tx) => ledger.post([reserve(1, 'USDT', 5n)], 'hold', 'user:1', tx.nowMs)),
    ).rejects.toThrow('disk full');
    seen.isBroken = false;
    expect(fatal).toHaveLength(1);
    await expect(sequencer.submit(() => 1)).rejects.toThrow('no more commands');
    await store.close();
    const restarted = await openCore(folder);
    expect(restarted.ledger.balance(userSpot(1), 'USDT')).toBe(10n);
    expect(restarted.ledger.balance(userHold(1), 'USDT')).toBe(0n);
    await restarted.store.close();
  });

  it('writes nothing more when the disk gives up a transaction in the middle of a turn', async () => {
    const folder = temporaryFolder();
    await (await openCore(folder)).store.close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    // As a full disk may do it: the whole transaction is taken back in the middle of one command.
    raw.exec(
      "CREATE TRIGGER full BEFORE INSERT ON item WHEN NEW.key = 'last straw' BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END",
    );
    raw.close();
    const { sequencer, store, fatal } = await openCore(folder);
    const outcomes = await Promise.allSettled(
      ['before', 'last straw', 'after'].map((key) => sequencer.submit((tx) => tx.put('notes', key, '1'))),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(fatal).toHaveLength(1);
    expect(await gathered(store.all('notes'))).toEqual([]);
    await store.close();
  });

  it('gives every command of a turn the same time', async () => {
    const { sequencer, store, clock } = await openCore(temporaryFolder());
    const times = await Promise.all([
      sequencer.submit((tx) => {
        clock.advance(5);
        return tx.nowMs;
      }),
      sequencer.submit((tx) => tx.nowMs),
    ]);
    expect(times[0]).toBe(times[1]);
    await store.close();
  });

  it('finishes what is queued when it is stopped and takes nothing more', async () => {
    const { sequencer, store } = await openCore(temporaryFolder());
    const last = sequencer.submit(() => 'done');
    const stopped = sequencer.stop();
    await expect(sequencer.submit(() => 'late')).rejects.toThrow('no more commands');
    await stopped;
    expect(await last).toBe('done');
    await sequencer.stop();
    await store.close();
  });
});
