import { marketsOf } from '../engine/bot-feeds.ts';
import type { CandleColumns, FundingColumns } from '../engine/candles.ts';
import type { MarketColumns } from '../engine/markets-view.ts';
import { type FeeRateE8, instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import type { CheckContext } from '../strategies/definition.ts';
import type { KindFacts } from '../strategies/kind-facts.ts';
import { MINUTE_MS } from '../time/durations.ts';

/**
 * The made-up market of worked examples, so that what a help page says is the same for everybody and tomorrow: a coin of 60,000 USDT, two
 * others beside it, a perpetual contract. It moves in lines with a seeded restlessness around them – on smooth lines bots that follow a trend
 * would never be wrong –; what bots do on them is the engine's business.
 */

const DAY_MINUTES = 1440;
export const EXAMPLE_DAYS = 30;
const MINUTES = EXAMPLE_DAYS * DAY_MINUTES;
/** 1 January 2026, 00:00 UTC: funding is settled at its hours. */
const START_MS = 1_767_225_600_000;
const FUNDING_MS = 28_800_000;
/** 0.01 % at each settlement, 1e-8. */
export const EXAMPLE_FUNDING_E8 = 10_000n;
/** 0.1 % of what is received, 1e-8. */
export const EXAMPLE_FEE_E8: FeeRateE8 = 100_000n;

/** What the price of the main coin does in the thirty days. */
export const EXAMPLE_PATHS = ['swing', 'rise', 'fall', 'crash'] as const;
export type ExamplePath = (typeof EXAMPLE_PATHS)[number];

/** Fractions of the first price: `drift` at the end of the month, `swing` to either side on the way; a crash happens within its 16th day. */
export const PATH_SHAPES: Readonly<
  Record<ExamplePath, { readonly drift: number; readonly swing: number; readonly swingDays: number }>
> = {
  swing: { drift: 0, swing: 0.06, swingDays: 5 },
  rise: { drift: 0.2, swing: 0.02, swingDays: 3 },
  fall: { drift: -0.2, swing: 0.02, swingDays: 3 },
  crash: { drift: -0.4, swing: 0.03, swingDays: 3 },
};
const CRASH_DAY = 15;

function spotMarket(base: string, amountDecimals: number): MarketSpec {
  const lotUnits = 10n ** BigInt(8 - amountDecimals);
  return {
    market: `${base}_USDT`,
    base,
    quote: 'USDT',
    priceDecimals: 1,
    amountDecimals,
    tickUnits: 10_000_000n,
    lotUnits,
    minBaseUnits: lotUnits,
    minQuoteUnits: 300_000_000n,
    maxGrid: 200,
  };
}

const SPOT = spotMarket('BTC', 6);
const CONTRACT: MarketSpec = {
  ...spotMarket('BTC', 4),
  contract: {
    settle: 'USDT',
    isInverse: false,
    quantoUnits: 10_000n,
    sizeMin: 1n,
    sizeMax: 12_000_000n,
    leverageMax: 50,
    riskTiers: [
      { upToUnits: 50_000_000_000_000n, maintenanceE8: 300_000n, leverageMax: 50 },
      { upToUnits: 150_000_000_000_000_000n, maintenanceE8: 1_000_000n, leverageMax: 20 },
    ],
    takerE8: 75_000n,
    makerE8: -10_000n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: FUNDING_MS,
  },
};

/** The market that a bot of such a kind is made on, with those that it trades besides. */
export function exampleSpec({ trades, page }: Pick<KindFacts, 'trades' | 'page'>): MarketSpec {
  if (trades === 'legs') return { ...SPOT, companions: { 'BTC_USDT@USDT': CONTRACT } };
  if (trades === 'portfolio')
    return { ...SPOT, companions: { ETH_USDT: spotMarket('ETH', 4), XRP_USDT: spotMarket('XRP', 1) } };
  return page === 'futures' ? CONTRACT : SPOT;
}

/** First price, ticks of 0.1, and how much of the main coin's moves a coin goes along with. */
const COINS: Readonly<Record<string, { readonly ticks: number; readonly part: number }>> = {
  BTC: { ticks: 600_000, part: 1 },
  ETH: { ticks: 30_000, part: 1.4 },
  XRP: { ticks: 250, part: 0.6 },
};

export function exampleTicks({ base }: Pick<MarketSpec, 'base'>): number {
  return coinOf(base).ticks;
}

function coinOf(base: string) {
  const coin = COINS[base];
  if (coin === undefined) throw new RangeError(`The example has no ${base}`);
  return coin;
}

/** Up, down and back in straight lines: between −1 and 1, 0 at whole turns. */
function turn(days: number, swingDays: number): number {
  const part = (((days / swingDays) % 1) + 1) % 1;
  return part < 0.25 ? 4 * part : part < 0.75 ? 2 - 4 * part : 4 * part - 4;
}

/** Restlessness around a line: fractions of the price, and the minutes between two turns of it. */
const RESTLESS = [
  { by: 0.018, minutes: 660, seed: 11 },
  { by: 0.007, minutes: 90, seed: 29 },
] as const;

/** Between −1 and 1, the same for the same numbers everywhere: whole-number steps only (murmur3's finish). */
function chance(seed: number, index: number): number {
  let hash = Math.imul(index + 1_000_003, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000) * 2 - 1;
}

/** None at the month's two ends, so that it begins and ends where its line does. */
function restlessAt(days: number): number {
  const calm = Math.min(1, Math.abs(days) * 2, Math.abs(EXAMPLE_DAYS - days) * 2);
  return RESTLESS.reduce((sum, { by, minutes, seed }) => {
    const at = (days * DAY_MINUTES) / minutes;
    const before = Math.floor(at);
    const [from, to] = [chance(seed, before), chance(seed, before + 1)];
    return sum + calm * by * (from + (to - from) * (at - before));
  }, 0);
}

/** Where the main coin is after so many days, as a fraction of its first price; before the month it only swings. */
function levelAt(path: ExamplePath, days: number): number {
  const { drift, swing, swingDays } = PATH_SHAPES[path];
  const swung = swing * turn(days, swingDays) + restlessAt(days);
  if (days <= 0) return 1 + swung;
  if (path !== 'crash') return 1 + (drift * days) / EXAMPLE_DAYS + swung;
  const fallen = Math.min(1, Math.max(0, days - CRASH_DAY));
  return (1 + swung) * (1 + drift * fallen);
}

/** The minutes of a market along a path, with those that a bot's averages begin with before them. */
export function exampleColumns(spec: MarketSpec, path: ExamplePath, historyMinutes: number): MarketColumns {
  const { ticks, part } = coinOf(spec.base);
  const count = historyMinutes + MINUTES;
  const columns = {
    open: new Int32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
  };
  const at = (minute: number): number =>
    Math.max(1, Math.round(ticks * (1 + part * (levelAt(path, (minute - historyMinutes) / DAY_MINUTES) - 1))));
  let open = at(0);
  for (let minute = 0; minute < count; minute += 1) {
    const close = at(minute + 1);
    columns.open[minute] = open;
    columns.close[minute] = close;
    columns.high[minute] = Math.max(open, close);
    columns.low[minute] = Math.min(open, close);
    open = close;
  }
  const candles: CandleColumns = { startMs: START_MS - historyMinutes * MINUTE_MS, stepMs: MINUTE_MS, ...columns };
  return spec.contract === undefined ? { candles } : { candles, marks: columns.close, funding: everyEightHours() };
}

function everyEightHours(): FundingColumns {
  const count = (MINUTES * MINUTE_MS) / FUNDING_MS;
  return {
    timesMs: Float64Array.from({ length: count }, (_, index) => START_MS + (index + 1) * FUNDING_MS),
    ratesE8: Array.from({ length: count }, () => EXAMPLE_FUNDING_E8),
  };
}

/** What a form's check is told of the market and of the reader, whose balance is not known. */
export function exampleContext(spec: MarketSpec, minAmount: bigint | null): CheckContext {
  return {
    spec,
    lastTicks: exampleTicks(spec),
    maxGrid: spec.maxGrid,
    feeRate: EXAMPLE_FEE_E8,
    minAmount,
    available: null,
    prices: Object.fromEntries(marketsOf(spec).map((market) => [instrumentOf(market), exampleTicks(market)])),
    nextFundingE8: EXAMPLE_FUNDING_E8,
    phase: 'submit',
  };
}
