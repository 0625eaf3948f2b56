import { z } from 'zod';
import { backtestRecord, backtestReport } from '#lib/contract/backtest-calls.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { historyMinutes } from '#lib/kinds/history-need.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { botFeeRate, engineParamsOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { BacktestEntry } from './backtest-entry.ts';
import { type BacktestTask, MOST_CHUNKS, type Neighbours, type WrittenOutcome } from './task-shape.ts';

/** What a run is made of but its prices. */
export type RunOrder = Omit<BacktestTask, 'fromIndex' | 'markets'>;

/** A backtest as a worker is told of it. */
export interface BacktestJob extends JobBody {
  readonly type: 'backtest';
  readonly run: RunOrder;
}

/** Null when a market of its payload is not there any more. */
export function backtestJob(feed: Pick<MarketFeed, 'specs' | 'contracts'>, entry: BacktestEntry): BacktestJob | null {
  const { id, kind, beginMs, endMs, throughTicks = 0 } = entry;
  const market = specOfPayload(feed, kind, entry.payload);
  if (isPlaceRefusal(market)) return null;
  const run = { kind, ...reckonedWith(kind, entry.payload, market) };
  return { type: 'backtest', ...runJob(run, { id, throughTicks, beginMs, endMs }) };
}

type Dates = Pick<BacktestEntry, 'id' | 'beginMs' | 'endMs'> & { readonly throughTicks: number };

/** A bot as it is to be run over the minutes of [beginMs, endMs), and the prices that it needs. */
export function runJob(
  { kind, payload, spec, feeRate }: Pick<BacktestTask, 'kind' | 'payload' | 'spec' | 'feeRate'>,
  { id, throughTicks, beginMs, endMs }: Dates,
): Pick<BacktestJob, 'run' | 'prices'> {
  const minutes = historyMinutes(kind, engineParamsOf(kind, payload, spec, feeRate));
  const prices = {
    instruments: marketsOf(spec).map(instrumentOf),
    fromMs: beginMs - minutes * MINUTE_MS,
    toMs: endMs,
  };
  return { run: { id, kind, payload, spec, feeRate, throughTicks, minutes }, prices };
}

/** What is run: some kinds have defaults and a fee of their own for it (C-318), the others are run as their bots would be. */
function reckonedWith(kind: RunnableKind, payload: StoredPayload, spec: MarketSpec) {
  return definitionOf(kind).backtest?.run(payload, spec) ?? { payload, spec, feeRate: botFeeRate(spec, kind) };
}

/** A run with its prices; null when one of the markets has no price in the whole time. */
export function taskOf(run: RunOrder, markets: Readonly<Record<string, MarketColumns>>): BacktestTask | null {
  const own = markets[instrumentOf(run.spec)];
  if (own === undefined) return null;
  const fromIndex = firstMinute(own.candles, Object.values(markets), run.minutes);
  return fromIndex < 0 ? null : { ...run, fromIndex, markets };
}

/** The first minute at or after `from` that has a price, when all of the markets – which have the same minutes – have had one; −1 for none. */
function firstMinute({ open }: CandleColumns, markets: readonly MarketColumns[], from: number): number {
  const begun = markets.map(({ candles }) => candles.open.findIndex((ticks) => ticks >= 0));
  if (begun.includes(-1)) return -1;
  const first = Math.max(from, ...begun);
  return open.findIndex((ticks, i) => i >= first && ticks >= 0);
}

/** What a worker says of a backtest: that there are no prices, or the outcome and then its neighbours. */
export type BacktestAnswer =
  | { readonly type: 'prices-unknown' }
  | { readonly type: 'outcome'; readonly outcome: WrittenOutcome }
  | { readonly type: 'neighbours'; readonly neighbours: Neighbours };

/** As lines: the orders of an outcome are lines already. */
export function backtestLines(answer: BacktestAnswer): Answer {
  if (answer.type !== 'outcome') return [JSON.stringify(answer)];
  const { chunks, ...outcome } = answer.outcome;
  return [JSON.stringify({ type: 'outcome', outcome }), ...chunks];
}

const first = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prices-unknown') }),
  z.object({
    type: z.literal('outcome'),
    outcome: z.object({
      figures: backtestRecord.shape.result.unwrap(),
      report: backtestReport.omit({ neighbours: true }),
    }),
  }),
  z.object({ type: z.literal('neighbours'), neighbours: backtestReport.shape.neighbours.unwrap() }),
]);

/** Characters of a chunk of orders at most: five hundred of them are a tenth of a million. */
const MOST_IN_CHUNK = 250_000;

/** Texts of orders go to the store as they came: one has to be a text that every store takes (PostgreSQL none with U+0000), and no longer than they are. */
function isChunk(text: string): boolean {
  return text.length <= MOST_IN_CHUNK && text.startsWith('[') && text.endsWith(']') && !text.includes('\0');
}

/** Reads what a worker says. Throws on what no worker of this program writes. */
export function readBacktestAnswer([line = '', ...chunks]: Answer): BacktestAnswer {
  const answer = first.parse(JSON.parse(line));
  if (chunks.length > (answer.type === 'outcome' ? MOST_CHUNKS : 0)) throw new Error('An answer has lines too many');
  if (!chunks.every(isChunk)) throw new Error('An answer has a line that holds no orders');
  return answer.type === 'outcome' ? { type: 'outcome', outcome: { ...answer.outcome, chunks } } : answer;
}
