import { describe, expect, it, onTestFinished } from 'vitest';
import type { CandleQuestion } from '#server/exchange/market/candle-replies.ts';
import { candlesHere, candleThread } from '#server/exchange/market/candle-source.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { threadClock } from '#tests/support/thread-clock.ts';
import { temporaryFolder } from './store-fixture.ts';

const SEED = 'candle-tests';
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 4, 20, 10, 0, 17);

const year = (instrument: string): CandleQuestion => ({
  type: 'candles',
  instrument,
  period: '1d',
  fromMs: NOW - 40 * DAY_MS,
  toMs: NOW + DAY_MS,
  nowMs: NOW,
});
const day: CandleQuestion = {
  type: 'day',
  instrument: 'BTC_USDT',
  price: 'last',
  withVolumes: true,
  fromMs: Date.UTC(2026, 4, 19),
  toMs: Date.UTC(2026, 4, 20),
  nowMs: NOW,
};

function thread() {
  const source = candleThread({ feed: 'simulated', seed: SEED, dataDir: temporaryFolder() });
  onTestFinished(() => source.stop());
  return source;
}

describe('candles off the thread that moves money (F3)', () => {
  it('are the same bytes from the thread as from here', async () => {
    const here = candlesHere(createSimulatedFeed({ seed: SEED }));
    const there = thread();
    for (const question of [year('BTC_USDT'), year('ETH_USDT'), day]) {
      const bytes = await there.ask(question);
      expect(bytes).toEqual(await here.ask(question));
      expect(bytes.length).toBeGreaterThan(500);
    }
    expect(JSON.parse(Buffer.from((await there.ask(year('BTC_USDT'))) as Uint8Array).toString())).toHaveLength(40);
  });

  it('leave this thread free while days are made that nobody has asked for', async () => {
    const source = thread();
    await source.ask(day);
    const spent = threadClock();
    await source.ask({ ...year('SOL_USDT'), fromMs: NOW - 200 * DAY_MS } as CandleQuestion);
    expect(spent()).toBeLessThan(100);
  });

  it('let a short question pass a long one', async () => {
    for (const source of [thread(), candlesHere(createSimulatedFeed({ seed: SEED }))]) {
      const order: string[] = [];
      const long = source.ask({ ...year('XRP_USDT'), fromMs: NOW - 150 * DAY_MS } as CandleQuestion);
      const short = source.ask(day);
      await Promise.all([long.then(() => order.push('long')), short.then(() => order.push('short'))]);
      expect(order).toEqual(['short', 'long']);
    }
  });

  it('are made once for all who ask the same, and refused when too many ask at once', async () => {
    const source = thread();
    const same = Array.from({ length: 100 }, () => source.ask(day));
    expect(new Set(same).size).toBe(1);
    const many = Array.from({ length: 130 }, (_, i) => source.ask({ ...day, nowMs: NOW + i } as CandleQuestion));
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === 'busy').length).toBeGreaterThan(20);
    expect(await source.ask(day)).not.toBe('busy');
  });

  it('come from another thread after one has ended', async () => {
    const source = thread();
    const before = await source.ask(day);
    const lost = source.ask(year('BTC_USDT'));
    await source.stop();
    await expect(lost).rejects.toThrow('ended');
    expect(await source.ask(day)).toEqual(before);
  });
});
