import { CODE } from '../contract/vocabulary.ts';
import type { RefusalParts } from './reply-text.ts';

export { isOutage } from '../contract/vocabulary.ts';

/** What a call may end with other than its answer. Apart from what calls: a screen that only says how it ended asks nothing. */

/**
 * The answer never came: network down, deadline, aborted, or something that is no answer of ours (a proxy's page, half a
 * reply). Says nothing about whether the call was carried out.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  /** What the sender of a non-answer asked for; 0 = nothing. */
  readonly retryAfterMs: number;
  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** A reply whose code says no, with what can be said of it (reply-text.ts). Kept apart from NoAnswer: unknown is not failed. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: number;
  readonly parts: RefusalParts;
  /** What its sender asked to wait, ms; 0 = nothing. */
  readonly retryAfterMs: number;
  constructor(parts: RefusalParts, retryAfterMs = 0) {
    super(`code ${parts.code}`);
    this.code = parts.code;
    this.parts = parts;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether the exchange knows no such thing. A session that ended and a thing kept secret are refusals too, and say nothing of it. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Refused && error.code === CODE.unknown;
}
