import { TRANSACTION_TYPE_OF } from '#lib/contract/ai-params.ts';
import { isCreatable, isMadeOn } from '#lib/kinds/catalogue.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { isRunnable } from '../bots/bot-kinds.ts';
import type { Handlers } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract, findSpec } from '../market/instruments.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { ok } from '../replies/reply.ts';
import { type Found, find, fraction, recommendationOf } from './ai-recommendation.ts';
import type { SearchTarget } from './search-jobs.ts';

type Parts = Pick<ExchangeParts, 'store' | 'feed'>;
type GridCall = 'aiSpotGrid' | 'aiFuturesGrid' | 'aiInfiniteGrid' | 'gridBacktestProfit' | 'aiTrades';
type AiCall = GridCall | 'aiParams' | 'martingaleBacktestProfit';

/**
 * What the searches have found, from the store; 404 `ai-not-computed` while they have not (forms then stay in manual
 * mode). Every rate stands beside how it was judged, and is never annualised.
 */
export function aiHandlers(parts: Parts): Pick<Handlers, AiCall> {
  return { ...gridHandlers(parts), ...kindHandlers(parts) };
}

/** The grids' documented calls. */
function gridHandlers(parts: Parts): Pick<Handlers, GridCall> {
  const { feed } = parts;
  return {
    aiSpotGrid: async ({ query, nowMs }) => {
      const found = await find(parts, target('spot_grid'), findSpec(feed, query.symbol), query.cycle, nowMs);
      return 'code' in found ? found : withRange(parts, found);
    },
    aiFuturesGrid: async ({ query, nowMs }) => {
      const spec = findContract(feed, query.market, query.settle);
      const found = await find(parts, target('futures_grid'), spec, query.cycle, nowMs);
      return 'code' in found ? found : withRange(parts, found);
    },
    aiInfiniteGrid: async ({ query, nowMs }) => {
      const found = await find(parts, target('infinite_grid'), findSpec(feed, query.market), query.cycle, nowMs);
      if ('code' in found) return found;
      const { low_price, high_price } = found.typed;
      return ok({
        ...(await recommendationOf(parts, found)),
        low_price: fraction(low_price),
        high_price: fraction(high_price),
      });
    },
    gridBacktestProfit: async ({ query, nowMs }) => {
      const grid = gridTarget(query.strategy_type);
      const spec =
        grid !== null && isMadeOn(grid.kind, 'futures')
          ? findContract(feed, query.market, 'usdt')
          : findSpec(feed, query.market);
      const found = await find(parts, grid, spec, query.cycle, nowMs);
      return 'code' in found ? found : ok(await recommendationOf(parts, found));
    },
    aiTrades: async ({ query, nowMs }) => {
      const { market, instrument_type: type } = query;
      const grid = gridTarget(type.startsWith('futures') ? 'futures_grid' : type);
      const found = await find(parts, grid, specOf(feed, market, type), query.cycle, nowMs);
      if ('code' in found) return found;
      return ok(
        found.record.trades.map(([timeMs, side, price, amount]) => ({
          time: Math.floor(timeMs / 1000),
          side,
          price,
          amount,
        })),
      );
    },
  };
}

/** Of martingales the documented call, of every other kind one by its type. */
function kindHandlers(parts: Parts): Pick<Handlers, 'aiParams' | 'martingaleBacktestProfit'> {
  const { feed } = parts;
  return {
    aiParams: async ({ path, query, nowMs }) => {
      const { market, instrument_type: type, cycle, variant = '' } = query;
      const kind = isRunnable(path.type) ? path.type : null;
      const found = await find(
        parts,
        kind === null ? null : { kind, variant },
        specOf(feed, market, type),
        cycle,
        nowMs,
      );
      return 'code' in found ? found : ok({ ...(await recommendationOf(parts, found)), params: { ...found.typed } });
    },
    martingaleBacktestProfit: async ({ query, nowMs }) => {
      const martingale = { kind: 'martingale', variant: TRANSACTION_TYPE_OF[query.sub_type] } as const;
      const found = await find(parts, martingale, findSpec(feed, query.market), query.cycle, nowMs);
      if ('code' in found) return found;
      const { price_steps, max_order_amount, take_profit_per_cycle, amount_multiplier = '1' } = found.typed;
      return ok({
        ...(await recommendationOf(parts, found)),
        price_step: fraction(price_steps),
        frequency: Number(max_order_amount),
        take_profit: fraction(take_profit_per_cycle),
        multiplier: amount_multiplier,
      });
    },
  };
}

async function withRange(parts: Parts, found: Found) {
  const { low_price = '', high_price = '', grid_num = '', price_type } = found.typed;
  const spacing = price_type === '1' ? '1' : '0';
  return ok({
    ...(await recommendationOf(parts, found)),
    low_price,
    high_price,
    grid_num,
    price_type: spacing,
  } as const);
}

function specOf(feed: MarketFeed, market: string, type: string): MarketSpec | undefined {
  if (!type.startsWith('futures')) return findSpec(feed, market);
  return findContract(feed, market, type === 'futures_btc' ? 'btc' : 'usdt');
}

function target(kind: SearchTarget['kind']): SearchTarget {
  return { kind, variant: '' };
}

/** The search behind a grid's name on the wire; null for one that no documented call gives AI parameters of. */
function gridTarget(name: string): SearchTarget | null {
  const kind = name === 'spot' ? 'spot_grid' : name;
  if (!isCreatable(kind)) return null;
  const { profits, aiCall } = KIND_FACTS[kind];
  return profits === 'grid' && aiCall !== 'aiParams' ? target(kind) : null;
}
