import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { BotMachine, EngineSink, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { FormValues, StrategyDefinition } from '#lib/strategies/definition.ts';
import { moneyDecimals } from '#lib/strategies/grid/invested.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';

const SPECS = [
  testSpec(),
  testSpec({
    market: 'DOGE_USDT',
    base: 'DOGE',
    priceDecimals: 5,
    tickUnits: 1_000n,
    amountDecimals: 1,
    lotUnits: 10_000_000n,
    minBaseUnits: 10_000_000n,
  }),
  testSpec({
    market: 'ETH_BTC',
    base: 'ETH',
    quote: 'BTC',
    priceDecimals: 6,
    tickUnits: 100n,
    amountDecimals: 3,
    lotUnits: 100_000n,
    minBaseUnits: 100_000n,
    minQuoteUnits: 10_000n,
  }),
];
const FEE_RATE = 100_000n;

/** A book that gives half a percent worse than the last price: inside the 1 % that the minimum allows for. */
const VIEW: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, side, _quantity, ticks) =>
    side === 'buy' ? Math.ceil(ticks * 1.005) : Math.max(1, Math.floor(ticks * 0.995)),
};

/** The spot grid, and the margin grid of either side: what is borrowed is the other heap that its opening trades with. */
const KINDS = ['spot_grid', 'margin_grid', 'margin_grid', 'margin_grid'] as const;

const grids = fc.record({
  kind: fc.constantFrom(...KINDS),
  side: fc.constantFrom('buy', 'sell', 'neutral'),
  leverage: fc.integer({ min: 2, max: 10 }),
  spec: fc.constantFrom(...SPECS),
  low: fc.integer({ min: 5_000, max: 900_000 }),
  widthPercent: fc.integer({ min: 5, max: 900 }),
  gridCount: fc.integer({ min: 2, max: 60 }),
  geometric: fc.boolean(),
  isBase: fc.boolean(),
  ratio: fc.constantFrom('', '0', '0.5', '2', '10'),
  pricePercent: fc.integer({ min: 20, max: 300 }),
});

/** Loans that leave less to trade at the opening than the market takes: the first needs its smallest order, the second the money for it too. */
const SMALL_OPENINGS: [Grid][] = [
  [drawn({ leverage: 3, low: 122_662, widthPercent: 358, ratio: '0', pricePercent: 216 })],
  [drawn({ leverage: 2, low: 5_016, widthPercent: 629, ratio: '0.5', pricePercent: 268 })],
];

function drawn(grid: Pick<Grid, 'leverage' | 'low' | 'widthPercent' | 'ratio' | 'pricePercent'>): Grid {
  return {
    kind: 'margin_grid',
    side: 'neutral',
    spec: testSpec(),
    gridCount: 5,
    geometric: true,
    isBase: true,
    ...grid,
  };
}

type Grid = typeof grids extends fc.Arbitrary<infer T> ? T : never;

function valuesOf(grid: Grid): FormValues {
  const high = grid.low + Math.ceil((grid.low * grid.widthPercent) / 100);
  return {
    ...STRATEGIES[grid.kind].defaults(),
    ...(grid.kind === 'margin_grid' ? { side: grid.side, leverage: String(grid.leverage) } : {}),
    low_price: formatTicks(grid.spec, grid.low),
    high_price: formatTicks(grid.spec, high),
    grid_num: String(grid.gridCount),
    price_type: grid.geometric ? '1' : '0',
    is_use_base: grid.isBase ? '1' : '0',
    qty_type: grid.ratio === '' ? '0' : '1',
    qty_rate: grid.ratio,
  };
}

/** What is withheld of a grid of exactly its minimum, and how many orders it has; null where the form refuses it. */
function openAtMinimum<Payload, Params>(
  definition: StrategyDefinition<Payload, Params>,
  { create }: { create(params: Params, view: MarketView, sink: EngineSink): BotMachine },
  { spec, low, pricePercent }: Grid,
  values: FormValues,
) {
  const lastTicks = Math.max(1, Math.round((low * pricePercent) / 100));
  const asked = typedParams(definition, { ...values, money: '1' }, spec, FEE_RATE);
  const minimum = definition.minimum(asked, { lastTicks, assetInUsdt: null, nextFundingE8: null });
  const step = 10n ** BigInt(8 - moneyDecimals(values, spec));
  const whole = { ...values, money: formatAmount(((minimum + step - 1n) / step) * step) };
  const context = checkContext({ spec, lastTicks, minAmount: minimum, feeRate: FEE_RATE });
  if (definition.check(whole, context).length > 0) return null;
  const withheld: OrderEvent[] = [];
  const sink = {
    fill: () => {},
    order: (event: OrderEvent) => {
      if (event.kind === 'withheld') withheld.push(event);
    },
    operation: () => {},
    finish: () => {},
  };
  const machine = create(typedParams(definition, whole, spec, FEE_RATE), VIEW, sink);
  machine.start([lastTicks], 0);
  return { withheld, orders: machine.openOrders().length };
}

describe('the minimum investment', () => {
  it('is enough for the engine to place every order of any grid that the form accepts (H33)', () => {
    let accepted = 0;
    fc.assert(
      fc.property(grids, (grid) => {
        const values = valuesOf(grid);
        const opened =
          grid.kind === 'spot_grid'
            ? openAtMinimum(STRATEGIES.spot_grid, MACHINES.spot_grid.engine, grid, values)
            : openAtMinimum(STRATEGIES.margin_grid, MACHINES.margin_grid.engine, grid, values);
        fc.pre(opened !== null);
        accepted += 1;
        const lacking = opened?.withheld.filter(({ reason }) => reason === 'below-minimum' || reason === 'no-funds');
        expect(lacking).toEqual([]);
        expect(opened?.orders).toBe(grid.gridCount);
      }),
      { seed: 20_261_121, numRuns: 500, examples: SMALL_OPENINGS },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
