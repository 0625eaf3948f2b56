import { instrumentOf } from '#lib/money/market-spec.ts';
import { STREAM } from '../bots/bot-book.ts';
import { JobOver, type JobRun } from '../jobs/job-run.ts';
import type { MarketFeed } from '../market/feed.ts';
import { gatherMarkets, type MarketColumns } from '../market/gather-columns.ts';
import type { StoreReader } from '../store/store.ts';
import type { AskedThread } from '../surroundings/asked-thread.ts';
import type { ProofAnswer, ProofOutcome, ProofPlace, ProofTold } from './proof-shape.ts';
import { someOf, storedBot } from './stored-life.ts';

/** Parts of the progress: the tape, the fills; the rest is the market's candles. */
const TAPE = 0.5;
const FILLS = 0.2;

interface ProvingParts {
  readonly store: StoreReader;
  readonly feed: MarketFeed;
  readonly thread: Pick<AskedThread<ProofTold, ProofAnswer>, 'ask'>;
}

/** Proves a bot as the disk has it. Null: it has no tape. */
export async function prove(
  { store, feed, thread }: ProvingParts,
  botId: number,
  { isOver, onProgress }: JobRun,
): Promise<ProofOutcome | null> {
  const key = `${botId}`;
  const { row, params } = await storedBot(store, botId);
  const begun = await thread.ask({ do: 'begin', row, params });
  if (!('calls' in begun) || begun.calls < 0) return null;

  for await (const rows of someOf(store.since(STREAM.tape, key, 0))) {
    if (isOver()) throw new JobOver();
    const answer = await thread.ask({ do: 'tape', rows });
    if (!('progress' in answer)) continue;
    onProgress(answer.progress * TAPE);
    if (answer.progress >= 1) break;
  }
  for await (const rows of someOf(store.since(STREAM.fills, key, 0))) {
    if (isOver()) throw new JobOver();
    await thread.ask({ do: 'fills', rows });
    onProgress(TAPE);
  }
  const asked = await thread.ask({ do: 'places' });
  const places = 'places' in asked ? asked.places : [];
  const markets = await columnsOf(feed, places, {
    isOver,
    onProgress: (part) => onProgress(TAPE + FILLS + (1 - TAPE - FILLS) * part),
  });
  const told = await thread.ask({ do: 'end', markets });
  if (!('outcome' in told)) throw new Error('a proof without an outcome');
  return told.outcome;
}

async function columnsOf(
  feed: MarketFeed,
  places: readonly ProofPlace[],
  { isOver, onProgress }: JobRun,
): Promise<Readonly<Record<string, MarketColumns>>> {
  const wanted = places.flatMap(({ instrument, fromMs, toMs }) => {
    const spec = feed.spec(instrument);
    return spec === undefined || instrumentOf(spec) !== instrument ? [] : [{ spec, fromMs, toMs }];
  });
  const markets = await gatherMarkets(feed, wanted, { isOver, onProgress });
  if (markets === null) throw new JobOver();
  return markets;
}
