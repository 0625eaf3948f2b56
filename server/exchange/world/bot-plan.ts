import type { RunnableKind } from '#lib/engine/registry.ts';
import { formatAmount, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { definitionOf, type PayloadByKind } from '#lib/strategies/registry.ts';
import { usdtPrice } from '../bots/bot-equity.ts';
import { checkContext, planOf, valuesOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { BotWish } from './bot-wishes.ts';

const MINUTE_MS = 60_000;
/** Days before the start whose range measures how far the price usually goes. */
const LOOK_BACK_MS = 7 * 86_400_000;
/** A market that stood still still gets a range of this share of its price. */
const LEAST_RANGE = 0.02;
/** Fewest grids that a wish is cut down to. */
const LEAST_GRIDS = 4;

/**
 * Turns a wish into a payload at the prices of `timeMs`. It has to pass the same check as everybody's: where it does
 * not (the return per grid is below the fee, the money below the minimum), grids are taken away; then it is given up
 * (null).
 */
export function planBot(feed: MarketFeed, spec: MarketSpec, wish: BotWish, timeMs: number): StoredPayload | null {
  const last = feed.lastTicks(spec.market, timeMs);
  const price = usdtPrice(feed, spec.quote, timeMs);
  if (last === null || price === null) return null;
  const range = usualRange(feed, spec.market, last, timeMs);
  for (let grids = Math.min(wish.grids, spec.maxGrid); grids >= LEAST_GRIDS; grids = Math.floor(grids * 0.75)) {
    const payload = payloadOf(spec, wish, { last, range, grids, quoteInUsdt: price });
    if (isAllowed(feed, 'spot_grid', payload, spec, timeMs)) return payload;
  }
  return null;
}

/** Whether a payload passes the check that everybody's has to pass, the minimum included. */
export function isAllowed<K extends RunnableKind>(
  feed: MarketFeed,
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
  timeMs: number,
): boolean {
  const values = valuesOf(kind, payload, spec);
  const isRight = (minAmount: bigint | null): boolean =>
    definitionOf(kind)
      .check(values, checkContext(feed, spec, kind, { available: null, minAmount }, timeMs))
      .every(({ severity }) => severity !== 'error');
  const last = feed.lastTicks(instrumentOf(spec), timeMs);
  return last !== null && isRight(null) && isRight(planOf(feed, kind, payload, spec, last, timeMs).minimum);
}

/** Highest less lowest price of the days before, ticks. */
function usualRange(feed: MarketFeed, market: string, last: number, timeMs: number): number {
  const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  const { open, high, low } = feed.minutes(market, Math.max(0, toMs - LOOK_BACK_MS), toMs, toMs);
  let highest = last;
  let lowest = last;
  for (let i = 0; i < open.length; i += 1) {
    if ((open[i] as number) < 0) continue;
    if ((high[i] as number) > highest) highest = high[i] as number;
    if ((low[i] as number) < lowest) lowest = low[i] as number;
  }
  return Math.max(highest - lowest, last * LEAST_RANGE);
}

interface Place {
  readonly last: number;
  readonly range: number;
  readonly grids: number;
  /** USDT units of one quote coin. */
  readonly quoteInUsdt: bigint;
}

function payloadOf(spec: MarketSpec, wish: BotWish, { last, range, grids, quoteInUsdt }: Place): StoredPayload {
  const low = Math.max(Math.ceil(last * 0.2), Math.round(last - range * wish.reachDown));
  const high = Math.round(last + range * wish.reachUp);
  const price = (ticks: number): string => formatTicks(spec, Math.max(1, Math.round(ticks)));
  const isSelling = wish.investsBase;
  const edge = (isLow: boolean): string =>
    isLow ? price(low - 0.5 * range > 0 ? low - 0.5 * range : low * 0.7) : price(high + 0.5 * range);
  const trigger = isSelling ? last + (high - last) * 0.4 : last - (last - low) * 0.4;
  return {
    strategy_type: 'spot_grid',
    market: spec.market,
    instrument_type: 'spot',
    leverage: '1',
    low_price: price(low),
    high_price: price(high),
    grid_num: `${grids}`,
    price_type: wish.spacing === 'geometric' ? '1' : '0',
    is_use_base: isSelling ? '1' : '0',
    money: moneyText(spec, wish, last, quoteInUsdt),
    stop_loss: wish.hasStopLoss ? edge(!isSelling) : '',
    stop_profit: wish.hasTakeProfit ? edge(isSelling) : '',
    qty_type: wish.ratio > 0 ? '1' : '0',
    qty_rate: wish.ratio > 0 ? `${wish.ratio}` : '',
    store_coin_flag: wish.keepsCoins ? 1 : 0,
    stop_upward_price: wish.trailsUp ? price(high * 1.5) : '',
    stop_downward_price: wish.trailsDown ? price(low * 0.5) : '',
    moving_average_momentum: wish.trailsUp || wish.trailsDown ? `${wish.momentum}` : '',
    trigger_price: wish.hasTrigger ? price(trigger) : '',
    init_position_slip: '',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    is_less_low_stop: 0,
    is_over_high_stop: 0,
    strategy_name: `${spec.base} ${wish.name}`,
    abstract: wish.abstract,
    follow_fee_rate: `${wish.followFee}`,
    is_hide: wish.isHide ? 1 : 0,
    is_hide_order: wish.isHideOrder ? 1 : 0,
    param_source: 'manual',
  };
}

/** The wished USDT in the investment asset, rounded up to what its form takes. */
function moneyText(spec: MarketSpec, wish: BotWish, last: number, quoteInUsdt: bigint): string {
  const inQuote = mulDivUp(BigInt(wish.money) * UNITS_PER_COIN, UNITS_PER_COIN, quoteInUsdt);
  if (!wish.investsBase) return formatAmount(roundUp(inQuote, 100n));
  const inBase = mulDivUp(inQuote, UNITS_PER_COIN, BigInt(last) * spec.tickUnits);
  return formatAmount(roundUp(inBase, spec.lotUnits));
}

function roundUp(units: bigint, step: bigint): bigint {
  return ((units + step - 1n) / step) * step;
}
