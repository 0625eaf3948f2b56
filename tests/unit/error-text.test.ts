import dns from 'node:dns';
import { describe, expect, it, vi } from 'vitest';
import { writableServer } from '#server/exchange/store/postgres-connection.ts';
import { errorText } from '#server/log/error-text.ts';
import { freePort } from '../support/free-port.ts';

/** From now on every name is a host's with two addresses, as one of IPv4 and IPv6. */
function nameSeveral(): void {
  const several = (_name: string, _options: unknown, done: (error: null, addresses: object[]) => void) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]);
  vi.spyOn(dns, 'lookup').mockImplementation(several as never);
}

describe('what an error says', () => {
  it('is never nothing', () => {
    const several = new AggregateError([new Error('one'), new AggregateError([new Error('two')])]);
    const errors = [new Error('why'), new Error(''), new AggregateError([]), several, 'word'];
    expect(errors.map(errorText)).toEqual(['why', 'Error', 'AggregateError', 'one, two', 'word']);
  });

  it('stands in the complaint about a database whose name has several addresses, of which none answers', async () => {
    nameSeveral();
    const port = await freePort();
    await expect(writableServer(`postgres://database.example:${port}/none`)).rejects.toThrow(
      `No database of STORE_URL takes writes: connect ECONNREFUSED 127.0.0.1:${port}, connect ECONNREFUSED 127.0.0.2:${port}`,
    );
  });
});
