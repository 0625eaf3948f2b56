import { INDICATOR_KINDS, type IndicatorKind, PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import type { Comparator } from '#lib/indicators/comparators.ts';
import { DEFAULT_CONDITION } from '#lib/indicators/condition.ts';
import type { KlinePeriod } from '#lib/indicators/kline-periods.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { formatConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';

type Changes = Readonly<Record<string, unknown>>;

/** How a kind is created in the exchange's tests: the call, a body that every check lets through, and bad values of it. */
export interface KindBody {
  readonly call: 'createGrid' | 'runStrategy';
  readonly stop: 'cancelGrid' | 'stopStrategy';
  /** Account that pays, and the asset. */
  readonly account: 'spot' | 'margin' | 'futures_usdt' | 'futures_btc';
  readonly asset: string;
  readonly instrument: string;
  body(exchange: TestExchange, changes?: Changes): Record<string, unknown>;
  /** Changes of the body that the exchange refuses again, and the field that it names. */
  readonly refused: readonly (readonly [changes: Changes, field: string])[];
}

/** A price of the instrument as the wire writes it: the last one times a factor. */
export function priceAt(exchange: TestExchange, instrument: string, factor: number): string {
  const spec = exchange.feed.spec(instrument);
  const last = exchange.feed.lastTicks(instrument, exchange.clock.nowMs());
  if (spec === undefined || last === null) throw new Error(`no price of ${instrument}`);
  return formatTicks(spec, Math.round(last * factor));
}

function rangeOf(exchange: TestExchange, instrument: string) {
  return {
    low_price: priceAt(exchange, instrument, 0.97),
    high_price: priceAt(exchange, instrument, 1.03),
    grid_num: '20',
    price_type: '0',
    fundpass: 'paper-fund',
  };
}

const RANGE_REFUSED = [
  [{ low_price: '0' }, 'low_price'],
  [{ high_price: '1' }, 'high_price'],
  [{ grid_num: '1' }, 'grid_num'],
  [{ grid_num: '501' }, 'grid_num'],
  [{ money: '0.01' }, 'money'],
  [{ money: '99999999' }, 'money'],
] as const;

function martingaleParams(changes: Changes) {
  return {
    pair: 'BTC_USDT',
    settle: 'usdt',
    begin_money_currency: 'USDT',
    begin_money_amount: '2000',
    is_ai: 0,
    transaction_type: 'high-risk-arbitrage',
    take_profit_per_cycle: '0.01',
    stop_loss_per_cycle: '',
    max_order_amount: '5',
    price_steps: '0.01',
    price_step_type: 'rate',
    amount_multiplier: '1.5',
    enable_free_params: 0,
    price_step_details: [],
    ...changes,
  };
}

const MARTINGALE_REFUSED = [
  [{ params: { price_steps: '0.5' } }, 'price_steps'],
  [{ params: { max_order_amount: '31' } }, 'max_order_amount'],
  [{ params: { amount_multiplier: '3' } }, 'amount_multiplier'],
  [{ params: { take_profit_per_cycle: '0' } }, 'take_profit_per_cycle'],
  [{ params: { begin_money_amount: '99999999' } }, 'money'],
] as const;

/** Half of a bot's money in bitcoin and half in ether, looked at every hour. */
const SMART_PARAMS = {
  begin_money_currency: 'USDT',
  begin_money_amount: '3000',
  is_use_base: '0',
  asset_info: [
    { asset: 'BTC', rate: '0.5' },
    { asset: 'ETH', rate: '0.5' },
  ],
  period: '1h',
  threshold: '',
  stop_loss: '',
  stop_profit: '',
  close_flag: 1,
};

/** Bitcoin and ether for 300 every hour, ten times. */
const RECURRING_PARAMS = {
  begin_money_currency: 'USDT',
  begin_money_amount: '3000',
  each_amount: '300',
  asset_info: [
    { asset: 'BTC', rate: '0.6' },
    { asset: 'ETH', rate: '0.4' },
  ],
  period: '1h',
  first_time: 0,
  stop_profit: '',
};

const ARBITRAGE_PARAMS = {
  pair: 'BTC_USDT',
  settle: 'usdt',
  begin_money_amount: '3000',
  begin_money_currency: 'USDT',
  leverage: '2',
  spread_rate: '0.05',
};

/** A run body whose params are changed one by one. */
function paramsBody(kind: string, params: Changes, changes: Changes) {
  const { params: changed, ...rest } = changes as { params?: Changes };
  return { strategy_type: kind, params: { ...params, ...changed }, fundpass: 'paper-fund', ...rest };
}

/** Where the bots of an indicator kind stand in these tests: on contracts what can only be made there, and two presets. */
const ON_CONTRACTS: readonly IndicatorKind[] = ['compose-indicator', 'boll', 'keltner'];

/** Of 5-minute K-lines, so that hours bring trades. */
function indicatorParams(exchange: TestExchange, kind: IndicatorKind): Changes {
  const isOnContract = ON_CONTRACTS.includes(kind);
  const spec = exchange.feed.spec(isOnContract ? 'BTC_USDT@USDT' : 'BTC_USDT');
  if (spec === undefined) throw new Error('no bitcoin');
  const { defaults, encode } = definitionOf<IndicatorKind>(kind);
  // Textbook channels of 2.5 % are wider than the price goes in hours.
  const narrow: FormValues = kind === 'percent-channel' ? { arg_percent: '0.2' } : {};
  const values: FormValues = { ...defaults(spec), money: '3000', kline_period: '5m', open_ratio: '0.5', ...narrow };
  return encode(values.conditions === undefined ? values : { ...values, conditions: BRISK_CONDITIONS }, spec).params;
}

const ALTERNATING = (period: string, comparatorName: Comparator) => ({
  period: period as KlinePeriod,
  conditions: [{ ...DEFAULT_CONDITION, comparatorName }],
});

/** Opens while the MACD histogram is above 0 and closes below, on 5-minute K-lines; adds once it has grown. */
const BRISK_CONDITIONS = formatConditions({
  open: { side: 'open', ratio: '0.5', ...ALTERNATING('5m', 'gt') },
  close: { side: 'close', ...ALTERNATING('5m', 'lt') },
  increase: { side: 'increase', ratio: '0.1', ...ALTERNATING('15m', 'gt') },
  reduce: { side: 'reduce', ratio: '0.5', ...ALTERNATING('15m', 'lt') },
});

function indicatorBody(kind: IndicatorKind): KindBody {
  const isOnContract = ON_CONTRACTS.includes(kind);
  const isPreset = (PRESET_KINDS as readonly string[]).includes(kind);
  const wrongPlace = kind === 'compose-indicator' ? '' : 'usdt';
  return {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: isOnContract ? 'futures_usdt' : 'spot',
    asset: 'USDT',
    instrument: isOnContract ? 'BTC_USDT@USDT' : 'BTC_USDT',
    body: (exchange, changes = {}) => ({
      follow_fee_rate: '0.05',
      ...paramsBody(kind, indicatorParams(exchange, kind), changes),
    }),
    refused: [
      [{ params: { begin_money_amount: '1' } }, 'money'],
      [{ params: { begin_money_amount: '1500001' } }, 'money'],
      [{ params: { pair: 'NONE_USDT' } }, 'market'],
      [{ follow_fee_rate: '0.04' }, 'follow_fee_rate'],
      ...(isOnContract
        ? ([
            [{ params: { leverage: '11' } }, 'leverage'],
            [{ params: { stop_rate: '0.05' } }, 'stop_rate'],
          ] as const)
        : []),
      ...(isPreset
        ? ([[{ params: { compose_conditions: JSON.parse(BRISK_CONDITIONS) } }, 'compose_conditions']] as const)
        : ([[{ params: { compose_conditions: UNKNOWN_PERIOD } }, 'conditions']] as const)),
      ...(kind === 'compose-indicator' || kind === 'spot-compose-indicator'
        ? ([[{ params: { settle: wrongPlace } }, 'settle']] as const)
        : []),
    ],
  };
}

const UNKNOWN_PERIOD = {
  open: { side: 'open', ratio: '0.5', ...ALTERNATING('7m', 'gt') },
  close: { side: 'close', ...ALTERNATING('5m', 'lt') },
};

const INDICATOR_BODIES = Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, indicatorBody(kind)])) as Record<
  IndicatorKind,
  KindBody
>;

function runBody(kind: string, params: Changes, changes: Changes) {
  const { params: changed, ...rest } = changes as { params?: Changes };
  return { strategy_type: kind, params: { ...martingaleParams(params), ...changed }, fundpass: 'paper-fund', ...rest };
}

/** Every kind that runs. One without a body does not compile. */
export const KIND_BODIES: { readonly [K in RunnableKind]: KindBody } = {
  spot_grid: {
    call: 'createGrid',
    stop: 'cancelGrid',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (exchange, changes) => ({
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      instrument_type: 'spot',
      leverage: '1',
      money: '3000',
      is_use_base: '0',
      qty_type: '0',
      store_coin_flag: 0,
      ...rangeOf(exchange, 'BTC_USDT'),
      ...changes,
    }),
    refused: [...RANGE_REFUSED, [{ leverage: '2' }, 'leverage'], [{ instrument_type: 'x' }, 'instrument_type']],
  },
  futures_grid: {
    call: 'createGrid',
    stop: 'cancelGrid',
    account: 'futures_usdt',
    asset: 'USDT',
    instrument: 'BTC_USDT@USDT',
    body: (exchange, changes) => ({
      strategy_type: 'futures_grid',
      market: 'BTC_USDT',
      instrument_type: 'futures_usdt',
      leverage: '5',
      side: 'buy',
      money: '2000',
      ...rangeOf(exchange, 'BTC_USDT@USDT'),
      ...changes,
    }),
    refused: [...RANGE_REFUSED, [{ leverage: '51' }, 'leverage'], [{ instrument_type: 'spot' }, 'instrument_type']],
  },
  margin_grid: {
    call: 'createGrid',
    stop: 'cancelGrid',
    account: 'margin',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (exchange, changes) => ({
      strategy_type: 'margin_grid',
      market: 'BTC_USDT',
      instrument_type: 'margin_grid',
      leverage: '3',
      side: 'buy',
      money: '2000',
      is_use_base: '0',
      qty_type: '0',
      store_coin_flag: 0,
      ...rangeOf(exchange, 'BTC_USDT'),
      ...changes,
    }),
    refused: [
      ...RANGE_REFUSED,
      [{ leverage: '1' }, 'leverage'],
      [{ leverage: '11' }, 'leverage'],
      [{ instrument_type: 'spot' }, 'instrument_type'],
    ],
  },
  infinite_grid: {
    call: 'createGrid',
    stop: 'cancelGrid',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (_exchange, changes) => ({
      strategy_type: 'infinite_grid',
      market: 'BTC_USDT',
      instrument_type: 'infinite_grid',
      low_price: '0.003',
      high_price: '0.003',
      is_use_base: '0',
      money: '4000',
      store_coin_flag: 0,
      fundpass: 'paper-fund',
      ...changes,
    }),
    refused: [
      [{ low_price: '0' }, 'low_price'],
      [{ high_price: '2' }, 'high_price'],
      [{ money: '1' }, 'money'],
      [{ money: '99999999' }, 'money'],
      [{ instrument_type: 'spot' }, 'instrument_type'],
    ],
  },
  martingale: {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (_exchange, changes = {}) => runBody('martingale', {}, changes),
    refused: MARTINGALE_REFUSED,
  },
  'contract-martingale': {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: 'futures_usdt',
    asset: 'USDT',
    instrument: 'BTC_USDT@USDT',
    body: (_exchange, changes = {}) =>
      runBody('contract-martingale', { leverage: '5', side: 'buy', size: '' }, changes),
    refused: [...MARTINGALE_REFUSED, [{ params: { leverage: '51' } }, 'leverage']],
  },
  'smart-position': {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (_exchange, changes = {}) => paramsBody('smart-position', SMART_PARAMS, changes),
    refused: [
      [{ params: { begin_money_amount: '19' } }, 'money'],
      [{ params: { begin_money_amount: '99999999' } }, 'money'],
      [{ params: { period: '29d' } }, 'period'],
      [{ params: { period: '', threshold: '0.6' } }, 'threshold'],
      [{ params: { asset_info: [{ asset: 'BTC', rate: '1' }] } }, 'coins'],
      [{ params: { asset_info: [...SMART_PARAMS.asset_info, { asset: 'SOL', rate: '0.1' }] } }, 'coins'],
      [{ params: { asset_info: [{ asset: 'NONE', rate: '0.5' }, SMART_PARAMS.asset_info[1]] } }, 'coins'],
      [{ params: { asset_info: [SMART_PARAMS.asset_info[0], SMART_PARAMS.asset_info[0]] } }, 'coins'],
    ],
  },
  'recurring-buy': {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (_exchange, changes = {}) => paramsBody('recurring-buy', RECURRING_PARAMS, changes),
    refused: [
      [{ params: { begin_money_amount: '299' } }, 'money'],
      [{ params: { begin_money_amount: '99999999' } }, 'money'],
      [{ params: { each_amount: '9' } }, 'each_amount'],
      [{ params: { period: '3h' } }, 'every'],
      [{ params: { first_time: 1_700_000_001 } }, 'first_time'],
      [{ params: { stop_profit: '1.01' } }, 'stop_profit'],
      [{ params: { asset_info: [] } }, 'coins'],
      [{ params: { asset_info: [{ asset: 'BTC', rate: '0.9' }] } }, 'coins'],
      [{ params: { asset_info: [RECURRING_PARAMS.asset_info[0], RECURRING_PARAMS.asset_info[0]] } }, 'coins'],
    ],
  },
  'spot-future-arbitrage': {
    call: 'runStrategy',
    stop: 'stopStrategy',
    account: 'spot',
    asset: 'USDT',
    instrument: 'BTC_USDT',
    body: (_exchange, changes = {}) => paramsBody('spot-future-arbitrage', ARBITRAGE_PARAMS, changes),
    refused: [
      [{ params: { begin_money_amount: '1' } }, 'money'],
      [{ params: { begin_money_amount: '99999999' } }, 'money'],
      [{ params: { leverage: '4' } }, 'leverage'],
      [{ params: { settle: 'btc' } }, 'arbitrage_market'],
      [{ params: { settle: 'eth' } }, 'settle'],
      [{ params: { pair: 'ETH_BTC' } }, 'market'],
    ],
  },
  ...INDICATOR_BODIES,
};

/** A smart position of half a bitcoin and four ether that the trader has. */
export function heldCoins(changes: Changes = {}) {
  return {
    params: {
      is_use_base: '1',
      // What half a bitcoin and four ether are worth in these tests.
      begin_money_amount: '32884.56',
      asset_info: [
        { asset: 'BTC', rate: '0.6', amount: '0.5' },
        { asset: 'ETH', rate: '0.4', amount: '4' },
      ],
      ...changes,
    },
  };
}

/** Creates a bot of a kind and lets the market start it. Returns its id. */
export async function startKind(
  exchange: TestExchange,
  who: Who,
  kind: RunnableKind,
  changes: Changes = {},
): Promise<number> {
  const { call, body } = KIND_BODIES[kind];
  const { code, data } = await exchange.send(call, { who, body: { is_hide: 0, ...body(exchange, changes) } });
  if (code !== 200) throw new Error(`${call} of ${kind} answered ${code} ${JSON.stringify(data)}`);
  await exchange.pass(1_000);
  return data.strategy_id;
}

/** The row of a bot as its owner's detail has it. */
export async function rowOf(exchange: TestExchange, who: Who, id: number, kind: string) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

/** The trades of a plan as an owner confirms them. */
export const shownActions = (actions: readonly Readonly<Record<string, string>>[]) =>
  actions.map(({ action, amount, currency }) => ({ action, amount, currency }));
