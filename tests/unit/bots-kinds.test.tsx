// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { BotCell } from '#components/bots/bot-cell.tsx';
import { instrumentOfBot, profitAssetOf } from '#components/bots/bot-instrument.ts';
import { BotDetailBody } from '#components/bots/detail/bot-detail-body.tsx';
import { DetailHeader } from '#components/bots/detail/detail-header.tsx';
import { FUND_FLOW_PAGE_SIZE } from '#components/bots/detail/flow-pages.ts';
import { isNearLiquidation } from '#components/bots/detail/holdings-tab.tsx';
import { orderTypeWords, type RoundOrder, roundOrderStatus } from '#components/bots/detail/round-order-status.ts';
import { closeAccountOf, closeTypesOf, legOf } from '#components/bots/terminate/close-leg.ts';
import { TerminateDialog } from '#components/bots/terminate/terminate-dialog.tsx';
import { toastsAtom } from '#lib/client/toasts.ts';
import { CONTRACT as CALLS, type ReplyOf } from '#lib/contract/contract.ts';
import { readReply } from '#lib/contract/read-reply.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import messages from '#messages/en/bots.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/futures/USDT/BTC_USDT' }));

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const FUTURES = (changes: Partial<StrategyRow> = {}): StrategyRow =>
  strategyRow({
    strategy_type: 'futures_grid',
    settle: 'usdt',
    money_asset: 'USDT',
    leverage: '5',
    side: 'buy',
    liq_price: '48000',
    full_liq_price: '49500',
    mark_price: '60000',
    funding: '-1.25',
    run_times: 1_000_000,
    ...changes,
  });
const MARTINGALE = (changes: Partial<StrategyRow> = {}): StrategyRow =>
  strategyRow({
    strategy_type: 'contract-martingale',
    settle: 'usdt',
    money_asset: 'USDT',
    run_times: 1_000_000,
    ...changes,
  });

const ORDER: RoundOrder = {
  cycle_index: 3,
  order_type: 'increase_order_2',
  side: 'buy',
  order_price: '59000',
  match_price: '59000',
  qty: '0.001',
  match_qty: '0.0004',
  match_amount: '23.6',
  fee: '0.01',
  status: 'running',
  finish_as: '',
  create_time: 1_700_000_000,
};

/** A ten-thousandth of a bitcoin. */
const CONTRACT = futuresContract({
  price_decimals: 0,
  min_quote_amount: '3',
  maintenance_rate: '0.003',
  taker_fee_rate: '0.00075',
  liquidation_fee_rate: '0.00075',
  funding_next_apply: 0,
  risk_tiers: [{ up_to: '500000', maintenance_rate: '0.003', leverage_max: 50 }],
});

let size: string;
let estimate: object;
/** The exchange answers nothing but that it is not there. */
let isDown: boolean;
/** The pages of every list; the second cannot be had. */
let pagecount: number;
const SECOND_PAGE = /[?&](page=2(&|$)|to=)/;
let bot: StrategyRow;

function answer({ url }: FakeCall): object {
  if (isDown || SECOND_PAGE.test(url)) return { code: 503, message: '' };
  return { ...replyTo(url), pagecount };
}

function replyTo(url: string): object {
  const path = url.split('?')[0] ?? '';
  if (path.endsWith('/cycle_orders')) {
    return ok({
      base_hold_amount: '0.0014',
      quote_hold_amount: '900',
      invest_total_amount: '100',
      average_hold_cost: '59500',
      take_profit_price: '60500',
      stop_loss_price: '',
      liq_price: '31000',
      margin: '50',
      margin_ratio: '0.05',
      orders: [ORDER],
    });
  }
  if (path.endsWith('/history-profit-with-cycles')) {
    return ok([
      { cycle_index: 2, create_time: 1, finish_time: 2, invest_amount: '100', profit: '1.5', settle: 'USDT' },
    ]);
  }
  if (path.endsWith('/profit-detail-by-cycle'))
    return ok({ orders: [{ ...ORDER, status: 'finished', finish_as: 'filled' }] });
  if (path.endsWith('/account_book')) {
    return ok([
      { time: 2, change: '-0.5', asset: 'USDT', type: 'funding' },
      { time: 1, change: '1000', asset: 'USDT', type: 'bot-fund' },
    ]);
  }
  if (path.includes('/order_book/')) {
    return ok({ ask: [], bid: [{ price: '59000', qty: '0.0105' }], total_qty: '0', total_match_qty: '0' });
  }
  if (path.includes('/grid_trading/')) {
    return ok({
      size,
      position_margin: '120',
      contract: 'BTC_USDT',
      settle: 'USDT',
      instrument_type: 'futures_usdt',
      base_price: '59000',
      liq_price: '48000',
      new_float_profit: '3.5',
      money: '1000',
      market: 'BTC_USDT',
    });
  }
  if (path.includes('/strategybot/position/'))
    return ok({ size, position_margin: '1', contract: 'BTC_USDT', settle: 'USDT' });
  if (path.endsWith('/compose_detail')) return ok({ position_info: null });
  if (/order_record_pair|arbitrage_records/.test(path)) return ok({ orders: [] });
  if (path.endsWith('/enquiry_price')) return ok({ price: '60000', last_price: '60000' });
  if (path.includes('/balance/')) return ok({ assets: { balances: [], risk: '' }, margin_asset: null });
  if (path.endsWith('/get_all_strategy')) return ok([bot]);
  if (path.endsWith('/calc_liq_price_ex')) return estimate;
  if (path.endsWith('/futures/contracts')) return { ...ok(null), futures_contracts_data: [CONTRACT] };
  if (path.includes('/strategy/stop/') || path.includes('/grid-trading/cancel/')) return ok({ strategy_id: 1 });
  return ok([]);
}

const asked = (path: string): FakeCall[] => calls.filter(({ url }) => url.includes(path));
async function openTab(row: StrategyRow, name: string): Promise<void> {
  render(
    <ComponentHost>
      <BotDetailBody bot={row} isOwn={false} />
    </ComponentHost>,
  );
  const tab = screen.getByRole('tab', { name });
  fireEvent.mouseDown(tab, { button: 0 });
  await pass(50);
}
const tabs = (): (string | null)[] => screen.getAllByRole('tab').map(({ textContent }) => textContent);

const calls = inOwnTime(answer, () => {
  isDown = false;
  pagecount = 1;
  size = '25';
  estimate = {
    ...ok(null),
    liq_price: '51000',
    short_liq_price: '--',
    held_liq_price: '50500',
    held_short_liq_price: '--',
  };
  getDefaultStore().set(toastsAtom, []);
  bot = FUTURES();
});

describe('where a bot trades', () => {
  it('is the contract of its settle asset, else the spot market: a preset may be either (H8)', () => {
    expect(instrumentOfBot(FUTURES())).toEqual({ market: 'BTC_USDT', type: 'futures_usdt' });
    expect(instrumentOfBot(FUTURES({ market: 'BTC_USD', settle: 'btc', money_asset: 'BTC' })).type).toBe('futures_btc');
    expect(instrumentOfBot(strategyRow({ strategy_type: 'martingale' })).type).toBe('spot');
    expect(instrumentOfBot(strategyRow({ strategy_type: 'macd' })).type).toBe('spot');
    expect(instrumentOfBot(strategyRow({ strategy_type: 'macd', settle: 'usdt' })).type).toBe('futures_usdt');
    expect(profitAssetOf(FUTURES({ market: 'BTC_USD', settle: 'btc', money_asset: 'BTC' }))).toBe('BTC');
    expect(profitAssetOf(strategyRow({ money_asset: 'BTC' }))).toBe('USDT');
  });
});

describe('both liquidation prices, wherever one is shown (H39, C-411)', () => {
  const params = gridParams();
  const cell = (row: StrategyRow): HTMLElement | null => {
    const column = TABLE_COLUMNS.futures_grid.find(({ id }) => id === 'liquidation');
    if (column === undefined) throw new Error('no column');
    render(
      <ComponentHost>
        <BotCell column={column} row={row} onTerminate={() => undefined} />
      </ComponentHost>,
    );
    return document.querySelector('.text-danger');
  };

  it('stand in the table side by side, red when one lies inside the grid', () => {
    expect(cell(FUTURES({ params, liq_price: '1', full_liq_price: '2' }))).toBeNull();
    expect(document.body.textContent).toContain('1 / 2');
    cleanup();
    expect(cell(FUTURES({ params, liq_price: '1', full_liq_price: '50000' }))?.textContent).toContain(
      'inside the grid',
    );
  });

  it.each([
    ['a futures grid', FUTURES(), 'Liquidation price if all orders fill'],
    [
      'a margin grid',
      strategyRow({ strategy_type: 'margin_grid', leverage: '3' }),
      'Forced close at, if all orders fill',
    ],
    ['a futures martingale', MARTINGALE(), 'Liquidation price if all orders fill'],
  ])('stand in the overview of %s', (_kind, row, label) => {
    render(
      <ComponentHost>
        <BotDetailBody bot={{ ...row, liq_price: '31000', full_liq_price: '32000' }} isOwn={false} />
      </ComponentHost>,
    );
    const said = screen.getByText(label).closest('div')?.textContent;
    expect(said).toContain('32,000');
    expect(screen.queryByText(/lies inside the grid/)).toBeNull();
  });

  it('warn in red above the figures when one lies inside the grid', () => {
    render(
      <ComponentHost>
        <BotDetailBody bot={FUTURES({ params, liq_price: '60000' })} isOwn={false} />
      </ComponentHost>,
    );
    expect(screen.getByRole('alert').textContent).toContain('lies inside the grid');
  });

  it('stand in the present round of a futures martingale', async () => {
    await openTab(MARTINGALE({ full_liq_price: '32000' }), 'Current round');
    expect(screen.getByText('Liquidation price now').closest('div')?.textContent).toContain('31,000');
    expect(screen.getByText('Liquidation price if all orders fill').closest('div')?.textContent).toContain('32,000');
  });
});

describe('liquidation with other money and leverage', () => {
  const toasts = () =>
    getDefaultStore()
      .get(toastsAtom)
      .map(({ tone, text }) => [tone, text]);
  const prices = (): string | null | undefined => document.querySelector('[data-estimate="long"]')?.textContent;

  it('is asked 500 ms after the last change, and tells both prices (M-316, M-203, E-333, H39)', async () => {
    await openTab(FUTURES({ money: '1000' }), 'Current holdings');
    fireEvent.change(screen.getByLabelText('Leverage'), { target: { value: '1' } });
    fireEvent.change(screen.getByLabelText('Leverage'), { target: { value: '10' } });
    await pass(499);
    expect(asked('calc_liq_price_ex')).toHaveLength(0);
    await pass(50);
    expect(asked('calc_liq_price_ex').map(({ body }) => body)).toEqual([
      { strategy_id: FUTURES().strategy_id, money: '1000', leverage: '10', follow_id: FUTURES().follow_id },
    ]);
    expect(prices()).toBe('50,500 / 51,000');
    expect(toasts()).toEqual([]);
  });

  it.each([
    [{ code: 500, message: 'the estimate is not available' }, 'the estimate is not available'],
    [{ code: 409, message: '', data: { issue: 'price-unknown' } }, 'the market has no price right now'],
  ])(
    'shows - when it fails, and says the server’s words in a toast and beside it: %j (E-320, M-340)',
    async (reply, text) => {
      estimate = reply;
      await openTab(FUTURES({ money: '1000' }), 'Current holdings');
      await pass(600);
      expect(prices()).toBe('-');
      expect(toasts()).toEqual([['warning', text]]);
      expect(screen.getByRole('alert').textContent).toBe(text);
    },
  );

  it('is of the bot as it stands now: an answer to the same question of before is not shown meanwhile, a refusal is said once', async () => {
    await openTab(FUTURES({ money: '1000' }), 'Current holdings');
    const type = async (leverage: string) => {
      fireEvent.change(screen.getByLabelText('Leverage'), { target: { value: leverage } });
      await pass(600);
    };
    await type('10');
    expect(prices()).toBe('50,500 / 51,000');
    await type('11');
    estimate = { code: 409, message: '', data: { issue: 'price-unknown' } };
    fireEvent.change(screen.getByLabelText('Leverage'), { target: { value: '10' } });
    expect(prices()).not.toContain('50,500');
    await pass(600);
    expect(prices()).toBe('-');
    await pass(120_000);
    expect(toasts()).toHaveLength(1);
  });

  it('typed away and back at once is a question that is open: no old price, no second toast of an old refusal', async () => {
    await openTab(FUTURES({ money: '1000' }), 'Current holdings');
    const type = (leverage: string) =>
      fireEvent.change(screen.getByLabelText('Leverage'), { target: { value: leverage } });
    type('10');
    await pass(600);
    expect(prices()).toBe('50,500 / 51,000');
    estimate = { code: 409, message: '', data: { issue: 'price-unknown' } };
    type('1');
    await pass(200);
    type('10');
    await pass(200);
    expect(prices()).not.toContain('50,500');
    await pass(400);
    expect(prices()).toBe('-');
    expect(toasts()).toHaveLength(1);
    const before = asked('calc_liq_price_ex').length;
    type('1');
    await pass(200);
    type('10');
    await pass(200);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked('calc_liq_price_ex')).toHaveLength(before);
  });

  it('is asked again after a bad reply, and then told (D1)', async () => {
    const good = estimate;
    estimate = { code: 503, message: '' };
    await openTab(FUTURES({ money: '1000' }), 'Current holdings');
    await pass(600);
    expect(prices()).toBe('-');
    estimate = good;
    await pass(2_000);
    expect(prices()).toBe('50,500 / 51,000');
    await pass(60_000);
    expect(asked('calc_liq_price_ex')).toHaveLength(2);
  });

  it('shows - without words where there are none (M-340)', async () => {
    estimate = { code: 500, message: '' };
    await openTab(FUTURES({ money: '1000' }), 'Current holdings');
    await pass(600);
    expect(prices()).toBe('-');
    expect(toasts()).toEqual([]);
  });
});

describe('a futures grid’s details', () => {
  const params = gridParams({ unit_qty: '0.001', stop_loss: '0.09', side: 'buy', leverage: '5' });

  it('have open orders and holdings while it runs (M-055)', async () => {
    await openTab(FUTURES(), 'Current holdings');
    expect(tabs()).toEqual(['Overview', 'Open orders', 'Current holdings', 'Trade history', 'Parameters']);
  });

  it('count their orders and the quantity of one grid in contracts, as the position does (M-055)', async () => {
    await openTab(FUTURES({ params }), 'Open orders');
    expect(screen.getAllByText('Quantity (contracts)')).toHaveLength(2);
    expect(screen.getByText('105')).toBeTruthy();
    cleanup();
    await openTab(FUTURES({ params }), 'Parameters');
    expect(screen.getByText('Contracts per grid').parentElement?.textContent).toBe('Contracts per grid10');
    expect(screen.getByText('Leverage').parentElement?.textContent).toBe('Leverage5X');
    expect(screen.getByText('Stop loss').parentElement?.textContent).toBe('Stop loss9%');
  });

  it('show the position with both liquidation prices and ask again every 10 s (M-103, M-170, M-350, E-297, E-332)', async () => {
    await openTab(FUTURES(), 'Current holdings');
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText('25 contracts', { exact: false })).toBeTruthy();
    expect(panel.getByText('48,000')).toBeTruthy();
    expect(panel.getByText('49,500')).toBeTruthy();
    const before = asked('/grid_trading/').length;
    await pass(10_000);
    expect(asked('/grid_trading/').length).toBe(before + 1);
  });

  it('and that of an arbitrage as often, not more (M-170, M-285, M-350)', async () => {
    await openTab(strategyRow({ strategy_type: 'spot-future-arbitrage', status: 'running' }), 'Overview');
    await pass(500);
    const before = asked('/grid_trading/').length;
    expect(before).toBe(1);
    await pass(9_000);
    expect(asked('/grid_trading/').length).toBe(before);
    await pass(1_000);
    expect(asked('/grid_trading/').length).toBe(before + 1);
  });

  it('warn in red when a liquidation price is within 1 % of the mark price', async () => {
    expect(isNearLiquidation('60000', ['48000', '59401'])).toBe(true);
    expect(isNearLiquidation('60000', ['48000', '59399'])).toBe(false);
    expect(isNearLiquidation('60000', ['--'])).toBe(false);
    await openTab(FUTURES({ full_liq_price: '59800' }), 'Current holdings');
    expect(screen.getByRole('alert').textContent).toContain('within 1%');
  });

  it('say leverage, margin, mark price, both liquidation prices and funding in the statistics (H14, M-093)', async () => {
    await openTab(FUTURES(), 'Overview');
    for (const text of ['5X', '48,000', '49,500']) expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.getByText('Funding so far')).toBeTruthy();
  });

  it('say the mark price of an exchange whose rows have none, as its contracts tell it, until the bot has ended (M-093, M-174)', async () => {
    await openTab(FUTURES({ mark_price: '' }), 'Overview');
    await pass(500);
    expect(screen.getAllByText('60,000').length).toBeGreaterThan(0);
    cleanup();
    await openTab(FUTURES({ mark_price: '', status: 'finished', step: 'stopped' }), 'Overview');
    await pass(500);
    expect(screen.queryByText('60,000')).toBeNull();
  });
});

describe('a tab whose calls fail', () => {
  const none = Object.values({
    ...messages.orders,
    ...messages.trades,
    ...messages.rounds,
    ...messages.flow,
    ...messages.holdings,
    ...messages.overview,
    gone: messages.detail.gone,
  }).filter((text): text is string => typeof text === 'string' && /^(no |there is|none)/i.test(text));
  const bots: readonly (readonly [string, StrategyRow])[] = [
    ...(['spot_grid', 'infinite_grid', 'macd', 'spot-future-arbitrage'] as const).map(
      (kind) => [kind, strategyRow({ strategy_type: kind, status: 'running' })] as const,
    ),
    ['futures_grid', FUTURES()],
    ['contract-martingale', MARTINGALE()],
  ];

  it.each(bots)(
    'of %s says that it is asked again, never that there is nothing; and keeps what it had (H55, D1)',
    async (_kind, row) => {
      expect(none.length).toBeGreaterThanOrEqual(4);
      render(
        <ComponentHost>
          <BotDetailBody bot={row} isOwn={false} />
        </ComponentHost>,
      );
      const names = tabs().map((name) => name ?? '');
      cleanup();
      for (const name of names) {
        isDown = true;
        const before = asked('').length;
        await openTab(row, name);
        await pass(600);
        const panel = () => screen.getByRole('tabpanel').textContent ?? '';
        for (const text of none) expect(panel(), `${name}: ${text}`).not.toContain(text);
        const isSaid = panel().includes('trying again');
        // Parameters stand in the row: what that tab asks for is only for what they may become.
        expect(isSaid, name).toBe(name !== 'Parameters' && asked('').length > before);
        isDown = false;
        await pass(61_000);
        expect(panel(), name).not.toContain('trying again');
        const good = panel();
        isDown = true;
        await pass(61_000);
        expect(panel(), name).toBe(good);
        cleanup();
      }
    },
  );
});

describe('a second page that fails', () => {
  const figures = ['14 contracts', '59,500', '60,500', '31,000'];
  const turn = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(50);
  };
  const panel = (): string => screen.getByRole('tabpanel').textContent ?? '';

  it.each([
    ['Current round', 'Add order 2', figures],
    ['Capital flow', 'Funding', []],
    ['Completed rounds', 'Round 2', []],
    ['Completed rounds', 'Add order 2', ['Round 2']],
  ])('of %s says so in place of its rows, keeps what is not of the page, and can be left', async (tab, row, stays) => {
    pagecount = 2;
    await openTab(MARTINGALE(), tab);
    if (tab === 'Completed rounds' && row !== 'Round 2') {
      fireEvent.click(within(screen.getByRole('table')).getByText('Round 2'));
      await pass(50);
    }
    expect(panel()).toContain(row);
    await turn('Next');
    expect(panel()).not.toContain(row);
    expect(panel()).toContain('trying again');
    expect(panel()).toContain('Page 2 of 2');
    for (const text of stays) expect(panel()).toContain(text);
    await turn('Previous');
    expect(panel()).toContain(row);
  });
});

describe('the rounds of a martingale', () => {
  it('the tabs of a running futures martingale are overview, current round, capital flow, completed rounds, parameters (M-052)', async () => {
    await openTab(MARTINGALE(), 'Current round');
    expect(tabs()).toEqual(['Overview', 'Current round', 'Capital flow', 'Completed rounds', 'Parameters']);
  });

  it('the tabs of a spot martingale are overview, current round – while it runs –, completed rounds, parameters (M-053)', async () => {
    const spot: Partial<StrategyRow> = { strategy_type: 'martingale', settle: '' };
    await openTab(MARTINGALE(spot), 'Completed rounds');
    expect(tabs()).toEqual(['Overview', 'Current round', 'Completed rounds', 'Parameters']);
    cleanup();
    await openTab(MARTINGALE({ ...spot, status: 'finished', step: 'stopped' }), 'Completed rounds');
    expect(tabs()).toEqual(['Overview', 'Completed rounds', 'Parameters']);
  });

  it('a running order is partly filled, canceled or unfilled by what is matched, a finished one says how it ended (M-144, M-145, M-146, M-147)', () => {
    expect(roundOrderStatus(ORDER)).toBe('partly_filled');
    expect(roundOrderStatus({ ...ORDER, match_qty: '10' })).toBe('canceled');
    expect(roundOrderStatus({ ...ORDER, match_qty: '0' })).toBe('unfilled');
    for (const finish of ['filled', 'cancelled', 'failed'] as const) {
      expect(roundOrderStatus({ ...ORDER, status: 'finished', finish_as: finish })).toBe(finish);
    }
    // An exchange of the documents may call what is over as it likes; how it ended nobody makes up.
    const reply = { code: 200, data: { orders: [{ ...ORDER, status: 'finish', finish_as: 'cancelled' }] } };
    const reading = readReply(CALLS.cycleOrders.reply, JSON.stringify(reply));
    const [over] = reading.ok ? ((reading.value as ReplyOf<'cycleOrders'>).data?.orders ?? []) : [];
    expect(roundOrderStatus(over ?? ORDER)).toBe('cancelled');
    expect(roundOrderStatus({ ...ORDER, status: 'finished', finish_as: '' })).toBeNull();
    expect(orderTypeWords('increase_order_12')).toEqual({ key: 'increase_order', index: 12 });
    expect(orderTypeWords('take_profit')).toEqual({ key: 'take_profit', index: 0 });
  });

  it('the current round says what is held, its average, exits and liquidation, and its orders (M-107, M-109, M-291)', async () => {
    await openTab(MARTINGALE(), 'Current round');
    expect(asked('/cycle_orders')[0]?.url).toContain('cycle_index=-1');
    const panel = within(screen.getByRole('tabpanel'));
    for (const text of ['14 contracts', '59,500', '60,500', '31,000']) expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getAllByText('Add order 2').length).toBeGreaterThan(0);
    expect(panel.getAllByText('partly filled').length).toBeGreaterThan(0);
  });

  it('completed rounds tell investment and profit, and open to their orders (M-108, M-292)', async () => {
    await openTab(MARTINGALE(), 'Completed rounds');
    const table = within(screen.getByRole('table'));
    fireEvent.click(table.getByText('Round 2'));
    await pass(50);
    expect(asked('/profit-detail-by-cycle')[0]?.url).toContain('cycle_index=2');
    expect(screen.getAllByText('filled').length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'All rounds' }));
    await pass(50);
    expect(screen.getAllByText('Round 2').length).toBeGreaterThan(0);
  });

  it('capital flow asks thirty entries a page of the fund book (M-112, M-294, M-382)', async () => {
    await openTab(MARTINGALE(), 'Capital flow');
    expect(FUND_FLOW_PAGE_SIZE).toBe(30);
    const [call] = asked('/account_book');
    expect(call?.url).toContain('page_size=30');
    expect(call?.url).toContain('query_type=fund');
    expect(screen.getAllByText('Funding').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Investment').length).toBeGreaterThan(0);
    expect(screen.getAllByText('+1,000 USDT').length).toBeGreaterThan(0);
  });
});

describe('a margin grid’s details', () => {
  it('say side and leverage, what coins it holds beside its loan, and interest in its asset', () => {
    const row = strategyRow({ strategy_type: 'margin_grid', side: 'sell', leverage: '3', interest: '0.02024136' });
    render(
      <ComponentHost>
        <DetailHeader bot={row} />
        <BotDetailBody bot={row} isOwn={false} />
      </ComponentHost>,
    );
    expect(screen.getByText('Short').parentElement?.textContent).toBe('Short 3X');
    expect(screen.getByText('Coins held')).toBeTruthy();
    expect(screen.getByText('0.0202 USDT')).toBeTruthy();
  });
});

describe('a martingale between rounds and at its end', () => {
  it('has no take-profit price and counts the rounds that it completed', () => {
    const row = strategyRow({
      strategy_type: 'martingale',
      side: 'buy',
      running_cycle: 0,
      match_times: 3,
      avg_hold_cost: '',
      take_profit_price: '0.003',
      position_profit: '-0.00000004',
    });
    render(
      <ComponentHost>
        <DetailHeader bot={row} />
        <BotDetailBody bot={row} isOwn={false} />
      </ComponentHost>,
    );
    expect(screen.getByText('Take-profit price').closest('div')?.textContent).toBe('Take-profit price--');
    expect(screen.getByText('Rounds').closest('div')?.textContent).toBe('Rounds3');
    expect(screen.queryByText('Long')).toBeNull();
    expect(document.querySelector('.text-fall')).toBeNull();
  });
});

describe('ending a bot of another kind', () => {
  async function terminate(row: StrategyRow): Promise<void> {
    bot = row;
    render(
      <ComponentHost>
        <TerminateDialog bot={row} onClose={() => undefined} />
      </ComponentHost>,
    );
    await pass(50);
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await pass(50);
  }

  it('closes a position at the market or by a limit, from the account of its contract (M-088, M-114, M-158)', async () => {
    expect(legOf(FUTURES())).toBe('futures');
    expect(closeAccountOf(FUTURES())).toBe('futures_usdt');
    expect(closeTypesOf(FUTURES())).toEqual(['market', 'limit']);
    expect(closeAccountOf(strategyRow({ strategy_type: 'margin_grid' }))).toBe('margin');
    expect(closeTypesOf(strategyRow())).toEqual(['market', 'limit', 'no_close']);
    await terminate(FUTURES());
    expect(asked('/stop-options').find(({ method }) => method === 'POST')?.body).toMatchObject({
      stop_options: [{ account: 'futures_usdt', type: 'market', market: 'BTC_USDT' }],
    });
    expect(asked('/grid-trading/cancel/')).toHaveLength(1);
  });

  it('martingales are stopped by strategy/stop with their type (M-310)', async () => {
    await terminate(MARTINGALE());
    expect(asked('/strategy/stop/')[0]?.url).toContain('strategy_type=contract-martingale');
    expect(asked('/grid-trading/cancel/')).toHaveLength(0);
  });

  it('without a position only a simple confirm that cancels open orders (M-151)', async () => {
    size = '0';
    await terminate(FUTURES());
    expect(asked('/stop-options').filter(({ method }) => method === 'POST')).toHaveLength(0);
    expect(asked('/grid-trading/cancel/')).toHaveLength(1);
  });
});
