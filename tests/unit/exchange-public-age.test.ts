import { describe, expect, it } from 'vitest';
import { openTestExchange } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

describe('the annualised figure of a young bot', () => {
  it('is none a second before seven days of age, and its rate of 365 days from then on (H50)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bornMs = exchange.clock.nowMs();
    const id = await startKind(exchange, who, 'spot_grid');
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const row = async () => (await exchange.send('strategyDetail', { query, who })).data;
    await exchange.pass(7 * DAY - SECOND - (exchange.clock.nowMs() - bornMs), 3_600 * SECOND);
    const before = await row();
    expect([before.run_times, before.year_pft_rate]).toEqual([7 * 86_400 - 1, '']);
    await exchange.pass(SECOND);
    for (const seconds of [7 * 86_400, 7 * 86_400 + 1]) {
      const { run_times, year_pft_rate, profit_rate } = await row();
      expect(run_times).toBe(seconds);
      expect(Number(profit_rate)).not.toBe(0);
      const own = Math.max(-1, (Number(profit_rate) * 365 * 86_400) / seconds);
      expect(Math.abs(Number(year_pft_rate) - own)).toBeLessThan(2e-6);
      await exchange.pass(SECOND);
    }
  });
});
