import fc from 'fast-check';
import type { EngineSink } from '#lib/engine/machine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { COARSE, FINE, recorder } from './engine-scenario.ts';

/** Engine records with rounds and money that moved without a fill. */
export function roundRecorder() {
  const record = recorder();
  const rounds: Parameters<NonNullable<EngineSink['round']>>[] = [];
  const cash: { type: string; timeMs: number; asset: string; amount: bigint }[] = [];
  const sink: EngineSink = {
    ...record.sink,
    round: (round, orders) => void rounds.push([round, orders]),
    cash: (type, timeMs, asset, amount) => void cash.push({ type, timeMs, asset, amount }),
  };
  return { ...record, rounds, cash, sink };
}

export const TEXT = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** Params of any martingale that the exchange would accept, on one of these markets. */
export function martingaleParams(
  priceTicks: number,
  specs: readonly MarketSpec[] = [FINE, COARSE],
): fc.Arbitrary<MartingaleParams> {
  const share = (permille: number): number => Math.round((priceTicks * permille) / 1000);
  const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  return fc
    .record({
      spec: fc.constantFrom(...specs),
      isShort: fc.boolean(),
      transactionType: fc.constantFrom('low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding'),
      isDiff: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
      step: fc.integer({ min: 1, max: 40 }),
      multiplier: fc.integer({ min: 100, max: 200 }),
      maxAddOrders: fc.integer({ min: 1, max: 30 }),
      rows: maybe(
        fc.array(fc.record({ step: fc.integer({ min: 1, max: 40 }), share: fc.integer({ min: 1, max: 9 }) }), {
          minLength: 2,
          maxLength: 12,
        }),
      ),
      takeProfit: fc.integer({ min: 1, max: 40 }),
      stopLoss: maybe(fc.integer({ min: 2, max: 100 })),
      trigger: maybe(fc.integer({ min: 970, max: 1030 })),
      invested: fc.integer({ min: 20, max: 50_000 }),
      feeRate: fc.constantFrom(0n, 100_000n, 200_000n),
      leverage: fc.constantFrom(1, 3, 10, 50),
      firstSize: maybe(fc.integer({ min: 1, max: 200 })),
    })
    .map((pick) => {
      const { spec } = pick;
      const permilleE8 = (permille: number): bigint => BigInt(permille) * 100_000n;
      const stepOf = (permille: number): bigint =>
        pick.isDiff ? BigInt(share(permille)) * spec.tickUnits : permilleE8(permille);
      return {
        spec,
        side: spec.contract !== undefined && pick.isShort ? 'sell' : 'buy',
        transactionType: pick.transactionType,
        stepType: pick.isDiff ? 'diff' : 'rate',
        priceStep: stepOf(pick.step),
        multiplierE8: BigInt(pick.multiplier) * 1_000_000n,
        maxAddOrders: pick.maxAddOrders,
        freeRows:
          pick.rows?.map((row) => ({ step: stepOf(row.step), shareE8: BigInt(row.share) * 100_000_000n })) ?? null,
        takeProfitE8: permilleE8(pick.takeProfit),
        stopLossE8: pick.stopLoss === null ? null : permilleE8(pick.stopLoss),
        investment: investmentIn(spec, pick.invested, priceTicks),
        feeRate: pick.feeRate,
        leverage: spec.contract === undefined ? 1 : pick.leverage,
        firstSize: pick.firstSize === null || spec.contract === undefined ? null : BigInt(pick.firstSize),
        triggerTicks: pick.trigger === null ? null : share(pick.trigger),
      } satisfies MartingaleParams;
    });
}

/** So many dollars, in units of the asset that the market is invested in. */
function investmentIn(spec: MarketSpec, dollars: number, ticks: number): bigint {
  const units = BigInt(dollars) * 100_000_000n;
  return spec.contract?.isInverse === true ? (units * 100_000_000n) / (BigInt(ticks) * spec.tickUnits) : units;
}
