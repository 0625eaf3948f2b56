import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExchangeProcess, startExchange } from '../property/crash-process.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, temporaryDatabase } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

/** An exchange whose settings or keys are not those that its store was made with says so and does nothing (issue 13). */

async function started(dataDir: string, environment: Readonly<Record<string, string>> = {}): Promise<ExchangeProcess> {
  const exchange = await startExchange({ dataDir, environment });
  if (exchange === null) throw new Error('the exchange did not start');
  return exchange;
}

describe('a folder that another market has made', () => {
  it('is refused with what to do, and opens again as it was made', async () => {
    const dataDir = temporaryFolder();
    await (await started(dataDir)).stop();
    await expect(started(dataDir, { MARKET_SEED: 'another' })).rejects.toThrow(
      /MARKET_SEED=another .*MARKET_SEED=strategybot.* another DATA_DIR/,
    );
    await (await started(dataDir)).stop();
  });
});

describeWithPostgres('an exchange beside one that works', () => {
  const epoch = async (url: string) =>
    Number((await ask<{ epoch: string }>(url, 'SELECT epoch FROM exchange.fence'))[0]?.epoch);

  /** A host of its own: with the keys of another, or with fresh ones. */
  function hostLike(dataDir: string, keys: readonly string[]): string {
    const own = join(temporaryFolder(), 'host');
    mkdirSync(own);
    for (const key of keys) copyFileSync(join(dataDir, key), join(own, key));
    return own;
  }

  it('ends while it stands by when its market or its keys are others, and leaves the lease alone', async () => {
    const storeUrl = await temporaryDatabase();
    const dataDir = temporaryFolder();
    const first = await started(dataDir, { STORE_URL: storeUrl });
    const second = (keys: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      started(hostLike(dataDir, keys), { STORE_URL: storeUrl, ...environment });
    const BOTH = ['sealing-key', 'push-key'];
    await expect(second(BOTH, { MARKET_SEED: 'another' })).rejects.toThrow(
      /MARKET_SEED=another .*MARKET_SEED=strategybot/,
    );
    await expect(second(['push-key'])).rejects.toThrow(/DATA_DIR\/sealing-key is not the key/);
    await expect(second(['sealing-key'])).rejects.toThrow(/DATA_DIR\/push-key is not the key/);
    expect(await epoch(storeUrl)).toBe(1);
    await first.stop();
    // Nobody holds it any more, and still it is not theirs for a moment.
    await expect(second([])).rejects.toThrow(/DATA_DIR\/sealing-key is not the key/);
    expect(await epoch(storeUrl)).toBe(1);
    await (await second(BOTH)).stop();
    expect(await epoch(storeUrl)).toBe(2);
  });
});
