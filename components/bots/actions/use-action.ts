'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { type CallInput, call } from '#lib/client/call.ts';
import { NoAnswer } from '#lib/client/failures.ts';
import type { Held } from '#lib/client/held.ts';
import { keyedCall } from '#lib/client/keyed-call.ts';
import { isOfFundPassword, moneyCall } from '#lib/client/money-call.ts';
import { partsOfReply, type RefusalParts, refusedFieldOf } from '#lib/client/reply-text.ts';
import { toast } from '#lib/client/toasts.ts';
import { useKeptOperation } from '#lib/client/use-kept-operation.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';

/** What the exchange has against an action, at a field of its form. */
export interface FieldRefusal {
  readonly field: string;
  readonly text: string;
}

export interface ActionRun extends Held {
  /** What the last try was refused for, where the exchange names a field; forgotten with the next try, and once something else is typed. */
  readonly refusal: FieldRefusal | null;
  /** Sends it once; true when the exchange has done it. What stands against it has been said then. */
  readonly run: <N extends EndpointName>(name: N, input: CallInput<N>, done?: string) => Promise<boolean>;
}

/** What was done, and the toast that says so. */
export interface Done {
  readonly input: CallInput<EndpointName>;
  readonly toastId: number;
}

/** How an action's screen tells of it. */
export interface ActionTelling {
  /** Fields of the call at which its screen shows what the exchange has against them; `any`: it has one place, and shows there whatever it is. */
  readonly told?: readonly string[] | 'any';
  /** It was refused, and nothing is said at a field: what was shown may be another by now. */
  readonly onRefused?: () => void;
}

const NOTHING: ActionTelling = {};

/** What an exchange says to an action. */
interface Reply extends RefusalParts {
  /** The fund password that was sent is not the right one. */
  readonly isOfPassword?: boolean;
}

/** A call as it is sent. */
interface Sent {
  readonly name: EndpointName;
  readonly input: CallInput<EndpointName>;
}

/**
 * One action: busy while it runs, so that it is not sent twice. What is keyed has a key that lives until it is
 * answered: until then there is no second operation, only the question what became of the first. `onDone` after the exchange has
 * done it. A refusal of a field that the screen does not have is said as one that names none: nobody would see it else.
 */
export function useAction(
  onDone: (done: Done) => void,
  { told = [], onRefused = () => {} }: ActionTelling = NOTHING,
): ActionRun {
  const t = useTranslations('common');
  const replyText = useReplyText();
  const [refusal, setRefusal] = useState<FieldRefusal | null>(null);
  const { send, ...held } = useKeptOperation<Sent>();

  /** What the exchange says to it; null: nothing has happened, or nobody knows yet; that has been said. */
  const answerOf = async ({ name, input }: Sent, key: string): Promise<Reply | null> => {
    const endpoint: Endpoint = ENDPOINTS[name];
    if (!endpoint.keyed) return partsOfReply(await call(name, input));
    const outcome = await (endpoint.money
      ? moneyCall(name, input, { idempotencyKey: key })
      : keyedCall(name, input, key));
    if (outcome.state === 'unknown') toast('warning', t('error.unknown'));
    if (outcome.state !== 'answered') return null;
    return { ...partsOfReply(outcome.reply), isOfPassword: endpoint.money && isOfFundPassword(outcome.reply) };
  };

  /** Whether it was done; why not is said. */
  const heard = (reply: Reply, { input }: Sent, done: string): boolean => {
    if (isGoodCode(reply.code)) {
      onDone({ input, toastId: toast('success', done) });
      return true;
    }
    // M-335, E-317: the password is no field of the screen, and what its fields hold is not what is wrong.
    const { isOfPassword = false } = reply;
    const field = isOfPassword ? '' : refusedFieldOf(reply);
    if (field !== '' && (told === 'any' || told.includes(field))) setRefusal({ field, text: replyText(reply) });
    else {
      toast(isOfPassword ? 'error' : 'warning', replyText(reply));
      onRefused();
    }
    return false;
  };

  const run: ActionRun['run'] = async (name, input, done = t('success.operation')) => {
    const sending = send({ name, input }, answerOf);
    // Another press is on its way.
    if (sending === null) return false;
    setRefusal(null);
    try {
      const { what, said } = await sending;
      return said !== null && heard(said, what, done);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      toast('error', t('error.network'));
      return false;
    }
  };
  const onTyped = useCallback(() => setRefusal(null), []);
  return { ...held, onTyped, refusal, run };
}
