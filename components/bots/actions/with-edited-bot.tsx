'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type EditedBot, useEditedBot } from './edited-form.ts';

/** What every dialog that changes a bot is given. */
export interface ChangeProps {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
  /** What its form begins with in place of what the bot is; the fields of other dialogs are none of its. */
  readonly typed?: FormValues | undefined;
}

const NOTHING_TYPED: FormValues = {};

/** A dialog that needs the bot as its form has it: what it looks like while that loads, and where it cannot be had. */
export function WithEditedBot({
  bot,
  title,
  onClose,
  typed = NOTHING_TYPED,
  what = 'parameters',
  children,
}: ChangeProps & {
  readonly title: string;
  readonly what?: 'parameters' | 'words';
  readonly children: (edited: EditedBot) => ReactNode;
}) {
  const t = useTranslations('actions.frame');
  const action = useTranslations('common.action');
  const { edited, error } = useEditedBot(bot, what);
  if (edited !== null && edited !== undefined) return children({ ...edited, typed });
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={<Button onClick={onClose}>{action('close')}</Button>}>
      {edited === undefined ? (
        <LiveGap error={error} className="h-48 w-full" />
      ) : (
        <EmptyState title={t('closed')} hint={t('closedHint')} />
      )}
    </Dialog>
  );
}
