import { describe, expect, it } from 'vitest';
import { describeWithPostgres, temporaryDatabase } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { ask, readyTrader, send } from './crash-client.ts';
import { type ExchangeProcess, startExchange } from './crash-process.ts';

/** From the lease's end to the first call that is served: reading the store of a small world, on a machine that does other things too. */
const TAKEN_OVER_WITHIN_MS = 12_000;
const HANDED_OVER_WITHIN_MS = 3_000;

describe('several exchanges on one database', () => {
  describeWithPostgres(
    'of which one works',
    () => {
      it('another takes over when it is killed and when it is told to stop; nothing that was acknowledged is lost', async () => {
        const url = await temporaryDatabase();
        // Each host has a folder of its own, with the same keys.
        const dataDir = temporaryFolder();
        const environment = { STORE_URL: url, METRICS_PORT: '0' };
        const start = async (hear?: (text: string) => void): Promise<ExchangeProcess> => {
          const exchange = await startExchange({ dataDir, environment, ...(hear && { hear }) });
          if (exchange === null) throw new Error('the exchange did not start');
          return exchange;
        };
        const first = await start();
        const trader = await readyTrader(first.url, 'demo', 'paper-demo');
        const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '7', fundpass: 'paper-fund' };
        const call = { trader, path: '/apiw/v2/account/transfer', key: 'standby-key-00000001', body: move };
        const answer = await send(first.url, call);
        expect(answer?.code).toBe(200);
        const stands = Promise.withResolvers<string>();
        const waiting = start((text) => {
          const port = /"standing-by"[\s\S]*"event":"metrics","port":(\d+)/.exec(text)?.[1];
          if (port !== undefined) stands.resolve(`http://127.0.0.1:${port}/metrics`);
        });
        const figuresAt = await Promise.race([stands.promise, waiting.then(() => 'did not stand by')]);
        const figures = async () => (await fetch(figuresAt)).text();
        expect(await figures()).toMatch(/^strategybot_stands_by\{.*\} 1$/m);
        expect(await figures()).toMatch(/^strategybot_store_epoch\{.*\} 0$/m);
        // Alerts know by it who has the store.
        expect(await figures()).not.toContain('strategybot_running_bots');
        const killedMs = performance.now();
        await first.kill();
        const second = await waiting;
        expect(performance.now() - killedMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
        expect(await figures()).toMatch(/^strategybot_stands_by\{.*\} 0$/m);
        expect(await figures()).toMatch(/^strategybot_store_epoch\{.*\} 2$/m);
        expect(await figures()).toContain('strategybot_running_bots');
        // Known by its key, sessions and all.
        expect(await send(second.url, call)).toEqual(answer);
        const third = start();
        const stoppedMs = performance.now();
        expect(await second.stop()).toBe(0);
        expect(performance.now() - stoppedMs).toBeLessThan(HANDED_OVER_WITHIN_MS);
        expect((await ask((await third).url, 'GET', '/apiw/v2/market/spot_markets'))?.code).toBe(200);
        expect(await (await third).stop()).toBe(0);
      });
    },
    'real kills',
  );
});
