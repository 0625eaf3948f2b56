import { type SearchRequest, spaceOf, typedBy } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { TYPICAL_DAYS, type TypicalReplay } from '#lib/backtest/search/typical-replay.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { instrumentOf, marketKindOf } from '#lib/money/market-spec.ts';
import { rateText } from '../ai/ai-record.ts';
import { searchJobs } from '../ai/search-jobs.ts';
import type { SearchPool } from '../ai/search-pool.ts';
import { gatherPrices } from '../ai/search-prices.ts';
import { type SearchRounds, startSearchRounds } from '../ai/search-rounds.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { loadTypicalBook, TYPICAL_REPLAYS, type TypicalBook } from './typical-book.ts';

const DAY_MS = 86_400_000;

type Needs = Pick<ExchangeParts, 'sequencer' | 'feed' | 'clock' | 'log'> & { readonly book: TypicalBook };

/** What is known of typical bots, and the work that keeps it up to date where it is wanted. */
export async function openTypical(parts: ExchangeParts) {
  const book = await loadTypicalBook(parts.store);
  let replays: SearchRounds | null = null;
  return {
    book,
    start(): void {
      if (parts.settings.typicalReplays) replays = startTypicalReplays({ ...parts, book });
    },
    stop: async (): Promise<void> => replays?.stop(),
  };
}

/** Where the row of a kind on an instrument is kept. */
export function typicalKey({ kind, spec }: Pick<SearchRequest, 'kind' | 'spec'>): string {
  return `${kind}:${instrumentOf(spec)}`;
}

/** What is replayed: every kind where AI parameters are searched for it, in its first variant; market by market, so that prices are gathered once for many kinds. */
export function typicalJobs(feed: Needs['feed']): SearchRequest[] {
  const first = new Map<string, SearchRequest>();
  for (const job of searchJobs(feed)) if (!first.has(typicalKey(job))) first.set(typicalKey(job), job);
  const jobs = [...first.values()];
  const order = [...new Set([...feed.specs, ...feed.contracts].map(instrumentOf))];
  return jobs.sort((a, b) => order.indexOf(instrumentOf(a.spec)) - order.indexOf(instrumentOf(b.spec)));
}

/** Replays every typical bot once a UTC day, up to its beginning, one after the other in a thread of the lowest priority. Nobody's question begins one. */
function startTypicalReplays(needs: Needs): SearchRounds {
  const { book, feed, clock, log } = needs;
  /** The day for which a job found too little to say anything. */
  const triedMs = new Map<string, number>();
  const dayMs = (): number => Math.floor(clock.nowMs() / DAY_MS) * DAY_MS;
  return startSearchRounds({
    jobs: typicalJobs(feed),
    threads: 1,
    isDue: (job) => {
      const key = typicalKey(job);
      return (book.get(key)?.to ?? 0) * 1_000 < dayMs() && triedMs.get(key) !== dayMs();
    },
    begin: () => {
      let kept: KeptPrices | null = null;
      return async (job, pool, isOver) => {
        const toMs = dayMs();
        triedMs.set(typicalKey(job), toMs);
        kept = await pricesFor(feed, job, toMs, kept, isOver);
        if (kept !== null) await runTypicalJob(needs, pool, job, kept.prices, toMs, isOver);
      };
    },
    // Pages say what there is to say without them. The market goes on.
    onFailed: (error) => log.error('typical-replays-failed', { error }),
  });
}

interface KeptPrices {
  readonly instrument: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly prices: SearchPrices;
}

/** The prices of a job's days with what its bots look back on; those of the job before where they are enough. */
export async function pricesFor(
  feed: Needs['feed'],
  job: SearchRequest,
  toMs: number,
  kept: KeptPrices | null,
  isOver: () => boolean,
): Promise<KeptPrices | null> {
  const days = TYPICAL_DAYS.at(-1) as number;
  const fromMs = toMs - days * DAY_MS - spaceOf(job).historyMs;
  const instrument = instrumentOf(job.spec);
  const isAlone = job.spec.companions === undefined && kept?.prices.others === undefined;
  if (isAlone && kept?.instrument === instrument && kept.toMs === toMs && kept.fromMs <= fromMs) return kept;
  const prices = await gatherPrices(feed, job.spec, fromMs, toMs, isOver);
  return prices === null ? null : { instrument, fromMs, toMs, prices };
}

/** One replay from prices to the store. Whether there is a result: not when too little is known, or no bot could be made. */
export async function runTypicalJob(
  { sequencer, book }: Pick<Needs, 'sequencer' | 'book'>,
  pool: Pick<SearchPool, 'typical'>,
  job: SearchRequest,
  prices: SearchPrices,
  toMs: number,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const replay = await pool.typical(job, prices);
  const row = replay === null ? null : rowOf(job, prices, replay, toMs);
  if (isOver() || row === null) return false;
  const key = typicalKey(job);
  await sequencer.submit((tx) => {
    tx.put(TYPICAL_REPLAYS, key, JSON.stringify(row));
    book.put(key, row);
  });
  return true;
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
