import { describe, expect, it } from 'vitest';
import { FillNews, type FillSummary } from '#lib/client/fill-news.ts';
import type { StreamEvent } from '#lib/contract/event-calls.ts';
import { testClock } from './line-clock.ts';

type BotEvent = Extract<StreamEvent, { type: 'bot' }>;

/** An event of a bot with so many fills, of which at most the newest are told. */
function filled(bot: number, count: number): BotEvent {
  const fill = (n: number) => ({
    market: 'BTC_USDT',
    side: 'buy' as const,
    price: '60000',
    qty: `0.00${n}`,
    amount: '60',
    fee: '0',
    fee_asset: 'USDT',
    profit: '' as const,
    time: 1_760_000_000,
  });
  return {
    type: 'bot',
    strategy_id: bot,
    strategy_type: 'spot_grid',
    status: 'running',
    step: 'running',
    finish_as: '',
    fills: Array.from({ length: Math.min(count, 20) }, (_, index) => fill(index + 1)),
    fill_count: count,
    operations: [],
  };
}

function desk() {
  const { clock, pass } = testClock(0.5);
  const told: FillSummary[] = [];
  return { news: new FillNews(clock, (summary) => told.push(summary)), told, pass };
}

describe('news of fills', () => {
  it('tells one fill within a second, with what it was', () => {
    const { news, told, pass } = desk();
    news.hear(filled(1, 1));
    pass(1_000);
    expect(told).toEqual([{ count: 1, bots: 1, only: filled(1, 1).fills[0] }]);
  });

  it('tells fills of one move together, all of them and of how many bots', () => {
    const { news, told, pass } = desk();
    news.hear(filled(1, 3));
    pass(100);
    news.hear(filled(2, 40));
    news.hear(filled(1, 1));
    pass(1_000);
    expect(told).toEqual([{ count: 44, bots: 2, only: null }]);
  });

  it('is quiet for five seconds after a sentence, and loses nothing meanwhile', () => {
    const { news, told, pass } = desk();
    for (let second = 0; second < 20; second += 1) {
      for (let bot = 0; bot < 100; bot += 1) news.hear(filled(bot, 2));
      pass(1_000);
    }
    pass(10_000);
    expect(told.length).toBeLessThanOrEqual(5);
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(20 * 100 * 2);
  });

  it('says nothing of what fills nothing, nor after its end', () => {
    const { news, told, pass } = desk();
    news.hear(filled(1, 0));
    pass(1_000);
    news.hear(filled(1, 1));
    news.stop();
    pass(10_000);
    expect(told).toEqual([]);
  });
});
