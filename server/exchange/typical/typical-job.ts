import { type SearchRequest, spaceOf, typedBy } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { TYPICAL_DAYS, type TypicalReplay, typicalReplay } from '#lib/backtest/search/typical-replay.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { CONTRACT } from '#lib/contract/contract.ts';
import { marketKindOf } from '#lib/money/market-spec.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { rateText } from '../ai/ai-record.ts';
import { searchNeed, searchPricesOf } from '../ai/search-prices.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { MarketColumns } from '../market/gather-columns.ts';

/** The replay of a typical bot as a worker is told of it. */
export interface TypicalJob extends JobBody {
  readonly type: 'typical';
  readonly request: SearchRequest;
}

/** Over the days before `toMs`, a midnight, with what its bots look back on. */
export function typicalJob(request: SearchRequest, toMs: number): TypicalJob {
  const days = Math.max(...TYPICAL_DAYS);
  const fromMs = toMs - days * DAY_MS - spaceOf(request).historyMs;
  return { type: 'typical', request, prices: searchNeed(request.spec, fromMs, toMs) };
}

/** Does it. */
export function doTypical(
  { request, prices: { toMs } }: TypicalJob,
  markets: Readonly<Record<string, MarketColumns>>,
  say: (answer: Answer, isLast: boolean) => void,
): void {
  const prices = searchPricesOf(request.spec, markets);
  const replay = typicalReplay(spaceOf(request), prices);
  say(replay === null ? [] : [JSON.stringify(rowOf(request, prices, replay, toMs))], true);
}

const rowsShape = CONTRACT.typicalReplays.reply;

/** Reads a row as it was written; null where there is none, or it is of another program. */
export function readTypicalRow(text: string): TypicalRow | null {
  const read = rowsShape.safeParse({ code: 200, message: '', data: [JSON.parse(text)] });
  return read.data?.data?.[0] ?? null;
}

/** Reads what a worker says. */
export function readTypical([line = 'null']: Answer): TypicalRow | null {
  return readTypicalRow(line === '' ? 'null' : line);
}

function rowOf(job: SearchRequest, { candles }: SearchPrices, replay: TypicalReplay, toMs: number): TypicalRow | null {
  const lastTicks = candles.close.findLast((ticks) => ticks >= 0);
  const params = lastTicks === undefined ? null : typedBy(job, replay.shape, lastTicks);
  if (params === null) return null;
  return {
    strategy_type: job.kind,
    market: job.spec.market,
    instrument_type: marketKindOf(job.spec),
    to: toMs / 1_000,
    params: { ...params },
    windows: replay.windows.map(({ days, rate, holdRate, maxFall, matches, fills, finish }) => ({
      days,
      rate: rateText(rate),
      hold_rate: rateText(holdRate),
      max_draw_down: rateText(maxFall),
      matches,
      fills,
      finish_as: finish ?? '',
    })),
  };
}
