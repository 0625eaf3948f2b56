'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { LateMenu } from '#components/ui/late-menu.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { CompareButton } from '../compare/compare-button.tsx';
import { ShareButton } from '../detail/share-button.tsx';
import { type BotAction, endActionOf, underWay } from './bot-actions.ts';
import { CloneButton } from './clone-button.tsx';
import { usePauseAction } from './use-pause-action.ts';
import { useReconnecting } from './use-reconnecting.ts';

const ActionHost = lateDialog('bot-actions', () => import('./action-host.tsx').then((part) => part.ActionHost));

const loadMenu = () => import('./changes-menu.tsx').then((part) => part.ChangesMenu);

/**
 * What an owner can do with a bot, wherever the bot is shown: sharing for everybody who sees it, then what may be changed, pause or
 * start, and its end. One of these decides for the detail over the table and for the bot's own page.
 */
export function BotActionsBar({
  bot,
  isOwn,
  onClosed,
  onSettled,
}: {
  readonly bot: StrategyRow;
  readonly isOwn: boolean;
  /** A dialog was closed: what it has changed is to be seen. */
  readonly onClosed: () => void;
  /** The bot was paused, or goes on (M-140). */
  readonly onSettled: () => void;
}) {
  const t = useTranslations('bots');
  const [asked, setAsked] = useState<BotAction | null>(null);
  const isWarned = useReconnecting(bot);
  const ask = (action: BotAction): void => {
    if (action === 'terminate' || action === 'adjust' || !isWarned()) setAsked(action);
  };
  const pausing = usePauseAction(isOwn ? bot : null);
  const [ending, waiting] = [endActionOf(bot), underWay(bot)];
  const close = (): void => {
    setAsked(null);
    onClosed();
  };
  return (
    <>
      <ShareButton bot={bot} />
      {isOwn && bot.follow_id > 0 && <CompareButton bot={bot} />}
      {isOwn && bot.params !== null && isCreatable(bot.strategy_type) && <CloneButton bot={bot} isWarned={isWarned} />}
      {isOwn && ending === 'terminate' && (
        <LateMenu
          name="bot-changes"
          load={loadMenu}
          button={{
            className: buttonClass('secondary'),
            children: (
              <>
                {t('action.change')}
                <Icon name="chevronDown" size={14} />
              </>
            ),
          }}
          rest={{ bot, onAction: ask }}
        />
      )}
      {isOwn && pausing !== null && <Button onClick={() => ask(pausing)}>{t(`action.${pausing}`)}</Button>}
      {isOwn && pausing === null && waiting !== null && <Button disabled>{t(`action.${waiting}`)}</Button>}
      {isOwn && ending !== null && (
        <Button tone="danger" onClick={() => ask(ending)}>
          {t(`action.${ending}`)}
        </Button>
      )}
      {asked !== null && (
        <ActionHost
          bot={bot}
          action={asked}
          onClose={close}
          onDone={() => {
            close();
            onSettled();
          }}
        />
      )}
    </>
  );
}
