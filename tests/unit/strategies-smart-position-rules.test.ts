import { describe, expect, it } from 'vitest';
import { runStrategyBody } from '#lib/contract/create-bodies.ts';
import { portfolioMinimum } from '#lib/formulas/portfolio-minimum.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import {
  addRefusal,
  broughtValue,
  canRemoveCoin,
  coinSpec,
  formatCoins,
  isListedHolding,
  mustConfirmHeld,
  parseCoins,
  withHeldShares,
} from '#lib/strategies/portfolio/coins.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { arbitrageSpec, portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { COINS, KIND_CASES } from './strategies-kind-cases.ts';

const SMART = STRATEGIES['smart-position'];
const ARBITRAGE = STRATEGIES['spot-future-arbitrage'];
const spec = portfolioSpec();
const COIN = 100_000_000n;
const smart = (changes: FormValues = {}): FormValues => ({ ...KIND_CASES['smart-position'].good, ...changes });
const HELD = smart({ coin_type: 'spot', ...COINS(['BTC', '60', '0.001'], ['ETH', '40', '0.02']), money: '100' });
const rowsOf = (values: FormValues) => parseCoins(values.coins ?? '') ?? [];
const PRICES = { BTC_USDT: 600_000, ETH_USDT: 20_000 };

function issuesOf(values: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  return SMART.check(values, checkContext({ spec, ...changes })).map(({ field, code }) => `${field} ${code}`);
}

describe('the coins of a smart position', () => {
  it('are a list of asset and percent, bought or brought (C-149, C-068)', () => {
    expect(rowsOf(smart())).toEqual([
      { asset: 'BTC', rate: '40', amount: '' },
      { asset: 'ETH', rate: '60', amount: '' },
    ]);
    expect(SMART.fields.find(({ name }) => name === 'coin_type')?.options?.map(({ value }) => value)).toEqual([
      'all',
      'spot',
    ]);
    expect(parseCoins('{"__proto__":[]}')).toBeNull();
  });

  it('can be removed while more than two are there (C-246, E-219)', () => {
    const three = rowsOf(COINS(['BTC', '40'], ['ETH', '30'], ['XRP', '30']));
    expect([canRemoveCoin(three, 2), canRemoveCoin(three.slice(1), 2)]).toEqual([true, false]);
    expect([canRemoveCoin(three.slice(1), 1), canRemoveCoin(three.slice(2), 1)]).toEqual([true, false]);
  });

  it('can be chosen once each, up to ten (C-328, C-329, C-321)', () => {
    const rows = rowsOf(smart());
    expect(addRefusal(rows, 'BTC')).toBe('pairs.twice');
    expect(addRefusal(rows, 'XRP')).toBeNull();
    const ten = Array.from({ length: 10 }, (_, index) => ({ asset: `C${index}`, rate: '10', amount: '' }));
    expect(addRefusal(ten, 'XRP')).toBe('pairs.most');
  });

  it('sum to exactly 100 %, each with at least 1 %, two at least (C-242, C-243, C-244, E-218, C-404)', () => {
    expect(issuesOf(smart())).toEqual([]);
    expect(issuesOf(smart(COINS(['BTC', '99'], ['ETH', '1'])))).toEqual([]);
    expect(issuesOf(smart(COINS(['BTC', '99.01'], ['ETH', '0.99'])))).toEqual(['coins pairs.share']);
    expect(issuesOf(smart(COINS(['BTC', '50'], ['ETH', '49.99'])))).toEqual(['coins pairs.total']);
    expect(issuesOf(smart(COINS(['BTC', '100'])))).toContain('coins pairs.least');
  });

  it('show what is left of 100 % while they are typed; only too much is a mistake then (C-245)', () => {
    const typing = (values: FormValues) => issuesOf(values, { phase: 'typing' });
    const remaining = (values: FormValues) =>
      SMART.summary(values, checkContext({ spec })).find(({ label }) => label === 'summary.remaining_percent')?.text;
    const partly = smart(COINS(['BTC', '40'], ['ETH', '12.5']));
    expect([remaining(partly), typing(partly)]).toEqual(['47.5', []]);
    const tooMuch = smart(COINS(['BTC', '40'], ['ETH', '60.5']));
    expect([remaining(tooMuch), typing(tooMuch)]).toEqual(['-0.5', ['coins pairs.total']]);
  });

  it('are those that have a market against USDT', () => {
    expect(coinSpec('BTC', spec)?.market).toBe('BTC_USDT');
    expect(coinSpec('XRP', spec)?.market).toBe('XRP_USDT');
    expect([coinSpec('PEPE', spec), coinSpec('constructor', spec)]).toEqual([undefined, undefined]);
    expect(coinSpec('BTC', testContract())).toBeUndefined();
  });

  it('start again when it is begun with other coins', () => {
    const next = SMART.reduce(smart(), 'coin_type', 'spot', spec);
    expect(next).toMatchObject({ coin_type: 'spot', coins: '', money: '' });
  });
});

describe('a smart position', () => {
  it('needs 10 USDT for each coin, or what the exchange asks for (C-241, C-418, E-217)', () => {
    expect(issuesOf(smart({ money: '20' }))).toEqual([]);
    expect(issuesOf(smart({ money: '19.99' }))).toEqual(['money money.min.create']);
    expect(issuesOf(smart({ money: '30' }), { minAmount: 31n * COIN })).toEqual(['money money.min.create']);
    expect(portfolioMinimum(2)).toBe(20n * COIN);
  });

  it('is rebalanced every 1–60 minutes, 1–24 hours or 1–28 days (C-336, C-132)', () => {
    const limits = [
      ['m', 60],
      ['h', 24],
      ['d', 28],
    ] as const;
    for (const [period_unit, most] of limits) {
      expect(issuesOf(smart({ period_unit, period: '1' }))).toEqual([]);
      expect(issuesOf(smart({ period_unit, period: String(most) }))).toEqual([]);
      expect(issuesOf(smart({ period_unit, period: String(most + 1) }))).toEqual(['period range']);
      expect(issuesOf(smart({ period_unit, period: '0' }))).toEqual(['period range']);
    }
  });

  it('or when a share is 0.1–50 % off (C-337, C-133)', () => {
    const byRatio = (threshold: string) => issuesOf(smart({ balance_type: '1', threshold }));
    expect([byRatio('0.1'), byRatio('50')]).toEqual([[], []]);
    expect([byRatio('0.09'), byRatio('50.1'), byRatio('')]).toEqual(
      Array.from({ length: 3 }, () => ['threshold range']),
    );
  });

  it('shows the settings of the chosen way alone (C-077)', () => {
    const shown = (values: FormValues) =>
      SMART.fields.filter(({ isShown }) => isShown?.(values, spec) !== false).map(({ name }) => name);
    expect(shown(smart())).toEqual(expect.arrayContaining(['period', 'period_unit']));
    expect(shown(smart())).not.toContain('threshold');
    expect(shown(smart({ balance_type: '1' }))).toContain('threshold');
    expect(SMART.reduce(smart({ threshold: '5' }), 'balance_type', '0', spec).threshold).toBe('');
  });

  it('has stops as percent without a sign, 0–100 (M-225, M-231, C-071)', () => {
    const stop = (text: string) => issuesOf(smart({ stop_loss_on: '1', stop_loss: text }));
    expect(stop('100')).toEqual([]);
    expect([stop('100.1'), stop('-1')]).toEqual(Array.from({ length: 2 }, () => ['stop_loss stop.ratio_range']));
    expect(SMART.reduce(smart({ stop_loss_on: '1', stop_loss: '5' }), 'stop_loss_on', '0', spec).stop_loss).toBe('');
  });

  it('sends coins with rates as fractions, and either a period or a threshold (C-162)', () => {
    const { params } = SMART.encode(smart({ stop_loss_on: '1', stop_loss: '12.5', close_flag: '1' }), spec);
    expect(params).toEqual({
      begin_money_currency: 'USDT',
      begin_money_amount: '20',
      is_use_base: '0',
      asset_info: [
        { asset: 'BTC', rate: '0.4' },
        { asset: 'ETH', rate: '0.6' },
      ],
      period: '1d',
      threshold: '',
      stop_loss: '0.125',
      stop_profit: '',
      close_flag: 1,
    });
    const byRatio = SMART.encode(smart({ balance_type: '1', threshold: '2.5' }), spec).params;
    expect(byRatio).toMatchObject({ period: '', threshold: '0.025' });
  });

  it('becomes exact engine parameters on the markets of its coins', () => {
    const ether = coinSpec('ETH', spec);
    expect(typedParams(SMART, smart({ period: '4', period_unit: 'h' }), spec, 100_000n)).toEqual({
      spec,
      coins: [
        { spec, feeRate: 100_000n, targetE8: 40_000_000n, brought: 0n },
        { spec: ether, feeRate: 100_000n, targetE8: 60_000_000n, brought: 0n },
      ],
      investment: 20n * COIN,
      rebalance: { type: 'time', intervalMs: 14_400_000 },
      stopLossE8: null,
      stopProfitE8: null,
      sellsAtEnd: false,
    });
    expect(() => typedParams(SMART, smart({ coins: '' }), spec, 0n)).toThrow();
  });

  it('shows masked rates as masked (M-101)', () => {
    const params = gridParams({
      period: '4h',
      asset_info: [
        { asset: 'BTC', rate: '-', amount: '' },
        { asset: 'ETH', rate: '0.25', amount: '' },
      ],
    });
    const rows = SMART.parameterRows(params, spec);
    expect(rows[0]).toMatchObject({ label: 'rows.coins', value: 'BTC - · ETH 25%' });
    expect(rows.find(({ label }) => label === 'rows.rebalance_period')?.value).toBe('4h');
  });
});

describe('a smart position of held coins', () => {
  it('lists what is worth more than 1 USDT and is a coin (C-324)', () => {
    const price = 60_000n * COIN;
    expect(isListedHolding('BTC', 1_667n, price)).toBe(true);
    expect(isListedHolding('BTC', 1_666n, price)).toBe(false);
    expect(isListedHolding('BTC', COIN / 60_000n, 60_000n * COIN)).toBe(false);
    for (const asset of ['USDT', 'USD', 'POINT', 'YEP']) expect(isListedHolding(asset, COIN, price)).toBe(false);
  });

  it('takes no more of a coin than there is, in at most 21 characters (C-325, C-326)', () => {
    const held = { BTC: 100_000n, ETH: 2_000_000n };
    expect(issuesOf(HELD, { held })).toEqual([]);
    expect(issuesOf(HELD, { held: { ...held, BTC: 99_999n } })).toEqual(['coins pairs.balance']);
    expect(issuesOf(HELD, { held: {} })).toEqual(['coins pairs.balance']);
    expect(issuesOf({ ...HELD, ...COINS(['BTC', '60', `0.${'0'.repeat(20)}`], ['ETH', '40', '1']) })).toEqual([
      'coins pairs.amount_length',
    ]);
    expect(issuesOf({ ...HELD, ...COINS(['BTC', '60', '0'], ['ETH', '40', '1']) })).toEqual([
      'coins pairs.amount_required',
    ]);
  });

  it('needs two coins with at least 1 % each (C-322, C-323)', () => {
    expect(issuesOf({ ...HELD, ...COINS(['BTC', '100', '1']) })).toContain('coins pairs.least');
    expect(issuesOf({ ...HELD, ...COINS(['BTC', '99.5', '1'], ['ETH', '0.5', '1']) })).toContain('coins pairs.share');
  });

  it('is not paid with cash, so that no balance is asked for', () => {
    expect(issuesOf(HELD, { available: 0n })).toEqual([]);
    expect(issuesOf(smart(), { available: 0n })).toEqual(['money money.balance.create']);
  });

  it('has the shares that its coins are worth now, filled up to 100 from the first on (C-327)', () => {
    expect(broughtValue(rowsOf(HELD), spec, PRICES)).toBe(100n * COIN);
    expect(withHeldShares(rowsOf(HELD), spec, PRICES)?.map(({ rate }) => rate)).toEqual(['60', '40']);
    const odd = rowsOf(COINS(['BTC', '', '0.001'], ['ETH', '', '0.0301']));
    expect(withHeldShares(odd, spec, PRICES)?.map(({ rate }) => rate)).toEqual(['50', '50']);
    expect(withHeldShares(odd, spec, { BTC_USDT: 600_000 })).toBeNull();
  });

  it('asks to confirm only when the coins are worth less than was said (C-214)', () => {
    const rows = rowsOf(HELD);
    expect(mustConfirmHeld(rows, '100', spec, PRICES)).toBe(false);
    expect(mustConfirmHeld(rows, '100.01', spec, PRICES)).toBe(true);
    expect(mustConfirmHeld(rows, '100', spec, {})).toBe(true);
  });

  it('sends what is brought of each, comes back as it was, and invests no cash (C-162)', () => {
    const payload = SMART.encode(HELD, spec);
    expect(payload.params).toMatchObject({
      is_use_base: '1',
      asset_info: [
        { asset: 'BTC', rate: '0.6', amount: '0.001' },
        { asset: 'ETH', rate: '0.4', amount: '0.02' },
      ],
    });
    expect(runStrategyBody.safeParse(payload).error).toBeUndefined();
    expect(SMART.decode(payload, spec)).toEqual(HELD);
    const params = typedParams(SMART, HELD, spec, 0n);
    expect([params.investment, ...params.coins.map(({ brought }) => brought)]).toEqual([0n, 100_000n, 2_000_000n]);
  });

  it('keeps its list as one text', () => {
    expect(formatCoins([])).toBe('');
    expect(parseCoins(formatCoins(rowsOf(HELD)))).toEqual(rowsOf(HELD));
  });
});

describe('an arbitrage', () => {
  const market = arbitrageSpec();
  const good = KIND_CASES['spot-future-arbitrage'].good;
  const codes = (values: FormValues, changes: Partial<CheckContext> = {}) =>
    ARBITRAGE.check({ ...good, ...values }, checkContext({ spec: market, ...changes })).map(
      ({ field, code }) => `${field} ${code}`,
    );

  it('has 1X, 2X and 3X, the second at first (C-292, E-344, M-373, C-072)', () => {
    const leverage = ARBITRAGE.fields.find(({ name }) => name === 'leverage');
    expect(leverage?.options?.map(({ value }) => value)).toEqual(['1', '2', '3']);
    expect(leverage?.section).toBe('advanced');
    expect(ARBITRAGE.defaults().leverage).toBe('2');
    expect(codes({ leverage: '4' })).toEqual(['leverage range']);
  });

  it('never goes beyond what the contract allows', () => {
    const narrow = { ...testSpec(), companions: { 'BTC_USDT@USDT': testContract({ leverageMax: 2 }) } };
    expect(codes({ leverage: '3' }, { spec: narrow })).toEqual(['leverage range']);
  });

  it('takes a spread with up to 12 decimals and keeps it as strict as it was said (C-338, C-134)', () => {
    expect(codes({ spread_rate: '0.123456789012' })).toEqual([]);
    expect(codes({ spread_rate: '0.1234567890123' })).toEqual(['spread_rate number.decimals']);
    expect(codes({ spread_rate: 'a' })).toEqual(['spread_rate number.format']);
    const spread = (text: string) => typedParams(ARBITRAGE, { ...good, spread_rate: text }, market, 0n).spreadE8;
    expect([spread('0.123456789012'), spread('0.1'), spread('')]).toEqual([123_456n, 100_000n, COIN]);
  });

  it('needs a market with a contract in its quote asset', () => {
    expect(codes({}, { spec: { ...testSpec(), companions: {} } })).toEqual(['arbitrage_market arbitrage.no_contract']);
    const inverse = { ...testSpec(), companions: { 'BTC_USDT@BTC': testContract({ isInverse: true, settle: 'BTC' }) } };
    expect(codes({}, { spec: inverse })).toContain('arbitrage_market arbitrage.no_contract');
  });

  it('refuses less than its minimum (C-248, E-246)', () => {
    expect(codes({ money: '9.99' }, { minAmount: 10n * COIN })).toEqual(['money money.min.create']);
  });

  it('sends pair, settle, money, leverage and the spread as a fraction (C-163)', () => {
    expect(ARBITRAGE.encode({ ...good, spread_rate: '0.05' }, market).params).toEqual({
      pair: 'BTC_USDT',
      settle: 'usdt',
      begin_money_amount: '1000',
      begin_money_currency: 'USDT',
      leverage: '2',
      spread_rate: '0.0005',
    });
  });

  it('shows the reference annual rate, both legs and the reserve (C-430, C-431)', () => {
    const summary = (changes: Partial<CheckContext>) =>
      Object.fromEntries(
        ARBITRAGE.summary(good, checkContext({ spec: market, ...changes })).map(({ label, text }) => [label, text]),
      );
    expect(summary({ nextFundingE8: 10_000n })).toMatchObject({
      'summary.reference_rate': '7.30',
      'summary.spot_leg': '666.000666',
      'summary.margin_leg': '333.00033301',
      'summary.funding_reserve': '0.99900099',
    });
    expect(summary({})['summary.reference_rate']).toBe('--');
    expect(summary({ nextFundingE8: -1n })['summary.funding_reserve']).toBe('0');
  });

  it('becomes exact engine parameters with both markets', () => {
    expect(typedParams(ARBITRAGE, good, market, 100_000n)).toEqual({
      spec: market,
      contract: testContract(),
      feeRate: 100_000n,
      investment: 1000n * COIN,
      leverage: 2,
      spreadE8: 100_000n,
    });
    expect(() => typedParams(ARBITRAGE, good, testSpec(), 0n)).toThrow();
  });
});

describe('details of portfolios', () => {
  it('are the overview alone, which holds the rest (M-056, M-113)', () => {
    const row = {} as never;
    for (const kind of ['smart-position', 'spot-future-arbitrage', 'compose-indicator'] as const) {
      expect(STRATEGIES[kind].tabs(row)).toEqual(['overview']);
    }
    expect(SMART.overviewBlocks?.(row)).toContain('holdings');
    expect(ARBITRAGE.overviewBlocks?.(row)).toContain('arbitrage-records');
    expect(STRATEGIES['compose-indicator'].overviewBlocks?.(row)).toContain('conditions');
  });
});
