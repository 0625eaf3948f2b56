import type { FinishReason } from '../../contract/bot-words.ts';
import { createCandleView } from '../../engine/candle-view.ts';
import { type ColumnsByInstrument, createMarketsView } from '../../engine/markets-view.ts';
import { instrumentOf, type MarketSpec } from '../../money/market-spec.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import { floorScale, runBacktest } from '../backtest.ts';
import type { ScenarioBot } from '../price-scenario.ts';
import { type RecordedDay, scenarioColumns } from './scenario-columns.ts';
import { type Direction, directionsOf, type Scenario, type ScenarioId } from './scenarios.ts';
import { withThinBook } from './thin-book.ts';

/** How often a bot is looked at in a scenario: every minute of a day, every half an hour of a month. */
const LOOKS = 1440;
/** Points of the curve that is drawn. */
const DRAWN = 180;

/** One of the bots of a scenario that did not live to see its end. */
export interface ScenarioEnd {
  readonly instrument: string;
  readonly reason: FinishReason;
  /** When, ms after the scenario began. */
  readonly afterMs: number;
  /** The last price of its own market then, ticks, and what it is of the one that it began at, a fraction; for display. */
  readonly ticks: number;
  readonly change: number;
}

export interface ScenarioResult {
  readonly id: ScenarioId;
  /** Of both the one that is worse for the bot. */
  readonly direction: Direction;
  readonly lastsMs: number;
  /** Units of what profit is counted in, rounded down; what it lost is never shown smaller than it is. */
  readonly start: bigint;
  readonly end: bigint;
  /** The lowest that it was worth at a look or at its end. */
  readonly worst: bigint;
  readonly worstAfterMs: number;
  /** The longest time between a high and the return to it, or the end. */
  readonly underWaterMs: number;
  readonly fills: number;
  readonly ends: readonly ScenarioEnd[];
  /** Bots that it is of. */
  readonly bots: number;
  /** Worth ÷ what it began with − 1 over the time since then, ms; for display. */
  readonly curve: readonly { readonly x: number; readonly y: number }[];
}

/** What a scenario is laid over: minutes of all markets of all bots, the newest of them now, and of the recorded day where there is one. */
export interface LabGround {
  readonly known: ColumnsByInstrument;
  readonly day: RecordedDay | null;
}

/** What one bot was worth at each look, in EquityStatement's scale, with where it stood then. */
interface Life {
  /** What was put in: opening the bot has cost something by its first look. */
  readonly start: bigint;
  readonly timesMs: readonly number[];
  readonly worth: readonly bigint[];
  readonly fills: number;
  readonly end: ScenarioEnd | null;
}

/** Takes bots, which are created together, through a scenario; of several the money is added up. The same question has the same answer. */
export function runScenario(
  scenario: Scenario & { readonly id: ScenarioId },
  bots: readonly ScenarioBot[],
  ground: LabGround,
): ScenarioResult {
  const results = directionsOf(scenario).map((direction) => {
    const lives = bots.map((bot) => liveThrough(bot, scenario, direction, ground));
    return told(scenario, direction, lives);
  });
  return results.reduce((worse, one) => (isWorse(one, worse) ? one : worse));
}

/** Which of two is the one to be told: less at its worst, then less in the end. */
function isWorse(one: ScenarioResult, other: ScenarioResult): boolean {
  if (one.worst - one.start !== other.worst - other.start) return one.worst - one.start < other.worst - other.start;
  return one.end - one.start < other.end - other.start;
}

function liveThrough(
  { kind, params, prices }: ScenarioBot,
  scenario: Scenario,
  direction: Direction,
  { known, day }: LabGround,
): Life {
  const { spec } = params;
  const { columns, fromMs } = scenarioColumns(spec, prices, known, scenario, direction, day);
  const instrument = instrumentOf(spec);
  const own = columns[instrument];
  if (own === undefined) throw new RangeError(`No minutes of ${instrument}`);
  const { candles } = own;
  const timesMs: number[] = [];
  const worth: bigint[] = [];
  const result = runBacktest({
    kind,
    params,
    ...own,
    fromIndex: Math.round((fromMs - candles.startMs) / candles.stepMs),
    curvePoints: LOOKS,
    onPoint: (timeMs, { equity }) => {
      timesMs.push(timeMs - fromMs);
      worth.push(equity);
    },
    ...(spec.companions === undefined ? {} : { others: columns }),
    ...(scenario.thinness === undefined ? {} : { view: thinView(spec, columns, scenario.thinness) }),
  });
  const { finish } = result;
  const start = candles.open[Math.round((fromMs - candles.startMs) / candles.stepMs)] as number;
  const ticks = finish?.prices[0] ?? start;
  return {
    start: result.equity.start,
    timesMs,
    worth,
    fills: result.fills,
    end:
      finish === null
        ? null
        : { instrument, reason: finish.reason, afterMs: finish.timeMs - fromMs, ticks, change: ticks / start - 1 },
  };
}

function thinView(spec: MarketSpec, columns: ColumnsByInstrument, thinness: bigint) {
  const own = columns[instrumentOf(spec)];
  if (own === undefined) throw new RangeError(`No minutes of ${spec.market}`);
  const usual =
    spec.companions === undefined ? createCandleView(own.candles, spec, own.funding) : createMarketsView(spec, columns);
  return withThinBook(usual, spec, thinness);
}

/** The looks of all lives at the same moments: one that has ended is worth what it ended with. */
function together(lives: readonly Life[]): { readonly timesMs: readonly number[]; readonly worth: readonly bigint[] } {
  const [first] = lives;
  if (first === undefined) throw new RangeError('A scenario is of one bot at least');
  if (lives.length === 1) return first;
  const longest = lives.reduce((most, life) => (life.timesMs.length > most.timesMs.length ? life : most));
  const worth = longest.timesMs.map((_time, at) =>
    lives.reduce((sum, life) => sum + (life.worth[Math.min(at, life.worth.length - 1)] ?? 0n), 0n),
  );
  return { timesMs: longest.timesMs, worth };
}

function told(
  scenario: Scenario & { readonly id: ScenarioId },
  direction: Direction,
  lives: readonly Life[],
): ScenarioResult {
  const { timesMs, worth } = together(lives);
  const start = lives.reduce((sum, life) => sum + life.start, 0n);
  const lastsMs = scenario.minutes * MINUTE_MS;
  let worstAt = 0;
  for (const [at, value] of worth.entries()) if (value < (worth[worstAt] as bigint)) worstAt = at;
  const ended = worth.at(-1) as bigint;
  return {
    id: scenario.id,
    direction,
    lastsMs,
    start: floorScale(start),
    end: floorScale(ended),
    worst: floorScale(worth[worstAt] as bigint),
    worstAfterMs: timesMs[worstAt] as number,
    underWaterMs: longestUnderWater(timesMs, worth, lastsMs),
    fills: lives.reduce((sum, { fills }) => sum + fills, 0),
    ends: lives.flatMap(({ end }) => (end === null ? [] : [end])),
    bots: lives.length,
    curve: drawn(timesMs, worth, start, lastsMs),
  };
}

/** From its first look on: what opening cost is in the money, and would hide what came after. */
function longestUnderWater(timesMs: readonly number[], worth: readonly bigint[], lastsMs: number): number {
  let [high, highMs, longest, isUnder] = [worth[0] as bigint, 0, 0, false];
  for (const [at, value] of worth.entries()) {
    const time = timesMs[at] as number;
    // It is under water up to the look at which it is back.
    if (isUnder || value < high) longest = Math.max(longest, time - highMs);
    isUnder = value < high;
    if (!isUnder) [high, highMs] = [value, time];
  }
  // What has ended below its high stays there.
  return isUnder ? Math.max(longest, lastsMs - highMs) : longest;
}

/** Over the whole of the scenario: one that ended before is worth what it ended with, and curves of all scenarios have the same time below them. */
function drawn(
  timesMs: readonly number[],
  worth: readonly bigint[],
  start: bigint,
  lastsMs: number,
): ScenarioResult['curve'] {
  const stride = Math.max(1, Math.ceil(worth.length / DRAWN));
  const change = (value: bigint): number => (start === 0n ? 0 : Number(value - start) / Number(start));
  const looks = worth.flatMap((value, at) =>
    at % stride === 0 || at === worth.length - 1 ? [{ x: timesMs[at] as number, y: change(value) }] : [],
  );
  const last = looks.at(-1);
  return last === undefined || last.x >= lastsMs ? looks : [...looks, { x: lastsMs, y: last.y }];
}
