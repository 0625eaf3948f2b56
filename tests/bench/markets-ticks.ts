import { performance } from 'node:perf_hooks';
import { averageFillTicks, bookDepthUnits } from '#lib/engine/book-model.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, EngineSink, MarketView, PriceFeedId } from '#lib/engine/machine.ts';
import { MarketsClock } from '#lib/engine/markets-clock.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { createArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import { createSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { seededUniform } from './support/seeded-candles.ts';

const BOTS = 20_000;
const START_TICKS = 600_000;
const TICKS_A_MINUTE = 60;
const WARM_MINUTES = 120;
const MINUTES = 240;
const MINUTE_MS = 60_000;
const IDLE_TICKS = 1_000_000;
/** The largest step of a tick, a quarter of a percent; most are far smaller. A wild market, so that thresholds are reached. */
const STEP_TICKS = 1_500;
const COIN = 100_000_000n;

const sink: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

function spot(base: string): MarketSpec {
  return {
    market: `${base}_USDT`,
    base,
    quote: 'USDT',
    priceDecimals: 2,
    amountDecimals: 6,
    tickUnits: 1_000_000n,
    lotUnits: 100n,
    minBaseUnits: 100n,
    minQuoteUnits: 3n * COIN,
    maxGrid: 200,
  };
}

const SPOTS = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC'].map(spot);
const CONTRACTS: readonly ContractSpec[] = SPOTS.map((spec) => ({
  ...spec,
  contract: {
    settle: 'USDT',
    isInverse: false,
    quantoUnits: 10_000n,
    sizeMin: 1n,
    sizeMax: 10_000_000n,
    leverageMax: 50,
    riskTiers: [{ upToUnits: 10n ** 18n, maintenanceE8: 400_000n, leverageMax: 50 }],
    takerE8: 75_000n,
    makerE8: 0n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: 28_800_000,
  },
}));

function viewOf(spec: MarketSpec): MarketView {
  const markets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((feed) => {
    try {
      return marketOfFeed(spec, feed);
    } catch {
      return spec;
    }
  });
  return {
    movingAverage: () => Number.NaN,
    fundingRate: () => 10_000n,
    expectedFundingRate: () => 10_000n,
    marketFillTicks: (feed, side, quantity, ticks) =>
      averageFillTicks({ side, quantity, ticks, depthUnits: bookDepthUnits(markets[feed] as MarketSpec, ticks) }),
  };
}

/** 2–6 coins in equal parts, 100–5,100 USDT; four in five by ratio (1–10 %), the others by time (1–24 hours). */
function anyPortfolio(uniform: () => number): SmartPositionParams {
  const count = 2 + Math.floor(uniform() * 5);
  const first = Math.floor(uniform() * SPOTS.length);
  const specs = Array.from({ length: count }, (_, i) => SPOTS[(first + i) % SPOTS.length] as MarketSpec);
  const share = COIN / BigInt(count);
  const companions = Object.fromEntries(specs.slice(1).map((spec) => [instrumentOf(spec), spec]));
  const spec = { ...(specs[0] as MarketSpec), companions };
  const isByTime = uniform() < 0.2;
  return {
    spec,
    coins: specs.map((one, i) => ({
      spec: one,
      feeRate: 100_000n,
      targetE8: i === 0 ? COIN - share * BigInt(count - 1) : share,
      brought: 0n,
    })),
    investment: BigInt(100 + Math.round(5000 * uniform())) * COIN,
    rebalance: isByTime
      ? { type: 'time', intervalMs: (1 + Math.floor(24 * uniform())) * 3_600_000 }
      : { type: 'ratio', thresholdE8: BigInt(10 + Math.round(90 * uniform())) * 100_000n },
    stopLossE8: 20_000_000n,
    stopProfitE8: 50_000_000n,
    sellsAtEnd: true,
  };
}

function anyArbitrage(uniform: () => number): ArbitrageParams {
  const at = Math.floor(uniform() * SPOTS.length);
  const contract = CONTRACTS[at] as ContractSpec;
  return {
    spec: { ...(SPOTS[at] as MarketSpec), companions: { [instrumentOf(contract)]: contract } },
    contract,
    feeRate: 100_000n,
    investment: BigInt(100 + Math.round(5000 * uniform())) * COIN,
    leverage: 1 + Math.floor(3 * uniform()),
    spreadE8: 1_000_000n,
  };
}

/** A live exchange of 16 instruments: drivers, clock, machines and exact fills; no store. */
class LiveMarkets {
  readonly drivers = new Map<string, LiveDriver>();
  readonly clock = new MarketsClock();
  readonly prices = new Map<string, number>();
  private readonly ridden = new Map<string, readonly string[]>();
  private nowMs = 0;
  touched = 0;
  woken = 0;

  constructor() {
    for (const spec of [...SPOTS, ...CONTRACTS]) {
      const driver = new LiveDriver();
      driver.setLastTicks(START_TICKS);
      driver.setMarkTicks(START_TICKS);
      this.drivers.set(instrumentOf(spec), driver);
      this.prices.set(instrumentOf(spec), START_TICKS);
    }
  }

  add(key: string, machine: BotMachine): void {
    machine.start(
      machine.feeds.map(() => START_TICKS),
      0,
    );
    const riding = new Set<string>();
    for (const [place, { market, price }] of machine.feeds.entries()) {
      if (price === 'mark') continue;
      this.drivers.get(market)?.add(key, machine, place);
      riding.add(market);
    }
    this.ridden.set(key, [...riding]);
    this.clock.add(key, machine);
  }

  private readonly priceOf = ({ market, price }: PriceFeedId): number => {
    const driver = this.drivers.get(market) as LiveDriver;
    return price === 'mark' ? driver.markTicks : driver.lastTicks;
  };

  minute(uniform: () => number): void {
    for (let tick = 0; tick < TICKS_A_MINUTE; tick += 1) {
      const timeMs = this.nowMs + (tick * MINUTE_MS) / TICKS_A_MINUTE;
      for (const [i, spec] of SPOTS.entries()) {
        const step = Math.round((uniform() - 0.5) ** 3 * 8 * STEP_TICKS);
        this.tick(instrumentOf(spec), step, timeMs);
        this.tick(instrumentOf(CONTRACTS[i] as ContractSpec), step, timeMs);
      }
    }
    this.nowMs += MINUTE_MS;
    for (const spec of CONTRACTS) {
      const ticks = this.prices.get(instrumentOf(spec)) as number;
      this.note(this.drivers.get(instrumentOf(spec))?.advanceMark({ timeMs: this.nowMs, ticks }) ?? []);
    }
    const keys = this.clock.fire(this.nowMs, this.priceOf);
    this.woken += keys.length;
    for (const key of keys) for (const market of this.ridden.get(key) ?? []) this.drivers.get(market)?.refresh(key);
  }

  private tick(market: string, step: number, timeMs: number): void {
    const ticks = (this.prices.get(market) as number) + step;
    this.prices.set(market, ticks);
    this.note(this.drivers.get(market)?.advance({ timeMs, ticks, jump: false }) ?? []);
  }

  private note(keys: readonly string[]): void {
    this.touched += keys.length;
    for (const key of keys) this.clock.refresh(key);
  }
}

function portfolioTicks(): Record<string, unknown> {
  const uniform = seededUniform(11);
  const markets = new LiveMarkets();
  for (let i = 0; i < BOTS; i += 1) {
    const isArbitrage = i % 2 === 1;
    const params = isArbitrage ? anyArbitrage(uniform) : anyPortfolio(uniform);
    const view = viewOf(params.spec);
    const machine =
      'contract' in params ? createArbitrage(params, view, sink) : createSmartPosition(params, view, sink);
    markets.add(`${i}`, machine);
  }
  for (let minute = 0; minute < WARM_MINUTES; minute += 1) markets.minute(uniform);
  markets.touched = 0;
  markets.woken = 0;
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  for (let minute = 0; minute < MINUTES; minute += 1) markets.minute(uniform);
  const seconds = (performance.now() - begin) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  const ticks = MINUTES * TICKS_A_MINUTE * markets.drivers.size;
  const { woken, touched } = markets;
  return {
    size: `${BOTS} running smart positions and arbitrages on ${markets.drivers.size} instruments, ${ticks} ticks in ${MINUTES} minutes`,
    seconds: Number(seconds.toFixed(4)),
    /** What all threads worked, the collector's included; less than `seconds` where other processes share the machine. */
    cpuSeconds: Number(cpuSeconds.toFixed(4)),
    rate: Math.round(woken / cpuSeconds),
    unit: 'woken bots/s',
    touched,
    woken,
    microsecondsPerTick: Number(((cpuSeconds * 1e6) / ticks).toFixed(3)),
    microsecondsPerWoken: Number(((cpuSeconds * 1e6) / woken).toFixed(3)),
    microsecondsPerIdleTick: Number(idleTick(markets).toFixed(4)),
  };
}

/** Ticks that wake nobody: the price stays where it is. */
function idleTick({ drivers, prices }: LiveMarkets): number {
  const [[market, driver]] = [...drivers] as [[string, LiveDriver]];
  const ticks = prices.get(market) as number;
  const begin = performance.now();
  for (let i = 0; i < IDLE_TICKS; i += 1) driver.advance({ timeMs: 0, ticks, jump: false });
  return ((performance.now() - begin) * 1000) / IDLE_TICKS;
}

export const benches = [{ name: 'markets-ticks-20k', run: portfolioTicks }] as const;
