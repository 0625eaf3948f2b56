/// <reference lib="webworker" />
import type { HeatMapCell } from '../backtest/search/heat-map-scale.ts';
import { createKlineReader } from './condition-klines.ts';
import { conditionMarks } from './condition-marks.ts';
import { PREVIEW_MS } from './preview-days.ts';
import { mapCells } from './preview-map.ts';
import { createPriceReader, type PreviewPrices } from './preview-prices.ts';
import type {
  PreviewLoad,
  PreviewMap,
  PreviewMarks,
  PreviewReply,
  PreviewRequest,
  PreviewReview,
  PreviewRun,
} from './preview-protocol.ts';
import { replayOver } from './preview-replay.ts';
import { answerReview } from './preview-review.ts';

/**
 * The preview's own thread. It keeps the prices of the form's markets and replays the latest asked parameters over them;
 * runs that were asked meanwhile are skipped. A map is filled in slices between the runs. The page stays free however
 * long either takes.
 */

/** A slice of a map is given up to a waiting run after this long, ms. */
const SLICE_MS = 14;

const read = createPriceReader();
let prices: PreviewPrices | null = null;
/** The instrument that `prices` are of. */
let ownKey: string | undefined;
/** The load that was asked for last; what an earlier one brings is not wanted any more. */
let lastLoad = 0;
let wanted: PreviewRun | null = null;
let map: { readonly request: PreviewMap; readonly cells: Generator<HeatMapCell> } | null = null;
let wantedMap: PreviewMap | null = null;
let readKlines: ReturnType<typeof createKlineReader> | null = null;
let wantedMarks: PreviewMarks | null = null;
let isMarking = false;

function post(reply: PreviewReply): void {
  self.postMessage(reply);
}

async function load({ loadId, need, nowMs }: PreviewLoad): Promise<void> {
  const isNew = loadId !== lastLoad;
  lastLoad = loadId;
  try {
    const found = await read(need, nowMs, (loadedDays, days) => {
      if (isNew && loadId === lastLoad) post({ type: 'progress', loadId, loadedDays, days });
    });
    if (loadId !== lastLoad) return;
    prices = found;
    ownKey = need.markets[0]?.key;
    post({ type: 'loaded', loadId, candles: found.candles.open.length });
  } catch {
    // Said to the page, which goes on without a preview; the next minute's load tries again.
    post({ type: 'load-failed', loadId });
  }
}

function replay({ id, kind, params }: PreviewRun, known: PreviewPrices): void {
  const begun = performance.now();
  const replayed = replayOver({ kind, params }, known);
  if (replayed === null) post({ type: 'no-price', id });
  else post({ type: 'result', result: { ...replayed, id, replayMs: performance.now() - begun } });
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

/** Marks for the newest request; those that it has overtaken while K-lines were being read are not answered. */
async function markLatest(): Promise<void> {
  isMarking = true;
  while (wantedMarks !== null) {
    const { id, market, instrument, nowMs, sides } = wantedMarks;
    wantedMarks = null;
    readKlines ??= createKlineReader(market, instrument);
    try {
      const klines = await readKlines(sides, nowMs);
      if (wantedMarks === null) post({ type: 'marks', id, marks: conditionMarks(sides, klines, nowMs - PREVIEW_MS) });
    } catch {
      // Said to the page; the next change asks again.
      post({ type: 'marks-failed', id });
    }
  }
  isMarking = false;
}

function review({ id, nowMs, ...question }: PreviewReview): void {
  try {
    post({ type: 'reviewed', id, answer: answerReview(question, prices, ownKey, nowMs) });
  } catch {
    // Said in the sheet: a bot can be created without it, and the exchange checks it all the same.
    post({ type: 'review-failed', id });
  }
}

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  if (data.type === 'review') {
    review(data);
    return;
  }
  if (data.type === 'load') {
    void load(data).then(replayLatest);
    return;
  }
  if (data.type === 'marks') {
    wantedMarks = data;
    if (!isMarking) void markLatest();
    return;
  }
  const isIdle = wanted === null && wantedMap === null;
  if (data.type === 'run') wanted = data;
  else wantedMap = data;
  // After the messages that are waiting already: the last of them is the one that counts.
  if (isIdle) setTimeout(replayLatest, 0);
};
