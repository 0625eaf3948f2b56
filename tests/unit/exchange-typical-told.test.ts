import { expect, it } from 'vitest';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { TypicalBook } from '#server/exchange/typical/typical-book.ts';
import { typicalHandlers } from '#server/exchange/typical/typical-handlers.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';

/** Pages of markets, their links and the sitemap are made of what is told of typical bots: of a market that is no more, nothing. */

function row(market: string, instrument_type: TypicalRow['instrument_type']): TypicalRow {
  return { strategy_type: 'spot_grid', market, instrument_type, to: 1_764_374_400, params: {}, windows: [] };
}

type Query = { readonly strategy_type?: 'spot_grid'; readonly market?: string };

async function told(query: Query): Promise<readonly string[]> {
  const typical = new TypicalBook();
  for (const one of [row('BTC_USDT', 'spot'), row('BTC_USDT', 'futures_usdt'), row('BTC_USDT', 'futures_btc')])
    typical.put(`${one.market} ${one.instrument_type}`, one);
  typical.put('gone', row('GONE_USDT', 'spot'));
  const { typicalReplays } = typicalHandlers({ typical, feed: { specs: [testSpec()], contracts: [testContract()] } });
  const reply = (await typicalReplays({ query } as never)) as unknown as { readonly data: readonly TypicalRow[] };
  return reply.data.map(({ market, instrument_type }) => `${market} ${instrument_type}`);
}

it('tells of typical bots on markets and contracts that there are (issue 11)', async () => {
  const there = ['BTC_USDT spot', 'BTC_USDT futures_usdt'];
  expect(await told({})).toEqual(there);
  expect(await told({ strategy_type: 'spot_grid' })).toEqual(there);
  expect(await told({ market: 'GONE_USDT' })).toEqual([]);
});
