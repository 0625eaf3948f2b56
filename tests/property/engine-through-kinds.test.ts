import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { inputOf, KIND_RUNS, type KindRun, type Told, tell } from './every-kind-scenario.ts';

const RUNS = { numRuns: runs(25, 60) };
const MANY = { numRuns: runs(200, 500) };

const runsOf = (kind: RunnableKind) => KIND_RUNS[kind] as fc.Arbitrary<KindRun>;

/** The fills of orders that rested: neither an opening nor a closing, nor what a kind trades at the market. */
const rested = (told: readonly Told[]): readonly Told[] =>
  told.filter(({ kind, role }) => kind === 'fill' && role === 'grid');

function candlesOf({ params, columns }: KindRun): CandleColumns {
  return (columns[instrumentOf(params.spec)] as MarketColumns).candles;
}

/** How far the price went beyond a fill's in its minute, ticks. */
function beyond({ startMs, stepMs, low, high }: CandleColumns, { side, ticks, timeMs }: Told): number {
  const i = Math.floor(((timeMs as number) - startMs) / stepMs);
  return side === 'buy' ? (ticks as number) - (low[i] as number) : (high[i] as number) - (ticks as number);
}

const RESTING = RUNNABLE_KINDS.filter((kind) => factsOf(kind).restsOrders);
const AT_THE_MARKET = RUNNABLE_KINDS.filter((kind) => !factsOf(kind).restsOrders);

describe('orders that rest, of a bot of every kind', () => {
  it.each(RUNNABLE_KINDS)('that must be traded through by no tick are touched ones: %s', (kind) => {
    fc.assert(
      fc.property(runsOf(kind), (run) => {
        expect(tell({ ...inputOf(run), throughTicks: 0 })).toEqual(tell(inputOf(run)));
      }),
      RUNS,
    );
  });

  it.each(RESTING)('fill only where the price goes far enough beyond them, the first never earlier: %s', (kind) => {
    let fills = 0;
    let differing = 0;
    fc.assert(
      fc.property(runsOf(kind), fc.integer({ min: 1, max: 200 }), (run, throughTicks) => {
        const candles = candlesOf(run);
        const touched = rested(tell(inputOf(run)).told);
        const { result, told } = tell({ ...inputOf(run), throughTicks });
        const through = rested(told);
        expect(result.equity.residual).toBe(0n);
        for (const fill of through) expect(beyond(candles, fill)).toBeGreaterThanOrEqual(throughTicks);
        const [first] = through;
        if (first !== undefined) expect(touched[0]?.timeMs).toBeLessThanOrEqual(first.timeMs);
        fills += through.length;
        if (through.length !== touched.length) differing += 1;
      }),
      MANY,
    );
    expect(fills).toBeGreaterThan(MANY.numRuns / 10);
    expect(differing).toBeGreaterThan(MANY.numRuns / 50);
  });

  it.each(AT_THE_MARKET)('are none of it where all orders go to the market: %s', (kind) => {
    fc.assert(
      fc.property(runsOf(kind), fc.integer({ min: 1, max: 60 }), (run, throughTicks) => {
        expect(tell({ ...inputOf(run), throughTicks })).toEqual(tell(inputOf(run)));
      }),
      RUNS,
    );
  });
});
