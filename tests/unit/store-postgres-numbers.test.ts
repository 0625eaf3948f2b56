import { expect, it } from 'vitest';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { openConditionSets } from '#server/exchange/condition-sets/condition-sets.ts';
import { describeWithPostgres, openOn, temporaryDatabase } from './postgres-fixture.ts';
import { turnWriter } from './store-fixture.ts';

describeWithPostgres('numbers of saved conditions in PostgreSQL', () => {
  it('are given once, over a restart too', async () => {
    const url = await temporaryDatabase();
    const set = (id: number) => ({ id, ownerId: 1, name: 'Trend', createMs: 0, conditions: {} as never });
    const first = await openOn(url, { collections: COLLECTIONS });
    const sets = await openConditionSets(first);
    const one = set(sets.nextId());
    const write = turnWriter(first);
    await write((batch) => void sets.put(batch, one));
    await write((batch) => void sets.remove(batch, one));
    await first.close();
    const next = await openOn(url, { collections: COLLECTIONS });
    const opened = await openConditionSets(next);
    expect([opened.get(one.id), opened.nextId()]).toEqual([undefined, one.id + 1]);
    await next.close();
  });
});
