import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { createBasis } from './basis.ts';
import {
  type CandleDays,
  candlesToDays,
  type FileCandle,
  type FileStep,
  parseCandleFile,
  wholeDays,
} from './candle-file.ts';
import { followSpot, withContractDays } from './contract-days.ts';
import { PAPER_CONTRACTS } from './contracts.ts';
import { createDayFeed } from './day-feed.ts';
import type { MarketFeed } from './feed.ts';
import { hashText } from './hash-random.ts';
import { minutesIn, readTapeFile, tapedDays, tapeFileName } from './live-tape.ts';
import type { DaySource } from './market-day.ts';
import { readRecordedContracts } from './recorded-contracts.ts';
import { createReplayedPrices, withRecordedDays } from './replayed-contracts.ts';
import { PAPER_MARKETS } from './specs.ts';

interface RecordedMarket {
  readonly spec: MarketSpec;
  readonly days: CandleDays;
  /** Whole UTC days of the file: [first, end). */
  readonly first: number;
  readonly end: number;
}

/** A window of whole days that is replayed for ever. */
export interface ReplayWindow {
  readonly firstDay: number;
  readonly dayCount: number;
}

/**
 * The day of the data that is shown on a day of the present. The window is laid end to end over all of time, beginning
 * at 1970-01-01: whole UTC days map to whole UTC days, so the time of day is kept, and the answer depends on the window
 * and the day alone – a restart changes nothing. Where the window begins anew, at a midnight, the price jumps.
 */
export function replayedDay(window: ReplayWindow, day: number): number {
  return window.firstDay + (((day % window.dayCount) + window.dayCount) % window.dayCount);
}

/** Candle files of a folder that belong to a market: 1-minute files are preferred to 15-minute ones. */
function pickFile(names: readonly string[], market: string): { readonly name: string; readonly step: FileStep } | null {
  for (const step of ['1m', '15m'] as const) {
    for (const ending of ['csv.gz', 'csv']) {
      const name = `${market}.${step}.${ending}`;
      if (names.includes(name)) return { name, step };
    }
  }
  return null;
}

/** The minutes of a market that a live feed taped in this folder. */
async function readTape(folder: string, spec: MarketSpec): Promise<readonly FileCandle[]> {
  const minutes: FileCandle[] = [];
  for (const day of await tapedDays(folder, spec.market))
    minutes.push(...minutesIn(await readTapeFile(folder, tapeFileName(spec.market, day, 'minutes')), spec));
  return minutes;
}

async function readMarkets(folder: string): Promise<readonly RecordedMarket[]> {
  const names = await readdir(folder);
  const markets: RecordedMarket[] = [];
  for (const spec of PAPER_MARKETS) {
    const file = pickFile(names, spec.market);
    const step = file?.step ?? '1m';
    const candles =
      file === null
        ? await readTape(folder, spec)
        : parseCandleFile(await readFile(join(folder, file.name)), spec, step, file.name);
    const days = candlesToDays(candles, step, hashText(spec.market));
    if (candles.length > 0) markets.push({ spec, days, ...wholeDays(candles, step) });
  }
  return markets;
}

/** The whole days that every market's file covers. Throws when there is none. */
function commonWindow(markets: readonly RecordedMarket[], folder: string): ReplayWindow {
  const firstDay = Math.max(...markets.map((market) => market.first));
  const end = Math.min(...markets.map((market) => market.end));
  if (end > firstDay) return { firstDay, dayCount: end - firstDay };
  const names = markets.map((market) => market.spec.market).join(', ');
  throw new Error(`MARKET_DATA=${folder}: no whole UTC day is in the files of all of ${names}`);
}

/**
 * Recorded candles replayed onto the present. `folder` holds `<MARKET>.1m.csv.gz` or `<MARKET>.15m.csv.gz` (or the same
 * unpacked) of the paper exchange's markets, or the minutes that a live feed taped (its folder `tape`); a market
 * without a file does not exist in this feed. Gaps of the files stay gaps: no price is known there and no path leads
 * across. Seconds within a minute and books are made from the seed.
 *
 * Contracts of those markets: on days of which perpetuals, funding rates and marks are recorded (recorded-contracts.ts
 * says where) as they were recorded, otherwise derived from spot as in the simulated market.
 */
export async function loadHistoryFeed(options: {
  readonly folder: string;
  readonly seed: string;
}): Promise<MarketFeed> {
  const markets = await readMarkets(options.folder);
  if (markets.length === 0) {
    const example = `${PAPER_MARKETS[0]?.market}.1m.csv.gz`;
    throw new Error(`MARKET_DATA=${options.folder} holds no candle file of a known market, for example ${example}`);
  }
  const window = commonWindow(markets, options.folder);
  const byMarket = new Map(markets.map((market) => [market.spec.market, market.days]));
  const source: DaySource = {
    day: (market, day) => (day < 0 ? null : (byMarket.get(market)?.get(replayedDay(window, day)) ?? null)),
  };
  const seed = hashText(options.seed);
  const specs = markets.map((market) => market.spec);
  const contracts = followSpot(PAPER_CONTRACTS, specs);
  const recorded = await readRecordedContracts(options.folder, contracts);
  const dayShown = (day: number): number => replayedDay(window, day);
  const derived = withContractDays(source, contracts, createBasis(seed));
  const feed = createDayFeed({
    name: 'history',
    specs,
    contracts,
    seed,
    source: withRecordedDays(derived, recorded, dayShown),
    recorded: createReplayedPrices(recorded, dayShown),
    open: async () => {},
  });
  return {
    ...feed,
    recordedDay: (name, dayMs) =>
      recordedDay(
        markets.find(({ spec }) => spec.market === name),
        dayMs,
      ),
  };
}

function recordedDay(market: RecordedMarket | undefined, dayMs: number): CandleColumns | null {
  const number = Math.floor(dayMs / DAY_MS);
  const day = market?.days.get(number);
  if (market === undefined || day === undefined || number < market.first || number >= market.end) return null;
  const { volume: _units, ...prices } = day;
  return { startMs: dayMs, stepMs: MINUTE_MS, ...prices };
}
