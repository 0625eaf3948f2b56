import { describe, expect, it } from 'vitest';
import { returnSinceE8 } from '#lib/formulas/return-since.ts';
import { copied, endBot, follow } from './copied-bots.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;

describe('comparing a copy with its original', () => {
  it('shows both from the day on which the copy was made (M-289, M-078, M-080)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const provider = await exchange.trader();
    const source = await startKind(exchange, provider, 'futures_grid');
    await exchange.pass(4 * DAY_MS, 3_600_000);
    const { money } = await rowOf(exchange, await exchange.trader(), source, 'futures_grid');
    const { data } = await follow(exchange, await exchange.trader('copier'), 'futures_grid', source, money);
    await exchange.pass(9 * DAY_MS, 3_600_000);
    // A day without a call ends a session.
    const copier = await exchange.trader('copier');
    const query = { strategy_id: data.strategy_id, strategy_type: 'futures_grid', follow_id: source };
    const whole = await exchange.send('strategyComparison', { who: copier, query });
    expect(whole.data.mine).toHaveLength(10);
    const days = (list: { trading_date: string }[]) => list.map(({ trading_date }) => trading_date);
    expect(days(whole.data.origin)).toEqual(days(whole.data.mine));
    const copy = await rowOf(exchange, copier, data.strategy_id, 'futures_grid');
    expect(whole.data.mine.at(-1).profit_rate).toBe(copy.profit_rate);
    const week = await exchange.send('strategyComparison', { who: copier, query: { ...query, data_period: 'week' } });
    expect(week.data.mine).toHaveLength(7);
    expect(days(week.data.origin)).toEqual(days(week.data.mine));
  });

  it('is for its owner, of its own original, and goes on when the original has ended', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const [provider, copier] = [await exchange.trader(), await exchange.trader('copier')];
    const { source, copy } = await copied(exchange, { provider, copier }, 'spot_grid');
    const query = { strategy_id: copy, strategy_type: 'spot_grid', follow_id: source };
    expect((await exchange.send('strategyComparison', { who: provider, query })).code).toBe(404);
    const other = await exchange.send('strategyComparison', { who: copier, query: { ...query, follow_id: copy } });
    expect(other).toMatchObject({ code: 422, data: { field: 'follow_id' } });
    await endBot(exchange, provider, source);
    await exchange.pass(2 * DAY_MS, 3_600_000);
    const again = await exchange.trader('copier');
    const { data } = await exchange.send('strategyComparison', { who: again, query });
    expect([data.mine.length, data.origin.length]).toEqual([3, 1]);
    // Documented nowhere: the end of the original ends no copy.
    expect((await rowOf(exchange, again, copy, 'spot_grid')).status).toBe('running');
  });

  it('reckons with what the original was worth when it was copied', () => {
    // Twice its investment, and half as much more: a half for who came then.
    expect(returnSinceE8(200_000_000n, 100_000_000n)).toBe(50_000_000n);
    expect(returnSinceE8(0n, 0n)).toBe(0n);
    expect(returnSinceE8(0n, -100_000_000n)).toBe(0n);
  });
});
