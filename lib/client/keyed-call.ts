'use client';

import type { ReplyOf } from '../contract/contract.ts';
import { ENDPOINTS, type EndpointName, KEYED_CHANGES } from '../contract/endpoints.ts';
import { CODE, isGoodCode, isOutage } from '../contract/vocabulary.ts';
import { type CallInput, call } from './call.ts';
import { NoAnswer } from './failures.ts';
import { viewerId } from './session-loss.ts';

/** What the replies of all keyed calls have in common. */
export interface KeyedReply {
  readonly code: number;
  readonly message: string;
  readonly require_fundpass?: boolean;
  readonly data?: unknown;
}

export const keyedReply = (reply: unknown) => reply as KeyedReply;

export type KeyedOutcome<N extends EndpointName> =
  | { readonly state: 'answered'; readonly reply: ReplyOf<N> }
  /** No answer even to looking the key up: it may have happened. The same key must be used again. */
  | { readonly state: 'unknown'; readonly idempotencyKey: string };

/** One operation, however often it goes out. */
export interface Sending {
  readonly idempotencyKey: string;
  /** Whoever confirmed it: for nobody else is it done or looked up. */
  readonly traderId: number;
  /** It was sent before and not answered. */
  readonly isRepeat: boolean;
  readonly isInTime: () => boolean;
}

/** Replies before anything was done, if nothing was sent before them: too many requests, closed for the moment. */
const NOT_TAKEN: ReadonlySet<number> = new Set([429, 503]);
const LOOK_UPS = 3;
const OWNER_UNKNOWN = 'owner-unknown';

/** Keys of this tab that were sent and not answered: whoever repeats one of them asks what became of it. */
const unanswered = new Set<string>();

export const wasSent = (idempotencyKey: string): boolean => unanswered.has(idempotencyKey);
export const noteSent = (idempotencyKey: string): unknown => unanswered.add(idempotencyKey);
export const noteAnswered = (idempotencyKey: string): unknown => unanswered.delete(idempotencyKey);

/**
 * A change under a key. When no answer comes, it is looked up by sending the same key again, which the exchange answers
 * from its record: never a second operation. What moves money asks for the fund password too (money-call.ts).
 */
export async function keyedCall<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  idempotencyKey: string,
): Promise<KeyedOutcome<N>> {
  const sending = { idempotencyKey, traderId: viewerId(), isRepeat: wasSent(idempotencyKey), isInTime: () => true };
  noteSent(idempotencyKey);
  const reply = await settledReply(name, input, sending);
  if (reply === null) return { state: 'unknown', idempotencyKey };
  noteAnswered(idempotencyKey);
  return { state: 'answered', reply };
}

/**
 * The reply that settles the key, or null. Once a reply was lost the operation may have happened: then only the exchange's
 * own word on it counts – neither an outage nor a session that ended meanwhile says that it did not, nor the refusal of a repeat
 * by an exchange that keeps no key of such calls.
 */
export async function settledReply<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  { idempotencyKey, traderId, isRepeat, isInTime }: Sending,
): Promise<ReplyOf<N> | null> {
  for (let attempt = 0; attempt < LOOK_UPS; attempt += 1) {
    try {
      const reply = await call(name, input, { idempotencyKey, traderId, isInTime });
      const said = keyedReply(reply);
      const mayHaveHappened = isRepeat || attempt > 0;
      // Who was logged in is not there any more: as somebody else it must neither be looked up nor done.
      if (mayHaveHappened && isOfNobody(said)) return null;
      if (mayHaveHappened && isRefusal(said) && !(await keepsKeyOf(name))) return null;
      if (!isOutage(said.code) || (!mayHaveHappened && NOT_TAKEN.has(said.code))) return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
  return null;
}

const isRefusal = ({ code }: KeyedReply): boolean => !isGoodCode(code) && !isOutage(code);

/** Whether the exchange answers a repeat of this call from its record: of what moves no money, where it announces that. */
async function keepsKeyOf(name: EndpointName): Promise<boolean> {
  if (ENDPOINTS[name].money) return true;
  try {
    const { code, data } = await call('capabilities');
    return isGoodCode(code) && (data?.includes(KEYED_CHANGES) ?? false);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return false;
  }
}

/** The session is over (and was not taken up again by the same trader), or another account's: says nothing of what the first one sent. */
function isOfNobody({ code, data }: KeyedReply): boolean {
  if (code === CODE.loginRequired) return true;
  // Of several bots each has its own word: where the door does not know the account, the exchange refuses them one by one.
  if (Array.isArray(data)) return data.length > 0 && data.every(({ message }) => message === OWNER_UNKNOWN);
  return (data as { readonly issue?: string } | null | undefined)?.issue === OWNER_UNKNOWN;
}
