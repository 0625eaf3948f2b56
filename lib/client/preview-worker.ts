/// <reference lib="webworker" />
import { runBacktest } from '../engine/backtest.ts';
import type { CandleColumns } from '../engine/candles.ts';
import { decodeDay } from '../engine/day-codec.ts';
import { formatAmount } from '../money/amount.ts';
import { callUrl } from './call.ts';
import { joinDays } from './preview-candles.ts';
import { DAY_MS, inParallel, PREVIEW_MS, previewDays } from './preview-days.ts';
import type { PreviewReply, PreviewRequest, PreviewResult, PreviewRun } from './preview-protocol.ts';

/**
 * The preview's own thread. It keeps the candles of one market and replays the latest asked parameters over them; runs
 * that were asked meanwhile are skipped. The page stays free however long a replay takes.
 */

/** Browsers open six connections to a host; the page's own polling needs some of them. */
const PARALLEL_DAYS = 4;
/** One less than the points of the curve: the first stands for the start. */
const CURVE_POINTS = 199;

const days = new Map<string, CandleColumns>();
let candles: CandleColumns | null = null;
let startIndex = 0;
let wanted: PreviewRun | null = null;

function post(reply: PreviewReply): void {
  self.postMessage(reply);
}

/** Whole days are immutable and come from the HTTP cache when they have been here before; only the last one grows. */
async function fetchDay(market: string, day: string, isLast: boolean): Promise<CandleColumns> {
  const known = days.get(day);
  if (known !== undefined && !isLast) return known;
  const response = await fetch(callUrl('candleDay', { query: { market, day } }));
  if (!response.ok) throw new Error(`candle_day ${day}: HTTP ${response.status}`);
  const columns = decodeDay(new Uint8Array(await response.arrayBuffer()));
  if (!isLast) days.set(day, columns);
  return columns;
}

async function load(market: string, nowMs: number): Promise<void> {
  const wantedDays = previewDays(nowMs);
  const last = wantedDays.at(-1);
  let loaded = 0;
  try {
    const columns = await inParallel(wantedDays, PARALLEL_DAYS, async (day) => {
      const one = await fetchDay(market, day, day === last);
      loaded += 1;
      if (candles === null) post({ type: 'progress', loadedDays: loaded, days: wantedDays.length });
      return one;
    });
    candles = joinDays(columns);
    startIndex = Math.max(0, Math.ceil((nowMs - PREVIEW_MS - candles.startMs) / candles.stepMs));
    post({ type: 'loaded', candles: candles.open.length });
  } catch {
    // Said to the page, which goes on without a preview; the next minute's load tries again.
    post({ type: 'load-failed' });
  }
}

function replay({ id, kind, params }: PreviewRun, columns: CandleColumns): void {
  const begun = performance.now();
  let fromIndex = startIndex;
  while (fromIndex < columns.open.length && (columns.open[fromIndex] as number) < 0) fromIndex += 1;
  if (fromIndex >= columns.open.length) {
    post({ type: 'no-price', id });
    return;
  }
  const result = runBacktest({ kind, params, candles: columns, fromIndex, curvePoints: CURVE_POINTS });
  const { timeMs, rate } = result.curve;
  const first = columns.open[fromIndex] as number;
  const lastClose = columns.close.findLast((close) => close >= 0) as number;
  const shown: PreviewResult = {
    id,
    days: Math.max(1, Math.round(((columns.open.length - fromIndex) * columns.stepMs) / DAY_MS)),
    curve: Array.from(timeMs, (x, index) => ({ x, y: rate[index] as number })),
    profit: formatAmount(result.gridProfit + result.positionProfit),
    profitRate: result.profitRate.toFixed(8),
    maxDrawdown: result.maxDrawdown.toFixed(8),
    holdRate: (lastClose / first - 1).toFixed(8),
    matches: result.matches,
    fills: result.fills,
    finish: result.finish?.reason ?? null,
    replayMs: performance.now() - begun,
  };
  post({ type: 'result', result: shown });
}

/** Runs what is wanted now; requests that arrived while the thread was busy have overwritten it by then. */
function replayLatest(): void {
  if (wanted === null || candles === null) return;
  const run = wanted;
  wanted = null;
  replay(run, candles);
}

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  if (data.type === 'load') {
    void load(data.market, data.nowMs).then(replayLatest);
    return;
  }
  const isIdle = wanted === null;
  wanted = data;
  // After the messages that are waiting already: the last of them is the one that counts.
  if (isIdle) setTimeout(replayLatest, 0);
};
