import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { createStream, hashKey, hashText } from './hash-random.ts';
import { DAY_MINUTES, type DaySource, emptyDay, type MarketDay } from './market-day.ts';
import { FIRST_SIMULATED_DAY } from './simulated-anchors.ts';
import { type CoinDay, createCoinDays } from './simulated-coin-day.ts';
import { CROSS_DAILY_VOLUME, FACTOR_VOLATILITY, SIMULATED_COINS, type SimulatedCoin } from './simulated-coins.ts';

/** Market-days that stay in memory, 35 kB each: 90 days of all markets fit. The rest is made again when asked for. */
const CACHED_MARKET_DAYS = 1000;

/** What a market's minutes are made of, one value per minute. */
interface LogMinutes {
  readonly open: (minute: number) => number;
  readonly close: (minute: number) => number;
  readonly variance: (minute: number) => number;
  /** Price in ticks at log 0. */
  readonly levelTicks: number;
  readonly dailyVolume: number;
  /** Variance of an average minute of this market, for volumes. */
  readonly usualVariance: number;
}

function coinVariance(day: CoinDay, minute: number): number {
  return day.beta * day.beta * (day.factorVariance[minute] as number) + (day.ownVariance[minute] as number);
}

function usualMinuteVariance(coin: SimulatedCoin): number {
  return ((coin.beta * FACTOR_VOLATILITY) ** 2 + coin.ownVolatility ** 2) / DAY_MINUTES;
}

/** A coin against USDT. */
function direct(coin: SimulatedCoin, day: CoinDay, ticksPerUnit: number): LogMinutes {
  return {
    open: (m) => day.logOpen[m] as number,
    close: (m) => day.logClose[m] as number,
    variance: (m) => coinVariance(day, m),
    levelTicks: coin.level * ticksPerUnit,
    dailyVolume: coin.dailyVolume,
    usualVariance: usualMinuteVariance(coin),
  };
}

/** A coin against another one: the quotient of their USDT prices. The factor they share mostly cancels. */
function cross(
  base: SimulatedCoin,
  quote: SimulatedCoin,
  baseDay: CoinDay,
  quoteDay: CoinDay,
  ticksPerUnit: number,
  dailyVolume: number,
): LogMinutes {
  const factorShare = (base.beta - quote.beta) ** 2;
  return {
    open: (m) => (baseDay.logOpen[m] as number) - (quoteDay.logOpen[m] as number),
    close: (m) => (baseDay.logClose[m] as number) - (quoteDay.logClose[m] as number),
    variance: (m) =>
      factorShare * (baseDay.factorVariance[m] as number) +
      (baseDay.ownVariance[m] as number) +
      (quoteDay.ownVariance[m] as number),
    levelTicks: (base.level / quote.level) * ticksPerUnit,
    dailyVolume,
    usualVariance: usualMinuteVariance(base),
  };
}

/**
 * Rounds log minutes to ticks. Highs and lows are the extremes of a Brownian path between open and close with the
 * minute's variance, by the exact distribution of its maximum: (o + c + √((c − o)² − 2·v·ln U)) / 2.
 */
function roundDay(minutes: LogMinutes, spec: MarketSpec, key: number): MarketDay {
  const stream = createStream(key);
  const day = emptyDay();
  const lot = Number(spec.lotUnits);
  const volumeScale = (minutes.dailyVolume / DAY_MINUTES) * 1e8;
  let lastLog = Number.NaN;
  let lastTicks = 0;
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    const from = minutes.open(m);
    const to = minutes.close(m);
    const variance = minutes.variance(m);
    const open = from === lastLog ? lastTicks : Math.max(1, Math.round(minutes.levelTicks * Math.exp(from)));
    const close = Math.max(1, Math.round(minutes.levelTicks * Math.exp(to)));
    const move = to - from;
    const up = (move + Math.sqrt(move * move - 2 * variance * Math.log(stream.uniform()))) / 2;
    const down = (move - Math.sqrt(move * move - 2 * variance * Math.log(stream.uniform()))) / 2;
    const start = minutes.levelTicks * Math.exp(from);
    // exp(x) ≈ 1 + x + x²/2 for the few basis points of a minute; extremes need no more.
    const high = Math.round(start * (1 + up + (up * up) / 2));
    const low = Math.round(start * (1 + down + (down * down) / 2));
    day.open[m] = open;
    day.close[m] = close;
    day.high[m] = Math.max(high, open, close);
    day.low[m] = Math.max(1, Math.min(low, open, close));
    // Trading follows volatility, and the minute's own excitement.
    const excitement = (variance / minutes.usualVariance) ** 0.6 * (0.25 - 0.75 * Math.log(stream.uniform()));
    day.volume[m] = Math.max(1, Math.round((volumeScale * excitement) / lot)) * lot;
    lastLog = to;
    lastTicks = close;
  }
  return day;
}

/** A cross market can never trade beyond what the two USDT markets' own extremes imply. */
function boundCross(day: MarketDay, base: MarketDay, quote: MarketDay, ticksPerQuotient: number): void {
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    const open = day.open[m] as number;
    const close = day.close[m] as number;
    const highest = Math.floor(((base.high[m] as number) / (quote.low[m] as number)) * ticksPerQuotient);
    const lowest = Math.ceil(((base.low[m] as number) / (quote.high[m] as number)) * ticksPerQuotient);
    day.high[m] = Math.max(open, close, Math.min(day.high[m] as number, highest));
    day.low[m] = Math.min(open, close, Math.max(day.low[m] as number, lowest));
  }
}

/** The simulated market as days of minutes: a pure function of (seed, market, day). */
export function createSimulatedDays(seed: number, specs: readonly MarketSpec[]): DaySource {
  const coins = new Map(SIMULATED_COINS.map((coin) => [coin.coin, coin]));
  const bySymbol = new Map(specs.map((spec) => [spec.market, spec]));
  const coinDays = createCoinDays(seed);
  const cache = createBoundedCache<string, MarketDay>(CACHED_MARKET_DAYS);

  function makeDay(spec: MarketSpec, day: number): MarketDay {
    const base = coins.get(spec.base);
    if (base === undefined) throw new Error(`${spec.base} has no simulated coin`);
    const key = hashKey(seed, hashText(spec.market), 3, day);
    const ticksPerUnit = 10 ** spec.priceDecimals;
    const baseDay = coinDays.at(spec.base, day);
    if (spec.quote === 'USDT') return roundDay(direct(base, baseDay, ticksPerUnit), spec, key);
    const quote = coins.get(spec.quote);
    const baseSpec = bySymbol.get(`${spec.base}_USDT`);
    const quoteSpec = bySymbol.get(`${spec.quote}_USDT`);
    if (quote === undefined || baseSpec === undefined || quoteSpec === undefined) {
      throw new Error(`${spec.market} needs ${spec.base}_USDT and ${spec.quote}_USDT`);
    }
    const volume = CROSS_DAILY_VOLUME[spec.market] ?? base.dailyVolume / 30;
    const minutes = cross(base, quote, baseDay, coinDays.at(spec.quote, day), ticksPerUnit, volume);
    const made = roundDay(minutes, spec, key);
    const ticksPerQuotient = 10 ** (quoteSpec.priceDecimals + spec.priceDecimals - baseSpec.priceDecimals);
    boundCross(made, dayOf(baseSpec, day), dayOf(quoteSpec, day), ticksPerQuotient);
    return made;
  }

  function dayOf(spec: MarketSpec, day: number): MarketDay {
    return cache.get(`${spec.market} ${day}`, () => makeDay(spec, day));
  }

  return {
    day(market, day) {
      const spec = bySymbol.get(market);
      return spec === undefined || day < FIRST_SIMULATED_DAY ? null : dayOf(spec, day);
    },
  };
}
