import { describe, expect, it } from 'vitest';
import type { Store, StoreBatch, TurnBatch } from '#server/exchange/store/store.ts';
import { collectBatch, rowNumbers } from '#server/exchange/store/turn-batch.ts';
import { gathered, turnWriter } from './store-fixture.ts';

/** A store under test: a place that outlives its openings. */
export interface StorePlace {
  /** Opens the place; collections `a` and `b` are declared. */
  open(): Promise<Store>;
}

/** A turn by its number, without the writer of the fixture: for turns that must not be taken. */
function turnOf(store: Store, turn: number, work: (batch: StoreBatch) => void, epoch = store.position.epoch) {
  const batch = collectBatch(store.collections, rowNumbers({ sequence: store.position.sequence + turn * 100 }));
  work(batch);
  return batch.close(epoch, turn) as TurnBatch;
}

const put = (value: string) => (batch: StoreBatch) => batch.put('a', 'k', value);

/** What every store owes the exchange. */
export function holdStoreToContract(name: string, place: () => StorePlace): void {
  describe(`the contract of the store: ${name}`, () => {
    it('has after a restart what was written, and stands where it was left, one epoch on', async () => {
      const { open } = place();
      const first = await open();
      expect(first.position).toMatchObject({ turn: 0, sequence: 0 });
      const write = turnWriter(first);
      await write((batch) => {
        batch.put('a', 'k', '1');
        batch.put('a', 'gone', '1');
        batch.append('s', 'k', 7, 'one', 'request-1');
      });
      await write((batch) => batch.remove('a', 'gone'));
      await first.close();
      const again = await open();
      expect(again.position).toEqual({ epoch: first.position.epoch + 1, turn: 2, sequence: 1 });
      expect(await gathered(again.all('a'))).toEqual([{ key: 'k', value: '1' }]);
      expect(await again.get('a', 'gone')).toBeUndefined();
      expect(await again.page('s', 'k', 1, 10)).toEqual({
        rows: [{ sequence: 1, stream: 's', key: 'k', timeMs: 7, value: 'one', request: 'request-1' }],
        total: 1,
      });
      await again.close();
    });

    it('numbers journal rows ever upwards, over restarts too', async () => {
      const { open } = place();
      const first = await open();
      const before = await turnWriter(first)((batch) => [batch.append('x', '1', 1, ''), batch.append('y', '2', 1, '')]);
      await first.close();
      const second = await open();
      const after = await turnWriter(second)((batch) => batch.append('x', '1', 2, ''));
      expect([...before, after]).toEqual([1, 2, 3]);
      await second.close();
    });

    it('reads what was handed over before it was asked, though nobody has waited for it', async () => {
      const store = await place().open();
      const write = turnWriter(store);
      const written = [write(put('1')), write(put('2')), write((batch) => batch.append('s', 'k', 1, 'row'))];
      expect(await store.get('a', 'k')).toBe('2');
      expect(await gathered(store.all('a'))).toEqual([{ key: 'k', value: '2' }]);
      expect((await store.page('s', 'k', 1, 1)).total).toBe(1);
      expect((await gathered(store.since('s', 'k', 0))).length).toBe(1);
      expect(await store.valuesOf('s', ['k'])).toEqual([['row']]);
      expect(await store.lastOf('s', ['k'])).toEqual(['row']);
      await Promise.all(written);
      await store.close();
    });

    it('has the newest value of each key of a stream', async () => {
      const store = await place().open();
      const write = turnWriter(store);
      await write((batch) => {
        for (const value of ['1', '2', '3']) batch.append('s', 'a', 9, value);
        batch.append('s', 'b', 1, 'other');
        batch.append('t', 'a', 1, 'another stream');
      });
      await write((batch) => batch.append('s', 'a', 2, 'last'));
      expect(await store.lastOf('s', ['a', 'none', 'b'])).toEqual(['last', null, 'other']);
      await store.close();
    });

    it('lets other work in between while it reads much', async () => {
      const store = await place().open();
      await turnWriter(store)((batch) => {
        for (let row = 0; row < 1_000; row += 1) {
          batch.put('a', `${row}`.padStart(4, '0'), 'x');
          batch.append('s', 'k', row, 'x');
        }
      });
      for (const read of [() => store.all('a'), () => store.since('s', 'k', 0)]) {
        let [looks, isOver] = [0, false];
        const look = () => {
          looks += 1;
          if (!isOver) setImmediate(look);
        };
        setImmediate(look);
        expect((await gathered(read())).length).toBe(1_000);
        isOver = true;
        expect(looks).toBeGreaterThanOrEqual(4);
      }
      await store.close();
    });

    it('resolves turns in their order', async () => {
      const store = await place().open();
      const write = turnWriter(store);
      const order: number[] = [];
      await Promise.all([1, 2, 3, 4].map((turn) => write(put(`${turn}`)).then(() => order.push(turn))));
      expect(order).toEqual([1, 2, 3, 4]);
      await store.close();
    });

    it.each([
      ['one that skips a turn', 2, 0],
      ['one that was written already', 0, 0],
      ['one of another epoch', 1, 1],
    ])('refuses %s, and takes nothing after it', async (_, turn, epochs) => {
      const { open } = place();
      const store = await open();
      const refused = store.commit(turnOf(store, turn, put('1'), store.position.epoch + epochs));
      const after = store.commit(turnOf(store, 1, put('2')));
      await expect(refused).rejects.toThrow();
      await expect(after).rejects.toThrow();
      await store.close();
      const again = await open();
      expect(again.position.turn).toBe(0);
      expect(await again.get('a', 'k')).toBeUndefined();
      await again.close();
    });

    it('writes what was handed over before it closes', async () => {
      const { open } = place();
      const store = await open();
      const write = turnWriter(store);
      const written = [write(put('1')), write(put('2'))];
      await store.close();
      await Promise.all(written);
      const again = await open();
      expect(await again.get('a', 'k')).toBe('2');
      await again.close();
    });

    it('pages a stream newest first and reads it on from a sequence number oldest first', async () => {
      const store = await place().open();
      await turnWriter(store)((batch) => {
        for (let index = 1; index <= 2500; index += 1)
          batch.append('s', index % 2 === 0 ? 'even' : 'odd', index, String(index));
      });
      expect(await store.page('s', 'even', 2, 3)).toMatchObject({
        total: 1250,
        rows: [{ value: '2494' }, { value: '2492' }, { value: '2490' }],
      });
      expect((await gathered(store.since('s', 'odd', 3))).length).toBe(1248);
      expect((await gathered(store.since('s', 'odd', 2495))).map((row) => row.value)).toEqual(['2497', '2499']);
      await store.close();
    });

    it('reads the values of many keys at once, in the order of the keys and of their rows', async () => {
      const store = await place().open();
      const write = turnWriter(store);
      await write((batch) => {
        batch.append('s', 'x', 1, 'x1');
        batch.append('s', 'y', 1, 'y1');
        batch.append('other', 'x', 1, 'no');
      });
      await write((batch) => batch.append('s', 'x', 2, 'x2'));
      expect(await store.valuesOf('s', ['y', 'none', 'x'])).toEqual([['y1'], [], ['x1', 'x2']]);
      await store.close();
    });

    it('reads a collection of any size in key order', async () => {
      const store = await place().open();
      await turnWriter(store)((batch) => {
        for (let index = 0; index < 2345; index += 1) batch.put('b', String(index).padStart(5, '0'), '1');
      });
      const keys = (await gathered(store.all('b'))).map((row) => row.key);
      expect(keys.length).toBe(2345);
      expect(keys).toEqual([...keys].sort());
      await store.close();
    });

    it('refuses a collection that was not declared', async () => {
      const store = await place().open();
      expect(() => store.get('misspelt', 'k')).toThrow('misspelt');
      expect(() => store.all('misspelt')).toThrow('misspelt');
      expect(() => turnOf(store, 1, (batch) => batch.put('misspelt', 'k', '1'))).toThrow('misspelt');
      await store.close();
    });
  });
}
