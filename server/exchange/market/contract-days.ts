import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { Basis } from './basis.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { spotMarketOf } from './contracts.ts';
import { DAY_MINUTES, type DaySource, emptyDay, type MarketDay } from './market-day.ts';

/** Contract-days that stay in memory, 35 kB each: 90 days of all contracts fit. */
const CACHED_CONTRACT_DAYS = 800;
/** Perpetuals trade more than spot: the recorded May of 2025 shows two to six times as much. */
const VOLUME_RATIO = 3;

/** A contract and what it follows. */
export interface FollowedSpot {
  readonly spec: ContractSpec;
  /** Key of both prices and of the basis: the inverse contract is priced like the linear one of its coin. */
  readonly basisKey: string;
  readonly spotMarket: string;
  /** Ticks of the contract in a tick of the spot market. */
  readonly scale: number;
}

/** Pairs contracts with the spot markets that are there; a contract without one is left out. */
export function followSpot(
  contracts: readonly ContractSpec[],
  spotSpecs: readonly MarketSpec[],
): readonly FollowedSpot[] {
  return contracts.flatMap((spec) => {
    const spotMarket = spotMarketOf(spec);
    const spot = spotSpecs.find((each) => each.market === spotMarket);
    if (spot === undefined) return [];
    return [{ spec, spotMarket, basisKey: spotMarket, scale: 10 ** (spec.priceDecimals - spot.priceDecimals) }];
  });
}

/** Lots that float sums of volume are rounded to: contracts, where a contract is a quantity of the base asset. */
function volumeLot(spec: ContractSpec): number {
  return spec.contract.isInverse ? 1 : Number(spec.lotUnits);
}

/**
 * One day of a contract that follows its spot market: each price is spot × (1 + basis) at its time, so a minute that
 * opened where the one before closed still does, gaps stay gaps and jumps stay jumps.
 */
function deriveDay(followed: FollowedSpot, spot: MarketDay, day: number, basis: Basis): MarketDay {
  const { scale, basisKey, spec } = followed;
  const out = emptyDay();
  const lot = volumeLot(spec);
  const priceOf = (ticks: number, factor: number): number => Math.max(1, Math.round(ticks * factor));
  let factor = scale * (1 + basis(basisKey, day * DAY_MS));
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    const next = scale * (1 + basis(basisKey, day * DAY_MS + (m + 1) * MINUTE_MS));
    if ((spot.open[m] as number) >= 0) {
      const open = priceOf(spot.open[m] as number, factor);
      const close = priceOf(spot.close[m] as number, next);
      out.open[m] = open;
      out.close[m] = close;
      out.high[m] = Math.max(open, close, priceOf(spot.high[m] as number, factor));
      out.low[m] = Math.min(open, close, priceOf(spot.low[m] as number, factor));
      out.volume[m] = Math.round(((spot.volume[m] as number) * VOLUME_RATIO) / lot) * lot;
    }
    factor = next;
  }
  return out;
}

/**
 * Days of contracts out of the days of their spot markets, by instrument key; other keys are answered by `spot` itself.
 * `days` must answer the same for the same arguments: what was derived is kept.
 */
export function withContractDays(days: DaySource, contracts: readonly FollowedSpot[], basis: Basis): DaySource {
  const byInstrument = new Map(contracts.map((followed) => [instrumentOf(followed.spec), followed]));
  const cache = createBoundedCache<string, MarketDay | null>(CACHED_CONTRACT_DAYS);
  return {
    day(instrument, day) {
      const followed = byInstrument.get(instrument);
      if (followed === undefined) return days.day(instrument, day);
      return cache.get(`${instrument} ${day}`, () => {
        const spot = days.day(followed.spotMarket, day);
        return spot === null ? null : deriveDay(followed, spot, day, basis);
      });
    },
  };
}
