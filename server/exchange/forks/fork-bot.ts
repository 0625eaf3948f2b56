import { STREAM } from '../bots/bot-book.ts';
import { JobOver, type JobRun } from '../jobs/job-run.ts';
import type { MarketFeed } from '../market/feed.ts';
import { gatherMarkets } from '../market/gather-columns.ts';
import { someOf, storedBot } from '../proofs/stored-life.ts';
import type { StoreReader } from '../store/store.ts';
import type { AskedThread } from '../surroundings/asked-thread.ts';
import { GATHERED, TAPE } from './fork.ts';
import type { ForkAnswer, ForkBegin, ForkNeed, ForkOutcome, ForkTold, KnownThen } from './fork-shape.ts';

interface ForkingParts {
  readonly store: StoreReader;
  readonly feed: MarketFeed;
  readonly thread: Pick<AskedThread<ForkTold, ForkAnswer>, 'ask'>;
}

export type AskedFork = Pick<ForkBegin, 'timeMs' | 'untilMs' | 'change'>;

/** Forks a bot as the disk has it: the thread is told its life and then the markets, piece by piece, and answers each time. */
export async function forkBot(
  { store, feed, thread }: ForkingParts,
  botId: number,
  asked: AskedFork,
  { isOver, onProgress }: JobRun,
): Promise<ForkOutcome> {
  /** Null: the thread has nothing to say but how far it is. */
  async function tell(told: ForkTold): Promise<Exclude<ForkAnswer, { readonly progress: number }> | null> {
    if (isOver()) throw new JobOver();
    const answer = await thread.ask(told);
    if (!('progress' in answer)) return answer;
    onProgress(answer.progress);
    return null;
  }

  await tell({ do: 'begin', ...(await storedBot(store, botId)), ...asked });
  for await (const rows of someOf(store.since(STREAM.tape, `${botId}`, 0))) await tell({ do: 'tape', rows });
  const needed = await tell({ do: 'need' });
  if (needed === null || !('need' in needed)) return outcomeOf(needed);
  const known = await gather(feed, needed.need, asked.timeMs, {
    isOver,
    onProgress: (part) => onProgress(TAPE + (GATHERED - TAPE) * part),
  });
  let said = await tell({ do: 'set', known });
  while (said === null) said = await tell({ do: 'ride' });
  return outcomeOf(said);
}

function outcomeOf(answer: ForkAnswer | null): ForkOutcome {
  if (answer === null || !('outcome' in answer)) throw new Error('a fork without an outcome');
  return answer.outcome;
}

async function gather(
  feed: MarketFeed,
  { markets: specs, fromMs, toMs, withVolumes, asset }: ForkNeed,
  timeMs: number,
  { isOver, onProgress }: JobRun,
): Promise<KnownThen> {
  const wanted = specs.map((spec) => ({ spec, fromMs, toMs }));
  const markets = await gatherMarkets(feed, wanted, { isOver, withVolumes, onProgress });
  if (markets === null) throw new JobOver();
  const spec = feed.spec(`${asset}_USDT`);
  const ticks = spec === undefined ? null : feed.lastTicks(spec.market, timeMs);
  return { markets, valuation: spec === undefined || ticks === null ? null : { spec, ticks } };
}
