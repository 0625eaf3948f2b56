import { describe, expect, it } from 'vitest';
import { copied, endBot, follow, wonAndLost } from './copied-bots.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

interface Told {
  readonly kind: string;
  readonly code: string;
  readonly strategy_id: number;
  readonly values: Readonly<Record<string, string>>;
}

/** What a trader was told of copies, the latest first. */
async function toldOf(exchange: TestExchange, who: Who): Promise<readonly Told[]> {
  const { data } = await exchange.send('notifications', { who, query: { page_size: 100 } });
  return data.rows.filter(({ kind }: Told) => kind === 'copy');
}

async function twoTraders(folder = temporaryFolder()) {
  const exchange = await openTestExchange(folder);
  return { exchange, provider: await exchange.trader(), copier: await exchange.trader('copier') };
}

describe('what traders are told of copies', () => {
  it('is how often a bot was copied and how many copies of it run, and not by whom', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const source = await startKind(exchange, provider, 'spot_grid');
    const { money } = await rowOf(exchange, provider, source, 'spot_grid');
    // What comes between two ticks is one notification.
    for (const atOnce of [2, 1]) {
      for (let one = 0; one < atOnce; one += 1) await follow(exchange, copier, 'spot_grid', source, money);
      await exchange.pass(1_000);
    }
    const rows = await toldOf(exchange, provider);
    expect(rows.map(({ code, strategy_id, values }) => ({ code, strategy_id, values }))).toEqual([
      { code: 'copied', strategy_id: source, values: { count: '1', copies: '3' } },
      { code: 'copied', strategy_id: source, values: { count: '2', copies: '2' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('copier');
    expect(await toldOf(exchange, copier)).toEqual([]);
  });

  it('is what they have paid, exactly, once, and nothing of one that lost (H41)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { won, lost } = await wonAndLost(exchange, { provider, copier });
    const before = (await toldOf(exchange, provider)).length;
    await endBot(exchange, copier, lost.copy);
    await endBot(exchange, copier, won.copy);
    await exchange.pass(10_000);
    const { share_paid: paid } = await rowOf(exchange, copier, won.copy, 'futures_grid');
    const rows = (await toldOf(exchange, provider)).slice(0, -before);
    expect(rows).toMatchObject([
      { code: 'share-received', strategy_id: won.source, values: { quantity: paid, coin: 'USDT' } },
    ]);
    expect(await toldOf(exchange, copier)).toEqual([]);
  });

  it('of its own end is the result that its row has: what its provider got is taken off (H41)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { won } = await wonAndLost(exchange, { provider, copier });
    await endBot(exchange, copier, won.copy);
    await exchange.pass(1_000);
    const { profit, share_paid: paid } = await rowOf(exchange, copier, won.copy, 'futures_grid');
    expect(Number(paid)).toBeGreaterThan(0);
    const { data } = await exchange.send('notifications', { who: copier, query: { page_size: 100 } });
    const ends = data.rows.filter(({ code }: Told) => code === 'ended');
    expect(ends).toMatchObject([{ strategy_id: won.copy, values: { reason: 'cancelled', profit, asset: 'USDT' } }]);
  });

  it('is of an original that has ended: to the owner of each copy that goes on, once, also over a kill', async () => {
    const folder = temporaryFolder();
    const { exchange, provider, copier } = await twoTraders(folder);
    const { source, copy } = await copied(exchange, { provider, copier }, 'spot_grid');
    const { money } = await rowOf(exchange, provider, source, 'spot_grid');
    const { data } = await follow(exchange, copier, 'spot_grid', source, money);
    await exchange.pass(1_000);
    await endBot(exchange, copier, data.strategy_id);
    await exchange.pass(1_000);
    await endBot(exchange, provider, source);
    await exchange.kill();
    const again = await openTestExchange(folder, { clock: exchange.clock });
    const owner = await again.trader('copier');
    await again.pass(60_000);
    expect(await toldOf(again, owner)).toMatchObject([{ code: 'original-ended', strategy_id: copy, values: {} }]);
    expect((await toldOf(again, await again.trader())).filter(({ code }) => code !== 'copied')).toEqual([]);
    await again.kill();
  });

  it('is left out where its owner does not want it', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { data } = await exchange.send('notificationSettings', { who: provider });
    const rules = data.rules.map((rule: { kind: string }) => (rule.kind === 'copy' ? { ...rule, app: false } : rule));
    const { liquidation_percent, funding_percent } = data;
    const saved = await exchange.send('saveNotificationRules', {
      who: provider,
      body: { rules, liquidation_percent, funding_percent },
    });
    expect(saved.code).toBe(200);
    await copied(exchange, { provider, copier }, 'spot_grid');
    expect(await toldOf(exchange, provider)).toEqual([]);
  });
});
