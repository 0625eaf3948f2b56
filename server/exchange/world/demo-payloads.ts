import { COMPOSE_KINDS, type ComposeKind } from '#lib/contract/vocabulary.ts';
import { ARBITRAGE_LEVERAGES } from '#lib/kinds/arbitrage/definition/values.ts';
import { SPOT_FUTURE_ARBITRAGE } from '#lib/kinds/arbitrage/definition.ts';
import { definitionOf, type PayloadByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { ComposePayload } from '#lib/kinds/indicator/definition/payload.ts';
import { formatCoins } from '#lib/kinds/smart-position/definition/coins.ts';
import { SMART_POSITION } from '#lib/kinds/smart-position/definition.ts';
import { formatAmount, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { BotWish } from './bot-wishes.ts';

/** The market that a wish is written for. */
export interface WishedMarket {
  readonly last: number;
  /** Highest less lowest price of the days before, ticks. */
  readonly range: number;
  readonly grids: number;
  /** USDT units of one coin of the profit asset. */
  readonly assetInUsdt: bigint;
}

type Write<K extends RunnableKind> = (spec: MarketSpec, wish: BotWish, place: WishedMarket) => PayloadByKind[K];

type WriteCompose = (spec: MarketSpec, wish: BotWish, place: WishedMarket) => ComposePayload;

const COMPOSE_WRITERS = Object.fromEntries(
  COMPOSE_KINDS.map((kind): [ComposeKind, WriteCompose] => [
    kind,
    (spec, wish, place) => writeCompose(kind, spec, wish, place),
  ]),
) as Record<ComposeKind, WriteCompose>;

/** How a wish of each kind becomes a payload. One that is missing does not compile. */
const WRITERS: { readonly [K in RunnableKind]: Write<K> } = {
  spot_grid: writeSpotGrid,
  futures_grid: writeFuturesGrid,
  infinite_grid: writeInfiniteGrid,
  margin_grid: writeMarginGrid,
  martingale: (spec, wish, place) => writeMartingale('martingale', spec, wish, place),
  'contract-martingale': (spec, wish, place) => writeMartingale('contract-martingale', spec, wish, place),
  'smart-position': writeSmartPosition,
  'spot-future-arbitrage': writeArbitrage,
  ...COMPOSE_WRITERS,
};

export function payloadOf<K extends RunnableKind>(
  kind: K,
  spec: MarketSpec,
  wish: BotWish,
  place: WishedMarket,
): PayloadByKind[K] {
  return WRITERS[kind](spec, wish, place);
}

function priceText(spec: MarketSpec, ticks: number): string {
  return formatTicks(spec, Math.max(1, Math.round(ticks)));
}

function rangeOf(wish: BotWish, { last, range }: WishedMarket): { low: number; high: number } {
  const low = Math.max(Math.ceil(last * 0.2), Math.round(last - range * wish.reachDown));
  return { low, high: Math.round(last + range * wish.reachUp) };
}

/** Name, words and flags of every kind. */
export function extrasOf(spec: MarketSpec, wish: BotWish) {
  return {
    strategy_name: `${spec.base} ${wish.name}`,
    abstract: wish.abstract,
    follow_fee_rate: `${wish.followFee}`,
    is_hide: wish.isHide ? (1 as const) : (0 as const),
    is_hide_order: wish.isHideOrder ? (1 as const) : (0 as const),
  };
}

function writeSpotGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['spot_grid'] {
  const { last, range, grids } = place;
  const { low, high } = rangeOf(wish, place);
  const isSelling = wish.investsBase;
  const edge = (isLow: boolean): string =>
    priceText(spec, isLow ? (low - 0.5 * range > 0 ? low - 0.5 * range : low * 0.7) : high + 0.5 * range);
  const trigger = isSelling ? last + (high - last) * 0.4 : last - (last - low) * 0.4;
  return {
    strategy_type: 'spot_grid',
    market: spec.market,
    instrument_type: 'spot',
    leverage: '1',
    low_price: priceText(spec, low),
    high_price: priceText(spec, high),
    grid_num: `${grids}`,
    price_type: wish.spacing === 'geometric' ? '1' : '0',
    is_use_base: isSelling ? '1' : '0',
    money: moneyText(spec, wish, place, isSelling),
    stop_loss: wish.hasStopLoss ? edge(!isSelling) : '',
    stop_profit: wish.hasTakeProfit ? edge(isSelling) : '',
    qty_type: wish.ratio > 0 ? '1' : '0',
    qty_rate: wish.ratio > 0 ? `${wish.ratio}` : '',
    store_coin_flag: wish.keepsCoins ? 1 : 0,
    stop_upward_price: wish.trailsUp ? priceText(spec, high * 1.5) : '',
    stop_downward_price: wish.trailsDown ? priceText(spec, low * 0.5) : '',
    moving_average_momentum: wish.trailsUp || wish.trailsDown ? `${wish.momentum}` : '',
    trigger_price: wish.hasTrigger ? priceText(spec, trigger) : '',
    init_position_slip: '',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    is_less_low_stop: 0,
    is_over_high_stop: 0,
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}

function writeFuturesGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['futures_grid'] {
  const { low, high } = rangeOf(wish, place);
  return {
    strategy_type: 'futures_grid',
    market: spec.market,
    instrument_type: marketKindOf(spec),
    leverage: `${wish.leverage}`,
    side: wish.side,
    low_price: priceText(spec, low),
    high_price: priceText(spec, high),
    grid_num: `${place.grids}`,
    price_type: wish.spacing === 'geometric' ? '1' : '0',
    money: moneyText(spec, wish, place, false),
    stop_loss: wish.hasStopLoss ? '0.08' : '',
    stop_profit: wish.hasTakeProfit ? '0.3' : '',
    trigger_price: '',
    trigger_price_type: '0',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}

/** A spot grid with a loan: its own money on the quote side, no trailing, stops by the side. */
function writeMarginGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['margin_grid'] {
  const plain = { ...wish, investsBase: false, trailsUp: false, trailsDown: false, hasTrigger: false };
  const isStopped = wish.side === 'buy';
  const grid = writeSpotGrid(
    spec,
    { ...plain, hasStopLoss: wish.hasStopLoss && isStopped, hasTakeProfit: wish.hasTakeProfit && isStopped },
    place,
  );
  return {
    ...grid,
    strategy_type: 'margin_grid',
    instrument_type: 'margin_grid',
    leverage: `${Math.min(wish.leverage, 5)}`,
    side: wish.side,
  };
}

function writeInfiniteGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['infinite_grid'] {
  return {
    strategy_type: 'infinite_grid',
    market: spec.market,
    instrument_type: 'infinite_grid',
    low_price: `${wish.move}`,
    high_price: `${wish.move}`,
    is_use_base: wish.investsBase ? '1' : '0',
    money: moneyText(spec, wish, place, wish.investsBase),
    stop_loss: wish.hasStopLoss && !wish.investsBase ? priceText(spec, place.last * 0.8) : '',
    stop_profit: '',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    store_coin_flag: wish.keepsCoins ? 1 : 0,
    trigger_price: '',
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}

function writeMartingale<K extends 'martingale' | 'contract-martingale'>(
  kind: K,
  spec: MarketSpec,
  wish: BotWish,
  place: WishedMarket,
): PayloadByKind['martingale'] {
  const { step, adds, multiplier, takeProfit, transactionType } = wish.ladder;
  const isContract = spec.contract !== undefined;
  const asset = spec.contract?.settle ?? spec.quote;
  return {
    strategy_type: kind,
    params: {
      pair: spec.market,
      settle: asset.toLowerCase(),
      begin_money_currency: asset,
      begin_money_amount: moneyText(spec, wish, place, false),
      is_ai: 0,
      transaction_type: isContract && transactionType === 'hoarding' ? 'low-risk-arbitrage' : transactionType,
      take_profit_per_cycle: `${takeProfit}`,
      stop_loss_per_cycle: wish.hasStopLoss ? `${(step * 3).toFixed(3)}` : '',
      max_order_amount: `${adds}`,
      price_steps: `${step}`,
      amount_multiplier: `${multiplier}`,
      enable_free_params: 0,
      price_step_details: [],
      ...(isContract
        ? { leverage: `${wish.leverage}`, side: wish.side === 'sell' ? ('sell' as const) : ('buy' as const), size: '' }
        : { price_step_type: 'rate' as const }),
    },
    ...extrasOf(spec, wish),
  };
}

/** Shares that sum to 100, the first coin's the largest. */
function writeSmartPosition(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['smart-position'] {
  const { others, size, everyHours, threshold } = wish.basket;
  const coins = [spec.base, ...others].slice(0, size);
  const share = Math.floor(100 / coins.length);
  const values = {
    ...SMART_POSITION.defaults(spec),
    coins: formatCoins(
      coins.map((asset, index) => ({
        asset,
        rate: `${index === 0 ? 100 - share * (coins.length - 1) : share}`,
        amount: '',
      })),
    ),
    money: moneyText(spec, wish, place, false),
    balance_type: everyHours === null ? '1' : '0',
    period: `${everyHours ?? 4}`,
    period_unit: 'h',
    threshold: `${threshold}`,
    close_flag: wish.keepsCoins ? '0' : '1',
  };
  return { ...SMART_POSITION.encode(values, spec), ...extrasOf(spec, wish) };
}

function writeArbitrage(spec: MarketSpec, wish: BotWish, place: WishedMarket): PayloadByKind['spot-future-arbitrage'] {
  const values = {
    ...SPOT_FUTURE_ARBITRAGE.defaults(spec),
    money: moneyText(spec, wish, place, false),
    leverage: `${Math.min(wish.leverage, ARBITRAGE_LEVERAGES.length)}`,
    spread_rate: '1',
  };
  return { ...SPOT_FUTURE_ARBITRAGE.encode(values, spec), ...extrasOf(spec, wish) };
}

/** The kind's own conditions; half of the money at a time. */
function writeCompose(kind: ComposeKind, spec: MarketSpec, wish: BotWish, place: WishedMarket): ComposePayload {
  const definition = definitionOf<ComposeKind>(kind);
  const defaults = definition.defaults(spec);
  const values = {
    ...defaults,
    ...(defaults.open_ratio === undefined ? {} : { open_ratio: '0.5' }),
    money: moneyText(spec, wish, place, false),
    side: wish.side === 'sell' ? 'sell' : 'buy',
    leverage: `${Math.min(wish.leverage, 5)}`,
    pft_increase_ptn: wish.keepsCoins ? 'Y' : 'N',
  };
  // Indicator bots ask for a profit share of at least 5 % (C-317).
  const follow_fee_rate = `${Math.max(0.05, wish.followFee)}`;
  return { ...definition.encode(values, spec), ...extrasOf(spec, wish), follow_fee_rate };
}

/** The wished USDT in the investment asset, rounded up to what its form takes. */
function moneyText(spec: MarketSpec, wish: BotWish, { last, assetInUsdt }: WishedMarket, isBase: boolean): string {
  const inAsset = mulDivUp(BigInt(wish.money) * UNITS_PER_COIN, UNITS_PER_COIN, assetInUsdt);
  if (!isBase) return formatAmount(roundUp(inAsset, 100n));
  const inBase = mulDivUp(inAsset, UNITS_PER_COIN, BigInt(last) * spec.tickUnits);
  return formatAmount(roundUp(inBase, spec.lotUnits));
}

function roundUp(units: bigint, step: bigint): bigint {
  return ((units + step - 1n) / step) * step;
}
