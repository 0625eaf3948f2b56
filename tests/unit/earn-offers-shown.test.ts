import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type OffersShown, type ToldRow, withRowsOf } from '#components/earn/offers-shown.ts';

/** The offers as they are told again and again while their page stands open. */

const shown = <Row>(rows: readonly Row[]): OffersShown<Row> => ({ facts: [], rows, empty: null });
const made = shown([{ key: 'a', says: '0', cells: ['lasting', '0'] }]);
const told = (says: string, write: ToldRow['write']): OffersShown<ToldRow> => shown([{ key: 'a', says, write }]);
const usual =
  (says: string): ToldRow['write'] =>
  (known) => [known?.[0] ?? 'new', says];

describe('offers that are told anew', () => {
  it('keep the row that says the same, and what lasts of one that does not, drawn or not in between', () => {
    const first = withRowsOf(made, told('1', usual('1')));
    expect(withRowsOf(first, told('1', usual('other'))).rows[0]).toBe(first.rows[0]);
    expect(first.rows[0]?.cells).toEqual(['lasting', '1']);
    expect(first.rows[0]?.cells).toBe(first.rows[0]?.cells);
    const unseen = () => {
      throw new Error('written, and nobody looks at it');
    };
    const last = withRowsOf(withRowsOf(first, told('2', unseen)), told('3', usual('3')));
    expect(last.rows[0]?.cells).toEqual(['lasting', '3']);
  });

  it('hold nothing of those before the last, however often they are told', async () => {
    setFlagsFromString('--expose_gc');
    const collect: () => void = runInNewContext('gc');
    let now: OffersShown = made;
    const gone: WeakRef<object>[] = [];
    for (let at = 1; at <= 20; at += 1) {
      const words = { at };
      now = withRowsOf(
        now,
        told(`${at}`, (known) => [known?.[0], `${words.at}`]),
      );
      gone.push(new WeakRef(words), new WeakRef(now.rows[0] as object));
      // Some are never drawn.
      if (at % 3 !== 0) gone.push(new WeakRef(now.rows[0]?.cells as object));
    }
    // A reference that was looked at is held to the end of its turn.
    await new Promise(setImmediate);
    collect();
    expect(gone.slice(0, -6).filter((one) => one.deref() !== undefined)).toHaveLength(0);
    expect(now.rows[0]?.cells).toEqual(['lasting', '20']);
  });
});
