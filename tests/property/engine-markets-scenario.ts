import fc from 'fast-check';
import type { CoinTerms } from '#lib/engine/body/coin-terms.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, EngineSink, MarketView } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { MarketsClock } from '#lib/engine/markets-clock.ts';
import { type ColumnsByInstrument, createMarketsView } from '#lib/engine/markets-view.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import type { RecurringBuyParams } from '#lib/kinds/recurring-buy/params.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { LINEAR } from '#tests/unit/futures-fixture.ts';
import { FUNDING_MS, type FuturesRecord, futuresMarket, futuresRecorder } from './engine-futures-scenario.ts';
import { COARSE, candleWalk, FINE, livePoints, PRICE, START_MS } from './engine-scenario.ts';

const MINUTE_MS = 60_000;
const WHOLE = 100_000_000n;

/** A market of its own with another's lots. */
function like(spec: MarketSpec, base: string): MarketSpec {
  return { ...spec, market: `${base}_USDT`, base };
}

/** Coins with fine lots, with coarse lots, and with a minimum that small portfolios do not reach. */
export const COIN_SPECS: readonly MarketSpec[] = [
  FINE,
  COARSE,
  like(FINE, 'ETH'),
  { ...like(FINE, 'SOL'), lotUnits: 1_000_000n, minBaseUnits: 1_000_000n },
  { ...like(COARSE, 'ADA'), minQuoteUnits: 2_000_000_000n },
];

/** The first market with the others beside it. */
export function withCompanions(spec: MarketSpec, others: readonly MarketSpec[]): MarketSpec {
  return { ...spec, companions: Object.fromEntries(others.map((other) => [instrumentOf(other), other])) };
}

/** What any of the two kinds is tried with. */
export interface Scenario<P> {
  readonly params: P;
  readonly columns: ColumnsByInstrument;
}

export interface PortfolioOptions {
  /** Nothing ends it. */
  readonly isFree?: boolean;
  readonly rule?: 'time' | 'ratio';
}

function rebalanceRule(rule?: 'time' | 'ratio'): fc.Arbitrary<SmartPositionParams['rebalance']> {
  const time = fc
    .integer({ min: 1, max: 40 })
    .map((minutes) => ({ type: 'time' as const, intervalMs: minutes * MINUTE_MS }));
  const ratio = fc
    .oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 200 }))
    .map((permille) => ({ type: 'ratio' as const, thresholdE8: BigInt(permille) * 100_000n }));
  if (rule === undefined) return fc.oneof(time, ratio);
  return rule === 'time' ? time : ratio;
}

/** A smart position of 2–5 coins that the exchange would accept, on walks of which some began earlier. */
export function portfolioScenario(options: PortfolioOptions = {}): fc.Arbitrary<Scenario<SmartPositionParams>> {
  const stop = fc.integer({ min: 1, max: 80 }).map((permille) => BigInt(permille) * 100_000n);
  const maybe = options.isFree === true ? fc.constant(null) : fc.option(stop, { freq: 2 });
  return fc.integer({ min: 2, max: COIN_SPECS.length }).chain((count) =>
    fc
      .record({
        specs: fc.shuffledSubarray([...COIN_SPECS], { minLength: count, maxLength: count }),
        weights: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: count, maxLength: count }),
        invested: fc.oneof(fc.integer({ min: 10, max: 120 }), fc.integer({ min: 100, max: 50_000 })),
        brings: fc.option(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: count, maxLength: count })),
        rebalance: rebalanceRule(options.rule),
        stopLossE8: maybe,
        stopProfitE8: maybe,
        sellsAtEnd: fc.boolean(),
        feeRate: fc.constantFrom(0n, 25_000n, 100_000n, 2_000_000n),
        walks: fc.array(candleWalk(150, 60), { minLength: count, maxLength: count }),
        earlier: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: count, maxLength: count }),
      })
      .map(({ specs, weights, invested, brings, feeRate, walks, earlier, ...rules }) => {
        const [first, ...others] = specs as [MarketSpec, ...MarketSpec[]];
        const isBrought = brings?.some((dollars) => dollars > 0) === true;
        const targets = sharesOf(weights);
        const params: SmartPositionParams = {
          ...rules,
          spec: withCompanions(first, others),
          coins: specs.map((spec, i) => ({
            spec: i === 0 ? withCompanions(first, others) : spec,
            feeRate,
            targetE8: targets[i] as bigint,
            brought: isBrought ? coinsWorth(spec, brings[i] as number) : 0n,
          })),
          investment: isBrought ? 0n : BigInt(invested) * WHOLE,
        };
        return { params, columns: columnsOf(specs, walks, earlier) };
      }),
  );
}

/** A recurring buy of 1–5 coins that the exchange would accept, at once unless `first` says when; some take a profit. */
export function recurringScenario(
  first: fc.Arbitrary<number | null> = fc.constant(null),
): fc.Arbitrary<Scenario<RecurringBuyParams>> {
  return fc
    .record({
      portfolio: portfolioScenario({ isFree: true }),
      count: fc.integer({ min: 1, max: COIN_SPECS.length }),
      each: fc.oneof(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 10, max: 20_000 })),
      /** How many purchases there is money for, in tenths. */
      tenths: fc.integer({ min: 10, max: 60 }),
      every: fc.constantFrom('1h' as const, '1h' as const, '4h' as const, '1mo' as const),
      firstAtMs: first,
      takeProfitE8: fc.option(
        fc.integer({ min: 1, max: 60 }).map((permille) => BigInt(permille) * 100_000n),
        { freq: 2 },
      ),
    })
    .map(({ portfolio, count, each, tenths, ...rules }) => {
      const { columns, params } = portfolio;
      const [own, ...others] = params.coins.slice(0, count) as [CoinTerms, ...CoinTerms[]];
      const spec = withCompanions(
        own.spec,
        others.map((one) => one.spec),
      );
      const rest = others.reduce((sum, { targetE8 }) => sum + targetE8, 0n);
      const coins = [{ ...own, spec, targetE8: WHOLE - rest }, ...others].map((coin) => ({ ...coin, brought: 0n }));
      const eachPurchase = BigInt(each) * WHOLE;
      return {
        columns,
        params: { ...rules, spec, coins, eachPurchase, investment: (eachPurchase * BigInt(tenths)) / 10n },
      };
    });
}

function sharesOf(weights: readonly number[]): bigint[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const shares = weights.map((weight) => (BigInt(weight) * WHOLE) / total);
  shares[0] = (shares[0] as bigint) + WHOLE - shares.reduce((sum, share) => sum + share, 0n);
  return shares;
}

/** Coins, not in whole lots, for that many dollars at PRICE. */
function coinsWorth(spec: MarketSpec, dollars: number): bigint {
  return (BigInt(dollars) * WHOLE * WHOLE) / (BigInt(PRICE) * spec.tickUnits);
}

function columnsOf(
  specs: readonly MarketSpec[],
  walks: readonly CandleColumns[],
  earlier: readonly number[],
): ColumnsByInstrument {
  const entries = specs.map((spec, i) => {
    const walk = walks[i] as CandleColumns;
    const candles = i === 0 ? walk : { ...walk, startMs: walk.startMs - (earlier[i] as number) * MINUTE_MS };
    return [instrumentOf(spec), { candles }] as const;
  });
  return Object.fromEntries(entries);
}

const CONTRACT: ContractSpec = { ...LINEAR, contract: { ...LINEAR.contract, fundingIntervalMs: FUNDING_MS } };
const SMALL_CONTRACTS: ContractSpec = {
  ...CONTRACT,
  contract: { ...CONTRACT.contract, quantoUnits: 1_000n, sizeMax: 20_000n },
};

/** An arbitrage on a contract that follows its coin, with marks that are sometimes far away and funding of either sign. */
export function arbitrageScenario(): fc.Arbitrary<Scenario<ArbitrageParams>> {
  return fc
    .record({
      contract: fc.constantFrom(CONTRACT, SMALL_CONTRACTS),
      invested: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 10, max: 50_000 })),
      leverage: fc.constantFrom(1, 2, 3),
      spread: fc.oneof(
        fc.constant(100_000n),
        fc.integer({ min: 0, max: 2_000 }).map((permille) => BigInt(permille) * 1000n),
      ),
      feeRate: fc.constantFrom(0n, 100_000n, 2_000_000n),
      market: futuresMarket(),
      premium: fc.array(fc.integer({ min: -150, max: 150 }), { minLength: 10, maxLength: 10 }),
      surge: fc.integer({ min: 0, max: 150 }),
      surges: fc.constantFrom(1, 1, 1.25, 1.4, 2.2),
    })
    .map(({ contract, invested, spread, market, premium, surge, surges, ...rest }) => {
      const { candles, funding } = market;
      const marks = market.marks.map((mark, i) => (i < surge || mark < 0 ? mark : Math.round(mark * surges)));
      const spec = withCompanions(FINE, [contract]);
      const columns: ColumnsByInstrument = {
        [instrumentOf(FINE)]: { candles: shifted(candles, premium) },
        [instrumentOf(contract)]: { candles, marks, funding },
      };
      const params = { ...rest, spec, contract, spreadE8: spread, investment: BigInt(invested) * WHOLE };
      return { params, columns };
    });
}

/** The same minutes, some ticks away. */
function shifted(candles: CandleColumns, premium: readonly number[]): CandleColumns {
  const move = (column: Int32Array): Int32Array =>
    column.map((ticks, i) => (ticks < 0 ? ticks : Math.max(400, ticks + (premium[Math.floor(i / 7) % 10] as number))));
  const { open, high, low, close } = candles;
  return { ...candles, open: move(open), high: move(high), low: move(low), close: move(close) };
}

export function viewOfMarkets<P extends { readonly spec: MarketSpec }>({ params, columns }: Scenario<P>): MarketView {
  return createMarketsView(params.spec, columns);
}

/** Prices by feed at the start: the first market's first open, and what the others show or showed last. */
export function startPrices(machine: BotMachine, columns: ColumnsByInstrument): number[] {
  return machine.feeds.map(({ market, price }) => {
    const { candles, marks } = columns[market] as ColumnsByInstrument[string];
    const at = (START_MS - candles.startMs) / MINUTE_MS;
    if (price === 'mark') return markColumn(candles, marks)[at] as number;
    if ((candles.open[at] as number) >= 0) return candles.open[at] as number;
    let i = at - 1;
    while ((candles.open[i] as number) < 0) i -= 1;
    return candles.close[i] as number;
  });
}

/** One market of a live exchange: a driver and the points that it will be given. */
interface LiveMarket {
  readonly driver: LiveDriver;
  readonly points: readonly DriverPoint[];
  readonly marks: Int32Array | null;
  readonly columns: CandleColumns;
  next: number;
}

export interface LiveRun {
  readonly machine: BotMachine;
  /** Prices by feed now. */
  prices(): number[];
  /** Goes on to the minute boundary after the present one; false when the first market has no more minutes. */
  step(): boolean;
  /** Puts another machine in the place of the one that rode so far. */
  replace(machine: BotMachine): void;
  /** Told after every point, inside the minutes. */
  afterPoint: (() => void) | null;
}

/** The live exchange around one machine that has been started at START_MS: drivers and clock, markets in an order that changes each minute. */
export function goLive(first: BotMachine, columns: ColumnsByInstrument, refine: number, seed: number): LiveRun {
  const clock = new MarketsClock();
  const markets = new Map<string, LiveMarket>();
  const from = startPrices(first, columns);
  for (const [f, { market, price }] of first.feeds.entries()) {
    const { candles, marks } = columns[market] as ColumnsByInstrument[string];
    if (price === 'mark') {
      const known = markets.get(market) as LiveMarket;
      known.driver.setMarkTicks(from[f] as number);
      markets.set(market, { ...known, marks: markColumn(candles, marks) });
      continue;
    }
    const driver = new LiveDriver();
    driver.setLastTicks(from[f] as number);
    const points = livePoints(candles, refine).filter(({ timeMs }) => timeMs >= START_MS);
    markets.set(market, { driver, points, marks: null, columns: candles, next: 0 });
  }
  const main = columns[first.feeds[0]?.market ?? '']?.candles as CandleColumns;
  const endMs = main.startMs + main.open.length * MINUTE_MS;
  let nowMs = START_MS;
  let machine = first;
  let turn = seed;
  const board = (): void => {
    for (const [market, { driver }] of markets) {
      driver.add(
        'bot',
        machine,
        machine.feeds.findIndex((feed) => feed.market === market && feed.price === 'last'),
      );
    }
    clock.add('bot', machine);
  };
  const priceOf = ({ market, price }: BotMachine['feeds'][number]): number => {
    const { driver } = markets.get(market) as LiveMarket;
    return price === 'mark' ? driver.markTicks : driver.lastTicks;
  };
  board();
  const run: LiveRun = {
    get machine() {
      return machine;
    },
    afterPoint: null,
    prices: () => machine.feeds.map(priceOf),
    replace(other) {
      for (const { driver } of markets.values()) driver.remove('bot');
      clock.remove('bot');
      machine = other;
      board();
    },
    step() {
      if (nowMs >= endMs) return false;
      nowMs += MINUTE_MS;
      turn = (turn * 48_271) % 2_147_483_647;
      for (const market of rotated([...markets.values()], turn)) {
        for (; market.next < market.points.length; market.next += 1) {
          const point = market.points[market.next] as DriverPoint;
          if (point.timeMs >= nowMs) break;
          for (const key of market.driver.advance(point)) clock.refresh(key);
          run.afterPoint?.();
        }
        const at = (nowMs - market.columns.startMs) / MINUTE_MS;
        const ticks = market.marks?.[at];
        if (ticks === undefined) continue;
        for (const key of market.driver.advanceMark({ timeMs: nowMs, ticks })) clock.refresh(key);
      }
      for (const key of clock.fire(nowMs, priceOf)) {
        for (const { driver } of markets.values()) driver.refresh(key);
      }
      return true;
    },
  };
  return run;
}

function rotated<T>(items: readonly T[], turn: number): T[] {
  const by = turn % items.length;
  const rest = [...items.slice(by), ...items.slice(0, by)];
  return turn % 3 === 0 ? rest.reverse() : rest;
}

/** A machine that has been started at START_MS, and what it says. */
export function startMachine<P extends { readonly spec: MarketSpec }>(
  create: (params: P, view: MarketView, sink: EngineSink) => BotMachine,
  scenario: Scenario<P>,
): { readonly machine: BotMachine; readonly record: FuturesRecord } {
  const { sink, ...record } = futuresRecorder();
  const machine = create(scenario.params, viewOfMarkets(scenario), sink);
  machine.start(startPrices(machine, scenario.columns), START_MS);
  return { machine, record };
}

/** What the record says that the bot must hold, by asset: what it was given, and every fill and cash movement since. */
export function movedHoldings(
  record: FuturesRecord,
  given: Readonly<Record<string, bigint>>,
  specs: readonly MarketSpec[],
): Record<string, bigint> {
  const held: Record<string, bigint> = { ...given };
  const add = (asset: string, amount: bigint): void => {
    held[asset] = (held[asset] ?? 0n) + amount;
  };
  for (const { feed, side, quantity, quote, fee, feeAsset, realised } of record.fills) {
    const spec = specs[feed] as MarketSpec;
    if (realised !== undefined) add(feeAsset, realised);
    else {
      add(spec.base, side === 'buy' ? quantity : -quantity);
      add(spec.quote, side === 'buy' ? -quote : quote);
    }
    add(feeAsset, -fee);
  }
  for (const { asset, amount } of record.cash) add(asset, amount);
  return held;
}
