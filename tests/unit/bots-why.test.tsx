// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { BotDetailBody } from '#components/bots/detail/bot-detail-body.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const PLACE = { market: 'BTC_USDT', account: 'spot' };
const TIME = 1_760_000_000;

let why: object;
let isDown: boolean;

const EVENTS = [
  {
    ...{
      ...PLACE,
      time: TIME,
      kind: 'placed',
      reason: 'counter-order',
      side: 'sell',
      level: 4,
      price: '61000',
      qty: '0.01',
    },
    cause: { fill: { number: 12, side: 'buy', price: '60500', time: TIME }, operation: '', round: 0 },
  },
  {
    ...{
      ...PLACE,
      time: TIME,
      kind: 'cancelled',
      reason: 'paused',
      side: 'buy',
      level: 2,
      price: '59000',
      qty: '0.01',
    },
    cause: { fill: null, operation: 'pause', round: 0 },
  },
  {
    ...{
      ...PLACE,
      time: TIME,
      kind: 'withheld',
      reason: 'no-funds',
      side: 'buy',
      level: 1,
      price: '58000',
      qty: '0.01',
    },
    cause: { fill: null, operation: '', round: 3 },
  },
  // Of an exchange that says no cause, and a word that we do not know.
  { ...PLACE, time: TIME, kind: 'placed', reason: 'moon-phase', side: 'buy', level: 0, price: '57000', qty: '0.01' },
];

function answer({ url }: FakeCall): object | null {
  if (url.includes('capabilities')) return { code: 200, message: '', data: ['why'] };
  if (url.includes('/why/')) return isDown ? { code: 500, message: '' } : why;
  if (url.includes('order_reason')) {
    return { code: 200, message: '', data: EVENTS, page: 1, pagecount: 1, totalcount: EVENTS.length };
  }
  return { code: 200, message: '', data: [], page: 1, pagecount: 1, totalcount: 0 };
}

async function open(changes: Partial<StrategyRow> = {}): Promise<void> {
  render(
    <ComponentHost>
      <BotDetailBody bot={strategyRow({ params: gridParams({}), ...changes })} isOwn />
    </ComponentHost>,
  );
  await pass(1_000);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Why' }), { button: 0 });
  await pass(1_000);
}

const told = (data: object): object => ({ code: 200, message: '', data });

beforeAll(() => import('#components/bots/why/why-tab.tsx'));
inOwnTime(answer, () => {
  isDown = false;
  const missing = [
    { ...PLACE, side: 'buy', level: 3, price: '60000', reason: 'below-minimum' },
    { ...PLACE, side: 'sell', level: 5, price: '61500', reason: 'at-price' },
  ];
  why = told({ waits_for: 'above_range', is_quiet: true, last_trade: TIME, missing });
});

describe('why a bot does what it does', () => {
  it('is said at the top of one that has been quiet for a week, and line by line', async () => {
    await open();
    expect(screen.getByRole('alert').textContent).toMatch(/No trade for 7 days: the price is above its range\./);
    const missing = within(screen.getByRole('region', { name: 'Lines without an order' }));
    expect(missing.getByRole('heading').textContent).toBe('Lines without an order (2)');
    expect(missing.getAllByText("Below the market's smallest order").length).toBeGreaterThan(0);
    expect(
      missing.getAllByText('The empty line of the grid: its orders rest on the other lines').length,
    ).toBeGreaterThan(0);
  });

  it('is said of each order with what brought it about: the fill, what was done, the round; an unknown word as it came', async () => {
    await open();
    const timeline = within(screen.getByRole('region', { name: 'What became of its orders' }));
    const rows = within(timeline.getByRole('table')).getAllByRole('row').slice(1);
    const causes = rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
    expect(causes).toEqual([
      'Counter-order · answers fill 12, a purchase at 60,500',
      'The bot is paused · Paused',
      'Its money is used up by other orders · round 3',
      'moon-phase',
    ]);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      'Sell placed',
      'Buy cancelled',
      'Buy withheld',
      'Buy placed',
    ]);
  });

  it('has the market of each order of a portfolio, which has no lines', async () => {
    await open({ strategy_type: 'smart-position' });
    for (const name of ['Lines without an order', 'What became of its orders']) {
      const table = within(within(screen.getByRole('region', { name })).getByRole('table'));
      const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
      expect(heads).toContain('Market');
      expect(heads).not.toContain('Line');
    }
  });

  it('is not asked of a copy whose parameters are closed, nor said to be nothing after a bad reply', async () => {
    render(
      <ComponentHost>
        <BotDetailBody bot={strategyRow({ params: null })} isOwn />
      </ComponentHost>,
    );
    await pass(1_000);
    expect(screen.queryByRole('tab', { name: 'Why' })).toBeNull();
    cleanup();
    isDown = true;
    await open();
    expect(screen.queryByText(/Every line of the bot/)).toBeNull();
    isDown = false;
    why = told({ waits_for: 'order', is_quiet: false, last_trade: 0, missing: [] });
    await pass(30_000);
    expect(
      screen.getByText(/It has not traded yet\. Now it waits: the price has reached none of its orders\./),
    ).toBeTruthy();
    expect(screen.getByText('Every line of the bot has its order.')).toBeTruthy();
  });
});
