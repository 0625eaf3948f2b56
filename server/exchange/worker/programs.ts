import { doSearch, type SearchJob } from '../ai/search-job.ts';
import type { BacktestJob } from '../backtests/backtest-job.ts';
import { doBacktest } from '../backtests/backtest-program.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { doPreview, type PreviewJob } from '../previews/preview-job.ts';
import { doTypical, type TypicalJob } from '../typical/typical-job.ts';

/** Everything that workers do. */
type AnyBody = BacktestJob | PreviewJob | SearchJob | TypicalJob;

const KNOWN: Readonly<Record<AnyBody['type'], true>> = { backtest: true, preview: true, search: true, typical: true };

function isKnown(body: JobBody): body is AnyBody {
  return Object.hasOwn(KNOWN, body.type);
}

/** Does a job whose prices are there; says each part of its answer. Throws on a job that there is no program for. */
export function doJob(
  body: JobBody,
  markets: Readonly<Record<string, MarketColumns>>,
  say: (answer: Answer, isLast: boolean) => void,
  nowMs: () => number,
): void {
  if (!isKnown(body)) throw new Error(`no worker does ${body.type}`);
  if (body.type === 'backtest') doBacktest(body, markets, say, nowMs);
  else if (body.type === 'preview') doPreview(body, markets, say);
  else if (body.type === 'search') doSearch(body, markets, say);
  else doTypical(body, markets, say);
}
