import { describe, expect, it } from 'vitest';
import { formatTicks, parseTicks } from '#lib/money/market-spec.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';

describe('the markets of the paper exchange', () => {
  it('are the eight spot markets that the product trades', () => {
    expect(PAPER_MARKETS.map((spec) => spec.market)).toEqual([
      'BTC_USDT',
      'ETH_USDT',
      'SOL_USDT',
      'XRP_USDT',
      'BNB_USDT',
      'DOGE_USDT',
      'ADA_USDT',
      'ETH_BTC',
    ]);
  });

  it.each(PAPER_MARKETS.map((spec) => [spec.market, spec] as const))(
    'gives %s a tick, a lot and minima that fit each other',
    (market, spec) => {
      expect(`${spec.base}_${spec.quote}`).toBe(market);
      expect(spec.tickUnits).toBe(10n ** BigInt(8 - spec.priceDecimals));
      expect(spec.lotUnits).toBe(10n ** BigInt(8 - spec.amountDecimals));
      expect(spec.minBaseUnits % spec.lotUnits).toBe(0n);
      expect(spec.minBaseUnits).toBeGreaterThan(0n);
      expect(spec.minQuoteUnits).toBeGreaterThan(0n);
      expect(formatTicks(spec, parseTicks(spec, '1')!)).toBe('1');
    },
  );

  it('allow 200 grids on major pairs and 100 on others (C-254)', () => {
    const majors = ['BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT', 'BNB_USDT'];
    for (const spec of PAPER_MARKETS) expect(spec.maxGrid).toBe(majors.includes(spec.market) ? 200 : 100);
  });

  it('price a bitcoin-quoted market finely enough: a tick of ETH_BTC is under a basis point', () => {
    const spec = PAPER_MARKETS.find((each) => each.market === 'ETH_BTC')!;
    expect(parseTicks(spec, '0.035')!).toBeGreaterThan(10_000);
  });
});
