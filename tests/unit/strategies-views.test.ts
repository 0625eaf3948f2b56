import { describe, expect, it } from 'vitest';
import { strategyRow as strategyRowShape } from '#lib/contract/strategy.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { checkContext, spotGridForm as form, sellingForm } from '#tests/support/spot-grid-forms.ts';
import { gridParams, strategyRow } from '#tests/support/strategy-rows.ts';

const { chartLines, summary, tabs, parameterRows } = STRATEGIES.spot_grid;
const columns = TABLE_COLUMNS.spot_grid;
const spec = testSpec();

describe('the lines on the chart', () => {
  it('are one for each order, buys below the price and sells above it (D9)', () => {
    const lines = chartLines(form(), checkContext()).filter(({ id }) => id.startsWith('grid-'));
    expect(lines).toHaveLength(20);
    for (const { ticks, role } of lines) expect(role).toBe(ticks < 600_000 ? 'buy' : 'sell');
    expect(lines.some(({ ticks }) => ticks === 600_000)).toBe(false);
  });

  it('lie around the trigger price when the bot starts there (D8)', () => {
    const lines = chartLines(form({ trigger_price: '51000' }), checkContext());
    expect(lines.filter(({ role }) => role === 'buy').map(({ ticks }) => ticks)).toEqual([500_000]);
  });

  it('mark range, trigger, stops and trail limits as far as they are set', () => {
    const marked = (values: Record<string, string>): string[] =>
      chartLines(values, checkContext())
        .filter(({ label }) => label !== undefined)
        .map(({ role, ticks }) => `${role} ${ticks}`);
    expect(marked(form())).toEqual(['range 500000', 'range 700000']);
    const full = form({
      trigger_price: '55000',
      stop_loss_on: '1',
      stop_loss: '45000',
      stop_profit_on: '1',
      stop_profit: '80000',
      trail_up: '1',
      stop_upward_price: '105000',
      trail_down: '1',
      stop_downward_price: '25000',
    });
    expect(marked(full)).toEqual([
      'range 500000',
      'range 700000',
      'trigger 550000',
      'stop-loss 450000',
      'take-profit 800000',
      'trail-limit 1050000',
      'trail-limit 250000',
    ]);
    expect(marked({ ...full, stop_loss_on: '0', trail_up: '0' })).not.toContain('stop-loss 450000');
  });

  it('are only the range while the price is not known, and none before the range is', () => {
    expect(chartLines(form(), checkContext({ lastTicks: null })).map(({ id }) => id)).toEqual(['low', 'high']);
    expect(chartLines(form({ low_price: '', high_price: '' }), checkContext())).toEqual([]);
    expect(chartLines(form({ low_price: '70000' }), checkContext()).map(({ role }) => role)).toEqual([
      'range',
      'range',
    ]);
  });

  it('are drawn for up to 1000 grids (E-213)', () => {
    const many = (count: string): number => chartLines(form({ grid_num: count }), checkContext()).length;
    expect(many('1000')).toBe(1002);
    expect(many('1001')).toBe(2);
  });
});

describe('the live figures of the form', () => {
  const figures = (values: Record<string, string>, changes = {}): Record<string, string> =>
    Object.fromEntries(
      summary(values, checkContext(changes)).map(({ label, text, unit }) => [label, `${text} ${unit}`]),
    );

  it('are return per grid after fees, minimum investment and quantity per grid', () => {
    expect(figures(form(), { minAmount: 6_666_000_000n })).toEqual({
      // 1000 / 69,000 and 1000 / 50,000 less two fees of 0.1 %.
      'summary.return_per_grid': '1.25 – 1.80 %',
      'summary.min_investment': '66.66 USDT',
      // 1000 / (545,000 for ten buys + 10 × 60,000 / 0.999 for ten sells) = 0.00087290…, floored to the lot.
      'summary.quantity_per_grid': '0.000872 BTC',
    });
  });

  it('are a range of quantities when they go by ratio, and base when base is invested (D6)', () => {
    expect(figures(form({ qty_type: '1', qty_rate: '1' }))['summary.quantity_per_grid']).toMatch(
      /^0\.000\d+ – 0\.00\d+ BTC$/,
    );
    expect(figures(sellingForm(), { minAmount: 1n })['summary.min_investment']).toBe('0.000001 BTC');
  });

  it("show '--' for what cannot be known yet", () => {
    expect(Object.values(figures(form({ grid_num: '', money: '' })))).toEqual(['-- %', '-- USDT', '-- BTC']);
  });
});

describe('the tables', () => {
  const read = (id: string, row = strategyRow()): string | readonly string[] | undefined =>
    columns.find((column) => column.id === id)?.read(row);

  it('read their cells from a row of the contract (M-089…M-092)', () => {
    expect(strategyRowShape.safeParse(strategyRow()).error).toBeUndefined();
    expect(read('bot')).toEqual(['Calm', 'BTC_USDT']);
    expect(read('status')).toEqual(['running', 'running', 'running']);
    expect(read('money')).toEqual(['1000', 'USDT']);
    expect(read('profit')).toEqual(['12.5', 'USDT', '0.0125']);
    expect(read('price_range')).toEqual(['50000', '70000', 'USDT']);
    expect(read('match_times')).toBe('3');
  });

  it('count profit in the quote asset also when base was invested (M-091)', () => {
    expect(read('profit', strategyRow({ money: '0.1', money_asset: 'BTC' }))).toEqual(['12.5', 'USDT', '0.0125']);
  });

  it('show the range where a trailing grid stands now, and hide it with the parameters (M-100)', () => {
    const moved = strategyRow({ params: gridParams({ current_low_price: '51000', current_high_price: '71000' }) });
    expect(read('price_range', moved)).toEqual(['51000', '71000', 'USDT']);
    expect(read('price_range', strategyRow({ params: null }))).toEqual(['-', '-', '']);
  });

  it('have the status while running, the end and its reason in history', () => {
    const on = (where: 'running' | 'history'): string[] =>
      columns.filter((column) => column.on === 'both' || column.on === where).map(({ id }) => id);
    expect(on('running')).toContain('status');
    expect(on('history')).toEqual(expect.arrayContaining(['finish_time', 'reason']));
    expect(on('running')).not.toContain('reason');
  });

  it('open a detail with overview, open orders while running, trade history and parameters (M-054)', () => {
    expect(tabs(strategyRow())).toEqual(['overview', 'open-orders', 'trade-history', 'parameters']);
    expect(tabs(strategyRow({ status: 'open' }))).toContain('open-orders');
    for (const status of ['finished', 'stopped'] as const) {
      expect(tabs(strategyRow({ status }))).toEqual(['overview', 'trade-history', 'parameters']);
    }
  });
});

describe('the parameter view', () => {
  const rows = (changes: Parameters<typeof gridParams>[0] = {}): Record<string, string> =>
    Object.fromEntries(
      parameterRows(gridParams(changes), spec).map(({ label, value, valueLabel, unit }) => [
        label.replace('rows.', ''),
        `${valueLabel ?? value}${unit === '' ? '' : ` ${unit}`}`,
      ]),
    );

  it('shows the grid fields (M-096, M-097, M-098)', () => {
    expect(rows({ trigger_price: '55000', is_less_low_stop: 1 })).toMatchObject({
      is_use_base: 'is_use_base.quote',
      price_range: '50000 – 70000 USDT',
      grid_num: '20',
      price_type: 'price_type.arithmetic',
      money: '1000 USDT',
      qty_type: 'qty_type.equal',
      unit_qty: '0.001 BTC',
      trigger_price: '55000 USDT',
      is_less_low_stop: 'rows.on',
      is_over_high_stop: 'rows.off',
      stop_loss: '--',
    });
  });

  it('shows stops of a spot grid as the prices that they are, not times 100 (M-390, E-373)', () => {
    expect(rows({ stop_loss: '45000', stop_profit: '80000' })).toMatchObject({
      stop_loss: '45000 USDT',
      stop_profit: '80000 USDT',
    });
  });

  it('says of every price, and of nothing else, that it is one of this market (C10)', () => {
    const params = gridParams({ stop_loss: '45000', current_low_price: '51000', current_high_price: '71000' });
    const prices = parameterRows(params, spec).filter(({ priceDecimals }) => priceDecimals === spec.priceDecimals);
    expect(prices.map(({ label }) => label.replace('rows.', ''))).toEqual([
      'price_range',
      'current_range',
      'trigger_price',
      'stop_loss',
      'stop_profit',
      'stop_upward_price',
      'stop_downward_price',
    ]);
  });

  it('shows fractions as percents (M-390, E-374)', () => {
    expect(
      rows({
        qty_type: '1',
        qty_rate: '0.015',
        init_position_slip: '0.005',
        stop_upward_price: '105000',
        moving_average_momentum: '0.0225',
      }),
    ).toMatchObject({ qty_rate: '1.5 %', init_position_slip: '0.5 %', moving_average_momentum: '2.25 %' });
  });

  it('calls a grid trailing when either limit is above 0 (M-100)', () => {
    expect(rows()).not.toHaveProperty('moving_average_momentum');
    expect(rows({ stop_upward_price: '0' })).not.toHaveProperty('moving_average_momentum');
    expect(rows({ stop_downward_price: '1' })).toHaveProperty('moving_average_momentum');
  });

  it('shows where a trailing grid stands now once it has moved (M-100)', () => {
    expect(rows()).not.toHaveProperty('current_range');
    expect(rows({ current_low_price: '51000', current_high_price: '71000' }).current_range).toBe('51000 – 71000 USDT');
  });

  it("leaves masked values '-' and without a unit", () => {
    const masked = gridParams({
      low_price: '-',
      high_price: '-',
      grid_num: '-',
      stop_loss: '-',
      qty_type: '1',
      qty_rate: '-',
      price_type: '-',
    });
    const shown = parameterRows({ ...masked, current_low_price: '-', current_high_price: '-' }, spec);
    for (const name of ['price_range', 'grid_num', 'stop_loss', 'qty_rate', 'price_type']) {
      expect(shown.find(({ label }) => label === `rows.${name}`)).toMatchObject({ value: '-', unit: '' });
    }
  });
});
