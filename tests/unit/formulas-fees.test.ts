import { describe, expect, it } from 'vitest';
import {
  DEFAULT_FUTURES_TAKER_FEE,
  DEFAULT_TAKER_FEE,
  DEFAULT_VIP_DISCOUNT,
  effectiveTakerFee,
  feeDigits,
  hasFeeRule,
} from '#lib/formulas/fees.ts';

describe('fees', () => {
  it('default to 0.1 % on spot, 0.05 % on futures and no VIP discount (C-436)', () => {
    expect(DEFAULT_TAKER_FEE).toBe(100_000n);
    expect(DEFAULT_FUTURES_TAKER_FEE).toBe(50_000n);
    expect(DEFAULT_VIP_DISCOUNT).toBe(100_000_000n);
  });

  it.each(['BTC_USDT', 'ETH_USDT', 'ETH_BTC'])(
    'have a rule on %s for spot and infinite grid only (C-352, E-349)',
    (market) => {
      expect(hasFeeRule(market, true)).toBe(true);
      expect(hasFeeRule(market, true)).toBe(true);
      expect(hasFeeRule(market, false)).toBe(false);
      expect(hasFeeRule('SOL_USDT', true)).toBe(false);
    },
  );

  it('are a quarter where there is a rule, times the VIP discount (M-389, C-352, E-350, X26)', () => {
    expect(effectiveTakerFee('BTC_USDT', true)).toBe(25_000n);
    expect(effectiveTakerFee('BTC_USDT', true, 100_000n, 80_000_000n)).toBe(20_000n);
    expect(effectiveTakerFee('SOL_USDT', true, 100_000n, 80_000_000n)).toBe(100_000n);
  });

  it('round up, never in the trader’s favour (C-436)', () => {
    expect(effectiveTakerFee('BTC_USDT', true, 3n)).toBe(1n);
  });

  it('are shown with five digits where there is a rule, else two (M-389, E-350)', () => {
    expect(feeDigits('ETH_BTC', true)).toBe(5);
    expect(feeDigits('DOGE_USDT', true)).toBe(2);
  });
});
