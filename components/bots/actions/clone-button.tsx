'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { createPath } from '#components/addresses/create-path.ts';
import { leavePrefill } from '#components/form/leave-prefill.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#lib/client/toasts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { instrumentOfBot } from '../bot-instrument.ts';
import { RECORDS_PART } from '../detail/records-part.ts';
import { payloadOf } from './bot-payload.ts';

/** What an exchange of the documents tells of its parameters, as a creation; null: nothing. */
function withoutAmount(bot: StrategyRow, params: StrategyRow['params']): object | null {
  return params === null ? null : payloadOf({ ...bot, money: '' }, { ...params, begin_money_amount: '' });
}

/** The hash goes along (C-025), but for the one that names a place on the bot's own page: a bot that is opened there would be scrolled to it. */
function hashAlong(): string {
  const { hash } = window.location;
  return hash === `#${RECORDS_PART}` ? '' : hash;
}

/** Opens the create form with the parameters of an own bot, without its words and amount; creating stays the trader's own click (M-007). */
export function CloneButton({
  bot,
  isWarned,
}: {
  readonly bot: StrategyRow;
  /** Tells the owner why not now, where there is a reason. */
  readonly isWarned: () => boolean;
}) {
  const t = useTranslations();
  const language = useLocale();
  const [isAsking, setAsking] = useState(false);
  const { strategy_id: id, strategy_type: kind } = bot;
  const clone = async (): Promise<void> => {
    if (isWarned()) return;
    setAsking(true);
    try {
      const { data } = await fetchOk('strategyDetail', { query: { strategy_id: String(id), strategy_type: kind } });
      const payload = data?.payload ?? withoutAmount(bot, data?.params ?? null);
      if (payload === null) {
        toast('warning', t('bots.action.cloneUnknown'));
        return;
      }
      leavePrefill({ kind, payload });
      const { market, type } = instrumentOfBot(bot);
      window.location.assign(`${createPath(language, kind, market, type)}${hashAlong()}`);
    } catch {
      toast('error', t('common.error.generic'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button disabled={isAsking} onClick={() => void clone()}>
      {t('bots.action.clone')}
    </Button>
  );
}
