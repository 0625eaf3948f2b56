'use client';

import type { ReplyOf } from '../contract/contract.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { CODE } from '../contract/vocabulary.ts';
import { type CallInput, call } from './call.ts';
import { isOutage, NoAnswer } from './failures.ts';
import { ask } from './prompts.ts';
import { randomId } from './random-id.ts';
import { viewerId } from './session-loss.ts';

interface MoneyReply {
  readonly code: number;
  readonly message: string;
  readonly require_fundpass?: boolean;
  readonly data?: unknown;
}

/** What the replies of all calls that move money have in common. */
const moneyReply = (reply: unknown) => reply as MoneyReply;

export type MoneyOutcome<N extends EndpointName> =
  | { readonly state: 'answered'; readonly reply: ReplyOf<N> }
  /** The trader closed the fund-password panel. */
  | { readonly state: 'abandoned' }
  /** No answer even to looking the key up: it may have happened. The same key must be used again. */
  | { readonly state: 'unknown'; readonly idempotencyKey: string };

export type PasswordRefusal = Pick<MoneyReply, 'code' | 'message' | 'data'>;

/** Asks for the fund password: at first with null, then – if it can be corrected – with the refusal of what was typed before. */
export type AskFundPassword = (refusal: PasswordRefusal | null) => Promise<string | null>;

/** Replies before anything was done, if nothing was sent before them: too many requests, closed for the moment. */
const NOT_TAKEN: ReadonlySet<number> = new Set([429, 503]);
const LOOK_UPS = 3;
const OWNER_UNKNOWN = 'owner-unknown';

/** A new key for one operation of the trader. Repeats of the operation keep it, so that it runs once. */
export const newIdempotencyKey = randomId;

export interface MoneyCallOptions {
  readonly idempotencyKey?: string;
  /** Whose operation it is: whoever was logged in when it was confirmed; without it, whoever is now. */
  readonly traderId?: number;
  /** Asks for the fund password in a sheet that is open already (H52), and again while it is wrong. */
  readonly correctable?: AskFundPassword;
  /** The key was sent before – by this page or an earlier one of this tab – and not answered. */
  readonly wasSentBefore?: boolean;
  /** Whether it may go out (again) now: a password or a login may be asked for longer than what was confirmed holds. */
  readonly isInTime?: () => boolean;
}

/**
 * A call that moves money: carries an idempotency key, opens the fund-password panel when the server demands it and
 * resubmits the same request with `fundpass` (C-210). When no answer comes, it is looked up by sending the same key
 * again, which the exchange answers from its record: never a second operation.
 */
export async function moneyCall<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  {
    idempotencyKey = newIdempotencyKey(),
    traderId = viewerId(),
    correctable,
    wasSentBefore = false,
    isInTime = () => true,
  }: MoneyCallOptions = {},
): Promise<MoneyOutcome<N>> {
  const isRepeat = wasSentBefore || unanswered.has(idempotencyKey);
  unanswered.add(idempotencyKey);
  const sending = { idempotencyKey, traderId, isRepeat, isInTime };
  const outcome = await settle(name, input, sending, correctable);
  // Where the password was not given nothing has happened, but for what was sent earlier.
  if (outcome.state === 'answered' || (outcome.state === 'abandoned' && !isRepeat)) unanswered.delete(idempotencyKey);
  return outcome;
}

/** Keys of this tab that were sent and not answered: whoever repeats one of them asks what became of it. */
const unanswered = new Set<string>();

/** One operation, however often it goes out. */
interface Sending {
  readonly idempotencyKey: string;
  /** Whoever confirmed it: for nobody else is it done or looked up. */
  readonly traderId: number;
  /** It was sent before and not answered. */
  readonly isRepeat: boolean;
  readonly isInTime: () => boolean;
}

async function settle<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  sending: Sending,
  correctable: AskFundPassword | undefined,
): Promise<MoneyOutcome<N>> {
  const { idempotencyKey } = sending;
  const first = await answered(name, input, sending);
  if (first === null) return { state: 'unknown', idempotencyKey };
  if (!demandsFundPassword(moneyReply(first))) return { state: 'answered', reply: first };
  let refusal: MoneyReply | null = null;
  for (;;) {
    const fundpass: string | null = await (correctable === undefined ? ask('fund-password') : correctable(refusal));
    if (fundpass === null) return { state: 'abandoned' };
    if (!sending.isInTime()) return sending.isRepeat ? { state: 'unknown', idempotencyKey } : { state: 'abandoned' };
    const withPassword = { ...input, body: { ...(input.body as object | undefined), fundpass } } as CallInput<N>;
    const reply = await answered(name, withPassword, sending);
    if (reply === null) return { state: 'unknown', idempotencyKey };
    // Where it can be corrected, a wrong one is asked for again in the same place, as often as the exchange allows.
    refusal = moneyReply(reply);
    if (correctable === undefined || refusal.code !== CODE.fundPasswordWrong) return { state: 'answered', reply };
  }
}

/** X51: the demand stands at the top level, or under data. */
function demandsFundPassword(reply: MoneyReply): boolean {
  const nested = reply.data as { require_fundpass?: boolean } | null | undefined;
  return reply.require_fundpass === true || nested?.require_fundpass === true;
}

/**
 * The reply that settles the key, or null. Once a reply was lost the operation may have happened: then only the exchange's
 * own word on it counts – neither an outage nor a session that ended meanwhile says that it did not.
 */
async function answered<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  { idempotencyKey, traderId, isRepeat, isInTime }: Sending,
): Promise<ReplyOf<N> | null> {
  for (let attempt = 0; attempt < LOOK_UPS; attempt += 1) {
    try {
      const reply = await call(name, input, { idempotencyKey, traderId, isInTime });
      const said = moneyReply(reply);
      const mayHaveHappened = isRepeat || attempt > 0;
      // Who was logged in is not there any more: as somebody else it must neither be looked up nor done.
      if (mayHaveHappened && isOfNobody(said)) return null;
      if (!isOutage(said.code) || (!mayHaveHappened && NOT_TAKEN.has(said.code))) return reply;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
  return null;
}

/** The session is over (and was not taken up again by the same trader), or another account's: says nothing of what the first one sent. */
function isOfNobody({ code, data }: MoneyReply): boolean {
  if (code === CODE.loginRequired) return true;
  // Of several bots each has its own word: where the door does not know the account, the exchange refuses them one by one.
  if (Array.isArray(data)) return data.length > 0 && data.every(({ message }) => message === OWNER_UNKNOWN);
  return (data as { readonly issue?: string } | null | undefined)?.issue === OWNER_UNKNOWN;
}
