import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { Stretch } from '#lib/backtest/search/stretch.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { definitionOf, type EngineParamsByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';

/** The recorded prices are in hundredths of a dollar. */
const CENTS = { priceDecimals: 2, tickUnits: 1_000_000n };
const SPOT: MarketSpec = testSpec(CENTS);
const PERP: MarketSpec = { ...testContract(), ...CENTS };
const RANGE: FormValues = { low_price: '64000', high_price: '79000', grid_num: '60', money: '10000' };
const LADDER: FormValues = { price_steps: '1', max_order_amount: '6', take_profit_per_cycle: '1', money: '10000' };

/** As typed into each kind's form; the price begins near 70,000. */
const FORMS = {
  spot_grid: RANGE,
  futures_grid: { ...RANGE, side: 'neutral', leverage: '5' },
  margin_grid: { ...RANGE, side: 'buy', leverage: '3' },
  infinite_grid: { low_price: '1', high_price: '1', money: '10000' },
  martingale: { ...LADDER, transaction_type: 'high-risk-arbitrage', amount_multiplier: '1.5' },
  'contract-martingale': { ...LADDER, side: 'sell', leverage: '5' },
} satisfies Partial<Record<RunnableKind, FormValues>>;

/** Kinds of one market that are driven by levels; portfolios, arbitrage and indicator bots have recorded runs of their own. */
const KINDS = Object.keys(FORMS) as (keyof typeof FORMS)[];

/** Funding every eight hours, now paid and now received. */
function fundingOf(startMs: number) {
  const timesMs = Float64Array.from({ length: 90 }, (_, i) => startMs - (startMs % 28_800_000) + i * 28_800_000);
  return { timesMs, ratesE8: Array.from(timesMs, (_, i) => (i % 5) * 4_000 - 4_000) };
}

function figuresOf<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]) {
  const candles = readRecordedCandles();
  const funding = KIND_FACTS[kind].page === 'futures' ? { funding: fundingOf(candles.startMs) } : {};
  const run = runBacktest({ kind, params, candles, fromIndex: 0, ...funding });
  expect(run.equity.residual).toBe(0n);
  const { fills, matches, gridProfit, positionProfit, fees, finish, equity } = run;
  return {
    fills,
    matches,
    gridProfit,
    positionProfit,
    fees,
    interest: equity.interest,
    funding: equity.funding,
    equity: equity.equity,
    end: finish === null ? null : finish.reason,
  };
}

describe.runIf(areCandlesThere)('thirty recorded days of Bitcoin', () => {
  it('give every kind the figures that they have always given, to the last unit, and nothing unexplained', () => {
    const figures = KINDS.map((kind) => {
      const definition = definitionOf(kind);
      const spec = KIND_FACTS[kind].page === 'futures' ? PERP : SPOT;
      const values = { ...definition.defaults(), ...FORMS[kind] };
      return [kind, figuresOf(kind, typedParams(definition, values, spec, 25_000n))];
    });
    expect(Object.fromEntries(figures)).toMatchInlineSnapshot(`
      {
        "contract-martingale": {
          "end": null,
          "equity": 46905903136700000000n,
          "fees": 7002291786n,
          "fills": 47,
          "funding": 1441308335300000000n,
          "gridProfit": 178540224933n,
          "interest": 0n,
          "matches": 13,
          "positionProfit": -709481193566n,
        },
        "futures_grid": {
          "end": null,
          "equity": 99052650096200000000n,
          "fees": 0n,
          "fills": 1049,
          "funding": 220865366200000000n,
          "gridProfit": 232410000000n,
          "interest": 0n,
          "matches": 508,
          "positionProfit": -241883499038n,
        },
        "infinite_grid": {
          "end": null,
          "equity": 111579988174472000000n,
          "fees": 438827377n,
          "fills": 76,
          "funding": 0n,
          "gridProfit": 3038342074n,
          "interest": 0n,
          "matches": 32,
          "positionProfit": 112761539670n,
        },
        "margin_grid": {
          "end": null,
          "equity": 118442977943607000000n,
          "fees": 14046517012n,
          "fills": 1050,
          "funding": 0n,
          "gridProfit": 79188953923n,
          "interest": 1445189248800000000n,
          "matches": 508,
          "positionProfit": 105240825513n,
        },
        "martingale": {
          "end": null,
          "equity": 104202022410691000000n,
          "fees": 2171493478n,
          "fills": 104,
          "funding": 0n,
          "gridProfit": 41927671808n,
          "interest": 0n,
          "matches": 34,
          "positionProfit": 92552298n,
        },
        "spot_grid": {
          "end": null,
          "equity": 106629468928199000000n,
          "fees": 4694235664n,
          "fills": 1050,
          "funding": 0n,
          "gridProfit": 26384684261n,
          "interest": 0n,
          "matches": 508,
          "positionProfit": 39910005020n,
        },
      }
    `);
  });

  it('give the moon-bot, a spot grid of the search’s own shape, the figures that they have always given', () => {
    const space = spaceOf({ kind: 'spot_grid', variant: '', spec: SPOT, feeRate: 25_000n });
    const weeks = weeksOf({ candles: readRecordedCandles() }, 2);
    const [newest, before] = weeks as [Stretch, Stretch];
    // A few candidates of the thousands: the search itself is measured elsewhere.
    const middle = Math.floor(candidateCount(space) / 2);
    const { whole } = replayWeeks(space, weeks, middle, middle + 20);
    const [judged, fitted] = whole as [Float64Array, Float64Array];
    const best = fitted.indexOf(Math.max(...fitted.filter((rate) => !Number.isNaN(rate))));
    const shape = shapeOf(space, middle + best);
    const params = space.params(shape, before.startTicks) as EngineParamsByKind['spot_grid'];
    expect({
      shape,
      fittedRate: fitted[best],
      judgedRate: judged[best],
      holdRate: newest.holdRate,
      month: figuresOf('spot_grid', params),
    }).toMatchInlineSnapshot(`
      {
        "fittedRate": 0.028873516451660003,
        "holdRate": 0.05609695544988713,
        "judgedRate": 0.02665148515725,
        "month": {
          "end": null,
          "equity": 106653479774164000000n,
          "fees": 4488460486n,
          "fills": 67,
          "funding": 0n,
          "gridProfit": 35660052024n,
          "interest": 0n,
          "matches": 31,
          "positionProfit": 30874745717n,
        },
        "shape": {
          "below": 0.3,
          "grids": 4,
          "spacing": 1,
          "width": 0.02,
        },
      }
    `);
  });
});
