import { describe, it } from 'vitest';
import { expect } from '#tests/support/quick-expect.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { ask, readyTrader } from './crash-client.ts';
import { startExchange } from './crash-process.ts';

async function started(dataDir: string, environment: Record<string, string> = {}) {
  const exchange = await startExchange({ dataDir, environment });
  if (exchange === null) throw new Error('the exchange did not start');
  return exchange;
}

describe('the exchange process', () => {
  it('stops on SIGTERM within five seconds although clients keep connections, and knows its sessions afterwards', async () => {
    const dataDir = temporaryFolder();
    const first = await started(dataDir);
    const { token } = await readyTrader(first.url, 'demo', 'paper-demo');
    const begin = performance.now();
    expect(await first.stop()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(5_000);
    const second = await started(dataDir);
    expect(await ask(second.url, 'GET', '/apiw/v2/account/profile', { token })).toMatchObject({
      code: 200,
      data: { agreement_signed: true },
    });
    expect(await second.stop()).toBe(0);
  });

  it('refuses a store that another exchange has, and the other goes on until its parent is gone', async () => {
    const dataDir = temporaryFolder();
    const first = await started(dataDir);
    await expect(started(dataDir)).rejects.toThrow('in use by another exchange process');
    expect((await ask(first.url, 'GET', '/apiw/v2/market/spot_markets'))?.code).toBe(200);
    expect(await first.abandon()).toBe(0);
  });

  it('names the setting that is wrong', async () => {
    await expect(started(temporaryFolder(), { TICK_MS: 'often' })).rejects.toThrow('TICK_MS');
  });
});
