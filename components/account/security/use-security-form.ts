'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { type CallInput, call } from '#lib/client/call.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

type FormCall =
  | 'changePassword'
  | 'changeFundPassword'
  | 'endSessions'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'removeSecondFactor'
  | 'saveNotificationRules'
  | 'addNotificationChannel'
  | 'confirmNotificationChannel'
  | 'removeNotificationChannel'
  | 'testNotificationChannel';

/** The data of an answer that says yes. */
type Done<N extends FormCall> = Exclude<NonNullable<ReplyOf<N>['data']>, { issue?: string | undefined }>;

/** One form of the account page: sends its call once at a time and keeps what was refused, by field. */
export function useSecurityForm<N extends FormCall>(name: N, onDone: (data: Done<N>) => void) {
  const replyText = useReplyText();
  const network = useTranslations('common.error')('network');
  const { isBusy, run } = useSingleRun();
  const [refused, setRefused] = useState<{ readonly field: string | undefined; readonly text: string } | null>(null);

  async function sendNow(body: CallInput<N>['body']): Promise<boolean> {
    setRefused(null);
    try {
      const reply = await call(name, { body } as CallInput<N>);
      const data = reply.data as { readonly field?: string } | null | undefined;
      if (reply.code === 200) onDone(reply.data as Done<N>);
      else setRefused({ field: data?.field, text: replyText(reply) });
      return reply.code === 200;
    } catch {
      setRefused({ field: undefined, text: network });
      return false;
    }
  }
  /** Whether it was done. */
  const send = async (body: CallInput<N>['body']): Promise<boolean> => (await run(() => sendNow(body))) === true;

  return {
    send,
    isBusy,
    /** The sentence under a field, or – without one – above the form. */
    errorOf: (field: string) => (refused?.field === field ? refused.text : undefined),
    failure: refused !== null && refused.field === undefined ? refused.text : null,
  };
}
