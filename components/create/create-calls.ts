'use client';

import { type CallInput, call } from '#lib/client/call.ts';
import { type AskFundPassword, moneyCall } from '#lib/client/money-call.ts';
import { ask } from '#lib/client/prompts.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { BatchResult, CreateAnswer, CreateFlowEvent } from './create-flow.ts';
import type { Creation, Sending } from './create-flow-runner.ts';

/** The flow's calls, as the events that they lead to. They reject when there was no answer. */

interface Said {
  readonly strategy_id?: number;
  readonly field?: string;
  readonly issue?: string;
  readonly values?: Readonly<Record<string, string>>;
}

function answered(reply: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): CreateFlowEvent {
  const { field, issue, values, strategy_id: strategyId } = (reply.data ?? {}) as Said;
  return {
    type: 'answered',
    answer: {
      code: reply.code,
      message: reply.message,
      ...(field === undefined ? {} : { field }),
      ...(issue === undefined ? {} : { issue }),
      ...(values === undefined ? {} : { values }),
      ...(strategyId === undefined ? {} : { strategyId }),
    },
  };
}

export async function readAgreement(): Promise<CreateFlowEvent> {
  const reply = await call('agreement');
  if (reply.code !== 200 || reply.data === undefined) return answered(reply);
  return { type: 'agreement-read', isSigned: reply.data.signed, version: reply.data.version };
}

export async function askAgreement(): Promise<CreateFlowEvent> {
  return { type: 'agreement-answered', hasAgreed: (await ask('agreement')) !== null };
}

export async function signAgreement(version: string): Promise<CreateFlowEvent> {
  const reply = await call('signAgreement', { body: { version } });
  return reply.code === 200 ? { type: 'agreement-signed' } : answered(reply);
}

/** While the password is asked for nothing has happened. */
function held({ isHeldBack, goesOut }: Sending, askFundPassword: AskFundPassword): AskFundPassword {
  return async (refusal) => {
    isHeldBack();
    const typed = await askFundPassword(refusal);
    if (typed !== null) goesOut();
    return typed;
  };
}

export interface SheetSending extends Sending {
  readonly askInSheet: AskFundPassword;
  /** Whether what was reviewed still holds. */
  readonly isInTime: () => boolean;
}

/**
 * Creates a bot by its kind's call: grid-trading/create (C-354) or strategy/run (C-357, X60), or several by one (C-358); each of
 * those says for itself whether it is there. The fund password is asked for in the sheet, by `askInSheet`; what is asked for
 * again has none, and asks as every money call.
 */
export async function sendCreation(
  { call: name, payload, key, userId }: Creation,
  { askInSheet, isInTime, ...sending }: SheetSending,
): Promise<CreateFlowEvent> {
  const { isRepeat } = sending;
  const outcome = await moneyCall(name, { body: payload } as CallInput<typeof name>, {
    idempotencyKey: key,
    traderId: userId,
    wasSentBefore: isRepeat,
    isInTime,
    ...(isRepeat ? {} : { correctable: held(sending, askInSheet) }),
  });
  if (outcome.state !== 'answered') return { type: outcome.state };
  const { code, message, data } = outcome.reply;
  return code === CODE.ok && Array.isArray(data)
    ? { type: 'answered', answer: { code, message, batch: batchOf(data) } }
    : answered(outcome.reply);
}

type Items = Extract<ReplyOf<'batchRun'>['data'], readonly unknown[]>;

function batchOf(items: Items): BatchResult {
  const failed = items
    .filter(({ code }) => code !== CODE.ok)
    .map(({ bot, code, message }) => ({ pair: bot, issue: message === '' ? `${code}` : message }));
  return { started: items.length - failed.length, total: items.length, failed };
}

/** C-387: a refused creation is reported, by what was refused and never by what was typed. */
export function trackRefusal({ code, field, issue }: CreateAnswer): void {
  const message = ['create refused', code, field, issue].filter((part) => part !== undefined).join(' ');
  // A report that cannot be delivered has nobody left to tell.
  call('clientError', { body: { message, stack: '', screen: 'trade-create' } }).catch(() => undefined);
}
