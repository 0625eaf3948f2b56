import type { CoinTerms } from '../../engine/body/coin-terms.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { unchecked, wireRateE8, wireUnits } from '../rules/wire-values.ts';
import { coinSpec } from './coins.ts';

/** A coin with its share as the wire has them: the share a fraction, `amount` what is brought of it. */
interface WireCoin {
  readonly asset: string;
  readonly rate: string;
  readonly amount?: string | undefined;
}

/** A coin of a portfolio on its market; throws while that is not known. */
export function coinTerms(
  { asset, rate, amount }: WireCoin,
  spec: MarketSpec,
  feeRate: FeeRateE8,
  isBrought: boolean,
): CoinTerms {
  const market = coinSpec(asset, spec);
  const targetE8 = wireRateE8(rate);
  const brought = isBrought ? wireUnits(amount) : 0n;
  if (market === undefined || targetE8 === null || brought === null) throw unchecked();
  return { spec: market, feeRate, targetE8, brought };
}
