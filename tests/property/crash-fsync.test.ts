import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';
import { expect } from '#tests/support/quick-expect.ts';
import { isNightly } from '#tests/support/runs.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { ask, gridAround, readyTrader, send } from './crash-client.ts';
import { startExchange } from './crash-process.ts';

const CALLS = 20;
const strace = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'strace'))
  .find((path) => existsSync(path));
if (!isNightly || strace === undefined) {
  const why = isNightly ? 'strace is not installed: apt-get install strace' : 'only in the nightly run';
  process.stdout.write(`skipped: fsync before each acknowledgement, seen with strace (${why})\n`);
}

/** Whether the disk was synced between the request's arrival and the reply's departure, for each reply of a money call. */
function syncsBeforeReplies(trace: string): number[] {
  const counts: number[] = [];
  let syncs = 0;
  let isAnswering = false;
  for (const line of trace.split('\n')) {
    if (/\bread\(.*"POST \/apiw\/v2\/grid-trading\/create/.test(line)) {
      isAnswering = true;
      syncs = 0;
    }
    if (/\b(fsync|fdatasync)\(.*= 0$/.test(line) || /<\.\.\. (fsync|fdatasync) resumed>.*= 0$/.test(line)) syncs += 1;
    if (isAnswering && /\b(write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 200/.test(line)) {
      counts.push(syncs);
      isAnswering = false;
    }
  }
  return counts;
}

describe('an acknowledgement', () => {
  it.skipIf(!isNightly || strace === undefined)(
    'leaves only after the disk was synced, seen in the system calls',
    async () => {
      const folder = temporaryFolder();
      const trace = join(folder, 'strace.txt');
      const exchange = await startExchange({
        dataDir: join(folder, 'data'),
        // A market that stands still: the syncs are those of the calls.
        environment: { TICK_MS: '60000' },
        under: [
          strace ?? '',
          '-f',
          // The exchange stays our own child; signals go to it and not to the tracer.
          '-D',
          '-s',
          '80',
          '-e',
          'trace=read,write,writev,sendto,sendmsg,fsync,fdatasync',
          '-o',
          trace,
        ],
      });
      if (exchange === null) throw new Error('the exchange did not start');
      const trader = await readyTrader(exchange.url, 'demo', 'paper-demo');
      const price = (await ask(
        exchange.url,
        'GET',
        '/strategybot/last_price?symbol=BTC_USDT&type=spot',
      )) as unknown as { last_price: string };
      for (let number = 1; number <= CALLS; number += 1) {
        const body = gridAround(Number(price.last_price), 0, 'BTC_USDT', 500, 10);
        const answer = await send(exchange.url, {
          trader,
          path: '/apiw/v2/grid-trading/create',
          key: `strace-key-${1000 + number}-x`,
          body,
        });
        expect(answer?.code).toBe(200);
      }
      await exchange.stop();
      const counts = syncsBeforeReplies(readFileSync(trace, 'utf8'));
      expect(counts).toHaveLength(CALLS);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    },
    300_000,
  );
});
