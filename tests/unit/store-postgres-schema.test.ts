import { expect, it } from 'vitest';
import { readyLists } from '#server/exchange/public-lists/list-schema.ts';
import { connect } from '#server/exchange/store/postgres-connection.ts';
import { readySchema } from '#server/exchange/store/postgres-schema.ts';
import { describeWithPostgres, temporaryDatabase } from './postgres-fixture.ts';

const PROGRAMS = 6;
const TRIES = 5;

describeWithPostgres('a schema in PostgreSQL', () => {
  it.each([
    ['of the store', readySchema],
    ['of the public lists', readyLists],
  ])('%s is made once, and there for all who find it absent in the same moment', async (_, ready) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const url = await temporaryDatabase();
      const clients = await Promise.all(Array.from({ length: PROGRAMS }, () => connect(url, 'schema')));
      try {
        const made = await Promise.allSettled(clients.map(ready));
        expect(made.filter(({ status }) => status === 'rejected')).toEqual([]);
      } finally {
        await Promise.all(clients.map((client) => client.end()));
      }
    }
  });
});
