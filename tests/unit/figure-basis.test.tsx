// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { RoundOrder } from '#components/bots/detail/round-order-status.ts';
import { RoundOrders } from '#components/bots/detail/round-orders.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { GradedLine } from '#components/create/ai-block.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { AI_GRADE } from '#tests/support/ai-grade.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** What a figure is reckoned by is that of what the bot trades, with the bot's own values. */

beforeAll(() => import('#components/bots/figures/figure-tip.tsx'));

inOwnTime(
  ({ url }) => {
    if (!url.includes('contracts')) return { code: 200, message: '', data: [marketRow('BTC_USDT')] };
    const inverse = { ...futuresContract(), name: 'BTC_USD', is_inverse: true, quanto_multiplier: '1' };
    const found = url.includes('settle=btc') ? inverse : { ...futuresContract(), quanto_multiplier: '0.0001' };
    return { code: 200, message: '', data: null, futures_contracts_data: [found] };
  },
  () => undefined,
);

async function tipOf(figure: TermId, bot: StrategyRow): Promise<{ formula: string; values: string[] }> {
  render(
    <ComponentHost>
      <FigureName figure={figure} bot={bot}>
        Figure
      </FigureName>
    </ComponentHost>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Figure' }));
  await pass(1_000);
  const said = screen.getByRole('dialog');
  return {
    formula: said.querySelector('[dir="ltr"]')?.textContent ?? '',
    values: [...said.querySelectorAll('dl > div')].map(({ textContent }) => textContent ?? ''),
  };
}

const HELD = { position: '3', position_value: '18.123', last_price: '60410', avg_hold_cost: '60000' };
const LINEAR = strategyRow({ strategy_type: 'futures_grid', settle: 'usdt', money_asset: 'USDT', ...HELD });
const COIN = strategyRow({
  ...{ strategy_type: 'futures_grid', settle: 'btc', market: 'BTC_USD', money_asset: 'BTC' },
  ...HELD,
});
const SPOT = strategyRow({ strategy_type: 'spot_grid', money_asset: 'USDT', ...HELD });

it.each([
  ['position_value', SPOT, 'Position × Last price', []],
  ['position_value', LINEAR, 'Position × Contract size × Last price', ['Contract size0.0001 BTC']],
  ['position_value', COIN, 'Position × Contract size ÷ Last price', ['Contract size1 USD']],
  ['average_cost', LINEAR, 'Σ Cost ÷ (Σ Quantity × Contract size)', ['Contract size0.0001 BTC']],
  ['average_cost', COIN, 'Σ Quantity × Contract size ÷ Σ Cost', ['Contract size1 USD']],
  ['unrealised_profit', COIN, '± (Cost − Position value)', []],
] as const)('%s of a bot: by the formula of what it trades', async (figure, bot, formula, values) => {
  const tip = await tipOf(figure, bot);
  expect(tip.formula).toBe(formula);
  for (const value of values) expect(tip.values.map((one) => one.replace(/[\u200e\u00a0]/g, ''))).toContain(value);
});

it.each([
  ['quantity × order price', SPOT, 'Quantity × Price of an order'],
  ['the size of its contracts', LINEAR, 'Quantity × Contract size × Price of an order'],
  ['that, divided by the price', COIN, 'Quantity × Contract size ÷ Price of an order'],
] as const)('what an order is worth is told beside its quantity as %s', async (_how, bot, formula) => {
  const order: RoundOrder = {
    ...{ cycle_index: 0, order_type: 'open', side: 'buy', order_price: '60000', match_price: '60000' },
    ...{ qty: '1', match_qty: '1', match_amount: '6', fee: '0', status: 'finished', finish_as: '', create_time: 1 },
  };
  render(
    <ComponentHost>
      <RoundOrders bot={bot} orders={[order]} error={undefined} isLoading={false} />
    </ComponentHost>,
  );
  await pass(1_000);
  fireEvent.click(screen.getAllByRole('button', { name: /^Amount/ })[0] as HTMLElement);
  await pass(1_000);
  expect(screen.getByRole('dialog').querySelector('[dir="ltr"]')?.textContent).toBe(formula);
});

it('a liquidation says its entry price and the size of its contract', async () => {
  const { values } = await tipOf('liquidation', LINEAR);
  const names = values.map((one) => /^\D*/.exec(one)?.[0]);
  expect(names).toEqual(expect.arrayContaining(['Entry price', 'Position', 'Contract size']));
});

it('a liquidation is reckoned of all that stands behind the position, which has no sign beside the two of the formula', async () => {
  const short = { ...LINEAR, position: '-3', margin: '9', liq_price: '61000' };
  const { formula, values } = await tipOf('liquidation', short);
  expect(formula).toContain('∓ (Equity − Unrealised profit) ÷ (Position × Contract size)');
  expect(values).toContain('Position3');
  expect(values.filter((one) => one.startsWith('Margin'))).toEqual([]);
});

it('just holding a portfolio is reckoned of all of its coins', async () => {
  const { formula } = await tipOf('holding', strategyRow({ strategy_type: 'smart-position' }));
  expect(formula).toBe('Σ (Target weight × (Last price ÷ First price − 1))');
});

it.each([
  ['money', 'keeping'],
  ['coin', 'holding'],
] as const)('what the AI is held against, %s, is explained as what it is', async (held, figure) => {
  const rates = { held_out_rate: '0.01', hold_rate: '0', median_rate: '0', neighbour_low: '0', neighbour_high: '0' };
  const judged = { ...AI_GRADE, folds: [], track: [AI_GRADE.track], ...rates } as unknown;
  render(
    <ComponentHost>
      <GradedLine judged={judged as Parameters<typeof GradedLine>[0]['judged']} held={held} kind="spot_grid" />
    </ComponentHost>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'a week, in weeks it had not seen' }));
  await pass(1_000);
  const options = [...screen.getByRole('dialog').querySelectorAll('option')].map(({ value }) => value);
  expect(options.filter((one) => ['keeping', 'holding'].includes(one))).toEqual([figure]);
});
