import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/engine/backtest.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/engine/registry.ts';
import { fitCandidates, judgeCandidate, windowOf } from '#lib/engine/search/search.ts';
import { candidateCount, shapeOf } from '#lib/engine/search/search-space.ts';
import { spotGridSpace } from '#lib/engine/search/spot-grid-space.ts';
import { Stretch } from '#lib/engine/search/stretch.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { definitionOf } from '#lib/strategies/registry.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins } from './engine-fixture.ts';

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
  const funding = definitionOf(kind).page === 'futures' ? { funding: fundingOf(candles.startMs) } : {};
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
      const spec = definition.page === 'futures' ? PERP : SPOT;
      const values = { ...definition.defaults(), ...FORMS[kind] };
      return [kind, figuresOf(kind, definition.engineParams(values, spec, 25_000n))];
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
    const prices = { candles: readRecordedCandles() };
    const window = windowOf(prices);
    const space = spotGridSpace(SPOT, 25_000n, coins(10_000));
    if (window === null) throw new Error('the recorded days have a window');
    // A few candidates of the thousands: the search itself is measured elsewhere.
    const stretch = new Stretch(prices, window.from, window.split);
    const middle = Math.floor(candidateCount(space) / 2);
    const rates = fitCandidates(space, [stretch], middle, middle + 20);
    const best = middle + rates.indexOf(Math.max(...rates.filter((rate) => !Number.isNaN(rate))));
    const judged = judgeCandidate(space, prices, window, best);
    const params = space.params(shapeOf(space, best), stretch.startTicks);
    if (judged === null || params === null) throw new Error('the candidate can be run');
    const { shape, fittedRate, heldOutRate, holdRate, grade } = judged;
    expect({
      shape,
      fittedRate,
      heldOutRate,
      holdRate,
      grade,
      month: figuresOf('spot_grid', params),
    }).toMatchInlineSnapshot(`
      {
        "fittedRate": 0.03733735987205,
        "grade": "C",
        "heldOutRate": 0.01225243097801,
        "holdRate": 0.09728675018253252,
        "month": {
          "end": null,
          "equity": 103971870855830000000n,
          "fees": 6382466344n,
          "fills": 149,
          "funding": 0n,
          "gridProfit": 34074250586n,
          "interest": 0n,
          "matches": 72,
          "positionProfit": 5644457972n,
        },
        "shape": {
          "below": 0.3,
          "grids": 6,
          "spacing": 1,
          "width": 0.02,
        },
      }
    `);
  });
});
