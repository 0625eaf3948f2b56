import { expect, it } from 'vitest';
import { followFigures, hiddenTotals } from '#server/exchange/handlers/provider-figures.ts';

/** Whoever opens a provider's page has the exchange look at all copies of all his bots: others are served meanwhile. */

const SPEC = { market: 'BTC_USDT', base: 'BTC', quote: 'USDT' };
const USDT = 100_000_000n;

/** A provider's bots with so many copies each, and how often a figure was asked. */
function provider(bots: number, copies: number) {
  let asked = 0;
  const told = (figures: object) => () => {
    asked += 1;
    return figures;
  };
  const record = { startEquity: USDT, deposited: 0n, finishMs: 1, status: 'finished', isHide: true, listedMs: 1 };
  const copy = { record, spec: SPEC };
  const parts = {
    book: {
      copiesOf: () => Array.from({ length: copies }, () => copy),
      endedCopiesOf: () => new Map([['USDT', { profit: USDT, invested: USDT }]]),
    },
    views: { figures: told({ profit: USDT, equity: 0n }), earned: told({ profit: USDT }) },
    feed: {},
  } as unknown as Parameters<typeof followFigures>[0];
  const own = Array.from({ length: bots }, () => copy) as unknown as Parameters<typeof hiddenTotals>[1];
  return { parts, own, ids: own.map((_, index) => index), asked: () => asked };
}

/** How many figures had been asked when others were served first. */
async function whenServed<T>(asked: () => number, work: () => Promise<T>): Promise<readonly [number, T]> {
  const first = new Promise<number>((served) => setImmediate(() => served(asked())));
  return Promise.all([first, work()]);
}

it('what copiers made is added up with pauses, each bot’s copies at once', async () => {
  const { parts, ids, asked } = provider(20, 60);
  const [count, told] = await whenServed(asked, async () => followFigures(parts, ids, 0));
  expect([count, asked()]).toEqual([120, 1_200]);
  expect(told).toMatchObject({ follow_profit: '1220', total_follow_money: '1220', follow_net_rate: '1' });
});

it('what hidden bots made is added up with pauses', async () => {
  const { parts, own, asked } = provider(1_000, 0);
  const [count, told] = await whenServed(asked, async () => hiddenTotals(parts, own, 0));
  expect([count, asked()]).toEqual([100, 1_000]);
  expect(told).toEqual({ hidden_num: 1_000, hidden_profit: '1000' });
});
