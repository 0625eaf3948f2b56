// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profitFamilyOf } from '#components/bots/bot-state.ts';
import { OverviewBlocks } from '#components/bots/detail/blocks/overview-blocks.tsx';
import { holdingsOf } from '#components/bots/detail/blocks/portfolio-shares.ts';
import { KindRow } from '#components/bots/kind-row.tsx';
import { TerminateDialog } from '#components/bots/terminate/terminate-dialog.tsx';
import { FINISH_REASONS, OPERATION_TYPES, ORDER_ROLES, SIGNAL_TYPES } from '#lib/contract/bot-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { INDICATOR_KINDS, STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { RUNNABLE_KINDS, type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import botsEn from '#messages/en/bots.json' with { type: 'json' };
import publicEn from '#messages/en/public.json' with { type: 'json' };
import botsZh from '#messages/zh/bots.json' with { type: 'json' };
import publicZh from '#messages/zh/public.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const ok = (data: unknown, more: object = {}): object => ({ code: 200, message: '', data, ...more });
const market = (coin: string): object => marketRow(`${coin}_USDT`);
const balance = (currency: string, available: string): object => ({ currency, available, locked: '0' });

let calls: FakeCall[];
let position: object | null;
let tradesCode: number;
let legs: readonly object[];

const ANSWERS: Readonly<Record<string, () => object>> = {
  '/api/apiw/v2/market/spot_markets': () => ok(['BTC', 'ETH'].map(market)),
  '/api/apiw/v2/market/tickers': () =>
    ok([
      { market: 'BTC_USDT', last: '100' },
      { market: 'ETH_USDT', last: '50' },
    ]),
  '/api/apiw/v2/quant-trading/strategybot/strategy_balances': () =>
    ok({ spot: [balance('BTC', '6'), balance('ETH', '6'), balance('USDT', '100')] }),
  '/api/apiw/v2/grid-trading/balance/7': () =>
    ok({ assets: { balances: [balance('BTC', '6'), balance('ETH', '6'), balance('USDT', '100')], risk: '' } }),
  '/api/grid_trading/7': () =>
    ok({
      size: '-1',
      liq_price: '150',
      entry_price: '99',
      position_margin: '1',
      mark_price: '100',
      full_liq_price: '',
    }),
  '/api/apiw/v2/quant-trading/strategybot/compose_detail': () => ok({ ...BOT, position_info: position }),
  '/api/apiw/v2/quant-trading/strategybot/arbitrage_records': () =>
    tradesCode === 200 ? ok({ orders: legs }) : { code: tradesCode, message: '' },
};

const record = (account: string, side: string): object => ({
  finish_time: 1_700_000_000,
  account,
  side,
  profit: account === 'futures' ? '1.5' : '0',
  match_price: '100',
  match_qty: '0.26',
  fee: '0.1',
  order_type: 'close',
});

const BOT = {
  strategy_id: 7,
  strategy_type: 'smart-position',
  strategy_name: 'mine',
  market: 'BTC_USDT',
  settle: '',
  status: 'running',
  step: 'running',
  behavior_status: 'running',
  money: '1000',
  money_asset: 'USDT',
  position: '6',
  position_value: '600',
  run_times: 8_000_000,
  finish_as: '',
  abstract: '',
  funding: '2',
  mark_price: '100',
  liq_price: '150',
  avg_hold_cost: '99',
  params: {
    period: '',
    threshold: '0.05',
    is_use_base: '0',
    begin_money_amount: '1000',
    stop_loss: '',
    stop_profit: '',
    close_flag: 0,
    asset_info: [
      { asset: 'BTC', rate: '0.5', amount: '' },
      { asset: 'ETH', rate: '0.5', amount: '' },
    ],
  },
} as unknown as StrategyRow;

function show(children: React.ReactNode): void {
  render(<ComponentHost>{children}</ComponentHost>);
}

beforeEach(() => {
  position = { size: '0.5', entry_price: '90', value: '50', profit: '5' };
  tradesCode = 200;
  legs = [record('futures', 'sell'), record('spot', 'buy')];
  const fake = fakeFetch(({ url }) => ANSWERS[url.split('?')[0] ?? '']?.() ?? { code: 404, message: 'unknown' });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('every word of the wire has words on screen, in both languages', () => {
  const LANGUAGES = [
    ['en', botsEn, publicEn],
    ['zh', botsZh, publicZh],
  ] as const;
  for (const [language, bots, pages] of LANGUAGES) {
    const missing = (words: object, keys: readonly string[]): readonly string[] =>
      keys.filter((key) => ((words as Record<string, unknown>)[key] ?? '') === '');

    it(`${language}: kinds, roles, signals, reasons, operations, blocks and columns (E-375, M-126, M-393)`, () => {
      expect(missing(bots.kind, STRATEGY_TYPES)).toEqual([]);
      expect(missing(pages.kind, STRATEGY_TYPES)).toEqual([]);
      expect(missing(bots.trades.role, ORDER_ROLES)).toEqual([]);
      expect(missing(bots.trades.signal, SIGNAL_TYPES)).toEqual([]);
      expect(missing(bots.reason, FINISH_REASONS)).toEqual([]);
      expect(missing(bots.operation, OPERATION_TYPES)).toEqual([]);
      const blocks = RUNNABLE_KINDS.flatMap((kind) => STRATEGIES[kind].overviewBlocks?.(BOT) ?? []);
      expect(missing(bots.detail.block, blocks)).toEqual([]);
      const columns = RUNNABLE_KINDS.flatMap((kind) => TABLE_COLUMNS[kind].map(({ id }) => id));
      expect(missing(bots.columns, columns)).toEqual([]);
    });
  }
});

describe('the row of kinds', () => {
  const row = (running: Readonly<Record<string, number>>, kind: RunnableKind = 'spot_grid') => {
    const onChange = vi.fn();
    show(<KindRow kinds={CREATABLE_KINDS} kind={kind} numberOf={(one) => running[one] ?? 0} onChange={onChange} />);
    return onChange;
  };
  const shown = (): string[] => screen.getAllByRole('radio').map((one) => one.parentElement?.textContent ?? '');

  it('leaves the indicator bots without bots to the list behind it', () => {
    const onChange = row({ macd: 2 });
    expect(shown()).toContain('MACD (2)');
    expect(shown()).not.toContain('Bollinger bands');
    expect(shown()).toHaveLength(CREATABLE_KINDS.length - INDICATOR_KINDS.length + 1);
    fireEvent.change(screen.getByLabelText('More kinds'), { target: { value: 'boll' } });
    expect(onChange).toHaveBeenCalledWith('boll');
  });

  it('shows the chosen kind, whatever it has', () => {
    row({}, 'keltner');
    expect((screen.getByLabelText('Keltner channel') as HTMLInputElement).checked).toBe(true);
  });
});

describe('the detail of a smart position', () => {
  it('shows each coin’s share beside its target, and the money left (M-056)', async () => {
    show(<OverviewBlocks bot={BOT} />);
    const holdings = within(screen.getByRole('region', { name: 'Holdings' }));
    await waitFor(() => expect(holdings.getByRole('row', { name: /^BTC/ }).textContent).toContain('60.00%'));
    expect(holdings.getByRole('row', { name: /^BTC/ }).textContent).toContain('+10.00%');
    expect(holdings.getByRole('row', { name: /^ETH/ }).textContent).toContain('-20.00%');
    expect(holdings.getByRole('row', { name: /^USDT/ }).textContent).toContain('10.00%');
    expect(screen.getByRole('region', { name: 'Parameters' }).textContent).toContain('BTC');
  });

  it('of a recurring buy has each coin’s share of a purchase, which nothing that it holds is brought back to', async () => {
    const params = { ...gridParams(), ...BOT.params };
    show(<OverviewBlocks bot={{ ...BOT, strategy_type: 'recurring-buy', params }} />);
    const holdings = within(screen.getByRole('region', { name: 'Holdings' }));
    await waitFor(() => expect(holdings.getByRole('row', { name: /^BTC/ }).textContent).toContain('60.00%'));
    expect(holdings.getByRole('columnheader', { name: /In each purchase/ })).toBeTruthy();
    expect(holdings.queryByRole('columnheader', { name: /target/i })).toBeNull();
    expect(holdings.getByRole('row', { name: /^BTC/ }).textContent).not.toContain('+10.00%');
  });

  it('says that its coins are hidden where they are', () => {
    show(<OverviewBlocks bot={{ ...BOT, params: null }} />);
    expect(screen.getByRole('region', { name: 'Holdings' }).textContent).toContain('hidden');
  });

  it('gives shares of what has a known price', () => {
    const rows = holdingsOf(
      [
        { asset: 'BTC', rate: '0.5' },
        { asset: 'NEW', rate: '0.5' },
      ],
      [
        { currency: 'BTC', available: '1', locked: '1' },
        { currency: 'NEW', available: '5', locked: '0' },
      ],
      'USDT',
      (name) => (name === 'BTC_USDT' ? '10' : ''),
    );
    expect(rows.map(({ asset, share }) => [asset, share])).toEqual([
      ['BTC', 1],
      ['NEW', null],
    ]);
  });
});

describe('the detail of an arbitrage', () => {
  const ARBITRAGE = {
    ...BOT,
    strategy_type: 'spot-future-arbitrage',
    params: { ...(BOT.params as object), leverage: '2', spread_rate: '' },
  } as StrategyRow;

  it('lists the legs that were traded with their profit (M-113, M-298)', async () => {
    show(<OverviewBlocks bot={ARBITRAGE} />);
    const records = within(screen.getByRole('region', { name: 'Arbitrage records' }));
    await waitFor(() => expect(records.getAllByRole('row')[1]?.textContent).not.toBe(''));
    const [, contract, spot] = records.getAllByRole('row').map(({ textContent }) => textContent);
    expect(contract).toContain('SellContractClosing');
    expect(contract).toContain('0.260000 BTC');
    expect(contract).toContain('+1.5000');
    expect(spot).toContain('BuySpotClosing');
    const asked = calls.find(({ url }) => url.includes('arbitrage_records'))?.url ?? '';
    expect([...new URLSearchParams(asked.split('?')[1]).keys()].sort()).toEqual(['page', 'page_size', 'strategy_id']);
  });

  it('shows those of an exchange that says neither account nor our words for them (M-113)', async () => {
    legs = [{ ...record('', 'sell'), account: '', order_type: '' }];
    show(<OverviewBlocks bot={ARBITRAGE} />);
    const records = within(screen.getByRole('region', { name: 'Arbitrage records' }));
    await waitFor(() => expect(records.getAllByRole('row')[1]?.textContent).toContain('0.260000 BTC'));
    expect(records.getAllByRole('row')[1]?.textContent).not.toMatch(/Contract|Spot|Opening|arbitrage/);
  });

  it('keeps them closed where the owner does (C-348)', async () => {
    tradesCode = 403;
    show(<OverviewBlocks bot={ARBITRAGE} />);
    await screen.findByText('The owner does not show the trades of this bot');
  });
});

describe('the detail of an indicator bot', () => {
  const MACD = { ...BOT, strategy_type: 'macd', params: null } as StrategyRow;

  it('shows what it holds, read by strategy_id and strategy_type (M-300)', async () => {
    show(<OverviewBlocks bot={MACD} />);
    await screen.findByText('0.500000 BTC');
    const asked = calls.find(({ url }) => url.includes('compose_detail'))?.url ?? '';
    expect(asked).toContain('strategy_id=7');
    expect(asked).toContain('strategy_type=macd');
  });

  it('says when it holds nothing, and when that may not be seen', async () => {
    position = { size: '0', entry_price: '', value: '0', profit: '0' };
    show(<OverviewBlocks bot={MACD} />);
    await screen.findByText(/No position/);
    cleanup();
    position = null;
    show(<OverviewBlocks bot={MACD} />);
    await screen.findByText(/position of this bot is hidden/);
  });
});

describe('the position of a bot on several markets, or by conditions', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['spot-future-arbitrage', '/grid_trading/7'],
    ['macd', 'compose_detail'],
  ] as const)('of %s is asked for every 10 s, as of the other kinds (M-170, E-297, E-332)', async (kind, path) => {
    vi.useFakeTimers();
    const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
    show(<OverviewBlocks bot={{ ...BOT, strategy_type: kind, params: null } as StrategyRow} />);
    await pass(100);
    const asked = (): number => calls.filter(({ url }) => url.includes(path)).length;
    expect(asked()).toBe(1);
    await pass(9_000);
    expect(asked()).toBe(1);
    await pass(1_000);
    expect(asked()).toBe(2);
  });
});

describe('the end of a bot of several markets', () => {
  it('is one for all of its coins: no market close of two coins, no limit (M-160)', async () => {
    show(<TerminateDialog bot={BOT} onClose={() => undefined} />);
    const keep = (await screen.findByLabelText(/Keep held coins/)) as HTMLInputElement;
    expect(keep.checked).toBe(true);
    expect((screen.getByLabelText(/Market close/) as HTMLInputElement).disabled).toBe(true);
    expect(screen.queryByLabelText(/Limit close/)).toBeNull();
    expect(screen.queryByText('Price spread')).toBeNull();
  });

  it('sells all where the parameters say so, without a question', async () => {
    const selling = { ...BOT, params: { ...(BOT.params as object), close_flag: 1 } } as StrategyRow;
    show(<TerminateDialog bot={selling} onClose={() => undefined} />);
    await screen.findByText(/All coins are sold/);
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
  });
});

it('profits have the name of what made them (H14)', () => {
  expect(profitFamilyOf('infinite_grid')).toBe('grid');
  expect(profitFamilyOf('contract-martingale')).toBe('round');
  for (const kind of ['smart-position', 'spot-future-arbitrage', ...INDICATOR_KINDS]) {
    expect(profitFamilyOf(kind)).toBe('realised');
  }
});
