/// <reference lib="webworker" />
import { runBacktest } from '../engine/backtest.ts';
import type { HeatMapCell } from '../engine/search/heat-map.ts';
import { formatAmount } from '../money/amount.ts';
import { holdCurve } from './hold-curve.ts';
import { DAY_MS } from './preview-days.ts';
import { mapCells } from './preview-map.ts';
import { createPriceReader, type PreviewPrices } from './preview-prices.ts';
import type {
  PreviewLoad,
  PreviewMap,
  PreviewReply,
  PreviewRequest,
  PreviewResult,
  PreviewRun,
} from './preview-protocol.ts';

/**
 * The preview's own thread. It keeps the prices of one instrument and replays the latest asked parameters over them;
 * runs that were asked meanwhile are skipped. A map is filled in slices between the runs. The page stays free however
 * long either takes.
 */

/** One less than the points of the curve: the first stands for the start. */
const CURVE_POINTS = 199;
/** A slice of a map is given up to a waiting run after this long, ms. */
const SLICE_MS = 14;

let read: ReturnType<typeof createPriceReader> | null = null;
let prices: PreviewPrices | null = null;
let wanted: PreviewRun | null = null;
let map: { readonly request: PreviewMap; readonly cells: Generator<HeatMapCell> } | null = null;
let wantedMap: PreviewMap | null = null;

function post(reply: PreviewReply): void {
  self.postMessage(reply);
}

async function load({ market, instrument, nowMs }: PreviewLoad): Promise<void> {
  read ??= createPriceReader(market, instrument);
  try {
    prices = await read(nowMs, (loadedDays, days) => {
      if (prices === null) post({ type: 'progress', loadedDays, days });
    });
    post({ type: 'loaded', candles: prices.candles.open.length });
  } catch {
    // Said to the page, which goes on without a preview; the next minute's load tries again.
    post({ type: 'load-failed' });
  }
}

function replay({ id, kind, params }: PreviewRun, { candles, startIndex, marks, funding }: PreviewPrices): void {
  const begun = performance.now();
  let fromIndex = startIndex;
  while (fromIndex < candles.open.length && (candles.open[fromIndex] as number) < 0) fromIndex += 1;
  if (fromIndex >= candles.open.length) {
    post({ type: 'no-price', id });
    return;
  }
  const result = runBacktest({
    kind,
    params,
    candles,
    fromIndex,
    curvePoints: CURVE_POINTS,
    ...(marks === undefined ? {} : { marks }),
    ...(funding === undefined ? {} : { funding }),
  });
  const { timeMs, rate } = result.curve;
  const first = candles.open[fromIndex] as number;
  const lastClose = candles.close.findLast((close) => close >= 0) as number;
  const shown: PreviewResult = {
    id,
    days: Math.max(1, Math.round(((candles.open.length - fromIndex) * candles.stepMs) / DAY_MS)),
    curve: Array.from(timeMs, (x, index) => ({ x, y: rate[index] as number })),
    holdCurve: holdCurve(candles, fromIndex, timeMs),
    profit: formatAmount(result.gridProfit + result.positionProfit),
    profitRate: result.profitRate.toFixed(8),
    maxDrawdown: result.maxDrawdown.toFixed(8),
    holdRate: (lastClose / first - 1).toFixed(8),
    matches: result.matches,
    fills: result.fills,
    finish: result.finish?.reason ?? null,
    finishedAtMs: result.finish?.timeMs ?? null,
    replayMs: performance.now() - begun,
  };
  post({ type: 'result', result: shown });
}

/** Runs what is wanted now; requests that arrived while the thread was busy have overwritten it by then. */
function replayLatest(): void {
  if (prices === null) return;
  if (wanted !== null) {
    const run = wanted;
    wanted = null;
    replay(run, prices);
  }
  if (wantedMap !== null) {
    const request = wantedMap;
    wantedMap = null;
    const isIdle = map === null;
    map = { request, cells: mapCells(request, prices) };
    if (isIdle) setTimeout(fillMap, 0);
  }
}

/** One slice of the map, then whatever else is waiting. */
function fillMap(): void {
  if (map === null) return;
  const { request, cells } = map;
  const until = performance.now() + SLICE_MS;
  const fresh: HeatMapCell[] = [];
  let isDone = false;
  while (!isDone && performance.now() < until) {
    const next = cells.next();
    if (next.done === true) isDone = true;
    else fresh.push(next.value);
  }
  post({ type: 'cells', id: request.id, cells: fresh, isDone });
  if (isDone) map = null;
  else setTimeout(fillMap, 0);
}

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  if (data.type === 'load') {
    void load(data).then(replayLatest);
    return;
  }
  const isIdle = wanted === null && wantedMap === null;
  if (data.type === 'run') wanted = data;
  else wantedMap = data;
  // After the messages that are waiting already: the last of them is the one that counts.
  if (isIdle) setTimeout(replayLatest, 0);
};
