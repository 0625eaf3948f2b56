import { expect, it } from 'vitest';
import { LISTS_VERSION } from '#server/exchange/public-lists/list-schema.ts';
import { READ_VERSION } from '#server/read-replica/replica.ts';

it('the web server reads the version of the public lists that the exchange writes', () => {
  expect(READ_VERSION).toBe(LISTS_VERSION);
});
