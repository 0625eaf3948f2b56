import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { MarketView, OrderEvent } from '#lib/engine/machine.ts';
import { minimumInvestment } from '#lib/formulas/minimum-investment.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { readLayout } from '#lib/kinds/spot-grid/definition/values.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
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

const grids = fc.record({
  spec: fc.constantFrom(...SPECS),
  low: fc.integer({ min: 5_000, max: 900_000 }),
  widthPercent: fc.integer({ min: 5, max: 900 }),
  gridCount: fc.integer({ min: 2, max: 60 }),
  geometric: fc.boolean(),
  isBase: fc.boolean(),
  ratio: fc.constantFrom('', '0', '0.5', '2', '10'),
  pricePercent: fc.integer({ min: 20, max: 300 }),
});

describe('the minimum investment', () => {
  it('is enough for the engine to place every order of any grid that the form accepts (H33)', () => {
    let accepted = 0;
    fc.assert(
      fc.property(grids, (grid) => {
        const { spec } = grid;
        const high = grid.low + Math.ceil((grid.low * grid.widthPercent) / 100);
        const lastTicks = Math.max(1, Math.round((grid.low * grid.pricePercent) / 100));
        const definition = STRATEGIES.spot_grid;
        const values = {
          ...definition.defaults(),
          low_price: formatTicks(spec, grid.low),
          high_price: formatTicks(spec, high),
          grid_num: String(grid.gridCount),
          price_type: grid.geometric ? '1' : '0',
          is_use_base: grid.isBase ? '1' : '0',
          qty_type: grid.ratio === '' ? '0' : '1',
          qty_rate: grid.ratio,
        };
        const layout = readLayout(values, spec, lastTicks, FEE_RATE);
        const minimum = minimumInvestment(layout!, null);
        const step = 10n ** BigInt(8 - moneyDecimals(values, spec));
        const money = formatAmount(((minimum + step - 1n) / step) * step);
        const whole = { ...values, money };
        const issues = definition.check(
          whole,
          checkContext({ spec, lastTicks, minAmount: minimum, feeRate: FEE_RATE }),
        );
        fc.pre(issues.length === 0);
        accepted += 1;
        const withheld: OrderEvent[] = [];
        const sink = {
          fill: () => {},
          order: (event: OrderEvent) => {
            if (event.kind === 'withheld') withheld.push(event);
          },
          operation: () => {},
          finish: () => {},
        };
        const machine = MACHINES.spot_grid.engine.create(typedParams(definition, whole, spec, FEE_RATE), VIEW, sink);
        machine.start([lastTicks], 0);
        expect(withheld.filter(({ reason }) => reason === 'below-minimum' || reason === 'no-funds')).toEqual([]);
        expect(machine.openOrders()).toHaveLength(grid.gridCount);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
