import { CAPABILITIES, RECORDED_DAYS } from '#lib/contract/endpoints.ts';
import { CODE, type StrategyType } from '#lib/contract/vocabulary.ts';
import { type ContractSpec, restingFeeRate } from '#lib/formulas/contract-value.ts';
import { DEFAULT_FUTURES_TAKER_FEE, DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT } from '#lib/formulas/fees.ts';
import { CREATABLE_KINDS, isMadeOn, OWN_KINDS } from '#lib/kinds/catalogue.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { pauseWord } from '#lib/kinds/pausing.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketKind, type MarketSpec } from '#lib/money/market-spec.ts';
import type { Handlers } from '../http/handler.ts';
import type { CandleSource } from '../market/candle-source.ts';
import { PERIOD_MS } from '../market/candles.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract, findSpec } from '../market/instruments.ts';
import { busy, ok, okJson, refuse, refuseField } from '../replies/reply.ts';
import { tickersOf } from '../views/ticker-view.ts';

type MarketCall =
  | 'capabilities'
  | 'markets'
  | 'tickers'
  | 'candles'
  | 'depth'
  | 'gridBase'
  | 'lastPrice'
  | 'spotPrice'
  | 'symbolInfo'
  | 'strategyFee';

/** The contract's promise: one reply holds at most so many candles; the newest are kept. */
const MAX_CANDLES = 1500;
/** Levels a side when the caller does not say. */
const DEFAULT_DEPTH = 20;

/** What this exchange has: recorded days with a feed that has any. */
function hasOf(feed: MarketFeed): readonly string[] {
  return CAPABILITIES.filter((name) => name !== RECORDED_DAYS || feed.recordedDay !== undefined);
}

/** Market data and configuration. Everything is read from the feed at the request's time. */
export function marketHandlers(feed: MarketFeed, candles: CandleSource): Pick<Handlers, MarketCall> {
  return {
    capabilities: () =>
      ok([...hasOf(feed), ...OWN_KINDS.map((kind) => `kind:${kind}`), ...CREATABLE_KINDS.map(pauseWord)]),
    markets: () => ok(feed.specs.map(marketView)),
    tickers: ({ query, nowMs }) => {
      const { market, type = 'spot' } = query;
      const rows = tickersOf(feed, type, market, nowMs);
      return rows === null ? refuse(CODE.unknown, 'market-unknown') : ok(rows);
    },
    candles: async ({ query, nowMs }) => {
      const spec = findSpec(feed, query.market, query.type);
      if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
      const periodMs = PERIOD_MS[query.period];
      // Prices are a second long: whoever asks within one asks the same.
      const now = Math.floor(nowMs / 1_000) * 1_000;
      const toMs = Math.min(query.to * 1000, now + periodMs);
      const fromMs = Math.max(query.from * 1000, toMs - MAX_CANDLES * periodMs, 0);
      if (fromMs >= toMs) return ok([]);
      const instrument = instrumentOf(spec);
      const data = await candles.ask({ type: 'candles', instrument, period: query.period, fromMs, toMs, nowMs: now });
      return data === 'busy' ? busy() : okJson<[number, string, string, string, string, string][]>(data);
    },
    depth: ({ query, nowMs }) => {
      const spec = findSpec(feed, query.market, query.type);
      if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
      const { asks, bids } = feed.book(instrumentOf(spec), nowMs, query.limit ?? DEFAULT_DEPTH);
      const level = ({ ticks, quantity }: { ticks: number; quantity: bigint }): [string, string] => [
        formatTicks(spec, ticks),
        formatAmount(quantity),
      ];
      return ok({
        asks: asks.map(level),
        bids: bids.map(level),
        last: lastPriceText(feed, query.market, nowMs, query.type),
      });
    },
    gridBase: ({ query }) => {
      const { market, settle = '', strategy_type: kind } = query;
      // C-364: a settle asset belongs to kinds on contracts, and only to them.
      if (!isMadeOn(kind, settle === '' ? 'trade' : 'futures')) return refuseField('settle', 'instrument-unknown');
      const spec = settle === '' ? findSpec(feed, market) : findContract(feed, market, settle);
      if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
      return ok({ max_grid: spec.maxGrid });
    },
    lastPrice: ({ query, nowMs }) => ({ last_price: lastPriceText(feed, query.symbol, nowMs, query.type) }),
    spotPrice: ({ query, nowMs }) => ({ last_price: lastPriceText(feed, query.pair, nowMs) }),
    symbolInfo: ({ query }) => {
      const spec = findSpec(feed, query.symbol);
      if (spec === undefined) return { code: CODE.unknown, message: '', data: null };
      return {
        prec_v: spec.amountDecimals,
        prec_t: spec.priceDecimals,
        prec_r: spec.priceDecimals,
        curra_min_order_amount: formatAmount(spec.minBaseUnits),
        currb_min_order_amount: formatAmount(spec.minQuoteUnits),
      };
    },
    strategyFee: ({ query }) => {
      const contract = findContract(feed, query.market, 'usdt') ?? findContract(feed, query.market, 'btc');
      if (contract === undefined && findSpec(feed, query.market) === undefined)
        return refuseField('market', 'market-unknown');
      return ok({
        taker_fee: formatAmount(DEFAULT_TAKER_FEE),
        ...futuresFees(tradesContracts(query.strategy_type) ? contract : undefined),
        vip_fee_discount: formatAmount(DEFAULT_VIP_DISCOUNT),
      });
    },
  };
}

/** Whether bots of a kind may pay a contract's fees: those of the futures page, and the arbitrage's second leg. */
function tradesContracts(kind: StrategyType): boolean {
  return isMadeOn(kind, 'futures') || factsOf(kind).trades === 'legs';
}

/** What bots on a contract really pay; the documents' default (C-436) where the kind trades none. */
function futuresFees(spec: ContractSpec | undefined) {
  return {
    futures_taker_fee: formatAmount(spec?.contract.takerE8 ?? DEFAULT_FUTURES_TAKER_FEE),
    futures_maker_fee: formatAmount(spec === undefined ? DEFAULT_FUTURES_TAKER_FEE : restingFeeRate(spec.contract)),
  };
}

/** What a price is called while nobody knows it (C-365). */
export const UNKNOWN_PRICE = '--';

/** Last price as the wire has it; '--' for an unknown market or time. */
export function lastPriceText(feed: MarketFeed, market: string, timeMs: number, kind: MarketKind = 'spot'): string {
  const spec = findSpec(feed, market, kind);
  const ticks = spec === undefined ? null : feed.lastTicks(instrumentOf(spec), timeMs);
  return spec === undefined || ticks === null ? UNKNOWN_PRICE : formatTicks(spec, ticks);
}

function marketView(spec: MarketSpec) {
  return {
    market: spec.market,
    base: spec.base,
    quote: spec.quote,
    price_decimals: spec.priceDecimals,
    amount_decimals: spec.amountDecimals,
    min_base_amount: formatAmount(spec.minBaseUnits),
    min_quote_amount: formatAmount(spec.minQuoteUnits),
    max_grid: spec.maxGrid,
  };
}
