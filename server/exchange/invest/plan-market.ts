import { BotPages } from '#lib/engine/body/layout.ts';
import { feedsOf, marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { EngineSink, Fill, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import type { EngineParamsByKind, PayloadByKind } from '#lib/kinds/definitions.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { botFeeRate, engineParamsOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import { createMachine } from '../bots/live-bot.ts';
import type { MarketFeed } from '../market/feed.ts';
import { createMarketView } from '../market/market-view.ts';
import type { PlanTerms } from './plan.ts';

/** What plans pay with. */
export const PLAN_MONEY = PORTFOLIO_QUOTE;

type PlanPayload = PayloadByKind[typeof PLAN_KIND];
type PlanParams = EngineParamsByKind[typeof PLAN_KIND];

/** A plan's terms as its kind's payload: one purchase, at once. */
export function payloadOf({ coins, amount, every }: Omit<PlanTerms, 'firstMs'>, name = ''): PlanPayload {
  const money = formatAmount(amount);
  return {
    strategy_type: PLAN_KIND,
    params: {
      begin_money_currency: PLAN_MONEY,
      begin_money_amount: money,
      each_amount: money,
      asset_info: coins.map(({ asset, rate }) => ({ asset, rate })),
      period: every,
      first_time: 0,
      stop_profit: '',
    },
    strategy_name: name,
  };
}

/** Where a plan trades. */
export interface PlanPlace {
  readonly spec: MarketSpec;
  readonly view: MarketView;
  /** Of its coins and shares; the amount is each plan's own. */
  readonly params: PlanParams;
}

/** What a life of the engine came to: its trades, and orders that it could not place. */
export interface PlanTrades {
  readonly fills: readonly Fill[];
  readonly withheld: readonly OrderEvent[];
}

/** A date that never comes: who sells buys nothing before. */
const NEVER_MS = Date.UTC(9_999, 0, 1);
/** Places that are kept: each is of the same coins and shares in the same order. */
const MOST_PLACES = 1_000;

/** Hears what a machine does. */
class Heard implements EngineSink {
  readonly fills: Fill[] = [];
  readonly withheld: OrderEvent[] = [];
  readonly memory: BotPages;

  constructor(memory: BotPages) {
    this.memory = memory;
  }

  fill(fill: Fill): void {
    this.fills.push(fill);
  }

  order(event: OrderEvent): void {
    if (event.kind === 'withheld') this.withheld.push(event);
  }

  operation(): void {}
  finish(): void {}
  round(): void {}
  cash(): void {}
}

/** The markets of plans, each purchase and sale one short life of the engine. Nothing is moved here: the trades are what the engine of PLAN_KIND makes at some prices. */
export class PlanMarket {
  readonly #feed: MarketFeed;
  readonly #memory = new BotPages();
  readonly #places = new Map<string, PlanPlace>();

  constructor(feed: MarketFeed) {
    this.#feed = feed;
  }

  /** Markets may be described anew between two passes. */
  forget(): void {
    this.#places.clear();
  }

  /** Null where a market of the plan is not traded. */
  place(terms: PlanTerms): PlanPlace | null {
    const key = terms.coins.map(({ asset, rate }) => `${asset} ${rate}`).join();
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const spec = specOfPayload(this.#feed, PLAN_KIND, payloadOf(terms));
    if (isPlaceRefusal(spec)) return null;
    const view = createMarketView(
      this.#feed,
      feedsOf(spec).map(({ market }) => market),
    );
    const params = engineParamsOf(PLAN_KIND, payloadOf(terms), spec, botFeeRate(spec, PLAN_KIND));
    const place = { spec, view, params };
    if (this.#places.size >= MOST_PLACES) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }

  /** One purchase: each coin for its share of the amount, at the market. */
  buy({ params, view }: PlanPlace, { amount }: PlanTerms, prices: Prices, timeMs: number): PlanTrades {
    const heard = new Heard(this.#memory);
    const buying = { ...params, investment: amount, eachPurchase: amount };
    const machine = createMachine(PLAN_KIND, buying, view, heard);
    machine.start(prices, timeMs);
    machine.release?.();
    return heard;
  }

  /** Sells what is held of the plan's coins at the market; what is too little for it stays. `held`: units by coin. */
  sell({ params, view }: PlanPlace, held: (asset: string) => bigint, prices: Prices, timeMs: number): PlanTrades {
    const coins = params.coins.map((coin) => ({ ...coin, brought: held(coin.spec.base) }));
    const heard = new Heard(this.#memory);
    const selling = { ...params, coins, investment: 0n, eachPurchase: 0n, firstAtMs: NEVER_MS };
    const machine = createMachine(PLAN_KIND, selling, view, heard);
    machine.start(prices, timeMs);
    machine.terminate({ type: 'market' }, prices, timeMs);
    machine.release?.();
    return heard;
  }
}

/** The coin that a trade of a plan was of. */
export function coinOf({ spec }: PlanPlace, { feed = 0 }: Pick<OrderEvent, 'feed'>): MarketSpec {
  return marketOfFeed(spec, feed);
}
