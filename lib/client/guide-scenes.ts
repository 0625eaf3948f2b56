import { runBacktest } from '../backtest/backtest.ts';
import { runOpening } from '../backtest/price-scenario.ts';
import { type SearchRequest, searchedSpec, spaceOf, typedBy } from '../backtest/search/search-space-of.ts';
import { typicalShape } from '../backtest/search/typical-replay.ts';
import type { FinishReason } from '../contract/bot-words.ts';
import { feedsOf, marketsOf } from '../engine/bot-feeds.ts';
import { heldShares, holdCurve } from '../engine/hold-curve.ts';
import type { MarketColumns } from '../engine/markets-view.ts';
import { definitionOf, type EngineParamsByKind } from '../kinds/definitions.ts';
import { factsOf } from '../kinds/facts.ts';
import type { GuidedKind } from '../kinds/guides.ts';
import { formatAmount } from '../money/amount.ts';
import { type FeeRateE8, instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import type { ChartLine } from '../strategies/definition.ts';
import { MINUTE_MS } from '../time/durations.ts';

/**
 * What the pictures of a guide show: the typical bot of a kind (the middle of what the AI search varies), its own lines, and its life over two
 * made-up paths, run by the engine. Nothing is drawn that the product would not do; the paths are the same for everybody.
 */

/** Every market begins at this price: pictures show no figures of it. */
const START_TICKS = 1_000_000;
/** A whole UTC day, so that dates and settlements fall in at the same places. */
const START_MS = Date.UTC(2026, 0, 5);
/** What averages of trailing grids look back on. */
const FLAT_MINUTES = 721;
const POINTS = 200;

const SWING = { minutes: 10 * 1440, waves: 6, height: 0.06, trend: 0 };
const AGAINST = { minutes: 3 * 1440, waves: 5, height: 0.015, trend: 0.45 };
/** Settled every eight hours while it goes well, turned round while it does not; 1e-8. */
const FUNDING_E8 = 10_000n;

export interface GuideFill {
  /** Where on the path, 0…1. */
  readonly at: number;
  readonly ticks: number;
  readonly side: 'buy' | 'sell';
}

/** One market's life in a picture. */
export interface GuideLife {
  /** Closes, the same time apart. */
  readonly prices: readonly number[];
  readonly fills: readonly GuideFill[];
  /** The bot's and just holding's, fractions over the time, ms. */
  readonly worth: readonly { readonly x: number; readonly y: number }[];
  readonly held: readonly { readonly x: number; readonly y: number }[];
  readonly days: number;
  /** Why it ended and where on the path; null: it runs on. */
  readonly end: { readonly at: number; readonly reason: FinishReason } | null;
}

export interface GuideScenes {
  /** What stands on the chart before the first price moves. */
  readonly lines: readonly Pick<ChartLine, 'ticks' | 'role'>[];
  readonly startTicks: number;
  /** What is traded at once, each as a part of all of it (0…1). */
  readonly opening: readonly {
    readonly asset: string;
    readonly isContract: boolean;
    readonly side: 'buy' | 'sell';
    readonly part: number;
  }[];
  readonly well: GuideLife;
  readonly badly: GuideLife;
}

export interface GuideQuestion {
  readonly kind: GuidedKind;
  /** Of the page, with all markets that the kind may trade as companions. */
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
}

/** Null where no bot of the kind can be made on this market. */
export function guideScenes({ kind, spec: page, feeRate }: GuideQuestion): GuideScenes | null {
  const { companions, ...own } = page;
  const spec = searchedSpec(kind, own, [own, ...Object.values(companions ?? {})]);
  if (spec === null) return null;
  const definition = definitionOf(kind);
  const request: SearchRequest = { kind, spec, feeRate, variant: definition.ai.variants?.values[0] ?? '' };
  const space = spaceOf(request);
  const shape = typicalShape(space, [START_TICKS]);
  const params = shape === null ? null : space.params(shape, START_TICKS);
  if (shape === null || params === null) return null;
  const typed = {
    ...definition.defaults(spec),
    ...typedBy(request, shape, START_TICKS),
    money: formatAmount(params.investment),
  };
  const context = { spec, lastTicks: START_TICKS, feeRate, maxGrid: spec.maxGrid, minAmount: null, available: null };
  const bot = { kind, params: params as EngineParamsByKind[GuidedKind] };
  return {
    lines: definition.chartLines(typed, { ...context, phase: 'typing' }).map(({ ticks, role }) => ({ ticks, role })),
    startTicks: START_TICKS,
    opening: openingOf(bot, START_TICKS),
    well: liveOver(bot, SWING, 1n),
    badly: liveOver(bot, AGAINST, -1n),
  };
}

interface Bot {
  readonly kind: GuidedKind;
  readonly params: EngineParamsByKind[GuidedKind];
}

function openingOf({ kind, params }: Bot, ticks: number): GuideScenes['opening'] {
  const { spec } = params;
  const markets = marketsOf(spec);
  const prices = Object.fromEntries(markets.map((one) => [instrumentOf(one), ticks]));
  const { trades } = runOpening({ kind, params, prices }, null, START_MS);
  const all = trades.reduce((sum, { quote }) => sum + Number(quote), 0);
  return trades.flatMap(({ instrument, side, quote }) => {
    const market = markets.find((one) => instrumentOf(one) === instrument);
    if (market === undefined || all === 0) return [];
    return [{ asset: market.base, isContract: market.contract !== undefined, side, part: Number(quote) / all }];
  });
}

type Path = typeof SWING;

/** Where a market's price is; coins of a portfolio swing against each other, legs of an arbitrage go together. */
function priceAt(path: Path, minute: number, turn: 1 | -1, isRise: boolean): number {
  const part = minute / path.minutes;
  const swing = -turn * path.height * Math.sin(2 * Math.PI * path.waves * part);
  return Math.max(1, Math.round(START_TICKS * (1 + swing + (isRise ? path.trend : -path.trend) * part)));
}

function columnsOf(market: MarketSpec, path: Path, turn: 1 | -1, isRise: boolean, sign: bigint): MarketColumns {
  const count = FLAT_MINUTES + path.minutes;
  const at = (index: number): number =>
    index < FLAT_MINUTES ? START_TICKS : priceAt(path, index - FLAT_MINUTES, turn, isRise);
  const open = Int32Array.from({ length: count }, (_, index) => at(index));
  const close = Int32Array.from({ length: count }, (_, index) => at(index + 1));
  const high = open.map((one, index) => Math.max(one, close[index] as number));
  const low = open.map((one, index) => Math.min(one, close[index] as number));
  const candles = { startMs: START_MS - FLAT_MINUTES * MINUTE_MS, stepMs: MINUTE_MS, open, high, low, close };
  if (market.contract === undefined) return { candles };
  const interval = market.contract.fundingIntervalMs;
  const settlements = Math.floor((path.minutes * MINUTE_MS) / interval);
  const timesMs = Float64Array.from({ length: settlements }, (_, index) => START_MS + (index + 1) * interval);
  return { candles, funding: { timesMs, ratesE8: Array.from(timesMs, () => sign * FUNDING_E8) } };
}

/** A hedged bot loses by a rise, all others by a fall. */
function liveOver({ kind, params }: Bot, path: Path, sign: bigint): GuideLife {
  const { spec } = params;
  const isHedged = factsOf(kind).trades === 'legs';
  const isPortfolio = factsOf(kind).trades === 'portfolio';
  const columns: Record<string, MarketColumns> = {};
  for (const [index, market] of marketsOf(spec).entries())
    columns[instrumentOf(market)] = columnsOf(market, path, isPortfolio && index % 2 === 1 ? -1 : 1, isHedged, sign);
  const own = columns[instrumentOf(spec)] as MarketColumns;
  const instruments = feedsOf(spec).map(({ market }) => market);
  const lastsMs = path.minutes * MINUTE_MS;
  const fills: GuideFill[] = [];
  const result = runBacktest({
    kind,
    params,
    ...own,
    fromIndex: FLAT_MINUTES,
    curvePoints: POINTS,
    ...(spec.companions === undefined ? {} : { others: columns }),
    sink: {
      fill: ({ feed, timeMs, ticks, side }) => {
        // The picture has the price of its own market.
        if (instruments[feed] === instrumentOf(spec)) fills.push({ at: (timeMs - START_MS) / lastsMs, ticks, side });
      },
      order: () => undefined,
      operation: () => undefined,
      finish: () => undefined,
    },
  });
  const { timeMs, rate } = result.curve;
  const holds = holdCurve(heldShares(params, own.candles, columns), result.startMs, timeMs);
  const stride = path.minutes / POINTS;
  const { finish } = result;
  return {
    prices: Array.from(
      { length: POINTS + 1 },
      (_, at) =>
        own.candles.open[Math.min(FLAT_MINUTES + Math.round(at * stride), own.candles.open.length - 1)] as number,
    ),
    fills,
    worth: Array.from(timeMs, (x, at) => ({ x, y: rate[at] as number })),
    held: Array.from(timeMs, (x, at) => ({ x, y: holds[at] as number })),
    days: path.minutes / 1440,
    end: finish === null ? null : { at: (finish.timeMs - START_MS) / lastsMs, reason: finish.reason },
  };
}
