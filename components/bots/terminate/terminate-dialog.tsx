'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useCall } from '#lib/client/use-call.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { YOUNG_BOT_SECONDS } from '#lib/formulas/termination.ts';
import { isEnded, isEnding, profitFamilyOf } from '../bot-state.ts';
import { rowQuery } from '../row-query.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { CloseView } from './close-view.tsx';

/** M-172. */
const DETAIL_REFRESH_MS = 5_000;

interface Props {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
}

/** Ends a bot, or adjusts how it is being ended: reminder, close options, time-out and finished views (M-081 … M-086). */
export function TerminateDialog({ bot: opened, onClose: close }: Props) {
  const t = useTranslations();
  // The answer to an end closes the dialog also where the bot was heard of first, and what had asked has given way to the word that it has ended.
  const onClose = useOwnClose(close);
  const { data } = useCall('strategies', rowQuery(opened.strategy_id, opened.strategy_type), {
    refreshInterval: DETAIL_REFRESH_MS,
  });
  const bot = data?.data?.[0] ?? opened;
  // The mode is the one that the dialog was opened in: a bot that begins to end meanwhile must not change it under the hand.
  const [isAdjusting] = useState(isEnding(opened));
  const [isReminded, setIsReminded] = useState(isAdjusting || opened.run_times >= YOUNG_BOT_SECONDS);
  const title = t(isAdjusting ? 'bots.terminate.adjustTitle' : 'bots.terminate.title');
  if (isEnded(bot)) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={title}
        footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
      >
        <EmptyState title={t('bots.terminate.finished')} />
      </Dialog>
    );
  }
  if (!isReminded) return <Reminder bot={bot} onClose={onClose} onGoOn={() => setIsReminded(true)} />;
  return <CloseView bot={bot} title={title} isAdjusting={isAdjusting} onClose={onClose} />;
}

/** What a young bot has not had the time for, by what it earns from. */
const REMINDERS = { grid: 'reminderText', round: 'reminderRoundText', realised: 'reminderTradeText' } as const;

function Reminder({ bot, onClose, onGoOn }: Props & { readonly onGoOn: () => void }) {
  const t = useTranslations('bots.terminate');
  const format = useBotFormat();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('reminderTitle')}
      footer={
        <>
          <Button tone="ghost" onClick={onGoOn}>
            {t('anyway')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('hold')}
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        {t(REMINDERS[profitFamilyOf(bot.strategy_type)], { time: format.duration(bot.run_times) })}
      </p>
    </Dialog>
  );
}
