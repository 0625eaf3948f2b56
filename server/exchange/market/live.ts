import type { MarketSpec } from '#lib/money/market-spec.ts';
import { followSpot } from './contract-days.ts';
import { PAPER_CONTRACTS } from './contracts.ts';
import type { BookLevel, MarketFeed } from './feed.ts';
import { type SpotReaders, withLiveContracts } from './live-contracts.ts';
import { keepPolling, type LiveIntake } from './live-intake.ts';
import type { LiveLevel } from './live-source.ts';
import { createOrderBooks } from './order-book.ts';
import { PAPER_MARKETS } from './specs.ts';
import { type WatchedMarket, watchMarket } from './watched-market.ts';

/** A fetched book is shown for this long; else the model's book around the last price. */
const BOOK_FRESH_MS = 10_000;

/** A share of a tick that is a float's noise, not a price between two ticks. */
const FLOAT_NOISE = 1e-6;

/**
 * Fetched levels in ticks and units. Asks are rounded up and bids down, against the taker and away from each other;
 * levels that come to the same tick are put together.
 */
function roundLevels(
  spec: MarketSpec,
  levels: readonly LiveLevel[],
  depth: number,
  round: (price: number) => number,
): BookLevel[] {
  const byTicks = new Map<number, bigint>();
  for (const [price, quantity] of levels) {
    const ticks = round(price * 10 ** spec.priceDecimals);
    byTicks.set(ticks, (byTicks.get(ticks) ?? 0n) + BigInt(Math.round(quantity * 1e8)));
  }
  return [...byTicks]
    .map(([ticks, quantity]) => ({ ticks, quantity }))
    .filter((level) => level.ticks > 0)
    .slice(0, depth);
}

/** A feed's reading side: everything is answered from memory. */
function readers(byMarket: ReadonlyMap<string, WatchedMarket>, seed: number): SpotReaders {
  const of = (market: string): WatchedMarket => {
    const watched = byMarket.get(market);
    if (watched === undefined) throw new Error(`No market ${market} in the live feed`);
    return watched;
  };
  const lastTicks: MarketFeed['lastTicks'] = (market, timeMs) => byMarket.get(market)?.memory.lastTicks(timeMs) ?? null;
  const model = createOrderBooks(seed, (market) => byMarket.get(market)?.spec, lastTicks);
  const book: MarketFeed['book'] = (market, timeMs, depth) => {
    const watched = of(market);
    watched.bookAskedMs = Math.max(watched.bookAskedMs, timeMs);
    const fetched = watched.book;
    if (fetched === null || Math.abs(timeMs - fetched.timeMs) > BOOK_FRESH_MS) return model.book(market, timeMs, depth);
    const { bids, asks } = fetched.levels;
    const { spec } = watched;
    return {
      bids: roundLevels(spec, bids, depth, (ticks) => Math.floor(ticks + FLOAT_NOISE)),
      asks: roundLevels(spec, asks, depth, (ticks) => Math.ceil(ticks - FLOAT_NOISE)),
    };
  };
  const points: MarketFeed['points'] = (market, fromMs, toMs) => {
    const watched = of(market);
    watched.givenUntilMs = Math.max(watched.givenUntilMs, toMs);
    return watched.memory.points(fromMs, toMs);
  };
  return {
    spec: (market: string) => byMarket.get(market)?.spec,
    lastTicks,
    points,
    knowsPath: (market, fromMs, toMs) => of(market).memory.knowsPath(fromMs, toMs),
    minutes: (market, fromMs, toMs, nowMs) => of(market).memory.minutes(fromMs, toMs, nowMs),
    minuteVolumes: (market, fromMs, toMs, nowMs) => of(market).memory.volumes(fromMs, toMs, nowMs),
    book,
    marketFillTicks: model.marketFillTicks,
    depthWithin: model.depthWithin,
  };
}

/**
 * Prices of a real exchange. The markets are those of the paper
 * exchange that trade there; its own ticks and minima apply, prices finer than a tick are rounded. Market orders fill
 * by the shared book model, so that a backtest of the recorded past agrees. Contracts are derived from the watched spot
 * markets (live-contracts.ts). `open` resolves when a day of minutes and
 * the present prices are known; from then on the feed takes in what comes by itself until it is closed.
 */
export async function createLiveFeed(options: {
  readonly intake: LiveIntake;
  readonly seed: number;
}): Promise<MarketFeed> {
  const { intake, seed } = options;
  const markets = await watchedMarkets(intake);
  const specs = markets.map((watched) => watched.spec);
  const spot = readers(new Map(markets.map((watched) => [watched.spec.market, watched])), seed);
  let polling: { stop(): Promise<void> } | null = null;
  return {
    name: 'live',
    specs,
    ...withLiveContracts(spot, followSpot(PAPER_CONTRACTS, specs), seed),
    newestMs: () => Math.max(...markets.map(({ memory }) => memory.newestMs())),
    async open() {
      await intake.begin(markets);
      polling = keepPolling(intake);
    },
    async close() {
      await polling?.stop();
      await intake.close();
    },
  };
}

/** The paper markets that trade there. Throws when none does. */
export async function watchedMarkets(intake: Pick<LiveIntake, 'exchange' | 'tradedMarkets'>): Promise<WatchedMarket[]> {
  const trading = await intake.tradedMarkets();
  const markets = PAPER_MARKETS.filter((spec) => trading.has(spec.market)).map(watchMarket);
  if (markets.length === 0) throw new Error(`MARKET_FEED=live: ${intake.exchange} trades none of the paper markets`);
  return markets;
}
