'use client';

import type { EndpointName } from '../contract/endpoints.ts';
import { CODE } from '../contract/vocabulary.ts';
import type { CallInput } from './call.ts';
import {
  type KeyedOutcome,
  type KeyedReply,
  keyedReply,
  noteAnswered,
  noteSent,
  type Sending,
  settledReply,
  wasSent,
} from './keyed-call.ts';
import { ask } from './prompts.ts';
import { randomId } from './random-id.ts';
import { viewerId } from './session-loss.ts';

export type MoneyOutcome<N extends EndpointName> =
  | KeyedOutcome<N>
  /** The trader closed the fund-password panel. */
  | { readonly state: 'abandoned' };

export type PasswordRefusal = Pick<KeyedReply, 'code' | 'message' | 'data'>;

/** Asks for the fund password: at first with null, then – if it can be corrected – with the refusal of what was typed before. */
export type AskFundPassword = (refusal: PasswordRefusal | null) => Promise<string | null>;

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
 * A keyed call that moves money: opens the fund-password panel when the server demands it and resubmits the same request
 * under its key with `fundpass` (C-210).
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
  const isRepeat = wasSentBefore || wasSent(idempotencyKey);
  noteSent(idempotencyKey);
  const sending = { idempotencyKey, traderId, isRepeat, isInTime };
  const outcome = await settle(name, input, sending, correctable);
  // Where the password was not given nothing has happened, but for what was sent earlier.
  if (outcome.state === 'answered' || (outcome.state === 'abandoned' && !isRepeat)) noteAnswered(idempotencyKey);
  return outcome;
}

async function settle<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  sending: Sending,
  correctable: AskFundPassword | undefined,
): Promise<MoneyOutcome<N>> {
  const { idempotencyKey } = sending;
  const first = await settledReply(name, input, sending);
  if (first === null) return { state: 'unknown', idempotencyKey };
  if (!demandsFundPassword(keyedReply(first))) return { state: 'answered', reply: first };
  let refusal: KeyedReply | null = null;
  for (;;) {
    const fundpass: string | null = await (correctable === undefined ? ask('fund-password') : correctable(refusal));
    if (fundpass === null) return { state: 'abandoned' };
    if (!sending.isInTime()) return sending.isRepeat ? { state: 'unknown', idempotencyKey } : { state: 'abandoned' };
    const withPassword = { ...input, body: { ...(input.body as object | undefined), fundpass } } as CallInput<N>;
    const reply = await settledReply(name, withPassword, sending);
    if (reply === null) return { state: 'unknown', idempotencyKey };
    // Where it can be corrected, a wrong one is asked for again in the same place, as often as the exchange allows.
    refusal = keyedReply(reply);
    if (correctable === undefined || refusal.code !== CODE.fundPasswordWrong) return { state: 'answered', reply };
  }
}

/** Whether a reply is about the fund password: none was given, or a wrong one. */
export function isOfFundPassword(reply: unknown): boolean {
  const said = keyedReply(reply);
  return said.code === CODE.fundPasswordWrong || demandsFundPassword(said);
}

/** X51: the demand stands at the top level, or under data. */
function demandsFundPassword(reply: KeyedReply): boolean {
  const nested = reply.data as { require_fundpass?: boolean } | null | undefined;
  return reply.require_fundpass === true || nested?.require_fundpass === true;
}
