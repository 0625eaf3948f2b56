import { UNITS_PER_COIN } from '../money/amount.ts';

/**
 * What somebody has made who came in when a bot's rate was `fromE8`, by the time that it is `rateE8`: both are of the bot's investment,
 * his is of what it was worth when he came. 1e-8, truncated toward zero; 0 of a bot that was worth nothing.
 */
export function returnSinceE8(rateE8: bigint, fromE8: bigint): bigint {
  const worth = UNITS_PER_COIN + fromE8;
  return worth > 0n ? ((rateE8 - fromE8) * UNITS_PER_COIN) / worth : 0n;
}
