'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab } from '#lib/client/bots-view.ts';
import { call } from '#lib/client/call.ts';
import { NoAnswer } from '#lib/client/failures.ts';
import { newIdempotencyKey } from '#lib/client/money-call.ts';
import { toast } from '#lib/client/toasts.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { useAskAnew } from '../use-ask-anew.ts';
import { useToldOutcome } from '../use-told-outcome.ts';
import { sendStop } from './send-stop.ts';

export type StopOption = NonNullable<BodyOf<'saveStopOptions'>>['stop_options'][number];

/** The call that ends the bot. Its idempotency key lives as long as the dialog, until it is answered. */
function useStop(bot: StrategyRow): (fingerprint?: string) => Promise<'stopped' | 'not-stopped' | 'unknown'> {
  const t = useTranslations();
  const key = useRef<string | null>(null);
  const replyText = useReplyText();
  /** The plan that was sent and not answered: it is asked for as it was sent. */
  const unanswered = useRef<{ readonly fingerprint: string | undefined } | null>(null);
  return async (shown) => {
    key.current ??= newIdempotencyKey();
    const { fingerprint } = unanswered.current ?? { fingerprint: shown };
    const outcome = await sendStop(bot, key.current, fingerprint);
    unanswered.current = outcome.state === 'unknown' ? { fingerprint } : null;
    if (outcome.state === 'abandoned') return 'not-stopped';
    if (outcome.state === 'unknown') {
      toast('warning', t('common.error.unknown'));
      return 'unknown';
    }
    if (outcome.reply.code === CODE.ok) return 'stopped';
    // The next try is a new operation: this one was answered.
    key.current = null;
    toast('error', replyText(outcome.reply));
    return 'not-stopped';
  };
}

/**
 * Ends a bot: saves the stop option first, then stops (M-149). In adjust mode it only saves (M-150). The idempotency
 * key lives as long as the dialog: trying again after no answer repeats the same operation, it does not start a second.
 */
export function useTerminate(
  bot: StrategyRow,
  isAdjusting: boolean,
  /** What is saved so far, to be saved again if the bot is not stopped; undefined when it is not known. */
  saved: readonly StopOption[] | undefined,
  onDone: () => void,
) {
  const t = useTranslations();
  const { isBusy, run } = useSingleRun();
  const replyText = useReplyText();
  const stop = useStop(bot);
  const askAnew = useAskAnew(bot);
  const tellOutcome = useToldOutcome(bot);

  const save = async (options: readonly StopOption[], fingerprint?: string): Promise<boolean> => {
    const body = {
      ...{ strategy_id: bot.strategy_id, strategy_type: bot.strategy_type, stop_options: [...options] },
      ...(fingerprint === undefined ? {} : { fingerprint }),
    };
    const reply = await call('saveStopOptions', { body });
    if (reply.code === CODE.ok) return true;
    toast('error', replyText(reply));
    askAnew();
    return false;
  };

  /** The bot goes on: an option that was to end it must not stay behind and end it some other day. Best effort, it was no order. */
  const takeBack = async (options: readonly StopOption[]): Promise<void> => {
    if (options.length === 0 || saved === undefined) return;
    const body = { strategy_id: bot.strategy_id, strategy_type: bot.strategy_type, stop_options: [...saved] };
    await call('saveStopOptions', { body }).catch(() => undefined);
  };

  const endOrAdjust = async (options: readonly StopOption[], fingerprint?: string): Promise<void> => {
    if (options.length > 0 && !(await save(options, isAdjusting ? fingerprint : undefined))) return;
    if (isAdjusting) {
      toast('success', t('common.success.operation'));
    } else {
      const end = await stop(fingerprint);
      if (end === 'not-stopped') {
        await takeBack(options);
        // It may be another end by now: that one is shown.
        askAnew();
      }
      if (end !== 'stopped') return;
      const told = toast('success', t('bots.terminate.started'));
      if (fingerprint !== undefined) void tellOutcome(told, 'end');
      showBotsTab('running');
    }
    askAnew();
    onDone();
  };

  /** `fingerprint`: of the end that was shown; it is carried out only while it is still that one. */
  const terminate = async (options: readonly StopOption[], fingerprint?: string): Promise<void> => {
    try {
      await run(() => endOrAdjust(options, fingerprint));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      toast('error', t('common.error.network'));
    }
  };

  return { isBusy, terminate };
}
