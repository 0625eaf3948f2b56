import { z } from 'zod';
import { envelope, id, refusable, seconds, withId } from './wire.ts';

/** The proof of a bot (ours): its life replayed from its tape, with all that its owner changed, and compared with what is stored. */

/** One thing told twice, in the words of the journal; '' where one of the two has none. */
const twoTellings = z.object({ field: z.string(), stored: z.string(), replayed: z.string() });

const difference = z.object({
  /** fill: one is another; missing: the record lacks one; extra: it has one more; statement: the books; tape: it cannot be followed. */
  kind: z.enum(['fill', 'missing', 'extra', 'statement', 'tape']),
  /** Of the fill, counted from 1; 0 of what is none. */
  fill: z.number().int(),
  time: seconds,
  /** Only what differs; of a fill that one of the two lacks, all of it. Empty where its owner may not see it. */
  fields: z.array(twoTellings),
});

/** Prices of the tape against the market's own candles. */
const prices = z.object({
  checked: z.number().int(),
  /** Of minutes that the market does not know any more. */
  unknown: z.number().int(),
  /** That the market did not have. */
  outside: z.number().int(),
  first: z
    .object({ time: seconds, instrument: z.string(), price: z.string(), low: z.string(), high: z.string() })
    .nullable(),
});

const proof = z.object({
  /** none: nobody has asked, or its result is not kept any more. */
  status: z.enum(['none', 'queued', 'running', 'done', 'cancelled', 'failed']),
  /** 0…1 */
  progress: z.number(),
  /** Of one that is done. */
  result: z
    .object({
      /** no-tape: the bot began before tapes were kept. */
      outcome: z.enum(['equal', 'different', 'no-tape']),
      /** Calls of the tape that were made again, and those of its owner among them. */
      calls: z.number().int(),
      owner_calls: z.number().int(),
      /** Fills that are the same. */
      fills: z.number().int(),
      from: seconds,
      to: seconds,
      /** False: the tape was full; fills after `to` are not proven. */
      is_whole: z.boolean(),
      took_ms: z.number().int(),
      difference: difference.nullable(),
      prices,
    })
    .nullable(),
});
export type ProofReply = z.infer<typeof proof>;
export type ProofResult = NonNullable<ProofReply['result']>;

export const PROOF_CALLS = {
  startProof: { path: withId, reply: refusable(z.object({ strategy_id: id })) },
  proof: { path: withId, reply: envelope(proof) },
  cancelProof: { path: withId, reply: refusable(z.object({ strategy_id: id })) },
} as const;
