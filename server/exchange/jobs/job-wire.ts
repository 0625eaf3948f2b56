import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import { type Answer, type JobRow, LANES, type Leased, ROW_STREAMS } from './job.ts';

/**
 * How workers and the exchange speak over HTTP: six calls and the days of prices, under JOB_PATH, with the key of both in `authorization`. It is
 * no part of the contract: both ends are the same program, and one of another program is refused.
 */
export type JobCall = 'claim' | 'beat' | 'answer' | 'rows' | 'fail' | 'give-back';

/** The token of a lease stands here and in no address. */
export const LEASE_HEADER = 'x-lease';
/** SHA-256 of a day's bytes, base64url. */
export const DIGEST_HEADER = 'x-digest';
/** Told with a claimed job and with every day that never changes: the word under which such days may be kept, another for another market or program. */
export const KEEP_HEADER = 'x-keep-as';

/** A claim waits for so long, ms, and is made again. Shorter than what a worker is missed after. */
export const CLAIM_WAIT_MS = 10_000;
/** A worker over HTTP is heard of at least so often, ms. */
export const REMOTE_BEAT_MS = 2_000;

/** Largest part of an answer, bytes: twenty thousand orders are four million. What is read in one piece holds the market for as long. */
export const MOST_ANSWER = 8 * 1024 * 1024;
/** What is said of a longer one. */
export const ANSWER_TOO_LONG = `The answer is longer than one may be (${MOST_ANSWER} bytes).`;

export const claimShape = z.object({ lane: z.enum(LANES), version: z.string().max(100) });
export const beatShape = z.object({ progress: z.number().min(0).max(1) });
export const rowsShape = z.object({ stream: z.enum(ROW_STREAMS), after: z.number().int().min(0) });
export const failShape = z.object({ reason: z.string().max(20_000) });
export const partShape = z.object({ part: wholeNumber(0, 1_000), last: z.enum(['0', '1']) });
export const dayShape = z.object({
  instrument: z.string().max(64),
  day: wholeNumber(0),
  to: wholeNumber(0),
});

/** A job in the hands of a worker as bytes: what the exchange writes, its workers believe. */
export function encodeLeased(leased: Leased): Buffer {
  return serialize(leased);
}

export function decodeLeased(bytes: Uint8Array): Leased {
  return deserialize(bytes);
}

export function encodeRows(rows: readonly JobRow[]): Buffer {
  return serialize(rows);
}

export function decodeRows(bytes: Uint8Array): readonly JobRow[] {
  return deserialize(bytes);
}

/** An answer as bytes: its lines. */
export function encodeAnswer(answer: Answer): Buffer {
  return Buffer.from(answer.join('\n'));
}

export function decodeAnswer(bytes: Uint8Array): Answer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').split('\n');
}
