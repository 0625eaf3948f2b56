'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab } from '#lib/client/bots-view.ts';
import { NoAnswer } from '#lib/client/failures.ts';
import { toast } from '#lib/client/toasts.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { useAskAnew } from '../use-ask-anew.ts';
import { useToldOutcome } from '../use-told-outcome.ts';
import { BotEnd, type StopOption, saveOptions } from './bot-end.ts';

/** Ends a bot as its options say (bot-end.ts). In adjust mode it only saves them (M-150). */
export function useTerminate(
  bot: StrategyRow,
  isAdjusting: boolean,
  /** What is saved so far, to be saved again if the bot is not stopped; undefined when it is not known. */
  saved: readonly StopOption[] | undefined,
  /** Closes the dialog, whatever of it is left by then, and nothing that was opened since. */
  onDone: () => void,
) {
  const t = useTranslations();
  const { isBusy, run } = useSingleRun();
  const replyText = useReplyText();
  const [end] = useState(() => new BotEnd());
  const [isUnanswered, setIsUnanswered] = useState(false);
  const [isWayLeft, setIsWayLeft] = useState(false);
  const askAnew = useAskAnew(bot);
  const tellOutcome = useToldOutcome(bot);

  /** What of the end is shown. */
  const look = (): void => {
    setIsUnanswered(end.isUnanswered);
    setIsWayLeft(end.isWayLeft);
  };

  const adjust = async (options: readonly StopOption[], fingerprint?: string): Promise<boolean> => {
    try {
      const reply = options.length === 0 ? null : await saveOptions(bot, options, fingerprint);
      const isDone = reply === null || reply.code === CODE.ok;
      toast(isDone ? 'success' : 'error', isDone ? t('common.success.operation') : replyText(reply));
      return isDone;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      toast('error', t('common.error.network'));
      return false;
    }
  };

  const finish = async (options: readonly StopOption[], shown?: string): Promise<boolean> => {
    const tried = await end.send(bot, { options, fingerprint: shown, savedBefore: async () => saved });
    look();
    if (tried.state === 'ended') {
      const told = toast('success', t('bots.terminate.started'));
      // Of the plan that went out: one that was asked for again is not what is shown by now.
      if (tried.fingerprint !== undefined) void tellOutcome(told, { act: 'end', fingerprint: tried.fingerprint });
      showBotsTab('running');
      return true;
    }
    if (tried.state === 'refused') toast('error', replyText(tried.reply));
    else if (tried.state === 'unknown') toast('warning', t('common.error.unknown'));
    else if (tried.state === 'unsent') toast('error', t('common.error.network'));
    return false;
  };

  const endOrAdjust = async (options: readonly StopOption[], fingerprint?: string): Promise<void> => {
    const isDone = await (isAdjusting ? adjust : finish)(options, fingerprint);
    // Where it was not done it may be another end by now: that one is shown.
    askAnew();
    if (isDone) onDone();
  };

  /** `fingerprint`: of the end that was shown; it is carried out only while it is still that one. */
  const terminate = (options: readonly StopOption[], fingerprint?: string): Promise<void> =>
    run(() => endOrAdjust(options, fingerprint));

  /** He has looked: what of his end was not carried out is put back, by what the exchange says of the bot. */
  const giveUpNow = async (): Promise<void> => {
    end.giveUp();
    await end.putBack(bot);
    look();
    askAnew();
  };
  const giveUp = (): void => void run(giveUpNow);

  const putBackNow = async (): Promise<void> => {
    const isBack = await end.putBack(bot);
    look();
    toast(isBack ? 'success' : 'error', t(isBack ? 'common.success.operation' : 'bots.terminate.notPutBack'));
    askAnew();
  };
  const putBack = (): void => void run(putBackNow);
  return { isBusy, isUnanswered, giveUp, isWayLeft, putBack, terminate };
}
