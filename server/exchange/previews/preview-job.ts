import { z } from 'zod';
import { FINISH_REASONS } from '#lib/contract/bot-words.ts';
import { type BacktestJob, runJob, taskOf } from '../backtests/backtest-job.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { PreviewAsked, PreviewOutcome } from './preview-shape.ts';
import { replayCopy } from './replay-copy.ts';

/** A replay of two bots as a worker is told of it. */
export interface PreviewJob extends JobBody, Pick<PreviewAsked, 'copy' | 'shareRateE8' | 'beginMs'> {
  readonly type: 'preview';
  /** The original. */
  readonly run: BacktestJob['run'];
}

export function previewJob(asked: PreviewAsked): PreviewJob {
  const { copy, shareRateE8, beginMs, endMs } = asked;
  return { type: 'preview', ...runJob(asked, { id: 0, throughTicks: 0, beginMs, endMs }), copy, shareRateE8, beginMs };
}

/** Does it. */
export function doPreview(
  { run, copy, shareRateE8, beginMs }: PreviewJob,
  markets: Readonly<Record<string, MarketColumns>>,
  say: (answer: Answer, isLast: boolean) => void,
): void {
  const task = taskOf(run, markets);
  const outcome: PreviewOutcome =
    task === null ? { type: 'prices-unknown' } : replayCopy({ task, copy, shareRateE8, beginMs });
  say([JSON.stringify(outcome, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))], true);
}

/** As many digits as there are amounts of: reading a million of them would hold the market for seconds. */
const units = z
  .string()
  .regex(/^-?\d{1,60}$/)
  .transform(BigInt);
const side = z.object({ rateE8: units, shareE8: units, fallE8: units, finish: z.enum(FINISH_REASONS).nullable() });
const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prices-unknown') }),
  z.object({
    type: z.literal('compared'),
    fromMs: z.number(),
    toMs: z.number(),
    original: side,
    copy: side,
    points: z.array(z.object({ timeMs: z.number(), original: z.number(), copy: z.number() })),
  }),
]);

/** Reads what a worker says of it. Throws on what no worker of this program writes. */
export function readPreview([line = '']: Answer): PreviewOutcome {
  return shape.parse(JSON.parse(line));
}
