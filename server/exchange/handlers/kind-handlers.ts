import { pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type ContractSpec, isContract } from '#lib/formulas/contract-value.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { isListedHolding } from '#lib/strategies/portfolio/coins.ts';
import { STREAM } from '../bots/bot-book.ts';
import { usdtPrice } from '../bots/bot-equity.ts';
import { readFill } from '../bots/journal-rows.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { userSpot } from '../ledger/account-names.ts';
import { circulatingSupply } from '../market/circulating-supply.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract, findSpec } from '../market/instruments.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { costText, sizeAndValue } from '../views/holdings-view.ts';
import { tradeOfDay } from '../views/trades-view.ts';
import { type HandlerParts, isRefusal, seenBot, viewerOf } from './bot-parts.ts';

type KindCall = 'currencyPairs' | 'marketCap' | 'smartBalance' | 'arbitrageRecords' | 'composeDetail';

/** Largest leverage of an arbitrage (C-292). */
const MOST_ARBITRAGE_LEVERAGE = 3;

/** What portfolios, arbitrage and indicator bots ask for beside what every bot has. */
export function kindHandlers(parts: HandlerParts): Pick<Handlers, KindCall> {
  const { feed, ledger } = parts;
  return {
    currencyPairs: ({ nowMs }) => {
      const inUsdt = feed.specs.filter(({ quote }) => quote === 'USDT');
      return ok(inUsdt.map((spec) => pairView(feed, spec, findContract(feed, spec.market, 'usdt'), nowMs)));
    },
    marketCap: ({ query, nowMs }) => ok(query.currency_pairs.split(',').flatMap((pair) => capView(feed, pair, nowMs))),
    smartBalance: (request) => {
      const held = [...ledger.assets(userSpot(signedIn(request).id))];
      return ok(
        held.flatMap(([asset, units]) => {
          const price = findSpec(feed, `${asset}_USDT`) === undefined ? null : usdtPrice(feed, asset, request.nowMs);
          if (price === null || !isListedHolding(asset, units, price)) return [];
          return [{ asset, available: formatAmount(units), rate: formatAmount(price) }];
        }),
      );
    },
    arbitrageRecords: (request) => arbitrageRecords(parts, request),
    composeDetail: async (request) => {
      const seen = await seenBot(parts.book, request, request.query.strategy_id);
      if (isRefusal(seen)) return seen;
      const { bot, sight } = seen;
      const { kind } = bot.record;
      if (kind !== request.query.strategy_type || !factsOf(kind).usesConditions)
        return refuse(CODE.unknown, 'bot-unknown');
      const row = await parts.views.row(bot, viewerOf(request), request.nowMs);
      return ok({ ...row, position_info: sight.amounts ? positionInfo(parts, bot, request.nowMs) : null });
    },
  };
}

function pairView(feed: MarketFeed, spec: MarketSpec, contract: ContractSpec | undefined, nowMs: number) {
  const pair = { pair: spec.market, base_currency: spec.base };
  if (contract === undefined) {
    return { ...pair, funding_rate: '' as const, funding_interval: 0, funding_next_apply: 0, multiple: 1 };
  }
  const instrument = instrumentOf(contract);
  return {
    ...pair,
    // While no premium is known there is nothing that longs would pay.
    funding_rate: formatAmount(feed.expectedFundingRate(instrument, nowMs) ?? 0n),
    funding_interval: contract.contract.fundingIntervalMs / 1000,
    funding_next_apply: (feed.nextFundingMs(instrument, nowMs) ?? 0) / 1000,
    multiple: Math.min(MOST_ARBITRAGE_LEVERAGE, contract.contract.leverageMax),
  };
}

/** Price × coins in circulation, in USDT; nothing for a coin whose price or supply is not known. */
function capView(feed: MarketFeed, pair: string, nowMs: number) {
  const spec = findSpec(feed, pair);
  const supply = spec === undefined ? null : circulatingSupply(spec.base);
  const price = spec === undefined ? null : usdtPrice(feed, spec.base, nowMs);
  return supply === null || price === null ? [] : [{ pair, marketCap: formatAmount(supply * price) }];
}

/** M-113: the legs that an arbitrage traded, newest first. Of closed legs the contract's fill tells the profit of both. */
async function arbitrageRecords({ book, store }: HandlerParts, request: ExchangeRequest<'arbitrageRecords'>) {
  const seen = await seenBot(book, request, request.query.strategy_id);
  if (isRefusal(seen)) return seen;
  const { bot, sight } = seen;
  if (factsOf(bot.record.kind).trades !== 'legs') return refuse(CODE.unknown, 'bot-unknown');
  if (sight.trades === 'none') return refuse(CODE.forbidden, 'trades-hidden');
  const page = pageOf(request.query);
  const { rows, total } = await store.page(STREAM.fills, `${bot.record.id}`, page.page, page.pageSize);
  const orders = rows.map(({ value }) => {
    const fill = readFill(bot.spec, value);
    const { role } = fill;
    const type = role === 'close' || role === 'reduce' ? role : ('open' as const);
    if (sight.trades === 'days') {
      const { finish_time, account, side, profit, match_price, match_qty, fee, result } = tradeOfDay(fill);
      return { finish_time, account, side, profit, match_price, match_qty, fee, order_type: type, result };
    }
    const { finish_time, account, side, profit, match_price, match_qty, fee } = fill;
    return { finish_time, account, side, profit: profit || '0', match_price, match_qty, fee, order_type: type };
  });
  return okPage({ orders }, page.page, page.pageSize, total);
}

/** What an indicator bot holds now, and what it is worth more than it cost. */
function positionInfo({ views }: HandlerParts, bot: Parameters<typeof costText>[0], nowMs: number) {
  const statements = views.statements(bot, nowMs);
  const figures = views.figures(bot, nowMs);
  const { size, value } = sizeAndValue(bot, statements, figures, views.prices(bot, nowMs)[0] as number);
  const held = isContract(bot.spec) ? (statements.position?.size ?? 0n) : figures.baseHeld;
  const profit = isContract(bot.spec)
    ? (statements.position?.unrealised ?? 0n)
    : figures.coinValue - (figures.baseHeld > 0n ? bot.record.heldCost : 0n);
  const isHeld = held !== 0n;
  return {
    size,
    entry_price: isHeld ? costText(bot, statements) : '',
    value,
    profit: isHeld ? formatAmount(profit) : '0',
  };
}
