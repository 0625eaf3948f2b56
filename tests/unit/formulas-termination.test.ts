import { describe, expect, it } from 'vitest';
import {
  isCloseSlippageValid,
  isMarketCloseDisabled,
  LIMIT_EXPIRATION_MINUTES,
  marketCloseWarning,
  preselectedClose,
  spreadBand,
  YOUNG_BOT_SECONDS,
} from '#lib/formulas/termination.ts';

describe('closing a bot', () => {
  it.each([
    ['99', '100', 'low'],
    ['101', '100', 'low'],
    ['98.99', '100', 'middle'],
    ['97', '100', 'middle'],
    ['96.99', '100', 'high'],
    ['103.00000001', '100', 'high'],
  ])('calls an enquiry price of %s at a last price of %s a %s spread (M-155, M-357)', (enquiry, last, band) => {
    expect(spreadBand(enquiry, last)).toBe(band);
  });

  it('knows no spread while a price is unknown (M-155)', () => {
    expect(spreadBand('--', '100')).toBeNull();
    expect(spreadBand('100', '--')).toBeNull();
    expect(spreadBand('100', '0')).toBeNull();
  });

  it('preselects market at a low spread (M-156)', () => {
    expect(preselectedClose('low', 'spot')).toBe('market');
    expect(preselectedClose('low', 'futures')).toBe('market');
  });

  it('preselects limit at a middle spread of a spot leg (M-157)', () => {
    expect(preselectedClose('middle', 'spot')).toBe('limit');
  });

  it('preselects limit for a futures leg at a middle or high spread (M-158)', () => {
    expect(preselectedClose('middle', 'futures')).toBe('limit');
    expect(preselectedClose('high', 'futures')).toBe('limit');
  });

  it('keeps the coins of a spot leg and refuses a market close at a high spread (M-159)', () => {
    expect(preselectedClose('high', 'spot')).toBe('no_close');
    expect(isMarketCloseDisabled('high', 'spot', ['BTC'])).toBe(true);
    expect(isMarketCloseDisabled('high', 'futures', [])).toBe(false);
    expect(isMarketCloseDisabled('middle', 'spot', ['BTC'])).toBe(false);
  });

  it('refuses a market close of two or more coins besides USDT (M-160)', () => {
    expect(isMarketCloseDisabled('low', 'spot', ['BTC', 'USDT'])).toBe(false);
    expect(isMarketCloseDisabled('low', 'spot', ['BTC', 'ETH'])).toBe(true);
  });

  it('warns in yellow at a low spread or for futures and in red at a middle one (M-161)', () => {
    expect(marketCloseWarning('low', 'spot', 'market')).toBe('yellow');
    expect(marketCloseWarning('middle', 'futures', 'market')).toBe('yellow');
    expect(marketCloseWarning('middle', 'spot', 'market')).toBe('red');
    expect(marketCloseWarning('high', 'spot', 'market')).toBeNull();
    expect(marketCloseWarning('low', 'spot', 'limit')).toBeNull();
  });

  it('takes a closing slippage from 0.1 to 5 percent (M-235, M-358)', () => {
    for (const good of ['0.1', '1', '5', '5.0']) expect(isCloseSlippageValid(good)).toBe(true);
    for (const bad of ['', '0', '0.09', '5.01', '-1', 'x']) expect(isCloseSlippageValid(bad)).toBe(false);
  });

  it('offers 1, 3, 5, 10, 30, 60, 180 and 360 minutes, 1 first (M-236, M-359)', () => {
    expect(LIMIT_EXPIRATION_MINUTES).toEqual([1, 3, 5, 10, 30, 60, 180, 360]);
  });

  it('calls a bot young for 168 hours (M-081, M-356)', () => {
    expect(YOUNG_BOT_SECONDS).toBe(604_800);
  });
});
