import { marketsOf } from '../../engine/bot-feeds.ts';
import type { CandleColumns, FundingColumns } from '../../engine/candles.ts';
import type { ColumnsByInstrument, MarketColumns } from '../../engine/markets-view.ts';
import { instrumentOf, type MarketSpec } from '../../money/market-spec.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import { changeAt, type Direction, type Scenario } from './scenarios.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The minutes of a scenario, behind those that were. */
export interface ScenarioColumns {
  readonly columns: ColumnsByInstrument;
  /** Where the scenario begins, ms. */
  readonly fromMs: number;
}

/** Recorded minutes of a day by spot market. */
export type RecordedDay = Readonly<Record<string, CandleColumns>>;

/** Whose recorded minutes a market lives through: its own, a contract those of its coin against USDT. */
export function recordedMarketOf({ market, base, contract }: MarketSpec): string {
  return contract === undefined ? market : `${base}_USDT`;
}

/**
 * Every market of a bot: its known minutes, then as many of its own last ones again – or the recorded day's – from the present price on, with
 * the scenario's path over them. Prices are whole ticks, one at least. Marks go with the last price, published at a minute's beginning; no
 * funding is settled but the scenario's. All markets go the same way at the same minute. Throws RangeError where a market's minutes or price are unknown.
 */
export function scenarioColumns(
  spec: MarketSpec,
  prices: Readonly<Record<string, number>>,
  known: ColumnsByInstrument,
  scenario: Scenario,
  direction: Direction,
  day: RecordedDay | null,
): ScenarioColumns {
  const own = known[instrumentOf(spec)]?.candles;
  if (own === undefined) throw new RangeError(`No minutes of ${spec.market}`);
  const fromMs = own.startMs + own.open.length * own.stepMs;
  const columns: Record<string, MarketColumns> = {};
  for (const market of marketsOf(spec)) {
    const instrument = instrumentOf(market);
    const before = known[instrument];
    const ticks = prices[instrument];
    if (before === undefined || ticks === undefined || ticks <= 0) throw new RangeError(`No minutes of ${instrument}`);
    const source =
      scenario.day === undefined
        ? lastMinutes(before.candles, fromMs, scenario.minutes)
        : day?.[recordedMarketOf(market)];
    if (source === undefined) throw new RangeError(`No recorded day of ${market.market}`);
    const candles = extend(before.candles, fromMs, relived(source, ticks, scenario, direction));
    columns[instrument] =
      market.contract === undefined
        ? { candles }
        : {
            candles,
            marks: marksOf(before, candles, fromMs),
            ...fundingOf(scenario, direction, fromMs, market.contract.fundingIntervalMs),
          };
  }
  return { columns, fromMs };
}

/** The last known minutes before `fromMs`, the oldest first; fewer where fewer are known. */
function lastMinutes(candles: CandleColumns, fromMs: number, minutes: number): CandleColumns {
  const end = Math.min(candles.open.length, Math.max(0, Math.round((fromMs - candles.startMs) / MINUTE_MS)));
  const begin = Math.max(0, end - minutes);
  return {
    startMs: candles.startMs + begin * MINUTE_MS,
    stepMs: MINUTE_MS,
    open: candles.open.subarray(begin, end),
    high: candles.high.subarray(begin, end),
    low: candles.low.subarray(begin, end),
    close: candles.close.subarray(begin, end),
  };
}

type Prices = Pick<CandleColumns, 'open' | 'high' | 'low' | 'close'>;

/** A source lived through once more from the present price on. Where it ends early its last price stays; its gaps stay gaps. */
function relived(source: Prices, ticks: number, scenario: Scenario, direction: Direction): Prices {
  const { minutes, blind } = scenario;
  const first = source.open.find((one) => one >= 0);
  const scale = first === undefined ? 1 : ticks / first;
  const out: Prices = {
    open: new Int32Array(minutes),
    high: new Int32Array(minutes),
    low: new Int32Array(minutes),
    close: new Int32Array(minutes),
  };
  let last = first ?? ticks;
  for (let i = 0; i < minutes; i += 1) {
    const isBlind = blind !== undefined && i >= blind.from && i < blind.until;
    const isThere = i < source.open.length && (source.open[i] as number) >= 0;
    // The bot starts in the first one: it has a price.
    if (isBlind || (i > 0 && i < source.open.length && !isThere)) {
      for (const name of PRICES) out[name][i] = -1;
      if (isThere) last = source.close[i] as number;
      continue;
    }
    const priceOf = (name: (typeof PRICES)[number]): number => (isThere ? (source[name][i] as number) : last);
    const [open, high, low, close] = [priceOf('open'), priceOf('high'), priceOf('low'), priceOf('close')];
    const [begin, end] = [changeAt(scenario, direction, i, true), changeAt(scenario, direction, i + 1, false)];
    const at = (price: number, change: number): number => Math.max(1, Math.round(price * scale * (1 + change)));
    const [from, to] = [at(open, begin), at(close, end)];
    out.open[i] = from;
    out.close[i] = to;
    out.high[i] = Math.max(from, to, at(high, Math.min(begin, end)));
    out.low[i] = Math.min(from, to, at(low, Math.max(begin, end)));
    last = close;
  }
  return out;
}

/** Known minutes up to `fromMs`, then these. Nobody knows what would be traded on the way: nothing is. */
function extend(known: CandleColumns, fromMs: number, after: Prices): CandleColumns {
  const before = Math.max(0, Math.round((fromMs - known.startMs) / MINUTE_MS));
  const join = (name: (typeof PRICES)[number]): Int32Array => {
    const all = new Int32Array(before + after.open.length).fill(-1);
    all.set(known[name].subarray(0, before));
    all.set(after[name], before);
    return all;
  };
  const candles = {
    startMs: known.startMs,
    stepMs: MINUTE_MS,
    open: join('open'),
    high: join('high'),
    low: join('low'),
    close: join('close'),
  };
  if (known.volume === undefined) return candles;
  const volume = new Float64Array(candles.open.length);
  volume.set(known.volume.subarray(0, before));
  return { ...candles, volume };
}

/** Marks as they were, then none: where none is known it is the last price that was known at the minute's beginning. */
function marksOf(before: MarketColumns, candles: CandleColumns, fromMs: number): Int32Array {
  const count = Math.round((fromMs - candles.startMs) / MINUTE_MS);
  const marks = new Int32Array(candles.open.length).fill(-1);
  if (before.marks !== undefined) marks.set(before.marks.subarray(0, count));
  // What the bot is opened at is its first mark too.
  marks[count] = candles.open[count] as number;
  return marks;
}

/** Longs pay while it is to go against them, shorts when it is turned round. */
function fundingOf(
  { fundingE8, minutes }: Scenario,
  direction: Direction,
  fromMs: number,
  intervalMs: number,
): { readonly funding?: FundingColumns } {
  if (fundingE8 === undefined) return {};
  const times: number[] = [];
  const endMs = fromMs + minutes * MINUTE_MS;
  for (let at = Math.ceil(fromMs / intervalMs) * intervalMs; at <= endMs; at += intervalMs) times.push(at);
  const rate = direction === 'fall' ? fundingE8 : -fundingE8;
  return { funding: { timesMs: Float64Array.from(times), ratesE8: times.map(() => rate) } };
}
