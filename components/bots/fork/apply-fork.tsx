'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ActionHost } from '../actions/action-host.tsx';
import { changesOf } from '../actions/bot-actions.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { fieldsOf, forkModesOf } from './fork-modes.ts';
import { type Said, shownValues } from './fork-values.ts';

/** Makes the same change of the bot as it is now: by its own dialog, with these values typed in. Nothing is sent from here. */
export function ApplyFork({
  bot,
  edited,
  said,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly said: Said;
}) {
  const t = useTranslations('fork');
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useCall('permissions', {}, { revalidateOnFocus: false });
  const granted = data?.data;
  const offered = changesOf(bot, granted !== undefined && 'spot_grid_pause' in granted ? granted : null);
  const typed = shownValues(edited, bot.strategy_type, said);
  const mode = forkModesOf(bot.strategy_type).find((one) =>
    Object.keys(typed).every((field) => fieldsOf(bot.strategy_type, one).includes(field)),
  );
  // One that has ended, or may not be changed by now, has nothing to apply it to.
  if (mode === undefined || !offered.includes(mode)) return null;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button onClick={() => setIsOpen(true)}>{t('apply')}</Button>
      <p className="text-2xs text-ink-3">{t('applyHint')}</p>
      {isOpen && (
        <ActionHost
          bot={bot}
          action={mode}
          typed={typed}
          onClose={() => setIsOpen(false)}
          onDone={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
