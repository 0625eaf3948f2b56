import { doSearch, type SearchJob } from '../ai/search-job.ts';
import type { BacktestJob } from '../backtests/backtest-job.ts';
import { doBacktest } from '../backtests/backtest-program.ts';
import { doFork, type ForkJob } from '../forks/fork-job.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { Reach } from '../jobs/reach.ts';
import { doPreview, type PreviewJob } from '../previews/preview-job.ts';
import { doProof, type ProofJob } from '../proofs/proof-job.ts';
import { doTypical, type TypicalJob } from '../typical/typical-job.ts';

/** Everything that workers do. */
type AnyBody = BacktestJob | ForkJob | PreviewJob | ProofJob | SearchJob | TypicalJob;

const KNOWN: Readonly<Record<AnyBody['type'], true>> = {
  backtest: true,
  fork: true,
  preview: true,
  proof: true,
  search: true,
  typical: true,
};

/** Part of the progress that fetching the prices is, of a job that names them. */
const FETCHING = { from: 0, to: 0.6 };

function isKnown(body: JobBody): body is AnyBody {
  return Object.hasOwn(KNOWN, body.type);
}

/** Does a job; says each part of its answer. Rejects on a job that there is no program for. */
export async function doJob(
  body: JobBody,
  reach: Reach,
  say: (answer: Answer, isLast: boolean) => void,
  nowMs: () => number,
): Promise<void> {
  if (!isKnown(body)) throw new Error(`no worker does ${body.type}`);
  if (body.type === 'proof') return doProof(body, reach, say);
  if (body.type === 'fork') return doFork(body, reach, say);
  const markets = await reach.prices([body.prices], FETCHING);
  if (body.type === 'backtest') doBacktest(body, markets, say, nowMs);
  else if (body.type === 'preview') doPreview(body, markets, say);
  else if (body.type === 'search') doSearch(body, markets, say);
  else doTypical(body, markets, say);
}
