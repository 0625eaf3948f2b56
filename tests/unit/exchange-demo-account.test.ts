import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;

interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly create_time: number;
  readonly finish_as: string;
  readonly profit: string;
  readonly trade_num: number;
  readonly residual: string;
}

describe('the demo account (G7)', () => {
  it('owns bots of many kinds, running and ended, old and new, one given up at a loss, one liquidated, all of them run', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 2, worldDays: 72, demoBots: true });
    const who = await exchange.logIn();
    const rows = async (status: string): Promise<Row[]> =>
      (await exchange.send('strategies', { who, query: { strategy_type: 'all', status, page_size: 100 } })).data;
    const [running, ended] = [await rows('running'), await rows('finished')];
    const all = [...running, ...ended];
    expect(new Set(all.map(({ strategy_type: kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(running.map(({ strategy_type: kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    const oldest = Math.min(...all.map(({ create_time: seconds }) => seconds * 1000));
    expect(exchange.clock.nowMs() - oldest).toBeGreaterThan(60 * DAY_MS);
    expect(ended.some(({ finish_as: reason, profit }) => reason === 'cancelled' && profit.startsWith('-'))).toBe(true);
    expect(ended.some(({ finish_as: reason, profit }) => reason === 'liquidated' && profit.startsWith('-'))).toBe(true);
    // Made by running them: nobody has a figure without the trades behind it.
    for (const row of all) expect([row.strategy_type, row.residual]).toEqual([row.strategy_type, '0']);
    expect(all.filter(({ trade_num: trades }) => trades > 0).length).toBeGreaterThan(all.length - 2);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    expect(exchange.fatal).toEqual([]);
    // Nobody asked to have them in public: they stand in no ranking.
    const { data: listed } = await exchange.send('recommendList', {
      query: { strategy_type: 'all', order_by: 'rate', page_size: 500 },
    });
    const own = new Set(all.map(({ strategy_id: id }) => id));
    expect(listed.some(({ strategy_id: id }: Row) => own.has(id))).toBe(false);
    // The paper money of the account is still there: its bots brought theirs.
    expect(exchange.ledger.balance(userSpot(10_001), 'USDT')).toBeGreaterThanOrEqual(parseAmount('100000') as bigint);
    const backtests = await exchange.send('backtests', { who, query: {} });
    expect(backtests.totalcount).toBeGreaterThanOrEqual(3);
    await exchange.stop();
  });

  it('has none where the past is too short, or where it is not wanted', async () => {
    for (const options of [{ worldDays: 20, demoBots: true }, { worldDays: 72 }]) {
      const exchange = await openTestExchange(temporaryFolder(), { worldBots: 1, ...options });
      const owned = (await gathered(loadBots(exchange.store))).filter(({ record }) => record.ownerId === 10_001);
      expect(owned).toEqual([]);
      await exchange.stop();
    }
  });
});
