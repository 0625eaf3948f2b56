import { z } from 'zod';
import { GRADES } from '#lib/backtest/search/grade.ts';
import { type GradeRecord, gradeRecord } from '#lib/backtest/search/grade-record.ts';
import type { SearchCycle } from '#lib/backtest/search/walk-forward.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { StoreReader } from '../store/store.ts';
import { type SearchTarget, searchedSpecs, searchKey } from './search-jobs.ts';

/** Collection of what came of each search's earlier grades, one row a job and window: small, because many are read at once. */
export const AI_CASES = 'ai_cases';

export const cases = z.array(
  z.object({ grade: z.enum(GRADES), rate: z.number(), holdRate: z.number(), medianRate: z.number() }),
);

/** How suggestions of each grade did in the week after, over every market that this kind was searched on. */
export async function recordOf(
  store: Pick<StoreReader, 'get'>,
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  target: SearchTarget,
  cycle: SearchCycle,
): Promise<GradeRecord> {
  const specs = searchedSpecs(target.kind, feed);
  const texts = await Promise.all(specs.map((spec) => store.get(AI_CASES, searchKey(target, spec, cycle))));
  return gradeRecord(
    texts.flatMap((text) => (text === undefined ? [] : (cases.safeParse(JSON.parse(text)).data ?? []))),
  );
}
