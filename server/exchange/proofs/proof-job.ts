import { z } from 'zod';
import type { Answer, JobBody } from '../jobs/job.ts';
import { NO_PRICES, type Reach } from '../jobs/reach.ts';
import { Proof } from './proof.ts';
import type { ProofBegin, ProofOutcome } from './proof-shape.ts';

/** Parts of the progress: the tape, the fills; the rest is the market's candles. */
const TAPE = 0.5;
const FILLS = 0.2;

/** A proof as a worker is told of it; the tape and the fills it reads as it goes. */
export interface ProofJob extends JobBody, ProofBegin {
  readonly type: 'proof';
  /** What there is a market of: candles of others are not asked for. */
  readonly known: readonly string[];
}

export function proofJob(begin: ProofBegin, known: readonly string[]): ProofJob {
  return { type: 'proof', prices: NO_PRICES, ...begin, known };
}

/** Proves a bot as the disk has it. */
export async function doProof(
  { row, params, known }: ProofJob,
  reach: Reach,
  say: (answer: Answer, isLast: boolean) => void,
): Promise<void> {
  const proof = new Proof({ row, params });
  if (proof.calls < 0) {
    say(['null'], true);
    return;
  }
  for await (const rows of reach.rows('tape')) {
    proof.takeTape(rows);
    reach.onProgress(proof.progress * TAPE);
    if (proof.progress >= 1) break;
  }
  for await (const rows of reach.rows('fills')) {
    proof.takeFills(rows);
    reach.onProgress(TAPE);
  }
  const needs = proof.places
    .filter(({ instrument }) => known.includes(instrument))
    .map(({ instrument, fromMs, toMs }) => ({ instruments: [instrument], fromMs, toMs }));
  const markets = await reach.prices(needs, { from: TAPE + FILLS, to: 1 });
  say([JSON.stringify(proof.end(markets))], true);
}

const tellings = z.array(z.object({ field: z.string(), stored: z.string(), replayed: z.string() }));
const price = z.object({
  timeMs: z.number(),
  instrument: z.string(),
  price: z.string(),
  low: z.string(),
  high: z.string(),
});
const shape = z
  .object({
    calls: z.number(),
    fills: z.number(),
    changes: z.number(),
    fromMs: z.number(),
    toMs: z.number(),
    isWhole: z.boolean(),
    difference: z
      .object({
        kind: z.enum(['fill', 'missing', 'extra', 'statement', 'tape']),
        fill: z.number(),
        timeMs: z.number(),
        fields: tellings,
      })
      .nullable(),
    prices: z.object({ checked: z.number(), unknown: z.number(), outside: z.number(), first: price.nullable() }),
  })
  .nullable();

/** Reads what a worker says; null: the bot has no tape. Throws on what no worker of this program writes. */
export function readProof([line = '']: Answer): ProofOutcome | null {
  return shape.parse(JSON.parse(line));
}
