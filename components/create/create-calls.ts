'use client';

import { type CallInput, call } from '#lib/client/call.ts';
import { type AskFundPassword, moneyCall } from '#lib/client/money-call.ts';
import { ask } from '#lib/client/prompts.ts';
import type { StrategyCalls } from '#lib/strategies/definition.ts';
import type { CreateAnswer, CreateFlowEvent } from './create-flow.ts';
import type { Creation } from './create-flow-runner.ts';

/** The flow's calls, as the events that they lead to. They reject when there was no answer. */

interface Refusal {
  readonly field?: string;
  readonly issue?: string;
  readonly values?: Readonly<Record<string, string>>;
}

function answered(reply: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): CreateFlowEvent {
  const { field, issue, values } = (reply.data ?? {}) as Refusal;
  return {
    type: 'answered',
    answer: {
      code: reply.code,
      message: reply.message,
      ...(field === undefined ? {} : { field }),
      ...(issue === undefined ? {} : { issue }),
      ...(values === undefined ? {} : { values }),
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
function held({ isHeldBack, goesOut }: Creation, askFundPassword: AskFundPassword): AskFundPassword {
  return async (refusal) => {
    isHeldBack();
    const typed = await askFundPassword(refusal);
    if (typed !== null) goesOut();
    return typed;
  };
}

/**
 * Creates a bot by its kind's call: grid-trading/create (C-354) or strategy/run (C-357, X60). The fund password is
 * asked for inside, by `askFundPassword`.
 */
export async function sendCreation(
  create: StrategyCalls['create'],
  payload: object,
  creation: Creation,
  askFundPassword: AskFundPassword,
): Promise<CreateFlowEvent> {
  const input = { body: payload } as CallInput<typeof create>;
  const outcome = await moneyCall(create, input, creation.key, held(creation, askFundPassword), creation.isRepeat);
  return outcome.state === 'answered' ? answered(outcome.reply) : { type: outcome.state };
}

/** Starts several bots by one call (C-358); each item says for itself whether it is there. */
export async function sendBatch(
  payload: object,
  creation: Creation,
  askFundPassword: AskFundPassword,
): Promise<CreateFlowEvent> {
  const input = { body: payload } as CallInput<'batchRun'>;
  const outcome = await moneyCall('batchRun', input, creation.key, held(creation, askFundPassword), creation.isRepeat);
  if (outcome.state !== 'answered') return { type: outcome.state };
  const { reply } = outcome;
  if (reply.code !== 200 || !Array.isArray(reply.data)) return answered(reply);
  const failed = reply.data
    .filter(({ code }) => code !== 200)
    .map(({ bot, code, message }) => ({ pair: bot, issue: message === '' ? `${code}` : message }));
  return {
    type: 'answered',
    answer: {
      code: reply.code,
      message: reply.message,
      batch: { started: reply.data.length - failed.length, total: reply.data.length, failed },
    },
  };
}

/** C-387: a refused creation is reported, by what was refused and never by what was typed. */
export function trackRefusal({ code, field, issue }: CreateAnswer): void {
  const message = ['create refused', code, field, issue].filter((part) => part !== undefined).join(' ');
  // A report that cannot be delivered has nobody left to tell.
  call('clientError', { body: { message, stack: '', screen: 'trade-create' } }).catch(() => undefined);
}
