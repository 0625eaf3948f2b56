'use client';

import { useTranslations } from 'next-intl';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab, watchBotsClosely } from '#lib/client/bots-view.ts';
import type { CallInput } from '#lib/client/call.ts';
import type { Held } from '#lib/client/held.ts';
import { moneyCall } from '#lib/client/money-call.ts';
import { partsOfReply } from '#lib/client/reply-text.ts';
import { toast } from '#lib/client/toasts.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import { useKeptOperation } from '#lib/client/use-kept-operation.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type BacktestTerms, backtestBody } from './backtest-body.ts';

/** C-213, E-163. */
export const SHOW_BACKTESTS_DELAY_MS = 600;

export interface BacktestStart extends Held {
  readonly start: (terms: BacktestTerms) => Promise<void>;
}

/** Creates a backtest of the form; `onDone` runs when there is one and who asked for it is still there. */
export function useBacktestStart(form: StrategyForm, onDone: () => void): BacktestStart {
  const t = useTranslations('backtests.create');
  const { send, ...held } = useKeptOperation<CallInput<'createBacktest'>>();
  const replyText = useReplyText();
  const leave = useOwnClose(onDone);
  const start = async (terms: BacktestTerms): Promise<void> => {
    const body = backtestBody(form.definition, form.values, form.spec, terms);
    const sent = await send({ body } as CallInput<'createBacktest'>, (input, idempotencyKey) =>
      moneyCall('createBacktest', input, { idempotencyKey }),
    );
    if (sent?.said.state !== 'answered') return;
    const reply = partsOfReply(sent.said.reply);
    if (reply.code !== CODE.ok) {
      // C-393, C-394.
      toast('error', replyText(reply));
      return;
    }
    toast('success', t('done'));
    leave();
    const { kind } = form.definition;
    setTimeout(() => {
      showBotsTab('backtests', kind);
      watchBotsClosely(Date.now());
    }, SHOW_BACKTESTS_DELAY_MS);
  };
  return { ...held, start };
}
